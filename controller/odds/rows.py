"""What was counted, kept as a few integers: every pay table is answered from them at once.

Whether to raise depends on the pay of the hand's own category alone, and a better pay never makes a raise worse. So
each situation has, for each step of the bet, the least pay at which the step is right, and situations of one category
with the same least pays are added up in one row. Any pay table then only picks rows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import mul

from controller.core.cards import RANKS
from controller.core.ranking import PLACES, QUALIFYING_PLACE, Category
from controller.odds.counting import Spot, spots
from controller.odds.games import THUMBS, Game

NEVER = 10**9
"""More than any table pays."""
Least = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Situations alike. `least`: for each step of the bet the least pay, in parts of one, at which it is right.
    `thumbs`: which rules of thumb raise here. The rest are sums over the situations: `spots` hands with known cards,
    and of their completions those that leave the dealer short, lower, equal, higher.
    """

    category: Category
    least: Least
    thumbs: tuple[bool, ...]
    spots: int
    short: int
    lower: int
    ties: int
    higher: int

    @property
    def combinations(self) -> int:
        return self.short + self.lower + self.ties + self.higher


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the decision chart: hands called `label` against an up card, and how many spots have which least."""

    label: str
    up: int
    spots: dict[Least, int]


@dataclass(frozen=True, slots=True)
class Counted:
    """A game counted once. `parts`: pays are told apart by one part in so many. `chart` has ace-king hands one by one,
    lower ones together (by their highest card where they may be raised), pairs by rank, the rest by category; it is
    empty where more than an up card is known.
    """

    game: Game
    parts: int
    rows: tuple[Row, ...]
    chart: tuple[Cell, ...]


def count(game: Game, parts: int = 1, progress: Callable[[float], None] = lambda done: None) -> Counted:
    """Counts a game from scratch. `progress` is told the part done, from 0 to 1."""
    rows: defaultdict[tuple[Category, Least, tuple[bool, ...]], list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    chart: defaultdict[tuple[str, int], Counter[Least]] = defaultdict(Counter)
    place = 0
    for spot in spots(game.knowns, game.qualifying_place):
        if spot.place > place:
            place = spot.place
            progress(place / PLACES)
        thumbs = _thumbs(spot)
        label = _label(spot, game)
        for least, sums in _alike(spot, game.raises, parts):
            row = rows[spot.category, least, thumbs]
            for at, part in enumerate(sums):
                row[at] += part
            if not game.exposed:
                chart[label, spot.known.ranks[0]][least] += sums[0]
    return Counted(
        game,
        parts,
        tuple(Row(*key, *sums) for key, sums in sorted(rows.items())),
        tuple(Cell(label, up, dict(leasts)) for (label, up), leasts in chart.items()),
    )


def _alike(spot: Spot, raises: tuple[int, ...], parts: int) -> Iterator[tuple[Least, list[int]]]:
    """The spot's situations in as few lots as have one least pay each, with the sums of a row."""
    completions = spot.known.completions
    first, last = _least(spot, 0, raises, parts), _least(spot, -1, raises, parts)
    # Against these hands every flush of the dealer is a higher hand, so each one more makes every raise worse: what
    # is the same with most and with fewest of them is the same between.
    if first == last and spot.category <= Category.THREE_OF_A_KIND:
        weights = spot.weights
        of = sum(weights)
        sums = [sum(map(mul, weights, row)) for row in (spot.short, spot.lower, spot.ties)]
        yield first, [of, *sums, of * completions - sum(sums)]
        return
    for at, weight in enumerate(spot.weights):
        fared = spot.short[at], spot.lower[at], spot.ties[at]
        sums = [weight * times for times in (*fared, completions - sum(fared))]
        yield _least(spot, at, raises, parts), [weight, *sums]


def _least(spot: Spot, at: int, raises: tuple[int, ...], parts: int) -> Least:
    short, lower, ties = spot.short[at], spot.lower[at], spot.ties[at]
    higher = spot.known.completions - short - lower - ties
    first = raises[0]
    # Raising beats folding when 2 short + (2 + first x pay) lower + ties > first x higher; one step more beats the step
    # before it when pay x lower > higher, and then that step beats folding too.
    steps = [_from(first * higher - ties - 2 * short - 2 * lower, first * lower, parts)]
    steps += [_from(higher, lower, parts)] * (len(raises) - 1)
    return tuple(steps)


def _from(lacking: int, gained: int, parts: int) -> int:
    """The least pay at which pay x gained > lacking."""
    if lacking < 0:
        return 0
    return lacking * parts // gained + 1 if gained else NEVER


def _thumbs(spot: Spot) -> tuple[bool, ...]:
    up = spot.known.ranks[0]
    return tuple([thumb.plays(spot.category, spot.ranks, spot.place, up) for thumb in THUMBS])


def _label(spot: Spot, game: Game) -> str:
    match spot.category:
        case Category.HIGH_CARD if spot.place >= QUALIFYING_PLACE:
            return "-".join(RANKS[rank] for rank in spot.ranks)
        case Category.HIGH_CARD if game.qualifier:
            return "less than ace-king"
        case Category.HIGH_CARD:
            return f"{RANKS[spot.ranks[0]]}-x-x-x-x"
        case Category.PAIR:
            return f"pair of {RANKS[spot.ranks[0]]}"
        case _:
            return spot.category.spoken
