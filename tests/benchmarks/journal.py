"""Durable entries a second: the journal against `append` + `fdatasync` of the same bytes, on the same disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.record import canonical
from controller.runtime.chain import Entry
from controller.runtime.journal import Draft, Writer, open_journal
from tests.benchmarks.ratio import Ratio, faster, in_turns

_ENTRIES = 64
_TURNS = 25
_WAITING = 8
_BODY = {
    "event": "card_drawn",
    "seq": 4711,
    "at": 81_234_567_890_123,
    "wall": "2026-01-01T20:15:30.123456Z",
    "source": "shoe",
    "card": "Kd",
    "face_up": False,
    "boot": "7F3A",
    "number": 17,
    "effects": [],
}


def measure(folder: Path) -> Iterator[Ratio]:
    """`folder` has to be on the medium in question: tmpfs would prove nothing, and is refused by the journal."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder) as scratch:
        writer = Writer(boot="bench", program="bench", wall=lambda: "2026-01-01T20:15:30.123456Z")
        journal = open_journal(Path(scratch) / "journal.db", writer)
        line = _as_line(journal.append("card_drawn", _BODY))
        plain = os.open(Path(scratch) / "plain.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def one_a_commit() -> int:
            for _ in range(_ENTRIES):
                journal.append("card_drawn", _BODY)
            return _ENTRIES

        def waiting_share_a_commit() -> int:
            for _ in range(_ENTRIES // _WAITING):
                journal.append_many(_waiting())
            return _ENTRIES

        def append_and_fdatasync() -> int:
            for _ in range(_ENTRIES):
                os.write(plain, line)
                os.fdatasync(plain)
            return _ENTRIES

        works = [one_a_commit, waiting_share_a_commit, append_and_fdatasync]
        single, shared, peer = in_turns(works, _TURNS)
        journal.close()
        os.close(plain)
    yield faster("journal, one entry a commit", "append + fdatasync", single, peer, floor=1.0)
    yield faster(f"journal, {_WAITING} waiting share a commit", "one entry a commit", shared, single, floor=6.0)


def _waiting() -> list[Draft]:
    return [("card_drawn", _BODY)] * _WAITING


def _as_line(entry: Entry) -> bytes:
    """The same entry as one line of a plain file."""
    row = [entry.seq, entry.wall, entry.boot, entry.program, entry.kind, entry.body, entry.hash]
    return canonical(row) + b"\n"
