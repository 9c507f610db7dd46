"""Tells systemd how the daemon is, and that it lives, but only while everything that must move has moved.

The notify protocol is a few words on a datagram socket; where no socket is named nothing is told and nothing fails.
This module never decides what to do about a part that stands still: it withholds the ping, and systemd restarts the
daemon.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Mapping

Progress = Callable[[], int]
"""A count that grows while a part lives."""


class Notifier:
    """Speaks to the service manager that started us, if one did."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]

    def tell(self, *words: str) -> None:
        """Words like READY=1, STOPPING=1, WATCHDOG=1, STATUS=what it does."""
        if not self._address:
            return
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link,
        ):
            link.setblocking(False)
            link.sendto("\n".join(words).encode(), self._address)


class Watchdog:
    """`watched`: a progress for each part that must move between two pings."""

    def __init__(self, notifier: Notifier, watched: Mapping[str, Progress]) -> None:
        self._notifier = notifier
        self._watched = dict(watched)
        self._seen = dict.fromkeys(watched, -1)
        self._asleep: tuple[str, ...] = ()

    @property
    def asleep(self) -> tuple[str, ...]:
        """The parts that stood still at the last look."""
        return self._asleep

    def look(self) -> bool:
        """Pings when every part moved since the last look. Call it less often than the slowest part moves."""
        now = {name: progress() for name, progress in self._watched.items()}
        self._asleep = tuple(name for name, count in now.items() if count == self._seen[name])
        self._seen = now
        if not self._asleep:
            self._notifier.tell("WATCHDOG=1")
        return not self._asleep
