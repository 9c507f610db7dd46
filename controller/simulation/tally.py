"""What came of simulated rounds, as whole numbers that can be added up in any order.

Amounts are cents. Squares are kept by round, since the hands of one round share a dealer and fare alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from controller.core.ranking import Category

FOLD, SHORT, LOSE, TIE = range(4)
WIN = 4
"""Of a category: WIN + category."""
DEAD, FORFEIT, VOID = range(WIN + len(Category), WIN + len(Category) + 3)
PLAYED_OUT = DEAD
"""Outcomes below this are those of the exact analysis."""
WORDS = (
    "fold",
    "dealer_not_qualified",
    "lose",
    "tie",
    *(f"win_{category.word}" for category in Category),
    "dead",
    "forfeit",
    "void",
)
"""How each outcome is called, in order."""


def _zeros() -> list[int]:
    return [0] * len(WORDS)


@dataclass(slots=True)
class Sums:
    """Rounds of one kind. `times` and `squares` by outcome: how often, and its square summed over the rounds.

    `lost`: what players won here less what they win with the same cards where nothing goes wrong.
    """

    rounds: int = 0
    hands: int = 0
    times: list[int] = field(default_factory=_zeros)
    squares: list[int] = field(default_factory=_zeros)
    net: int = 0
    net_squares: int = 0
    staked: int = 0
    lost: int = 0
    lost_squares: int = 0

    def add_round(self, outcomes: Sequence[int], net: int, staked: int, undisturbed: int | None = None) -> None:
        """`outcomes`: one of the numbers above for each hand; `undisturbed`: the net where nothing goes wrong."""
        self.rounds += 1
        self.hands += len(outcomes)
        for outcome, times in Counter(outcomes).items():
            self.times[outcome] += times
            self.squares[outcome] += times * times
        self.net += net
        self.net_squares += net * net
        self.staked += staked
        lost = 0 if undisturbed is None else net - undisturbed
        self.lost += lost
        self.lost_squares += lost * lost

    def add(self, other: Sums) -> None:
        self.rounds += other.rounds
        self.hands += other.hands
        self.times = [mine + theirs for mine, theirs in zip(self.times, other.times, strict=True)]
        self.squares = [mine + theirs for mine, theirs in zip(self.squares, other.squares, strict=True)]
        self.net += other.net
        self.net_squares += other.net_squares
        self.staked += other.staked
        self.lost += other.lost
        self.lost_squares += other.lost_squares


@dataclass(slots=True)
class Tally:
    """`plain`: rounds in which nothing was made to go wrong. `spoiled`: the others by kind, with the rulings (clause
    and decision) that were issued in them.
    """

    plain: Sums = field(default_factory=Sums)
    spoiled: dict[str, Sums] = field(default_factory=dict)
    rulings: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return self.plain.rounds + sum(sums.rounds for sums in self.spoiled.values())

    def add(self, other: Tally) -> None:
        self.plain.add(other.plain)
        for kind, sums in other.spoiled.items():
            self.spoiled.setdefault(kind, Sums()).add(sums)
        for kind, issued in other.rulings.items():
            self.rulings.setdefault(kind, Counter()).update(issued)
