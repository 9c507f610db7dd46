"""Simulated acceptors and keys at port level: they post what the real lines would, and suffer what real lines suffer.

Each fault is a verb. Nothing here knows seats or rules; a line is a name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from time import monotonic_ns

from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, LineChanged, LineLevel, Post

_NS_PER_MS = 1_000_000
_APART_MS = 50
"""Two chips cannot enter one acceptor closer together than this."""


class SimInputs:
    """Lines that somebody moves by hand. Edges are stamped so that the last one of a gesture is now."""

    device = "inputs"

    def __init__(self, lines: Iterable[str], *, clock: Callable[[], int] = monotonic_ns) -> None:
        """`clock`: nanoseconds."""
        self._clock = clock
        self._lock = threading.RLock()
        self._levels = dict.fromkeys(lines, False)
        self._seqno = dict.fromkeys(self._levels, 0)
        self._edge_at = dict.fromkeys(self._levels, 0)
        self._dropping: set[str] = set()
        self._post: Post | None = None
        self._silent = False
        self._beats = 0

    def start(self, post: Post) -> None:
        self._post = post

    def close(self) -> None:
        self._post = None

    def progress(self) -> int:
        if not self._silent:
            self._beats += 1
        return self._beats

    def levels(self) -> Mapping[str, bool]:
        with self._lock:
            return dict(self._levels)

    def go_silent(self) -> None:
        """The driver hangs: nothing is posted any more and no progress is made, until `speak`."""
        self._silent = True

    def speak(self) -> None:
        self._silent = False

    def fail(self) -> None:
        """The lines' chip is gone, until `recover`."""
        self._say(DeviceFailed(self.device, "the lines cannot be read", "check the cable", at=self._clock()))

    def recover(self) -> None:
        self._say(DeviceRecovered(self.device, at=self._clock()))

    def _say(self, signal: LineChanged | LineLevel | DeviceFailed | DeviceRecovered) -> None:
        if self._post is not None and not self._silent:
            self._post(signal)

    def _known(self, line: str) -> str:
        if line not in self._levels:
            raise DriverError(f"there is no simulated line {line}, only {', '.join(self._levels) or 'none'}")
        return line

    def _edge(self, line: str, active: bool, at: int) -> None:
        with self._lock:
            self._seqno[line] += 1
            self._edge_at[line] = at
            self._levels[line] = active
            if line in self._dropping:
                self._dropping.remove(line)
            else:
                self._say(LineChanged(line, active, self._seqno[line], at=at))

    def _pulse(self, line: str, width: int, not_before: int = 0) -> int:
        """One pulse that ends now or, where lines were just used, a little later. When it ended."""
        start = max(self._clock() - width, self._edge_at[line] + _APART_MS * _NS_PER_MS, not_before)
        self._edge(line, True, start)
        self._edge(line, False, start + width)
        return start + width


class SimLines(SimInputs):
    """A `SenseLines` port. `seconds`: second sensors by the line of the first. Levels are read back by a thread."""

    device = "acceptors"

    def __init__(
        self,
        lines: Iterable[str],
        *,
        seconds: Mapping[str, str] | None = None,
        read_back_ms: int = 75,
        clock: Callable[[], int] = monotonic_ns,
    ) -> None:
        self._seconds = dict(seconds or {})
        super().__init__([*lines, *self._seconds.values()], clock=clock)
        self._read_back_s = read_back_ms / 1000
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, post: Post) -> None:
        super().start(post)
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="simulated acceptors", daemon=True)
        self._thread.start()

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stop.set()
            thread.join()
        super().close()

    def progress(self) -> int:
        return self._beats

    def drop_chip(self, line: str, width_ms: float = 50) -> None:
        """A chip goes in; one that goes into a stuck acceptor is not seen."""
        width = int(width_ms * _NS_PER_MS)
        with self._lock:
            if self._levels[self._known(line)]:
                return
            passed = self._pulse(line, width)
            if line in self._seconds:
                self._pulse(self._seconds[line], width, not_before=passed)

    def pull_back(self, line: str) -> None:
        """A chip on a string is pulled out again."""
        width = 50 * _NS_PER_MS
        with self._lock:
            passed = self._pulse(self._seconds[line], width) if self._known(line) in self._seconds else 0
            self._pulse(line, width, not_before=passed)

    def chatter(self, line: str, pulses: int = 5) -> None:
        """Pulses too close together to be chips."""
        with self._lock:
            at = self._pulse(self._known(line), 10 * _NS_PER_MS)
            for _ in range(pulses):
                self._edge(line, True, at + 5 * _NS_PER_MS)
                self._edge(line, False, at := at + 15 * _NS_PER_MS)

    def stick(self, line: str) -> None:
        """The acceptor stays active, until `release`."""
        self._edge(self._known(line), True, self._clock())

    def release(self, line: str) -> None:
        self._edge(self._known(line), False, self._clock())

    def drop_edge(self, line: str) -> None:
        """The next edge of this line happens and is counted, but not told."""
        self._dropping.add(self._known(line))

    def read_back(self) -> None:
        """Posts every line's level, as the thread does all the time."""
        with self._lock:
            for line, active in self._levels.items():
                self._say(LineLevel(line, active, at=self._clock()))

    def _run(self) -> None:
        while True:
            if not self._silent:
                self._beats += 1
                self.read_back()
            if self._stop.wait(self._read_back_s):
                return


class SimKeys(SimInputs):
    """A `Keys` port."""

    device = "keys"

    def press(self, line: str) -> None:
        """Down and up again."""
        with self._lock:
            self._pulse(self._known(line), 100 * _NS_PER_MS)

    def turn(self, line: str, on: bool) -> None:
        """A key switch, or a key that is held."""
        with self._lock:
            if self._levels[self._known(line)] is not on:
                self._edge(line, on, self._clock())
