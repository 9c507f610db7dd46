"""One line of a chip acceptor: where its pulses begin and end, what each of them was, and how often.

It judges single pulses by width, gap and whether every edge was seen; what makes a chip of them is not its business.
It knows no clock, and never raises.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from drivers.ports import LineChanged, LineLevel

NS_PER_MS = 1_000_000
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


class Verdict(StrEnum):
    """What one pulse, edge or silence was; also the names of a line's counters."""

    CHIP = "chips"
    NOISE = "noise"
    UNCLEAR = "unclear"
    CHATTER = "chatter"
    STUCK = "stuck"
    EDGE_LOSS = "edge_loss"
    PULL_BACK = "pull_back"


class PulsedLine:
    """Its level, the pulse in progress, what was before it, and the counters (`tally`)."""

    def __init__(self, line: str, timings: Timings) -> None:
        self.line = line
        self.tally: Counter[Verdict] = Counter()
        self.widths: deque[int] = deque(maxlen=32)
        self._min_pulse = timings.min_pulse_ms * NS_PER_MS
        self._max_pulse = timings.max_pulse_ms * NS_PER_MS
        self._stuck = timings.stuck_ms * NS_PER_MS
        self._min_gap = timings.min_gap_ms * NS_PER_MS
        self._quiet = timings.quiet_ms * NS_PER_MS

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
        """What an edge reveals. The caller must take all verdicts before it tells anything else."""
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
        """What a level read back reveals; one that is older than the last edge reveals nothing."""
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
        """What shows by mere time."""
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
