"""The one place that asks what time it is.

Everything else is given the time. The monotonic clock orders and measures; the wall clock is a label, because a Pi has
no clock of its own until the network tells it, and `synced` says whether it was told.
"""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_SYNCED = Path("/run/systemd/timesync/synchronized")


class Clock(Protocol):
    def now(self) -> int:
        """Monotonic nanoseconds, comparable with the stamps of drivers within one boot."""

    def wall(self) -> str:
        """UTC, ISO 8601 to the millisecond; a label, never an order."""

    def synced(self) -> bool:
        """Whether the wall clock was set by a time server since the machine started."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def synced(self) -> bool:
        return _SYNCED.exists()


def boot_id() -> str:
    """Names the span in which monotonic times can be compared: the kernel's boot, or else this start of the program."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return str(uuid.uuid4())
