"""Simulated chip acceptors at port level: they post what the real ones would and suffer what real ones suffer.

Each fault is a verb. It does not judge pulses; that is the same validator's work as for real ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from time import monotonic_ns

from drivers.ports import LineLevel, Post
from drivers.sim.inputs import NS_PER_MS, SimInputs


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
        width = int(width_ms * NS_PER_MS)
        with self._lock:
            if self._levels[self._known(line)]:
                return
            passed = self._pulse(line, width)
            if line in self._seconds:
                self._pulse(self._seconds[line], width, not_before=passed)

    def pull_back(self, line: str) -> None:
        """A chip on a string is pulled out again."""
        width = 50 * NS_PER_MS
        with self._lock:
            passed = self._pulse(self._seconds[line], width) if self._known(line) in self._seconds else 0
            self._pulse(line, width, not_before=passed)

    def chatter(self, line: str, pulses: int = 5) -> None:
        """Pulses too close together to be chips."""
        with self._lock:
            at = self._pulse(self._known(line), 10 * NS_PER_MS)
            for _ in range(pulses):
                self._edge(line, True, at + 5 * NS_PER_MS)
                self._edge(line, False, at := at + 15 * NS_PER_MS)

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
