"""What simulated acceptors and keys have in common: lines that somebody moves by hand.

They post what the real lines would. Nothing here knows seats or rules; a line is a name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from time import monotonic_ns

from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, LineChanged, LineLevel, Post

NS_PER_MS = 1_000_000
_APART_MS = 50
"""Two chips cannot enter one acceptor closer together than this."""


class SimInputs:
    """Edges are stamped so that the last one of a gesture is now."""

    device = "inputs"
    counts_edges = True

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
                self._say(LineChanged(line, active, self._seqno[line] if self.counts_edges else 0, at=at))

    def _pulse(self, line: str, width: int, not_before: int = 0) -> int:
        """One pulse that ends now or, where lines were just used, a little later. When it ended."""
        start = max(self._clock() - width, self._edge_at[line] + _APART_MS * NS_PER_MS, not_before)
        self._edge(line, True, start)
        self._edge(line, False, start + width)
        return start + width
