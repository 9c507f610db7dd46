"""What drivers tell, in the words of the table: the one translator from lines, pulses and frames to chips and cards.

Pure: the same signals always give the same events. It knows which line belongs to which seat and which key means which
act; it never decides whether a chip is a wager or a card is due, and no signal makes it raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from controller.core import events as told
from controller.core.cards import Card
from controller.core.events import (
    DEALER,
    AcceptorCondition,
    AcceptorState,
    BetsClosed,
    CardDrawn,
    CardExposed,
    ChipInserted,
    ConductNoted,
    DealCompleted,
    DeviceCondition,
    Event,
    KeyTurned,
    RoundCleared,
    Seat,
    ShoeCondition,
    ShoeState,
)
from drivers.ports import (
    CardLeft,
    DeviceFailed,
    DeviceRecovered,
    Garbled,
    Heartbeat,
    LineChanged,
    LineLevel,
    PacketEnded,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    Signal,
    StubCounted,
)
from drivers.pulses import Acceptor, Chip, Condition, Outcome, PulseValidator, Timings

SUPERVISOR_KEY = "supervisor_key"
_NS_PER_MS = 1_000_000

KeyPress = Callable[[int, str], Event]

KEYS: dict[str, KeyPress] = {
    "no_more_bets": lambda at, source: BetsClosed(at=at, source=source),
    "deal_complete": lambda at, source: DealCompleted(at=at, source=source),
    # One key says that a card was exposed, not whose: the dealer's own hand is the gravest, and a supervisor is asked.
    "exposed_card": lambda at, source: CardExposed(hand=DEALER, at=at, source=source),
    "call_supervisor": lambda at, source: ConductNoted(seat=None, kind="supervisor_called", at=at, source=source),
    "clear": lambda at, source: RoundCleared(at=at, source=source),
}
"""The dealer's keys by the names they have in a settings file."""

_OF_THE_LINK = frozenset({ShoeState.SILENT, ShoeState.COUNT})
"""Troubles that the shoe's link tells, not the shoe."""
_OWN_WORDS = frozenset({ShoeState.RESTORED, ShoeState.NEW_PACK})
"""States that are told by signals of their own, never as a fault."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """`seats` names the seat of each acceptor's (first) line; `keys` the key behind each line."""

    seats: Mapping[str, Seat]
    acceptors: tuple[Acceptor, ...]
    timings: Timings = field(default_factory=Timings)
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShoePlace:
    """How far the shoe was heard: its boot, its last frame, the cards it counts out. Empty when nothing is known."""

    boot: str = ""
    number: int = 0
    cards_out: int = 0


@dataclass(frozen=True, slots=True)
class Inherited:
    """Troubles that stood when the power failed: they stand until the device shows that they are over."""

    acceptors: frozenset[Seat] = frozenset()
    shoe: str = ""


