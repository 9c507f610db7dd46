"""One thread that waits for edges on many lines and tells each line's owner.

A callback that raises is reported and costs nobody else his edges; a line that breaks is dropped, and its owner finds
out when it next reads it.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable


class EdgeWatch:
    """Starts its thread with the first line it is given; `close` ends it."""

    def __init__(self) -> None:
        self._ready: dict[int, Callable[[], None]] = {}
        # Held while callbacks run: once `remove` returns, nobody touches that descriptor any more.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._wake = -1

    def add(self, fd: int, ready: Callable[[], None]) -> None:
        """`ready` is called, on the watch's thread, whenever `fd` has something to read."""
        with self._lock:
            self._ready[fd] = ready
            if self._thread is None:
                self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
                self._thread = threading.Thread(target=self._run, args=(self._wake,), name="gpio edges", daemon=True)
                self._thread.start()
            else:
                os.eventfd_write(self._wake, 1)

    def remove(self, fd: int) -> None:
        with self._lock:
            if self._ready.pop(fd, None) is not None and self._thread is not None:
                os.eventfd_write(self._wake, 1)

    def close(self) -> None:
        with self._lock:
            self._ready.clear()
            thread, self._thread = self._thread, None
            if thread is None:
                return
            os.eventfd_write(self._wake, 1)
        if thread is not threading.current_thread():
            thread.join()

    def _run(self, wake: int) -> None:
        try:
            while True:
                with self._lock:
                    if self._thread is not threading.current_thread():
                        return
                    watched = tuple(self._ready)
                self._wait(wake, watched)
        finally:
            os.close(wake)

    def _wait(self, wake: int, watched: tuple[int, ...]) -> None:
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        for fd in watched:
            poll.register(fd, select.POLLIN)
        while True:
            for fd, happened in poll.poll():
                if fd == wake:
                    os.eventfd_read(wake)
                    return
                if not self._tell(fd, happened):
                    return

    def _tell(self, fd: int, happened: int) -> bool:
        with self._lock:
            ready = self._ready.get(fd)
            if ready is None:
                return False
            if not happened & select.POLLIN:
                del self._ready[fd]
                return False
            try:
                ready()
            except Exception:  # noqa: BLE001 - a callback may raise anything, and the other lines must go on
                kind, value, trace = sys.exc_info()
                if kind is not None:
                    threading.excepthook(threading.ExceptHookArgs((kind, value, trace, threading.current_thread())))
            return True
