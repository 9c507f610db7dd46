"""The journal: every event and act of the table, durable before anything of it is seen.

One writer, one chain, optionally a second copy on another medium. An entry that cannot be made durable has no effect:
the journal raises JournalError and takes nothing more until the daemon is started anew, because after a failed flush
nobody can say what the disk holds. It never rewrites or deletes an entry.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.record import canonical
from controller.runtime.book import Book
from controller.runtime.chain import ChainError, Entry, seal
from controller.runtime.copies import Agreement, JournalError, agree, examine, refusal
from controller.runtime.medium import forgetful_medium

__all__ = ["Draft", "Journal", "JournalError", "Since", "Writer", "open_journal", "since_snapshot"]

COPY_REBUILT = "copy_rebuilt"
"""Kind of the entry that says which copy was mended, and why."""

Draft = tuple[str, Mapping[str, object]]
"""Kind and body of an entry to be written."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: named in every entry. `wall` is asked once a commit."""

    boot: str
    program: str
    wall: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Since:
    """What a start needs: the last sealed snapshot, if any, and every entry after it."""

    snapshot: Entry | None
    entries: tuple[Entry, ...]

    @property
    def last(self) -> Entry | None:
        """The last entry of the run before; that the opening mended a copy was not part of it."""
        kept = [entry for entry in self.entries if entry.kind != COPY_REBUILT]
        return kept[-1] if kept else self.snapshot


class Journal:
    """`copy_trouble` is empty, or says why the second copy is no longer written; play goes on without it."""

    def __init__(self, writer: Writer, book: Book, lock: int) -> None:
        self._writer = writer
        self._book = book
        self._copy: Book | None = None
        self._lock = lock
        self._trouble = ""
        self.copy_trouble = ""
        self.commits = 0
        self._answers = 0
        self.last, self._hash = book.head()

    @property
    def path(self) -> Path:
        return self._book.path

    def keep_copy(self, path: Path) -> None:
        """Writes every later entry to `path` too, which must hold the same entries as this journal."""
        try:
            self._copy = Book.for_writing(path)
        except sqlite3.Error as error:
            self.copy_trouble = f"the second copy of the journal, {path}, cannot be opened: {_symptom(error)}"

    def append(self, kind: str, body: Mapping[str, object]) -> Entry:
        """One entry, durable on return. Raises JournalError."""
        return self.append_many([(kind, body)])[0]

    def append_many(self, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        """Entries that waited together share one commit: on return all are durable, or none. Raises JournalError."""
        if self._trouble:
            raise JournalError(self._trouble)
        entries = self._sealed(drafts)
        if not entries:
            return ()
        try:
            self._book.write(entries)
        except sqlite3.Error as error:
            self._trouble = f"nothing can be written to the journal {self.path}: {_symptom(error)}"
            raise JournalError(self._trouble) from None
        self.last, self._hash = entries[-1].seq, entries[-1].hash
        self.commits += 1
        self._write_copy(entries)
        return entries

    def distrust(self, fault: str) -> None:
        """The chain was found broken while the table was open: nothing more is written on it."""
        self._trouble = refusal(self.path, fault)

    def progress(self) -> int:
        """Grows while the medium answers, and once the journal is given up: then that is known and told."""
        with contextlib.suppress(sqlite3.Error):
            if not self._trouble:
                self._book.head()
            self._answers += 1
        return self._answers

    def since_snapshot(self) -> Since:
        """Raises JournalError where the chain does not hold."""
        return since_snapshot(self._book)

    def close(self) -> None:
        self._book.close()
        if self._copy:
            self._copy.close()
        os.close(self._lock)

    def _sealed(self, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        seq, previous, wall = self.last, self._hash, self._writer.wall()
        boot, program = self._writer.boot, self._writer.program
        entries = []
        for kind, content in drafts:
            seq += 1
            body = canonical(content).decode()
            previous = seal(previous, seq, wall, boot, program, kind, body)
            entries.append(Entry(seq, wall, boot, program, kind, body, previous))
        return tuple(entries)

    def _write_copy(self, entries: Sequence[Entry]) -> None:
        if self._copy is None:
            return
        try:
            self._copy.write(entries)
        except sqlite3.Error as error:
            self.copy_trouble = f"the second copy of the journal, {self._copy.path}, is lost: {_symptom(error)}"
            self._copy.close()
            self._copy = None


def open_journal(path: Path, writer: Writer, *, copy: Path | None = None, forgetful_allowed: bool = False) -> Journal:
    """Locks, verifies and opens the journal, and journals that a copy was mended.

    Raises JournalError with a sentence for a technician when it is broken, in use, or on a medium that forgets.
    """
    _demand_lasting_medium(path, forgetful_allowed)
    lock = _lock(path)
    try:
        agreement = agree(path, copy) if copy else _sound_alone(path)
        book = Book.for_writing(path)
    except JournalError:
        os.close(lock)
        raise
    except sqlite3.Error as error:
        os.close(lock)
        raise JournalError(f"cannot open the journal {path}: {_symptom(error)}") from None
    journal = Journal(writer, book, lock)
    if copy and not agreement.copy_lost:
        journal.keep_copy(copy)
    journal.copy_trouble = journal.copy_trouble or agreement.copy_lost
    if rebuilt := agreement.rebuilt:
        journal.append(COPY_REBUILT, {"path": rebuilt.path, "from": rebuilt.source, "reason": rebuilt.reason})
    return journal


def since_snapshot(book: Book) -> Since:
    """Raises JournalError where the chain does not hold."""
    first = book.last_snapshot()
    try:
        found = tuple(book.sound(first or 1))
    except ChainError as broken:
        raise JournalError(refusal(book.path, str(broken))) from None
    return Since(found[0], found[1:]) if first else Since(None, found)


def _sound_alone(path: Path) -> Agreement:
    found = examine(path)
    if found.fault:
        raise JournalError(refusal(path, found.fault))
    return Agreement()


def _demand_lasting_medium(path: Path, forgetful_allowed: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"cannot make the state directory {path.parent}: {error.strerror}") from None
    kind = "" if forgetful_allowed else forgetful_medium(path.parent)
    if kind:
        raise JournalError(
            f"the state directory {path.parent} is on {kind}, which is empty again after a power cut; "
            "put it on a real partition (with raspi-config's overlay: recurse=0)"
        )


def _lock(path: Path) -> int:
    """Held while the journal is open, so that two writers can never fork the chain."""
    name = path.with_name(path.name + ".lock")
    try:
        lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
    except OSError as error:
        raise JournalError(f"cannot write beside the journal, {name}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(f"another tablehand writes to the journal {path}; stop it first") from None
    return lock


def _symptom(error: sqlite3.Error) -> str:
    match error.sqlite_errorname.split("_")[1] if hasattr(error, "sqlite_errorname") else "":
        case "FULL":
            return "the disk is full; make room, then restart tablehand"
        case "READONLY":
            return "the medium is read-only; check the card and the mount, then restart tablehand"
        case "IOERR":
            return "the medium does not answer (I/O error); replace it, then restart tablehand"
        case _:
            return f"{error}; check the medium, then restart tablehand"
