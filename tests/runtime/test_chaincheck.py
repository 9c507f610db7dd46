"""The background check finds what the start does not look at, and the table halts on it."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from controller.core.state import Phase
from controller.runtime.chaincheck import ChainCheck
from tests.runtime.rig import Rig
from tests.runtime.test_reading import play_rounds
from tests.runtime.writing import journal_at


def forge_entry(path: Path, seq: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("UPDATE entries SET kind = 'forged' WHERE seq = ?", (seq,))


@pytest.mark.parametrize("count", [0, 1, 199, 200, 201, 650])
def test_every_entry_of_a_sound_journal_is_looked_at(tmp_path: Path, count: int) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        journal.append_many([("chip_inserted", {"seat": 3})] * count)
    found: list[str] = []
    check = ChainCheck(path, found.append, rest_s=0)

    check.start()
    check.join()

    assert (check.verified, found) == (count, [])


def test_a_forged_entry_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        journal.append_many([("chip_inserted", {"seat": 3})] * 500)
    forge_entry(path, 333)
    found: list[str] = []
    check = ChainCheck(path, found.append, rest_s=0)

    check.start()
    check.join()

    assert found == ["entry 333 was changed after it was written; its hash does not fit"]


def test_the_table_halts_on_a_forged_entry_though_it_starts(rig: Rig) -> None:
    play_rounds(rig, 2)
    forge_entry(rig.daemon.journal.path, 3)

    with closing(rig.power_cut()) as again:
        again.daemon.check.join()
        again.turn()

        assert again.table.phase is Phase.HALTED
        assert again.table.message.startswith(f"the journal {again.daemon.journal.path} is broken: entry 3 was changed")
        assert again.lock.is_on("lock")


def test_it_can_be_stopped_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        journal.append_many([("chip_inserted", {"seat": 3})] * 1000)
    check = ChainCheck(path, lambda _fault: None, rest_s=60)
    check.start()

    check.close()

    assert check.verified == 0
    assert threading.active_count() == 1