class Intake:
    """`place` is where the shoe stands after the signals taken so far; it goes into the journal with their events."""

    def __init__(self, wiring: Wiring, place: ShoePlace | None = None, inherited: Inherited | None = None) -> None:
        self._wiring = wiring
        self._pulses = PulseValidator(wiring.acceptors, wiring.timings)
        inherited = inherited or Inherited()
        self._idle_since: dict[Seat, int | None] = dict.fromkeys(inherited.acceptors)
        self._shoe_was = inherited.shoe
        self.place = place or ShoePlace()
        self.garbled = 0

    def take(self, signal: Signal) -> tuple[Event, ...]:
        match signal:
            case LineChanged(line=line) if line in self._wiring.keys:
                return self._key(self._wiring.keys[line], signal)
            case LineChanged() | LineLevel():
                outcomes = self._chips(self._pulses.feed(signal))
                return (*outcomes, *self._back_in_order(signal)) if self._idle_since else outcomes
            case ShoeSignal():
                self._follow(signal)
                return (*self._shoe(signal), *self._speaks_again(signal))
            case DeviceFailed(device, symptom, remedy):
                return (
                    DeviceCondition(
                        device=device, kind="failed", note=f"{symptom}; {remedy}", at=signal.at, source=device
                    ),
                )
            case DeviceRecovered(device):
                return (DeviceCondition(device=device, kind="restored", at=signal.at, source=device),)
            case _:
                return ()

    def tick(self, now: int) -> tuple[Event, ...]:
        """What shows by the absence of signals, such as a chip that is stuck."""
        return self._chips(self._pulses.tick(now))

    def counters(self) -> dict[Seat, dict[str, int]]:
        """What each seat's acceptor saw since the start: chips, and everything that was none."""
        counted = self._pulses.counters()
        return {seat: counted[line] for line, seat in self._wiring.seats.items() if line in counted}

    def _key(self, key: str, signal: LineChanged) -> tuple[Event, ...]:
        source = f"key {key}"
        if key == SUPERVISOR_KEY:
            return (KeyTurned(on=signal.active, at=signal.at, source=source),)
        return (KEYS[key](signal.at, source),) if signal.active else ()

    def _chips(self, outcomes: Iterable[Outcome]) -> tuple[Event, ...]:
        return tuple(self._chip(outcome) for outcome in outcomes)

    def _chip(self, outcome: Outcome) -> Event:
        seat = self._wiring.seats[outcome.line]
        source = f"acceptor {seat}"
        match outcome:
            case Chip():
                return ChipInserted(seat=seat, at=outcome.at, source=source)
            case Condition(kind=kind):
                return AcceptorCondition(seat=seat, kind=AcceptorState(kind.value), at=outcome.at, source=source)

    # -- troubles that stood before the start --------------------------------------------------------------------

    def _back_in_order(self, signal: LineChanged | LineLevel) -> tuple[Event, ...]:
        """An acceptor that was out before the start is restored once it has been idle for as long as any other."""
        seat = self._wiring.seats.get(signal.line)
        if seat not in self._idle_since:
            return ()
        since = self._idle_since[seat]
        if isinstance(signal, LineChanged) or signal.active:
            self._idle_since[seat] = None
        elif since is None:
            self._idle_since[seat] = signal.at
        elif signal.at - since >= self._wiring.timings.quiet_ms * _NS_PER_MS:
            del self._idle_since[seat]
            source = f"acceptor {seat}"
            return (AcceptorCondition(seat=seat, kind=AcceptorState.RESTORED, at=signal.at, source=source),)
        return ()

    def _speaks_again(self, signal: ShoeSignal) -> tuple[Event, ...]:
        """A shoe whose link was lost before the start is restored by its first word; what it told itself, it lifts."""
        if not self._shoe_was:
            return ()
        was, self._shoe_was = self._shoe_was, ""
        if isinstance(signal, Heartbeat) and was in _OF_THE_LINK:
            return (
                ShoeCondition(
                    kind=ShoeState.RESTORED, boot=self.place.boot, number=self.place.number, at=signal.at, source="shoe"
                ),
            )
        return ()

    # -- the shoe ------------------------------------------------------------------------------------------------

    def _follow(self, signal: ShoeSignal) -> None:
        """Keeps the place in the shoe's own count."""
        place = self.place
        match signal:
            case Garbled():
                self.garbled += 1
            case Heartbeat(boot, last, cards_out):
                if (boot, last) == (place.boot, place.number):
                    self.place = replace(place, cards_out=cards_out)
            case ShoeBooted(boot):
                self.place = ShoePlace(boot)
            case PackLoaded():
                self.place = ShoePlace(signal.boot, signal.number)
            case _ if signal.boot:
                drawn = isinstance(signal, CardLeft)
                cards_out = place.cards_out + drawn if signal.boot == place.boot else int(drawn)
                self.place = ShoePlace(signal.boot, signal.number, cards_out)

    def _shoe(self, signal: ShoeSignal) -> tuple[Event, ...]:
        at, boot, number, source = signal.at, signal.boot, signal.number, "shoe"

        def condition(kind: ShoeState, note: str = "") -> tuple[Event, ...]:
            return (ShoeCondition(kind=kind, note=note, boot=boot, number=number, at=at, source=source),)

        match signal:
            case CardLeft(card, face):
                face_up = face == "u"
                return (CardDrawn(card=Card(card), face_up=face_up, boot=boot, number=number, at=at, source=source),)
            case PacketEnded():
                return (told.PacketEnded(boot=boot, number=number, at=at, source=source),)
            case StubCounted(count):
                return (told.StubCounted(count=count, boot=boot, number=number, at=at, source=source),)
            case PackLoaded(pack):
                return condition(ShoeState.NEW_PACK, pack)
            case ShoeBooted(_, pack_size):
                return condition(ShoeState.RESTARTED, f"a pack of {pack_size}")
            case ShoeRestored():
                return condition(ShoeState.RESTORED)
            case ShoeFault(kind):
                known = kind in list(ShoeState) and ShoeState(kind) not in _OWN_WORDS
                return condition(ShoeState(kind)) if known else condition(ShoeState.JAM, kind)
            case _:
                return ()
