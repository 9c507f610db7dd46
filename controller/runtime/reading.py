"""A journal as people read it, also while the daemon writes: verified and listed.

It never writes, and it hides the cards of a round that is not yet revealed.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.core.state import Table
from controller.runtime.book import Book
from controller.runtime.chain import Entry
from controller.runtime.copies import JournalError
from controller.runtime.journal import since_snapshot
from controller.runtime.replay import from_snapshot, replayed
from controller.runtime.veil import HIDDEN, has_cards, veiled


@dataclass(frozen=True, slots=True)
class Line:
    """One entry for people: its body without hidden cards, and the round it belongs to.

    `hash` is hidden with them: of 52 cards the one that fits a known hash is soon found.
    """

    entry: Entry
    body: dict[str, Any]
    round: int
    hash: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` found: how many entries hold, and the hash of the last that hides no card, entry `shown`."""

    entries: int
    head: str
    shown: int


@contextlib.contextmanager
def open_for_reading(path: Path) -> Iterator[Book]:
    """Raises JournalError with a sentence when there is no journal there, or none that can be read."""
    if not path.exists():
        raise JournalError(f"there is no journal at {path}")
    try:
        with contextlib.closing(Book.for_reading(path)) as book:
            yield book
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be read as a journal: {error}") from None


def verify(book: Book) -> Verdict:
    """The whole chain. Raises ChainError at the first entry that does not hold."""
    hidden = first_hidden(book)
    count, head, shown = 0, "", 0
    for entry in book.sound():
        count = entry.seq
        if hidden is None or count < hidden:
            head, shown = entry.hash, count
    return Verdict(count, head, shown)


def first_hidden(book: Book) -> int | None:
    """The first entry of the round being played that names a card not yet revealed; from it on hashes are hidden."""
    live, revealed = live_round(book)
    if revealed:
        return None
    for entry in book.sound(first_of_round(book, live)):
        if has_cards(entry.content()):
            return entry.seq
    return None


def lines(book: Book, *, last: int | None = None, number: int | None = None) -> Iterator[Line]:
    """Entries in order: all, the `last` few, or those of round `number`. Raises ChainError where the chain breaks."""
    live, revealed = live_round(book)
    first = 1 if last is None else max(1, book.head()[0] - last + 1)
    current = _round_before(book, first)
    hidden = first_hidden(book)
    for entry in book.sound(first):
        body = entry.content()
        after = body.get("after")
        current = after["round"] if after else current
        if number is None or current == number:
            shown = veiled(body) if current == live and not revealed else body
            told = HIDDEN if hidden is not None and entry.seq >= hidden else entry.hash
            yield Line(entry, shown, current, told)
        current += bool(after and after["ends"])


def live_round(book: Book) -> tuple[int, bool]:
    """The number of the round that is being played, and whether its cards are revealed."""
    after = _last_event(book, book.head()[0])
    return (1, False) if after is None else (after["round"] + after["ends"], after["revealed"] and not after["ends"])


def first_of_round(book: Book, number: int) -> int:
    """The number of a round's first entry; one more than the last entry where the round has none yet."""
    low, high = 1, book.head()[0] + 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _round_before(book, middle) >= number else (middle + 1, high)
    return low


def live_table(book: Book) -> Table:
    """The table as the last entry left it. Raises JournalError."""
    since = since_snapshot(book)
    if since.snapshot is None:
        raise JournalError(f"the journal {book.path} has no snapshot: no table was ever opened on it")
    return replayed(since, from_snapshot(since.snapshot).table).table


def _round_before(book: Book, first: int) -> int:
    after = _last_event(book, first - 1)
    return 1 if after is None else after["round"] + after["ends"]


def _last_event(book: Book, upto: int) -> dict[str, Any] | None:
    """Where the table stood after the last event up to entry `upto`."""
    for entry in book.backwards(upto):
        after: dict[str, Any] | None = entry.content().get("after")
        if after is not None:
            return after
    return None
