"""High-low split: half a pot to the highest hand, half to the lowest, in whole chips.

The odd chip goes to the high hand; where several share a half, its odd chips go to those named first, one each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from controller.core.cards import Card
from controller.rankings.family import RANKINGS
from controller.rankings.grading import Grade, Kind, Ranking

Seat = TypeVar("Seat", bound=Hashable)


def split(
    chips: int,
    hands: Mapping[Seat, Sequence[Card]],
    *,
    high: Ranking = RANKINGS["high"],
    low: Ranking = RANKINGS["ace-to-five"],
    low_counts: Callable[[Grade], bool] = lambda grade: True,
) -> dict[Seat, int]:
    """What each seat is given, seats without anything left out. Where no low counts, the high hand takes it all.

    `low_counts` says which low hands may win at all, for instance `eight_or_better`.
    """
    if chips < 0 or not hands:
        raise ValueError("a pot has at least one hand and no fewer than no chips")
    highs = _best({seat: high.grade(cards) for seat, cards in hands.items()})
    grades = {seat: low.grade(cards) for seat, cards in hands.items()}
    lows = _best({seat: grade for seat, grade in grades.items() if low_counts(grade)})
    for_low = chips // 2 if lows else 0
    given: dict[Seat, int] = dict.fromkeys(hands, 0)
    for part, winners in ((chips - for_low, highs), (for_low, lows)):
        for place, seat in enumerate(winners):
            given[seat] += part // len(winners) + (place < part % len(winners))
    return {seat: part for seat, part in given.items() if part}


def eight_or_better(grade: Grade) -> bool:
    """Five different ranks, none above the eight, the ace being low."""
    return grade.kind is Kind.HIGH_CARD and grade.ranks[0] in "5678"


def _best(grades: Mapping[Seat, Grade]) -> list[Seat]:
    best = max((grade.worth for grade in grades.values()), default=())
    return [seat for seat, grade in grades.items() if grade.worth == best]
