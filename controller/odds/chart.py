"""The decision chart: how much of each kind of hand is raised against each up card, at one pay table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from controller.core.cards import RANKS
from controller.core.ranking import Category
from controller.odds.result import Pays
from controller.odds.rows import Cell, Counted

_CATEGORY = {category.spoken: category for category in Category}


@dataclass(frozen=True, slots=True)
class Line:
    """`raised`: for each up card from two to ace the part of these hands that is raised, None where there is none."""

    label: str
    raised: tuple[Fraction | None, ...]

    @property
    def plain(self) -> str:
        """ "raise" or "fold" where the whole line is one."""
        parts = {part for part in self.raised if part is not None}
        return "raise" if parts == {1} else "fold" if parts == {0} else ""


def chart(counted: Counted, pays: Pays, cards: int = 3) -> list[Line]:
    """Best hands last. Ace-king hands are told by so many of their cards; kickers below are taken together."""

    def told(label: str) -> str:
        return "-".join(label.split("-")[:cards]) + "-x" * (5 - cards) if label.startswith("A-K-") else label

    sums: defaultdict[str, list[list[int]]] = defaultdict(lambda: [[0, 0] for _ in RANKS])
    for cell in counted.chart:
        raised, of = sums[told(cell.label)][cell.up]
        more = sum(spots for least, spots in cell.spots.items() if least[0] <= _pay(cell, pays))
        sums[told(cell.label)][cell.up] = [raised + more, of + sum(cell.spots.values())]
    return [
        Line(label, tuple(Fraction(raised, of) if of else None for raised, of in line)) for label, line in sums.items()
    ]


def _pay(cell: Cell, pays: Pays) -> Fraction | int:
    if cell.label.startswith("pair"):
        return pays[Category.PAIR]
    return pays[_CATEGORY.get(cell.label, Category.HIGH_CARD)]


def merged(lines: list[Line], same: Callable[[Line], bool] = lambda line: bool(line.plain)) -> list[Line]:
    """Neighbours that are wholly one decision become one line: "less than ace-king", "pair of 2 to royal flush"."""
    kept: list[Line] = []
    for line in lines:
        before = kept[-1] if kept else None
        if before and same(line) and line.plain == before.plain:
            kept[-1] = Line(f"{before.label.split(' to ')[0]} to {line.label}", line.raised)
        else:
            kept.append(line)
    return kept
