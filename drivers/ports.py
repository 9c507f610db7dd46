"""What a table's wires look like to the controller: five ports and the raw signals they send.

Drivers speak of lines, pulses, frames and text; they know nothing of poker and never import `controller`. A driver's
threads only stamp and hand signals to the `Post` they were given; they never decide and never die of bad data. Real and
simulated drivers satisfy the same Protocols and pass the same conformance tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

# -- signals -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """`at`: monotonic nanoseconds at the source, 0 where a sans-IO decoder knows no clock. Equality ignores it."""

    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class LineChanged(Signal):
    """An edge on an input line; `active` is the level after it, polarity already applied.

    `seqno` counts the edges of this line as the kernel does; a jump means that edges were lost.
    """

    line: str
    active: bool
    seqno: int = 0


@dataclass(frozen=True, slots=True)
class LineLevel(Signal):
    """A level read back, not an edge: every 50 to 100 ms and after edges were lost, since hardware can lose edges."""

    line: str
    active: bool


@dataclass(frozen=True, slots=True)
class DeviceFailed(Signal):
    """A device does not do what was asked of it: who, the symptom, what to do."""

    device: str
    symptom: str
    remedy: str


@dataclass(frozen=True, slots=True)
class DeviceRecovered(Signal):
    device: str


# Shoe signals. `boot` and `number` say which frame told it, so that a journal can resume where the shoe stands; shoes
# without a count of their own leave them empty. Equality ignores them: two signals are equal when they say the same.


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSignal(Signal):
    boot: str = field(default="", compare=False)
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CardLeft(ShoeSignal):
    """A card left the shoe: "Kd", or "??" when it could not be read; face "d" down or "u" up."""

    card: str
    face: str


@dataclass(frozen=True, slots=True)
class PacketEnded(ShoeSignal):
    count: int


@dataclass(frozen=True, slots=True)
class PackLoaded(ShoeSignal):
    pack: str


@dataclass(frozen=True, slots=True)
class StubCounted(ShoeSignal):
    count: int


@dataclass(frozen=True, slots=True)
class ShoeFault(ShoeSignal):
    """`kind`: jam, misread, double_draw, cover_open, empty from the shoe; silent, count, restarted from its link."""

    kind: str


@dataclass(frozen=True, slots=True)
class ShoeRestored(ShoeSignal):
    pass


@dataclass(frozen=True, slots=True)
class ShoeBooted(ShoeSignal):
    """`boot` is the shoe's new boot id."""

    boot: str
    pack_size: int


@dataclass(frozen=True, slots=True)
class Heartbeat(ShoeSignal):
    boot: str
    last: int
    cards_out: int


@dataclass(frozen=True, slots=True)
class Garbled(ShoeSignal):
    """Bytes that were no valid frame; for counters and the technician's eye, never for the rules."""

    data: bytes


Post = Callable[[Signal], None]
"""Where a driver hands its signals; never blocks, never raises, callable from any thread."""


# -- ports ---------------------------------------------------------------------------------------------------------


class Glow(StrEnum):
    """What one lamp does. A driver renders it; `INVITE` is an inviting pattern and reads as off."""

    OFF = "off"
    ON = "on"
    BLINKING = "blinking"
    FAULT = "fault"
    INVITE = "invite"
    TEST = "test"


class Port(Protocol):
    """Every port starts before READY, tells of its progress, and can be made safe from any state, more than once."""

    def start(self, post: Post) -> None:
        """Takes the hardware and begins to post. Raises DriverError with a sentence for a technician."""

    def close(self) -> None:
        """Puts every output at its fail-safe level, then lets go. Never raises, may be called twice."""

    def progress(self) -> int:
        """A count that grows while the port's threads live (at least once a second); the watchdog compares it."""


class SenseLines(Port, Protocol):
    """All chip acceptors (and second sensors): one request, one reader thread. Posts LineChanged and LineLevel."""

    def levels(self) -> Mapping[str, bool]:
        """The active level of every line now."""


class Keys(Port, Protocol):
    """The dealer's key lines and the supervisor's key switch. Posts LineChanged for each line, debounced."""

    def levels(self) -> Mapping[str, bool]: ...


class LampBank(Port, Protocol):
    def show(self, glows: Mapping[str, Glow]) -> None:
        """The whole picture by lamp name; lamps not named keep theirs. Raises DriverError when a lamp cannot be set."""


class Switches(Port, Protocol):
    """Plain outputs by name, such as the lock line that makes the acceptors refuse."""

    def set(self, name: str, on: bool) -> None: ...


class Shoe(Port, Protocol):
    def resume(self, boot: str, number: int, cards_out: int) -> None:
        """Where the journal stands, before `start`: the link asks for what follows. Empty when nothing is known."""

    def acknowledge(self, boot: str, number: int) -> None:
        """What the frame said is durable; shoes without acknowledgement ignore it."""

    def lock(self, locked: bool) -> None: ...

    def clear_fault(self) -> None: ...

    def whole(self) -> bool:
        """Whether nothing it said is known to be missing: while a gap is being filled no deal is complete."""

    def expect_cards(self, due: bool) -> None:
        """While cards are due, a shoe that says nothing is reported sooner."""


@dataclass(frozen=True, slots=True)
class MeterFace:
    """What the public sign shows: `amount` in cents, None for dashes; `text` alternates with it (a fault, a hit)."""

    amount: int | None
    text: str = ""


class MeterDisplay(Port, Protocol):
    def show(self, face: MeterFace) -> None:
        """Last value wins; never blocks and never raises: trouble is posted as DeviceFailed."""


class DriverError(Exception):
    """A device cannot be had or does not obey: one sentence, what, where, what to do."""
