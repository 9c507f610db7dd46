"""What a game comes to at one pay table: the outcome table in whole combinations, and what follows from it.

Amounts are in antes. Nothing is rounded: figures are integers and fractions, and `standard_deviation` alone is the
nearest float, for people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import floor, sqrt

from controller.core.ranking import Category
from controller.odds.games import THUMBS, Game, Thumb
from controller.odds.rows import Counted, Row

Pays = Sequence[Fraction | int]
"""What the bet pays to one, from high card (first) to royal flush (last)."""


class TooCoarseError(ValueError):
    """The rows do not tell this pay from the next whole one: count again in finer `parts`."""


@dataclass(frozen=True, slots=True)
class Raised:
    """What came of the hands on which `bet` antes were bet; `win` by the player's category."""

    bet: int
    spots: int
    dealer_not_qualified: int
    lose: int
    tie: int
    win: dict[Category, int]

    @property
    def combinations(self) -> int:
        return self.dealer_not_qualified + self.lose + self.tie + sum(self.win.values())


@dataclass(frozen=True)
class Result:
    game: Game
    pays: Pays
    fold: int
    raised: tuple[Raised, ...]

    @cached_property
    def combinations(self) -> int:
        return self.fold + sum(raised.combinations for raised in self.raised)

    @cached_property
    def net(self) -> Fraction:
        """Antes won over all combinations; negative where the house wins."""
        return sum((Fraction(times * won) for won, times in self._won()), Fraction(0))

    @cached_property
    def staked(self) -> int:
        """Antes and bets put up over all combinations."""
        return self.combinations + sum(raised.bet * raised.combinations for raised in self.raised)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each ante."""
        return -self.net / self.combinations

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money staked."""
        return -self.net / self.staked

    @property
    def raise_spots(self) -> int:
        return sum(raised.spots for raised in self.raised)

    @property
    def raise_frequency(self) -> Fraction:
        return Fraction(sum(raised.combinations for raised in self.raised), self.combinations)

    @cached_property
    def squares(self) -> Fraction:
        """Sum of the squares of what is won, over all combinations."""
        return sum((Fraction(times * won * won) for won, times in self._won()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return self.squares / self.combinations - (self.net / self.combinations) ** 2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def of(self, part: Callable[[Raised], int]) -> int:
        """One part of the outcome table over all bets."""
        return sum(part(raised) for raised in self.raised)

    def won_with(self, category: Category) -> int:
        return self.of(lambda raised: raised.win[category])

    def _won(self) -> list[tuple[Fraction | int, int]]:
        """Every amount won, with how many combinations win it."""
        by_bets = (
            [
                (1, raised.dealer_not_qualified),
                (-1 - raised.bet, raised.lose),
                *((1 + raised.bet * self.pays[category], times) for category, times in raised.win.items()),
            ]
            for raised in self.raised
        )
        return [(-1, self.fold), *chain.from_iterable(by_bets)]


def optimal(counted: Counted, pays: Pays) -> Result:
    """The game played without a mistake. Raises TooCoarseError where the rows cannot tell."""
    scaled = [pay * counted.parts for pay in pays]

    def steps(row: Row) -> int:
        pay = scaled[row.category]
        if pay != floor(pay) and floor(pay) + 1 in row.least:
            raise TooCoarseError(f"a pay of {pay} lies between two whole ones that differ")
        return sum(least <= pay for least in row.least)

    return _played(counted, pays, steps)


def by_thumb(counted: Counted, pays: Pays, thumb: Thumb) -> Result:
    """The game played by a rule of thumb, with the least bet."""
    at = THUMBS.index(thumb)
    return _played(counted, pays, lambda row: int(row.thumbs[at]))


def _played(counted: Counted, pays: Pays, steps: Callable[[Row], int]) -> Result:
    raises = counted.game.raises
    fold = 0
    sums = [[0, 0, 0, 0] for _ in raises]
    wins: list[dict[Category, int]] = [dict.fromkeys(Category, 0) for _ in raises]
    for row in counted.rows:
        taken = steps(row)
        if not taken:
            fold += row.combinations
            continue
        total = sums[taken - 1]
        for at, part in enumerate((row.spots, row.short, row.higher, row.ties)):
            total[at] += part
        wins[taken - 1][row.category] += row.lower
    raised = tuple(
        Raised(bet, spots, short, higher, ties, win)
        for bet, (spots, short, higher, ties), win in zip(raises, sums, wins, strict=True)
    )
    return Result(counted.game, tuple(pays), fold, raised)
