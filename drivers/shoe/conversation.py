"""When to ask, repeat, acknowledge and give up: the host's half of the `tablehand` protocol, in time.

Pure: the time is an argument (monotonic nanoseconds), bytes go in and out, signals come back. `SerialLink` owns the
thread and the port. It must never acknowledge what the journal does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from drivers.ports import (
    DeviceFailed,
    DeviceRecovered,
    Heartbeat,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    Signal,
)
from drivers.shoe import frames
from drivers.shoe.frames import Acknowledge, ClearFault, Lock, Query, Unlock
from drivers.shoe.orders import Orders
from drivers.shoe.tablehand import TablehandShoe

_MS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """The protocol's times; a house has no reason to change them, a test may."""

    repeat_ms: int = 250
    queries: int = 4
    gap_ms: int = 1_000
    degraded_ms: int = 3_000
    silent_ms: int = 10_000


class Gap:
    """Asks for what is missing: at once, then at each repeat; when nothing came in `gap_ms`, seldom."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._missing: int | None = None
        self._since = self._next_at = self._asked = 0

    def watch(self, missing: int | None, now: int) -> None:
        """A gap that is being filled is not asked for again at once: the rest is on its way."""
        if missing == self._missing:
            return
        wait = 0 if self._missing is None else self._patience.repeat_ms
        self._missing, self._since, self._next_at, self._asked = missing, now, now + wait * _MS, 0

    def due(self, now: int) -> int | None:
        if self._missing is None or now < self._next_at:
            return None
        self._asked += 1
        wait = self._patience.repeat_ms if self._asked < self._patience.queries else self._patience.gap_ms
        self._next_at = now + wait * _MS
        return self._missing

    def given_up(self, now: int) -> bool:
        return self._missing is not None and now - self._since >= self._patience.gap_ms * _MS


class Conversation:
    """One shoe's conversation. Not for two threads at once; its owner sees to that."""

    def __init__(self, *, device: str = "shoe", patience: Patience | None = None) -> None:
        self.shoe = TablehandShoe()
        self._device = device
        self._patience = patience or Patience()
        self._gap = Gap(self._patience)
        self._orders = Orders(self._patience.repeat_ms * _MS)
        self._boot = ""
        self._durable: int | None = None
        self._owes_acknowledgement = self._owes_query = False
        self._locked: bool | None = None
        self._cards_due = False
        self._heard_at = 0
        self._standing: set[str] = set()
        self._complaints: set[str] = set()
        self.resume("", 0, 0)

    # -- what the table says -------------------------------------------------------------------------------------

    def resume(self, boot: str, number: int, cards_out: int) -> None:
        self.shoe.resume(boot, number, cards_out)
        self._boot, self._durable = self.shoe.boot, self.shoe.baseline

    def acknowledge(self, boot: str, number: int) -> None:
        """`number` and all before it are durable; what was never reported, or of another boot, is passed over."""
        if boot == self.shoe.boot and self.shoe.reported(number) and self._is_news(number):
            self._durable = number
            self._owes_acknowledgement = True

    def lock(self, locked: bool) -> None:
        self._locked = locked
        self._orders.give(Lock if locked else Unlock)

    def clear_fault(self) -> None:
        self._orders.give(ClearFault)

    def expect_cards(self, due: bool) -> None:
        self._cards_due = due

    # -- what the line says --------------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        """From here on the shoe's silence counts."""
        self._heard_at = now

    def opened(self) -> None:
        self.shoe.reopened()

    def lost(self, why: str, now: int) -> list[Signal]:
        """The line cannot be opened, or broke."""
        return self._complain("line", why, "check cable and power; the link tries again by itself", now)

    def hear(self, data: bytes, now: int) -> list[Signal]:
        """What `data` tells, and what has become due meanwhile, stamped with `now`."""
        shoe = self.shoe
        heard, repeats, proven = shoe.heard, shoe.repeats, not shoe.unproven
        signals: list[Signal] = []
        for signal in shoe.feed(data):
            signals += [replace(signal, at=now), *self._weigh(signal, now)]
            # A shoe repeats three times and then waits: were the answers lost, it would wait for ever.
            self._owes_acknowledgement |= isinstance(signal, Heartbeat)
        self._owes_acknowledgement |= shoe.repeats != repeats
        self._note_boot(proven)
        signals += self._note_obeyed(now)
        if shoe.heard != heard and not shoe.unproven:
            self._heard_at = now
            signals += self._content({"line", "quiet"}, now)
        return signals + self.tick(now)

    def tick(self, now: int) -> list[Signal]:
        """What became of waiting. Call it at least every 100 ms, whether or not the line is open."""
        self._gap.watch(self.shoe.missing, now)
        quiet = now - self._heard_at
        signals: list[Signal] = []
        if quiet >= self._patience.degraded_ms * _MS:
            signals += self._complain("quiet", "no word from it", "check its power and its cable", now)
        elif self._orders.unanswered(now) >= self._patience.degraded_ms * _MS:
            signals += self._complain("deaf", "it does not answer", "check the line from controller to shoe", now)
        patience_ms = self._patience.degraded_ms if self._cards_due else self._patience.silent_ms
        if quiet >= patience_ms * _MS or self._gap.given_up(now):
            signals += self._report_silent(now)
        elif quiet < self._patience.degraded_ms * _MS and not self.shoe.unproven and self.shoe.missing is None:
            signals += self._lift({"silent"}, now)
        return signals

    def due(self, now: int) -> bytes:
        """Everything that has to be sent now."""
        sentences: list[frames.Command] = []
        if self._owes_acknowledgement and self._durable is not None:
            sentences.append(Acknowledge(self._durable))
        missing = self._gap.due(now)
        if missing is None and self._owes_query and self.shoe.last is not None:
            missing = frames.following(self.shoe.last)
        if missing is not None:
            sentences.append(Query(missing))
        if order := self._orders.due(now):
            sentences.append(order)
        self._owes_acknowledgement = self._owes_query = False
        return b"".join(map(self.shoe.encode, sentences))

    # -- where the shoe stands -----------------------------------------------------------------------------------

    def _is_news(self, number: int) -> bool:
        if self._durable is None or number == 0:
            return self._durable is None
        return self._durable == 0 or 0 < frames.ahead(number, self._durable) <= frames.LAST_NUMBER // 2

    def _note_boot(self, was_proven: bool) -> None:
        if self.shoe.boot != self._boot:
            self._boot, self._durable = self.shoe.boot, self.shoe.baseline
            if self._locked is not None:
                self._orders.give(Lock if self._locked else Unlock)
        elif not was_proven and not self.shoe.unproven:
            self._owes_query = True

    def _note_obeyed(self, now: int) -> list[Signal]:
        order = self._orders.obeyed(self.shoe.obeyed)
        if order is None:
            return []
        # A count that differed is our own trouble with the shoe: it has nothing to clear and will not answer R.
        lifted = self._lift({"count"}, now) if isinstance(order, ClearFault) else []
        return [*self._content({"deaf"}, now), *lifted]

    # -- troubles: what stands against the shoe as far as the rules are told -------------------------------------

    def _weigh(self, signal: ShoeSignal, now: int) -> list[Signal]:
        """What else a signal means: a shoe that was restarted, or got a new pack, has left old troubles behind."""
        match signal:
            case ShoeFault(kind="restarted"):
                self._standing.clear()
                return [self._restored(now)]
            case ShoeFault(kind=kind):
                self._standing.add(kind)
            case ShoeRestored():
                self._standing.clear()
            case ShoeBooted():
                return self._lift(set(self._standing), now)
            case PackLoaded():
                return self._lift({"count"}, now)
        return []

    def _report_silent(self, now: int) -> list[Signal]:
        if "silent" in self._standing:
            return []
        self._standing.add("silent")
        return [ShoeFault("silent", at=now, boot=self.shoe.boot, number=self.shoe.last or 0)]

    def _lift(self, kinds: set[str], now: int) -> list[Signal]:
        """The shoe is restored when nothing else stands."""
        if not self._standing & kinds:
            return []
        self._standing -= kinds
        return [] if self._standing else [self._restored(now)]

    def _restored(self, now: int) -> ShoeRestored:
        return ShoeRestored(at=now, boot=self.shoe.boot, number=self.shoe.last or 0)

    # -- complaints: what a technician is told -------------------------------------------------------------------

    def _complain(self, about: str, symptom: str, remedy: str, now: int) -> list[Signal]:
        """Once a complaint; a line that is lost explains the quiet."""
        known = about in self._complaints or "line" in self._complaints
        self._complaints.add(about)
        return [] if known else [DeviceFailed(self._device, symptom, remedy, at=now)]

    def _content(self, about: set[str], now: int) -> list[Signal]:
        had = bool(self._complaints)
        self._complaints -= about
        return [DeviceRecovered(self._device, at=now)] if had and not self._complaints else []
