"""What the pulses of a chip acceptor mean: edges and level readings in, chips and conditions out.

Only an unambiguous pulse is a chip; everything else is counted and shown, never guessed at. The validator knows no
clock, no thread and no wire: time comes with the signals, so the same signals always give the same chips. It never
raises, whatever it is fed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from drivers.ports import LineChanged, LineLevel, Signal

_NS_PER_MS = 1_000_000
_STORM = 5
"""So many pulses in a row, noise or not, each closer than `min_gap_ms` behind the one before, are chatter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Widths and gaps of an acceptor's pulses, measured on the acceptor in use (`tablehand watch-pulses`)."""

    min_pulse_ms: int = 5
    max_pulse_ms: int = 500
    stuck_ms: int = 1000
    min_gap_ms: int = 20
    quiet_ms: int = 1000
    """An acceptor in trouble is restored when it has been idle and without an edge for so long."""
    travel_ms: int = 1000
    """A chip that passed the first sensor passes the second within this time."""

    def __post_init__(self) -> None:
        if not 0 < self.min_pulse_ms < self.max_pulse_ms < self.stuck_ms:
            raise ValueError(
                f"pulse timings must grow: 0 < min_pulse_ms ({self.min_pulse_ms}) < max_pulse_ms ({self.max_pulse_ms})"
                f" < stuck_ms ({self.stuck_ms})"
            )
        if min(self.min_gap_ms, self.quiet_ms, self.travel_ms) <= 0:
            raise ValueError("min_gap_ms, quiet_ms and travel_ms must be above 0")


@dataclass(frozen=True, slots=True)
class Acceptor:
    """One acceptor: its line and, where fitted, the line of a second sensor that a chip passes after the first."""

    line: str
    second: str | None = None


class Trouble(StrEnum):
    STUCK = "stuck"
    CHATTER = "chatter"
    EDGE_LOSS = "edge_loss"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip went in. `line` is the acceptor's (first) line, `at` the nanosecond of the trailing edge."""

    line: str
    at: int


@dataclass(frozen=True, slots=True)
class Condition:
    """The acceptor at `line` is in trouble, or out of all its troubles again. Told once until restored."""

    line: str
    kind: Trouble
    at: int


Outcome = Chip | Condition


class Verdict(StrEnum):
    """What one pulse, edge or silence was; also the names of a line's counters."""

    CHIP = "chips"
    NOISE = "noise"
    UNCLEAR = "unclear"
    CHATTER = "chatter"
    STUCK = "stuck"
    EDGE_LOSS = "edge_loss"
    PULL_BACK = "pull_back"


_TROUBLES = {
    Verdict.CHATTER: Trouble.CHATTER,
    Verdict.STUCK: Trouble.STUCK,
    Verdict.EDGE_LOSS: Trouble.EDGE_LOSS,
}


class PulseValidator:
    """Judges the lines of all acceptors. Signals of other lines, and other signals, mean nothing to it."""

    def __init__(self, acceptors: Iterable[Acceptor], timings: Timings | None = None) -> None:
        timings = timings or Timings()
        self._mouths = [_Mouth(acceptor, timings) for acceptor in acceptors]
        self._mouth_of = {wire.line: mouth for mouth in self._mouths for wire in mouth.wires}

    def feed(self, signal: Signal) -> tuple[Outcome, ...]:
        match signal:
            case LineChanged() | LineLevel() if signal.line in self._mouth_of:
                return tuple(self._mouth_of[signal.line].feed(signal))
            case _:
                return ()

    def tick(self, now: int) -> tuple[Outcome, ...]:
        """Finds what shows by the absence of edges (stuck, restored); `now` in the clock of the signals' `at`."""
        return tuple(outcome for mouth in self._mouths for outcome in mouth.tick(now))

    def counters(self) -> dict[str, dict[str, int]]:
        """By line: chips, noise, unclear, chatter, stuck, edge_loss, pull_back since the start."""
        return {
            wire.line: {str(verdict): wire.tally[verdict] for verdict in Verdict}
            for mouth in self._mouths
            for wire in mouth.wires
        }

    def widths_ms(self, line: str) -> tuple[float, ...]:
        """The widths of the last pulses on `line`, whatever their verdict, newest last; for the technician's eye."""
        mouth = self._mouth_of.get(line)
        return () if mouth is None else tuple(width / _NS_PER_MS for width in mouth.wire(line).widths)


