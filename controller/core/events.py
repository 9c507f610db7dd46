"""What happened at the table, in the past tense: the only way anything reaches the rules.

An event is a fact as its source told it. Whether it counts, and what follows, the grid says (`controller.rules.grid`).
Every event can arrive in every phase. `at` is the monotonic nanosecond of the source, `wall` a UTC label (ISO 8601),
`source` the line, port or person, `seq` the number the loop gives it; the rules read `at` only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from controller.core.cards import Card
from controller.core.house import Awards
from controller.core.money import NOTHING, Money

Seat = int
"""1..7, clockwise from the dealer's left."""
DEALER = 0
"""The dealer's hand, where a hand is named by its seat."""
Hand = int
"""A seat, or DEALER."""


class Role(StrEnum):
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whose name and secret were proven at the rim before the event was posted."""

    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    seq: int = 0
    at: int = 0
    wall: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipInserted(Event):
    """One unambiguous chip went into the acceptor at `seat`; whether it is a wager, the grid says."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AntePlaced(Event):
    """`amount` lies on the ante circle; 0.00 means that it was taken back."""

    seat: Seat
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed(Event):
    """The dealer called "no more bets"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCounted(Event):
    """The dealer took `count` chips out of the acceptors (WAG-7)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event):
    """A card left the shoe; `face_up` when it lay face up in the shoe (boxed).

    `boot` and `number` are the shoe's own count where it has one: the link resumes from them after a power cut.
    """

    card: Card
    face_up: bool = False
    boot: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketEnded(Event):
    """The shoe marked the end of a packet, whose count its driver checked. A skipped seat ends an empty one."""

    boot: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCompleted(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Event):
    """A card of `hand` was turned up; which one may be unknown."""

    hand: Hand
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountReported(Event):
    """The dealer says that `hand` holds `cards` cards."""

    hand: Hand
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLookedAt(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTouched(Event):
    """The player at `seat` touched the own cards again."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherHandTouched(Event):
    """The player at `seat` touched the cards of `hand`."""

    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOutOfView(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersTalked(Event):
    """Every seat named is an offender."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondHandFound(Event):
    """The hand at `seat` is a second one of the player at `of`."""

    seat: Seat
    of: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDecided(Event):
    """`fold`, or a raise; `amount` is None for "the raise", whatever the house's is."""

    seat: Seat
    fold: bool
    amount: Money | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerRevealed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown(Event):
    """The physical cards of `hand`, entered by people."""

    hand: Hand
    cards: tuple[Card, ...]
    by: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementCalled(Event):
    """The dealer settles: all seats, or only the next."""

    only_next: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorDecided(Event):
    """`decision` is one of the decision words or a clause id; `seat` and `cards` where the decision needs them.

    `key_on` is the key switch as it stood, where one is fitted.
    """

    by: tuple[Person, ...]
    decision: str
    seat: Hand | None = None
    cards: tuple[Card, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardApproved(Event):
    seat: Seat
    by: tuple[Person, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCleared(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPassed(Event):
    """`home`: the bank goes to the player at `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTurned(Event):
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StubCounted(Event):
    count: int
    boot: str = ""
    number: int = 0


class ShoeState(StrEnum):
    JAM = "jam"
    MISREAD = "misread"
    DOUBLE_DRAW = "double_draw"
    SILENT = "silent"
    COVER_OPEN = "cover_open"
    EMPTY = "empty"
    RESTARTED = "restarted"
    COUNT = "count"
    RESTORED = "restored"
    NEW_PACK = "new_pack"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCondition(Event):
    """The shoe's own word, or its link's: `silent`, `restarted` (another boot), `count` (it differs from ours)."""

    kind: ShoeState
    note: str = ""
    boot: str = ""
    number: int = 0


class AcceptorState(StrEnum):
    STUCK = "stuck"
    CHATTER = "chatter"
    EDGE_LOSS = "edge_loss"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptorCondition(Event):
    seat: Seat
    kind: AcceptorState


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCondition(Event):
    """A device that touches neither chips nor cards: `device` is meter, lamps, lock, keys, journal or program."""

    device: str
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductNoted(Event):
    seat: Seat | None
    kind: str
    note: str = ""
    by: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterChanged(Event):
    """Progressive parameters by name, as written in the configuration ({"rate_percent": "72"}) (PRG-13).

    An award table is changed whole and comes with the event.
    """

    changes: tuple[tuple[str, str], ...]
    by: tuple[Person, ...]
    awards: Awards | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOpened(Event):
    """The opening amount, once, by two persons (PRG-10)."""

    amount: Money
    by: tuple[Person, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterCorrected(Event):
    """A documented correction: `amount` is what the meter moves by, signed (PRG-10)."""

    amount: Money = NOTHING
    reason: str
    by: tuple[Person, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestModeSet(Event):
    __test__ = False  # pytest would take the name for a test class

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRang(Event):
    name: str


def snake(name: str) -> str:
    """`CardDrawn` -> `card_drawn`: how an event is named in JSON and in the journal's `kind`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


KINDS: dict[str, type[Event]] = {snake(kind.__name__): kind for kind in Event.__subclasses__()}
NAMES: dict[type[Event], str] = {kind: name for name, kind in KINDS.items()}
