"""Journals for tests: a writer whose clock stands still, and a process that writes until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from controller.runtime.journal import Journal, Writer, open_journal

WRITER = Writer(boot="boot-1", program="tablehand 0.1.0 test", wall=lambda: "2026-01-02T03:04:05.678Z")


def journal_at(path: Path, copy: Path | None = None) -> Journal:
    return open_journal(path, WRITER, copy=copy, forgetful_allowed=True)


def write_until_killed(path: Path) -> None:
    """Prints the number of every entry once it is durable."""
    journal = journal_at(path)
    while True:
        entry = journal.append("chip_inserted", {"seat": 3})
        print(entry.seq, flush=True)


if __name__ == "__main__":
    write_until_killed(Path(sys.argv[1]))