class _Wire:
    """One line: its level, the pulse in progress, the last one, and the counters."""

    def __init__(self, line: str, timings: Timings) -> None:
        self.line = line
        self.tally: Counter[Verdict] = Counter()
        self.widths: deque[int] = deque(maxlen=32)
        self._min_pulse = timings.min_pulse_ms * _NS_PER_MS
        self._max_pulse = timings.max_pulse_ms * _NS_PER_MS
        self._stuck = timings.stuck_ms * _NS_PER_MS
        self._min_gap = timings.min_gap_ms * _NS_PER_MS
        self._quiet = timings.quiet_ms * _NS_PER_MS

        self._active: bool | None = None
        self._seqno = 0
        self._edge_at: int | None = None
        # The pulse in progress. A glitch too short to be seen comes as "rising, rising": it may be one pulse since the
        # first or a shorter one since the last, so both are kept and must agree.
        self._rose_first = 0
        self._rose_last = 0
        self._whole = False
        self._told_stuck = False
        # What was before it: the end of the last pulse that was not noise, and how long it has been restless.
        self._ended_at: int | None = None
        self._fell_at: int | None = None
        self._restless = 0

    def changed(self, edge: LineChanged) -> Iterator[Verdict]:
        # 0 is a source that does not count its edges.
        lost = edge.seqno != 0 and edge.seqno != self._seqno + 1
        self._seqno = edge.seqno
        if lost:
            yield Verdict.EDGE_LOSS
        if edge.active:
            if self._active and not lost:
                self._rose_first = min(self._rose_first, edge.at)
                self._rose_last = max(self._rose_last, edge.at)
            else:
                self._rise(edge.at, whole=not lost)
        elif lost:
            self._ended_at = edge.at
        elif self._active is None:
            yield Verdict.UNCLEAR
            self._ended_at = edge.at
        elif self._active:
            yield from self._fall(edge.at)
        else:
            yield Verdict.NOISE
        self._active = edge.active
        self._edge_at = edge.at

    def read(self, level: LineLevel) -> Iterator[Verdict]:
        if self._edge_at is not None and level.at < self._edge_at:
            return
        if level.active != self._active:
            if self._active is not None:
                yield Verdict.EDGE_LOSS
                self._edge_at = level.at
            if level.active:
                self._rise(level.at, whole=False)
            elif self._active:
                self._ended_at = level.at
            self._active = level.active
        yield from self.passed(level.at)

    def passed(self, now: int) -> Iterator[Verdict]:
        if self._active and not self._told_stuck and now - self._rose_first > self._stuck:
            self._told_stuck = True
            yield Verdict.STUCK

    def is_quiet(self, now: int) -> bool:
        return not self._active and (self._edge_at is None or now - self._edge_at >= self._quiet)

    def _rise(self, at: int, *, whole: bool) -> None:
        self._rose_first = self._rose_last = at
        self._whole = whole
        self._told_stuck = False

    def _fall(self, at: int) -> Iterator[Verdict]:
        longest, shortest = at - self._rose_first, at - self._rose_last
        self.widths.append(longest)
        self._restless = self._restless + 1 if self._is_close_to(self._fell_at) else 0
        self._fell_at = at
        if longest > self._stuck:
            if not self._told_stuck:
                yield Verdict.STUCK
        elif not self._whole:
            yield Verdict.UNCLEAR
        elif longest < self._min_pulse:
            # A contact bounces before and after a chip; that alone costs nobody a chip.
            yield Verdict.NOISE
            if self._restless == _STORM:
                yield Verdict.CHATTER
            return
        elif self._is_close_to(self._ended_at) or self._restless >= _STORM:
            yield Verdict.CHATTER
        elif shortest >= self._min_pulse and longest <= self._max_pulse:
            yield Verdict.CHIP
        else:
            yield Verdict.UNCLEAR
        self._ended_at = at

    def _is_close_to(self, end: int | None) -> bool:
        return end is not None and self._rose_first - end < self._min_gap


class _Mouth:
    """One acceptor: what its one or two wires together say about chips and about its health."""

    def __init__(self, acceptor: Acceptor, timings: Timings) -> None:
        self._first = _Wire(acceptor.line, timings)
        self._second = None if acceptor.second is None else _Wire(acceptor.second, timings)
        self.wires = (self._first,) if self._second is None else (self._first, self._second)
        self._travel = timings.travel_ms * _NS_PER_MS
        self._standing: set[Trouble] = set()
        self._passed_first: int | None = None
        self._backing_out: int | None = None

    def wire(self, line: str) -> _Wire:
        return self._first if self._second is None or line == self._first.line else self._second

    def feed(self, signal: LineChanged | LineLevel) -> Iterator[Outcome]:
        wire = self.wire(signal.line)
        match signal:
            case LineChanged():
                yield from self._told(wire, wire.changed(signal), signal.at)
            case LineLevel():
                yield from self._told(wire, wire.read(signal), signal.at)
                yield from self._restored(signal.at)

    def tick(self, now: int) -> Iterator[Outcome]:
        for wire in self.wires:
            yield from self._told(wire, wire.passed(now), now)
        yield from self._restored(now)

    def _told(self, wire: _Wire, verdicts: Iterator[Verdict], at: int) -> Iterator[Outcome]:
        for verdict in verdicts:
            if verdict is Verdict.CHIP:
                if self._went_in(wire, at):
                    self._first.tally[Verdict.CHIP] += 1
                    yield Chip(self._first.line, at)
                continue
            wire.tally[verdict] += 1
            trouble = _TROUBLES.get(verdict)
            if trouble is not None and trouble not in self._standing:
                self._standing.add(trouble)
                yield Condition(self._first.line, trouble, at)

    def _restored(self, now: int) -> Iterator[Outcome]:
        if self._standing and all(wire.is_quiet(now) for wire in self.wires):
            self._standing.clear()
            yield Condition(self._first.line, Trouble.RESTORED, now)

    def _went_in(self, wire: _Wire, at: int) -> bool:
        """Whether a clean pulse on `wire` completes a chip.

        With two sensors a chip passes the first, then the second; one on a string passes the second first on its way
        out, or the first twice.
        """
        if self._second is None:
            return True
        if wire is self._second:
            passed_both = self._in_time(self._passed_first, at)
            if not passed_both:
                self._first.tally[Verdict.PULL_BACK] += 1
                self._backing_out = at
            self._passed_first = None
            return passed_both
        if self._in_time(self._backing_out, at):
            self._backing_out = None
        elif self._passed_first is None:
            self._passed_first = at
        else:
            self._first.tally[Verdict.PULL_BACK] += 1
            # After so long it is the next chip, not the same one on its way out.
            self._passed_first = None if self._in_time(self._passed_first, at) else at
        return False

    def _in_time(self, since: int | None, at: int) -> bool:
        return since is not None and 0 <= at - since <= self._travel
