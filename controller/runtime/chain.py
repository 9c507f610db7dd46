"""The hash chain that makes a journal's entries proof of one another.

Pure: rows in, a verdict out. It never opens a file and never decides what a table does about a broken chain.

The hash of an entry is BLAKE2b-256, in hex, of the previous entry's hash as text (64 zeros before the first) followed
by the canonical JSON of `[seq, wall, boot, program, kind, body]`. A body is stored as canonical JSON and is spliced
into that list as it stands, so that a change of any byte of it is found and nothing has to be parsed to verify.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

import orjson

GENESIS = "0" * 64
"""The hash before the first entry."""

COLUMNS = "seq, wall, boot, program, kind, body, hash"


class Entry(NamedTuple):
    """One row of the journal. `boot` and `program` name what wrote it; `body` is canonical JSON."""

    seq: int
    wall: str
    boot: str
    program: str
    kind: str
    body: str
    hash: str

    def content(self) -> dict[str, Any]:
        """The body as plain values."""
        content: dict[str, Any] = orjson.loads(self.body)
        return content


class ChainError(Exception):
    """An entry is not what was once written. `seq` is the first that cannot be trusted."""

    def __init__(self, seq: int, says: str) -> None:
        self.seq = seq
        super().__init__(f"entry {seq} {says}")


def seal(previous: str, seq: int, wall: str, boot: str, program: str, kind: str, body: str) -> str:
    """The hash of an entry that follows one with the hash `previous`."""
    head = orjson.dumps([seq, wall, boot, program, kind])
    return blake2b(previous.encode() + head[:-1] + b"," + body.encode() + b"]", digest_size=32).hexdigest()


def verified(rows: Iterable[tuple[object, ...]], *, first: int = 1, previous: str = GENESIS) -> Iterator[Entry]:
    """Each row as an entry, checked against the one before it. Raises ChainError at the first that does not hold."""
    expected = first
    for row in rows:
        seq, *written, told = row
        if seq != expected:
            raise ChainError(expected, f"is missing; the next one found is {seq!r}")
        wall, boot, program, kind, body = (value if isinstance(value, str) else "" for value in written)
        try:
            sealed = seal(previous, expected, wall, boot, program, kind, body)
        except (UnicodeEncodeError, orjson.JSONEncodeError):
            sealed = ""
        if sealed != told or not all(isinstance(value, str) for value in written):
            raise ChainError(expected, "was changed after it was written; its hash does not fit")
        yield Entry(expected, wall, boot, program, kind, body, sealed)
        previous = sealed
        expected += 1
