"""What the rules order, in the imperative: rulings, alerts, and money that moves.

Lamps, the lock line and the meter's face are no effects: they are computed from the table (`lamps.py`, `meter.py`), so
that "forgot to switch it off" cannot happen. An effect is journaled with its event before anything of it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from controller.core.events import Hand, Seat
from controller.core.house import Progressive
from controller.core.money import Money


@dataclass(frozen=True, slots=True)
class Fact:
    """A named fact of a rule and whether it held; facts never name a hidden card."""

    name: str
    held: bool


ALERTS = (
    "late_chip", "second_chip", "chip_refused", "chip_without_ante", "chips_do_not_match", "wrong_ante", "wrong_raise",
    "hand_is_dead", "out_of_turn", "folded_award", "award_waiting", "approval_missing", "acceptor_fault", "shoe_fault",
    "meter_fault",
)  # fmt: skip
"""Every alert there is; beside them a clause id names a note or a warning of that clause."""


class Effect:
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class IssueRuling(Effect):
    """A clause took effect on a hand (or, without one, on the round). `decision` is the ruling word applied."""

    clause: str
    decision: str
    says: str
    hand: Hand | None = None
    facts: tuple[Fact, ...] = ()
    by: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RaiseAlert(Effect):
    """`name` is of the closed list in the contracts; `says` is the dealer's message line."""

    name: str
    says: str
    seat: Hand | None = None
    clause: str = ""


@dataclass(frozen=True, slots=True)
class AskSupervisor(Effect):
    """The table halts with this question."""

    clause: str
    says: str
    choices: tuple[str, ...]
    hand: Hand | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class HandBackChip(Effect):
    """A chip that never became a wager goes back to its player."""

    seat: Seat


class Wager(StrEnum):
    ANTE = "ante"
    BET = "bet"
    CHIP = "chip"
    AWARD = "award"


class Way(StrEnum):
    PLACED = "placed"
    RETURNED = "returned"
    TAKEN = "taken"
    PAID = "paid"
    REVERSED = "reversed"
    """Undoes an earlier entry of the same seat and wager, which itself is never rewritten (SUP-1)."""


@dataclass(frozen=True, slots=True)
class MoveMoney(Effect):
    """`amount` is never negative; `undoes` names the way a reversal takes back."""

    seat: Seat
    wager: Wager
    way: Way
    amount: Money
    clause: str = ""
    undoes: Way | None = None


@dataclass(frozen=True, slots=True)
class MoveMeter(Effect):
    """The meter moves by `cents`, an exact fraction; `reason` is contribution, award, correction and the like.

    `of` is which of its figures moves: displayed, overflow, reserve, or test.
    """

    cents: Fraction
    reason: str
    seat: Seat | None = None
    clause: str = ""
    of: str = "displayed"


@dataclass(frozen=True, slots=True)
class CountHit(Effect):
    """The meter counts an award that was hit, or, `undone`, strikes it out again."""

    seat: Seat
    hand: str
    amount: Money
    undone: bool = False


@dataclass(frozen=True, slots=True)
class UseParameters(Effect):
    """From here on the progressive has other parameters (PRG-13)."""

    before: Progressive
    after: Progressive


@dataclass(frozen=True, slots=True)
class StartTimer(Effect):
    name: str
    after_ms: int


@dataclass(frozen=True, slots=True)
class StopTimer(Effect):
    name: str
