"""Hands beside each other: best first, equal ones at the same place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.rankings.grading import Kind, Ranking
from controller.rankings.saying import said


@dataclass(frozen=True, slots=True)
class Ranked:
    """`cards` as they were given. Two hands at place 1 are followed by place 3."""

    cards: str
    category: Kind
    name: str
    place: int


def in_order(ranking: Ranking, hands: Iterable[str]) -> list[Ranked]:
    """Equal hands stay in the order given. Raises ValueError with a sentence for the first hand that is none."""
    graded = [(ranking.grade(ranking.read(hand)), hand) for hand in hands]
    graded.sort(key=lambda one: one[0].worth, reverse=True)
    worths = [grade.worth for grade, _ in graded]
    return [Ranked(hand, grade.kind, said(ranking, grade), worths.index(grade.worth) + 1) for grade, hand in graded]
