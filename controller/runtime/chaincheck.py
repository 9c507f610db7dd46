"""Verifies the whole journal in the background, a little at a time, so that no chip waits for it.

The start verifies only from the last snapshot on. It reads through a connection of its own and never writes; what it
finds, it tells once.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from controller.runtime.book import Book
from controller.runtime.chain import ChainError

_AT_ONCE = 200
_REST_S = 0.02


class ChainCheck:
    """`broken` is told the fault, on the check's own thread."""

    def __init__(self, path: Path, broken: Callable[[str], None], *, rest_s: float = _REST_S) -> None:
        self._path = path
        self._broken = broken
        self._rest_s = rest_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chain check", daemon=True)
        self.verified = 0

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Gives up what is not yet verified."""
        self._stopping.set()
        self.join()

    def join(self) -> None:
        """Until everything is verified."""
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            with contextlib.closing(Book.for_reading(self._path)) as book:
                entries = book.sound()
                while not self._stopping.wait(self._rest_s):
                    seen = sum(1 for _ in islice(entries, _AT_ONCE))
                    self.verified += seen
                    if seen < _AT_ONCE:
                        return
        except ChainError as error:
            self._broken(str(error))
        except sqlite3.Error as error:
            self._broken(f"it cannot be read ({error})")
