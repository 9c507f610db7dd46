"""The `table:` part of a settings file: what is played here and for how much.

The same keys and words as the `table:` of a scenario file. The progressive's amount is not among them: it is entered
once by two persons and lives in the journal (PRG-10).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from controller.core.money import Money
from controller.explain import Strict, wrong
from controller.units import Amount, Name, Percent, Sum, Text, read_percent


class AnteSettings(Strict):
    """The least and the most that is played (WAG-8)."""

    min: Sum = Money(500)
    max: Sum = Money(50_000)

    @model_validator(mode="after")
    def min_is_not_above_max(self) -> AnteSettings:
        if self.min > self.max:
            raise wrong(f"the least ante {self.min} is above the most, {self.max}", "min is at most max")
        return self


class ProgressiveSettings(Strict):
    base: Amount = Field(default=Money(1_000_000), description="what the meter restarts from after a royal (PRG-6)")
    rate_percent: Percent = Field(default=read_percent("70"), description="part of each chip that raises the meter")
    chip: Sum = Field(default=Money(100), description="value of one progressive chip")
    awards: Name = Field(default="us-500-100-50", description="name of an award table")
    hidden_rate_percent: Percent | None = Field(default=None, description="part of each chip that feeds the reserve")
    limit: Sum | None = Field(default=None, description="the most that is displayed; the rest is overflow (PRG-12)")
    unreasonable_contribution: Sum | None = Field(
        default=None, description="one chip raising the meter by more than this is an error, not money (PRG-12)"
    )
    meter: Amount | None = Field(default=None, description="only for demonstrations: the opening amount")


class TableSettings(Strict):
    name: Text = Field(description="how people call the table", examples=['"Caribbean 1"'])
    id: Name = Field(description="how the journal calls it; never change it", examples=["t1"])
    profile: Name = Field(default="house", description="name of a house profile")
    seats: int = Field(default=7, ge=1, le=7)
    deal: Literal["packets", "single"] = Field(default="packets", description="DEAL-1")
    paytable: Name | None = Field(default=None, description="name of a pay table; the profile's own by default")
    ante: AnteSettings = Field(default_factory=AnteSettings)
    max_bet_win: Sum = Field(default=Money(500_000), description="cap on a bet's winnings per hand (SET-5)")
    progressive: ProgressiveSettings = Field(default_factory=ProgressiveSettings)
    fixed_awards_from: Literal["house", "meter"] = Field(default="house", description="PRG-8")
    count_chips: bool = Field(default=True, description="the dealer counts the chips after no more bets (WAG-7)")
    supervisor_key: bool = Field(default=False, description="decisions also need the key switch turned (SUP-2)")
