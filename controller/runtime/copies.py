"""Which copy of the journal is right, and how the other is made like it.

Asked once, at start, before anything is written. A sound copy is never overwritten with a broken one, a journal of
another table never replaces this one, and what is set aside stays on the disk as evidence.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from controller.runtime.book import Book
from controller.runtime.chain import GENESIS, ChainError

_SIDE_FILES = ("-wal", "-shm")


class JournalError(Exception):
    """The journal cannot be trusted or cannot be written: one sentence, what, where, what a technician must do."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A copy that was mended: which, and why. Goes into the journal."""

    path: str
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Examined:
    """One copy as it was found. `fault` says why it cannot be trusted; an absent or empty one has length 0."""

    path: Path
    length: int = 0
    head: str = GENESIS
    genesis: str | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was mended, if anything; and why the second copy cannot be used, empty when it can."""

    rebuilt: Rebuilt | None = None
    copy_lost: str = ""


def examine(path: Path) -> Examined:
    """Verifies a copy from its last sealed snapshot on; what lies before is verified in the background."""
    if not path.exists():
        return Examined(path)
    try:
        with contextlib.closing(Book.for_writing(path)) as book:
            length, head = book.head()
            for _ in book.sound(book.last_snapshot() or 1):
                pass
            return Examined(path, length, head, book.hash_at(1))
    except ChainError as broken:
        return Examined(path, fault=str(broken))
    except sqlite3.Error as error:
        return Examined(path, fault=f"the file cannot be read ({error})")


def agree(path: Path, copy: Path) -> Agreement:
    """Makes both copies the longer sound one. A second copy that cannot be mended is left out, and that is told.

    Raises JournalError when none is sound, when they belong to different tables, or when the first cannot be mended.
    """
    ours, other = examine(path), examine(copy)
    if ours.fault and (other.fault or not other.length):
        second = f" and the copy {copy}: {other.fault}" if other.fault else ""
        raise JournalError(refusal(path, f"{ours.fault}{second}"))
    if ours.genesis and other.genesis and ours.genesis != other.genesis:
        raise JournalError(
            f"the journal {path} and its copy {copy} belong to different tables (their first entries differ); "
            "take the wrong one away, then start again"
        )
    try:
        if ours.fault or (not other.fault and other.length > ours.length):
            return Agreement(_mend(ours, other))
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"cannot mend the journal {path} from its copy {copy}: {error}; check the medium") from None
    try:
        if other.fault or (other.length, other.head) != (ours.length, ours.head):
            return Agreement(_mend(other, ours))
    except (OSError, sqlite3.Error) as error:
        return Agreement(copy_lost=f"the second copy of the journal, {copy}, cannot be written: {error}")
    return Agreement()


def refusal(path: Path, fault: str) -> str:
    return (
        f"the journal {path} is broken: {fault}. The table must not be played on it: keep the file as evidence, "
        "put a sound copy in its place (journal verify PATH tells whether one is sound), then start again"
    )


def _mend(lost: Examined, sound: Examined) -> Rebuilt:
    with contextlib.closing(Book.for_writing(sound.path)) as source:
        if not lost.fault and lost.length and source.hash_at(lost.length) == lost.head:
            missing = sound.length - lost.length
            with contextlib.closing(Book.for_writing(lost.path)) as behind:
                behind.write(list(source.sound(lost.length + 1)))
            return Rebuilt(str(lost.path), str(sound.path), f"it was {missing} entries behind")
        reason = lost.fault or ("its entries differ" if lost.length else "it was missing")
        _rebuild(lost.path, source)
    return Rebuilt(str(lost.path), str(sound.path), reason)


def _rebuild(path: Path, source: Book) -> None:
    fresh = path.with_name(path.name + ".rebuilding")
    fresh.unlink(missing_ok=True)
    source.copy_to(fresh)
    _set_aside(path)
    os.replace(fresh, path)
    sync_directory(path.parent)


def _set_aside(path: Path) -> None:
    """Keeps what was found there, with its log, under a name that says so."""
    if not path.exists():
        return
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    os.replace(path, aside)
    for side in _SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{side}", f"{aside}{side}")


def sync_directory(directory: Path) -> None:
    """Makes a rename in it durable."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
