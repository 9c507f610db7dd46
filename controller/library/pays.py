"""Pay tables and award tables as files: what a bet pays to one, and what a lit hand wins from the progressive.

A table in which a better hand is paid less is refused: it is far more often a slip than a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from controller.core.house import Awards, PayTable
from controller.core.ranking import Category
from controller.explain import Strict, wrong
from controller.units import Percent, Sum

HandWord = Literal[
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]
_HAND = {category.word: category for category in Category}
Pay = Annotated[int, Field(ge=1, le=10_000)]


class Pays(Strict):
    high_card: Pay
    pair: Pay
    two_pair: Pay
    three_of_a_kind: Pay
    straight: Pay
    flush: Pay
    full_house: Pay
    four_of_a_kind: Pay
    straight_flush: Pay
    royal_flush: Pay

    @model_validator(mode="after")
    def better_hands_are_not_paid_less(self) -> Pays:
        row = self.row()
        for lower, higher in pairwise(Category):
            if row[higher] < row[lower]:
                raise wrong(
                    f"{higher.word} pays {row[higher]}, less than {lower.word} with {row[lower]}",
                    "a better hand is paid at least as much",
                )
        return self

    def row(self) -> tuple[int, ...]:
        return tuple(getattr(self, category.word) for category in Category)


class PayFile(Strict):
    """What the bet pays to one when a player beats a qualified dealer (SET-4)."""

    about: str = ""
    source: str = ""
    pays: Pays

    def value(self, name: str) -> PayTable:
        return PayTable(name=name, pays=self.pays.row())


class AwardsFile(Strict):
    """What a hand with a progressive chip wins (PRG-2): parts of the meter, and fixed amounts."""

    about: str = ""
    source: str = ""
    meter_percent: Mapping[HandWord, Percent]
    fixed: Mapping[HandWord, Sum]

    @model_validator(mode="after")
    def awards_are_plausible(self) -> AwardsFile:
        for hand in self.meter_percent:
            if hand in self.fixed:
                raise wrong(f"{hand} has a part of the meter and a fixed amount", "give it one of them")
        if self.meter_percent.get("royal_flush") != 1:
            raise wrong("a royal flush does not win the whole meter", 'write meter_percent: {royal_flush: "100", ...}')
        shares = sorted((_HAND[hand], share) for hand, share in self.meter_percent.items())
        fixed = sorted((_HAND[hand], amount) for hand, amount in self.fixed.items())
        if fixed and fixed[-1][0] > shares[0][0]:
            raise wrong(
                f"{fixed[-1][0].word} has a fixed amount, the lower {shares[0][0].word} a part of the meter",
                "parts of the meter belong to the best hands",
            )
        _rising([(hand, Fraction(amount)) for hand, amount in fixed])
        _rising(shares)
        return self

    def value(self, name: str) -> Awards:
        return Awards(
            name=name,
            shares={_HAND[hand]: share for hand, share in self.meter_percent.items()},
            fixed={_HAND[hand]: amount for hand, amount in self.fixed.items()},
        )


def _rising(awards: list[tuple[Category, Fraction]]) -> None:
    for (lower, less), (higher, more) in pairwise(awards):
        if more < less:
            raise wrong(f"{higher.word} wins less than {lower.word}", "a better hand wins at least as much")
