"""What the pulses of a chip acceptor mean: edges and level readings in, chips and conditions out.

Only an unambiguous pulse is a chip; everything else is counted and shown, never guessed at. The validator knows no
clock, no thread and no wire: time comes with the signals, so the same signals always give the same chips. It never
raises, whatever it is fed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from drivers.ports import LineChanged, LineLevel, Signal
from drivers.pulsed_line import NS_PER_MS, PulsedLine, Timings, Verdict

__all__ = ["Acceptor", "Chip", "Condition", "Outcome", "PulseValidator", "Timings", "Trouble"]


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
        return () if mouth is None else tuple(width / NS_PER_MS for width in mouth.wire(line).widths)


class _Mouth:
    """One acceptor: what its one or two wires together say about chips and about its health."""

    def __init__(self, acceptor: Acceptor, timings: Timings) -> None:
        self._first = PulsedLine(acceptor.line, timings)
        self._second = None if acceptor.second is None else PulsedLine(acceptor.second, timings)
        self.wires = (self._first,) if self._second is None else (self._first, self._second)
        self._travel = timings.travel_ms * NS_PER_MS
        self._standing: set[Trouble] = set()
        self._passed_first: int | None = None
        self._backing_out: int | None = None

    def wire(self, line: str) -> PulsedLine:
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

    def _told(self, wire: PulsedLine, verdicts: Iterator[Verdict], at: int) -> Iterator[Outcome]:
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

    def _went_in(self, wire: PulsedLine, at: int) -> bool:
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
