"""One SQLite file of journal entries: what is written is durable when `write` returns.

WAL with synchronous=FULL: one flush a commit, and what was acknowledged survives a power cut. A book knows rows and
their chain; it never decides which of two books is right, nor what an entry means.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from controller.runtime.chain import COLUMNS, GENESIS, ChainError, Entry, verified

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY,
    wall TEXT NOT NULL,
    boot TEXT NOT NULL,
    program TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
)
"""
_INSERT = "INSERT INTO entries (seq, wall, boot, program, kind, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
_AFTER = f"SELECT {COLUMNS} FROM entries WHERE seq > ? ORDER BY seq"
_LAST_OF = "SELECT seq FROM entries WHERE kind = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
_BEFORE_ALL = -(2**63)
"""Also before an entry numbered 0 or less, which only a forger can have written."""
_LOG_PAGES = 256
"""The log soon stops growing and is written over: a flush that changes no file size costs less (1 MB instead of 4)."""
_BUSY_S = 1.0


class Book:
    """An open file. Every method but `close` may raise sqlite3.Error."""

    def __init__(self, path: Path, link: sqlite3.Connection) -> None:
        self.path = path
        self._link = link

    @classmethod
    def for_writing(cls, path: Path) -> Book:
        """Opens the file, made new and empty when there is none. The caller sees to it that nobody else writes."""
        link = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=_BUSY_S)
        try:
            link.execute("PRAGMA journal_mode=WAL")
            link.execute("PRAGMA synchronous=FULL")
            link.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
            link.execute(_SCHEMA)
        except sqlite3.Error:
            link.close()
            raise
        return cls(path, link)

    @classmethod
    def for_reading(cls, path: Path) -> Book:
        """Opens an existing file without changing it, also while a daemon writes. Raises sqlite3.Error."""
        place = f"file:{quote(str(path))}"
        link = sqlite3.connect(f"{place}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
        try:
            link.execute("SELECT seq FROM entries LIMIT 1").fetchone()
        except sqlite3.OperationalError:
            link.close()
            if Path(f"{path}-wal").exists() or not path.exists():
                raise
            # A medium that may not be written has no place for SQLite's shared memory; without a log it needs none.
            link = sqlite3.connect(f"{place}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
        return cls(path, link)

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._link.close()

    def write(self, entries: Sequence[Entry]) -> None:
        """All entries in one durable commit, or none of them."""
        if len(entries) == 1:
            self._link.execute(_INSERT, entries[0])
            return
        self._link.execute("BEGIN IMMEDIATE")
        try:
            self._link.executemany(_INSERT, entries)
            self._link.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._link.execute("ROLLBACK")
            raise

    def head(self) -> tuple[int, str]:
        """Number and hash of the last entry."""
        row = self._link.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        return (0, GENESIS) if row is None else (row[0], row[1])

    def hash_at(self, seq: int) -> str | None:
        row = self._link.execute("SELECT hash FROM entries WHERE seq = ?", (seq,)).fetchone()
        return None if row is None else row[0]

    def rows(self, after: int = _BEFORE_ALL) -> Iterator[tuple[object, ...]]:
        """Rows as they stand, unverified."""
        return iter(self._link.execute(_AFTER, (after,)))

    def backwards(self, seq: int) -> Iterator[Entry]:
        """Entries from number `seq` down, unverified."""
        rows = self._link.execute(f"SELECT {COLUMNS} FROM entries WHERE seq <= ? ORDER BY seq DESC", (seq,))
        return (Entry(*row) for row in rows)

    def last_snapshot(self) -> int:
        """The number of the last sealed snapshot, 0 when there is none."""
        return self.last_of("snapshot")

    def last_of(self, kind: str, upto: int = 2**63 - 1) -> int:
        """The number of the last entry of that kind, not after `upto`; 0 when there is none."""
        row = self._link.execute(_LAST_OF, (kind, upto)).fetchone()
        return 0 if row is None else row[0]

    def entry(self, seq: int) -> Entry | None:
        """One entry, unverified."""
        return next((found for found in self.backwards(seq) if found.seq == seq), None)

    def sound(self, first: int = 1) -> Iterator[Entry]:
        """Entries from number `first` on, each verified. Raises ChainError, also where the file itself is damaged."""
        try:
            previous = self.hash_at(first - 1) if first > 1 else GENESIS
            if previous is None:
                raise ChainError(first - 1, "is missing")
            rows = self.rows(first - 1) if first > 1 else self.rows()
            yield from verified(rows, first=first, previous=previous)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise ChainError(first, f"or one after it cannot be read ({error})") from None

    def copy_to(self, path: Path) -> None:
        """The whole book into a new file at `path`, durable."""
        link = sqlite3.connect(path, isolation_level=None)
        with contextlib.closing(link):
            link.execute("PRAGMA synchronous=FULL")
            self._link.backup(link)
