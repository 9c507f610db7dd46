"""The meter's own affairs: approvals, opening, corrections, parameters and test mode.

What only two persons may do is done here and nowhere else; each movement names its reason (PRG-10).
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from controller.core.effects import MoveMeter, StartTimer, StopTimer
from controller.core.events import (
    AwardApproved,
    ChipInserted,
    MeterCorrected,
    MeterOpened,
    ParameterChanged,
    TestModeSet,
    TimerRang,
)
from controller.core.frozen import changed
from controller.core.money import Money
from controller.core.state import Approval, Phase, Table
from controller.rules.progressive import award_due, contribution, may_come_off, put_in_force, room, two_persons
from controller.rules.step import Step, refuse

TEST_TIMER = "test_mode"
TEST_MODE_MS = 300_000
"""Test mode ends by itself after five minutes (EQP-3)."""
_PERCENT = re.compile(r"\d{1,3}(\.\d{1,4})?")


def approve(table: Table, event: AwardApproved) -> Step:
    """Approvals of one award add up, each person counts once; they lapse when the amount changes (PRG-9)."""
    player = table.player(event.seat)
    open_now = (table.revealed or table.progressive_only) and player.result is None
    due = award_due(table, player) if open_now else None
    if due is None or not due.by_share:
        return refuse(table, f"Seat {event.seat} has no award that waits for approval.", event.seat, clause="PRG-9")
    earlier = player.approval.by if player.approval and player.approval.amount == due.amount else ()
    names = {person.name for person in earlier}
    added = tuple({person.name: person for person in event.by if person.name not in names}.values())
    return Step(table).seat(event.seat, approval=Approval(due.amount, (*earlier, *added)))


def open_meter(table: Table, event: MeterOpened) -> Step:
    if table.meter.opened:
        return refuse(table, "The meter has been opened already; correct it by two persons.", clause="PRG-10")
    if not two_persons(event.by):
        return refuse(table, "The opening amount needs two persons, one a supervisor.", alert="approval_missing",
                      clause="PRG-10")  # fmt: skip
    if event.amount < 0:
        return refuse(table, "The opening amount cannot be negative.", clause="PRG-10")
    return Step(table).meter(Fraction(event.amount), "opening", None, "PRG-10", opened=True)


def correct_meter(table: Table, event: MeterCorrected) -> Step:
    if not two_persons(event.by):
        return refuse(table, "A correction of the meter needs two persons, one a supervisor.",
                      alert="approval_missing", clause="PRG-10")  # fmt: skip
    if not table.meter.opened or not event.reason.strip():
        return refuse(table, "A correction needs an opened meter and a reason.", clause="PRG-10")
    if table.meter.amount + event.amount < 0:
        return refuse(table, "A correction cannot take more off the meter than it shows.", clause="PRG-10")
    if table.phase not in (Phase.CLOSED, Phase.BETTING, Phase.CLEARING):
        return refuse(table, "The meter is corrected between rounds.", clause="PRG-10")
    if event.amount < 0 and table.meter.amount + event.amount < may_come_off(table):
        says = "That much may still go back to players of this round; correct the meter once it is cleared."
        return refuse(table, says, clause="PRG-10")
    cents = Fraction(event.amount)
    shown = min(cents, room(table, cents)) if cents > 0 else cents
    step = Step(table).meter(shown, "correction", None, "PRG-10")
    return step.meter(cents - shown, "correction", None, "PRG-12", of="overflow")


def change_parameters(table: Table, event: ParameterChanged) -> Step:
    """Stored at once; in force after the next royal, or at once before the first wager ever (PRG-13)."""
    if not two_persons(event.by):
        return refuse(table, "A change of the progressive needs two persons, one a supervisor.",
                      alert="approval_missing", clause="PRG-13")  # fmt: skip
    base = table.meter.pending or table.house.progressive
    try:
        changes: dict[str, Any] = dict(_parameter(name, value) for name, value in event.changes)
        wanted = replace(base, **changes)
    except ValueError as error:
        return refuse(table, f"{error} (PRG-13)", clause="PRG-13")
    if event.awards is not None:
        wanted = replace(wanted, awards=event.awards)
    if wanted.limit is not None and wanted.limit < table.meter.displayed:
        says = f"The limit {wanted.limit} is below the {table.meter.displayed} shown. (PRG-12)"
        return refuse(table, says, clause="PRG-12")
    if wanted.limit is not None and wanted.limit < wanted.base:
        return refuse(table, f"The limit {wanted.limit} is below the base {wanted.base}. (PRG-12)", clause="PRG-12")
    if wanted.rate + wanted.hidden_rate > 1:
        return refuse(table, "Rate and hidden rate together are more than the chip. (PRG-13)", clause="PRG-13")
    if table.meter.chips_in == 0 and not any(player.lit for player in table.players):
        return put_in_force(Step(table), wanted)
    return Step(table).but(meter=changed(table.meter, pending=wanted))


def _parameter(name: str, value: str) -> tuple[str, Money | Fraction | None]:
    """A parameter by its name in the configuration. Raises ValueError with a sentence."""
    match name:
        case "base" | "limit" | "unreasonable_contribution":
            if value == "none" and name != "base":
                return name, None
            amount = Money.parse(value)
            if amount < 0:
                raise ValueError(f"{name} cannot be negative.")
            return name, amount
        case "rate_percent" | "hidden_rate_percent":
            if not _PERCENT.fullmatch(value) or not 0 <= Fraction(value) <= 100:
                raise ValueError(f'{name}: "{value}" is no percentage from 0 to 100.')
            return name.removesuffix("_percent"), Fraction(value) / 100
    raise ValueError(f'"{name}" is no parameter of the progressive.')


# -- test mode (EQP-3) ---------------------------------------------------------------------------------------------


def set_test_mode(table: Table, event: TestModeSet) -> Step:
    """Begins only while nothing lies on the layout; ends by itself."""
    if not event.on:
        return _end_test(table)
    if any(player.ante or player.lit for player in table.players):
        return refuse(table, "Test mode begins when no wager lies on the layout. (EQP-3)", clause="EQP-3")
    step = Step(changed(table, test_on=True, test_chips=0, test_meter=Fraction(0)))
    return step.tell(StartTimer(TEST_TIMER, TEST_MODE_MS))


def test_chip(table: Table, event: ChipInserted) -> Step:
    """A chip in test mode moves only the test meter, and goes back."""
    cents = contribution(table)
    moved = changed(table, test_chips=table.test_chips + 1, test_meter=table.test_meter + cents)
    step = Step(moved).tell(MoveMeter(cents, "test", event.seat, "EQP-3", of="test"))
    return step.hand_back(event.seat)


def ring(table: Table, event: TimerRang) -> Step:
    return _end_test(table) if event.name == TEST_TIMER else Step(table)


def _end_test(table: Table) -> Step:
    if not table.test_on:
        return Step(table)
    return Step(changed(table, test_on=False)).tell(StopTimer(TEST_TIMER))
