"""The journal keeps what it acknowledged, finds what was changed, and says no when it cannot be trusted."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest

from controller.record import RecordError
from controller.runtime.book import Book
from controller.runtime.chain import ChainError, Entry
from controller.runtime.journal import Journal, JournalError, Since
from controller.runtime.medium import filesystem_of
from tests.runtime.writing import WRITER, journal_at

REPOSITORY = Path(__file__).parents[2]


def kinds(path: Path) -> list[str]:
    with closing(Book.for_reading(path)) as book:
        return [entry.kind for entry in book.sound()]


def tamper(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute(statement)


def written(path: Path, count: int, copy: Path | None = None) -> None:
    with closing(journal_at(path, copy)) as journal:
        for number in range(1, count + 1):
            journal.append("chip_inserted", {"seat": number, "note": "größer"})


def test_entries_are_chained_as_the_contract_says(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        journal.append("boot", {"b": 1, "a": "größer"})
        journal.append("chip_inserted", {"seat": 3, "amount": "10.00"})

    with closing(sqlite3.connect(path)) as link:
        rows = link.execute("SELECT seq, wall, boot, program, kind, body, hash FROM entries ORDER BY seq").fetchall()

    assert [row[0] for row in rows] == [1, 2]
    assert rows[0][5] == '{"a":"größer","b":1}'
    previous = "0" * 64
    for seq, wall, boot, program, kind, body, told in rows:
        text = json.dumps(
            [seq, wall, boot, program, kind, json.loads(body)],
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        previous = blake2b((previous + text).encode(), digest_size=32).hexdigest()
        assert told == previous


def test_the_file_is_in_wal_mode_and_every_commit_is_flushed(tmp_path: Path) -> None:
    with closing(Book.for_writing(tmp_path / "journal.db")) as book:
        link = book._link  # noqa: SLF001  what SQLite was told cannot be seen from outside

        settings = link.execute("PRAGMA journal_mode").fetchone() + link.execute("PRAGMA synchronous").fetchone()

    assert settings == ("wal", 2)


def test_entries_that_wait_together_share_one_commit(tmp_path: Path) -> None:
    with closing(journal_at(tmp_path / "journal.db")) as journal:
        entries = journal.append_many([("ante_placed", {"seat": seat}) for seat in range(1, 8)])

        assert [entry.seq for entry in entries] == [1, 2, 3, 4, 5, 6, 7]
        assert journal.commits == 1


@pytest.mark.parametrize("body", [{"a": 1.0}, {"a": [1.5]}, {"a": {"b": ({"c": 2.5},)}}])
def test_no_float_gets_into_the_journal(tmp_path: Path, body: dict[str, object]) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        with pytest.raises(RecordError):
            journal.append_many([("boot", {}), ("chip_inserted", body)])

        assert journal.append("boot", {}).seq == 1


def test_a_start_gets_the_last_snapshot_and_what_came_after_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        for kind in ["boot", "snapshot", "chip_inserted", "snapshot", "ante_placed", "chip_inserted"]:
            journal.append(kind, {"n": journal.last})

    with closing(journal_at(path)) as journal:
        since = journal.since_snapshot()

    assert since.snapshot is not None
    assert since.snapshot.content() == {"n": 3}
    assert [entry.kind for entry in since.entries] == ["ante_placed", "chip_inserted"]


def test_an_empty_journal_has_nothing_since(tmp_path: Path) -> None:
    with closing(journal_at(tmp_path / "state" / "journal.db")) as journal:
        assert journal.since_snapshot() == Since(None, ())


COLUMNS = ["wall", "boot", "program", "kind", "body", "hash"]


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_character_in_any_column_is_found(tmp_path: Path, column: str) -> None:
    path = tmp_path / "journal.db"
    written(path, 3)
    with closing(Book.for_reading(path)) as book:
        entries = list(book.sound())
    length = len(getattr(entries[1], column))

    for place in range(length):
        changed = bytearray(getattr(entries[1], column).encode())
        changed[place] ^= 1
        with closing(sqlite3.connect(path, isolation_level=None)) as link:
            link.execute(f"UPDATE entries SET {column} = CAST(? AS TEXT) WHERE seq = 2", (bytes(changed),))

        with closing(Book.for_reading(path)) as book, pytest.raises(ChainError) as broken:
            list(book.sound())

        assert broken.value.seq == 2


CHANGES: dict[str, tuple[str, int]] = {
    "an entry is deleted": ("DELETE FROM entries WHERE seq = 2", 2),
    "the first is deleted": ("DELETE FROM entries WHERE seq = 1", 1),
    "an entry is added in front": (
        "INSERT INTO entries SELECT 0, wall, boot, program, kind, body, hash FROM entries WHERE seq = 1",
        1,
    ),
    "a number is changed": ("UPDATE entries SET seq = 9 WHERE seq = 3", 3),
    "two are exchanged": ("UPDATE entries SET seq = CASE seq WHEN 1 THEN -2 WHEN 2 THEN -1 ELSE seq END", 1),
    "a blank is put into a body": ("UPDATE entries SET body = body || ' ' WHERE seq = 3", 3),
    "a body becomes bytes": ("UPDATE entries SET body = CAST(body AS BLOB) WHERE seq = 2", 2),
    "a hash becomes a number": ("UPDATE entries SET hash = 7 WHERE seq = 2", 2),
    "the last is copied": (
        "INSERT INTO entries SELECT 4, wall, boot, program, kind, body, hash FROM entries WHERE seq = 3",
        4,
    ),
}


@pytest.mark.parametrize(("statement", "seq"), CHANGES.values(), ids=CHANGES.keys())
def test_tampering_is_found_at_the_first_entry_that_does_not_hold(tmp_path: Path, statement: str, seq: int) -> None:
    path = tmp_path / "journal.db"
    written(path, 3)

    tamper(path, statement)

    with closing(Book.for_reading(path)) as book, pytest.raises(ChainError) as broken:
        list(book.sound())
    assert broken.value.seq == seq


def test_a_broken_chain_refuses_to_start_and_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    written(path, 3)
    tamper(path, """UPDATE entries SET body = '{"seat":7}' WHERE seq = 2""")

    with pytest.raises(JournalError) as refused:
        journal_at(path)

    assert str(refused.value) == (
        f"the journal {path} is broken: entry 2 was changed after it was written; its hash does not fit. "
        "The table must not be played on it: keep the file as evidence, put a sound copy in its place "
        "(journal verify PATH tells whether one is sound), then start again"
    )


def test_a_file_that_is_no_journal_refuses_to_start(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"these are the chips of yesterday" * 200)

    with pytest.raises(JournalError, match="cannot be read"):
        journal_at(path)


def test_every_torn_length_of_the_file_starts_with_a_prefix_or_refuses(tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    written(whole, 40)
    image = whole.read_bytes()

    for length in range(0, len(image), 509):
        torn = tmp_path / f"torn-{length}.db"
        torn.write_bytes(image[:length])
        try:
            with closing(journal_at(torn)) as journal:
                entries = journal.since_snapshot().entries
        except JournalError:
            continue
        assert length == 0
        assert entries == ()


def test_a_torn_log_loses_only_what_was_never_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = journal_at(path)
    sizes = []
    log = Path(f"{path}-wal")
    for _ in range(6):
        journal.append("chip_inserted", {"seat": 3})
        sizes.append(log.stat().st_size)
    image, base = log.read_bytes(), path.read_bytes()
    journal.close()

    for length in range(0, len(image) + 1, 257):
        there = tmp_path / f"cut-{length}"
        there.mkdir()
        (there / "journal.db").write_bytes(base)
        (there / "journal.db-wal").write_bytes(image[:length])
        with closing(journal_at(there / "journal.db")) as cut:
            survived = len(cut.since_snapshot().entries)
        acknowledged = sum(size <= length for size in sizes)
        assert survived == acknowledged


def test_a_writer_that_is_killed_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    command = [sys.executable, "-m", "tests.runtime.writing", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as writer:
        assert writer.stdout is not None
        for _ in range(50):
            writer.stdout.readline()

        writer.kill()

        told = writer.stdout.read().splitlines(keepends=True)
    acknowledged = max([50, *(int(line) for line in told if line.endswith("\n"))])
    with closing(journal_at(path)) as journal:
        assert journal.last >= acknowledged
        assert journal.append("boot", {}).seq == journal.last


def test_a_full_disk_is_one_error_and_nothing_of_the_entry_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = journal_at(path)
    journal.append("boot", {})
    fill_up(journal)

    with pytest.raises(JournalError) as refused:
        journal.append_many([("snapshot", {"table": "x" * 100_000}), ("chip_inserted", {"seat": 1})])

    assert str(refused.value) == (
        f"nothing can be written to the journal {path}: the disk is full; make room, then restart tablehand"
    )
    assert journal.last == 1
    journal.close()
    assert kinds(path) == ["boot"]


def test_after_a_failed_write_nothing_more_is_taken_until_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = journal_at(path)
    fill_up(journal)
    with pytest.raises(JournalError):
        journal.append("snapshot", {"table": "x" * 100_000})

    with pytest.raises(JournalError, match="disk is full"):
        journal.append("boot", {})

    journal.close()
    with closing(journal_at(path)) as again:
        assert again.append("boot", {}).seq == 1


def fill_up(journal: Journal) -> None:
    """No page more for this file, as on a full disk."""
    link = journal._book._link  # noqa: SLF001  the disk of a test cannot be filled
    link.execute("PRAGMA max_page_count = 1")


def test_two_writers_never_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)), pytest.raises(JournalError) as refused:
        journal_at(path)

    assert str(refused.value) == f"another tablehand writes to the journal {path}; stop it first"


def test_a_journal_can_be_read_while_it_is_written_and_after(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(journal_at(path)) as journal:
        journal.append("boot", {})
        while_written = kinds(path)

    assert while_written == kinds(path) == ["boot"]


def test_reading_what_is_not_there_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    with pytest.raises(sqlite3.OperationalError):
        Book.for_reading(path)

    assert list(tmp_path.iterdir()) == []


MOUNTS = """\
22 1 0:20 / / rw,relatime shared:1 - overlay overlay rw,lowerdir=/lower
25 22 179:2 / /var/lib/tablehand rw,noatime shared:7 master:1 - ext4 /dev/mmcblk0p2 rw
30 22 0:44 / /run rw,nosuid - tmpfs tmpfs rw,size=100k
"""


@pytest.mark.parametrize(("device", "kind"), [("0:20", "overlay"), ("179:2", "ext4"), ("0:44", "tmpfs"), ("9:9", "")])
def test_the_kernels_list_of_mounts_tells_the_medium(device: str, kind: str) -> None:
    assert filesystem_of(device, MOUNTS) == kind


def test_a_medium_that_forgets_is_refused_unless_it_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from controller.runtime import journal

    monkeypatch.setattr(journal, "forgetful_medium", lambda directory: "overlay")

    with pytest.raises(JournalError) as refused:
        journal.open_journal(tmp_path / "journal.db", WRITER)

    assert str(refused.value) == (
        f"the state directory {tmp_path} is on overlay, which is empty again after a power cut; "
        "put it on a real partition (with raspi-config's overlay: recurse=0)"
    )
    journal.open_journal(tmp_path / "journal.db", WRITER, forgetful_allowed=True).close()


Spoil = Callable[[Path], None]


def lag(path: Path) -> None:
    """As after a power cut between the two commits."""
    tamper(path, "DELETE FROM entries WHERE seq > 2")


def vanish(path: Path) -> None:
    path.unlink()


def forge(path: Path) -> None:
    tamper(path, """UPDATE entries SET body = '{"seat":7}' WHERE seq = 2""")


def scribble(path: Path) -> None:
    path.write_bytes(b"no journal at all" * 300)


SPOILT: dict[str, tuple[Spoil, str]] = {
    "it lags behind": (lag, "it was 2 entries behind"),
    "it is gone": (vanish, "it was missing"),
    "it was forged": (forge, "entry 2 was changed after it was written; its hash does not fit"),
    "it was overwritten": (scribble, "the file cannot be read (file is not a database)"),
}


@pytest.mark.parametrize(("spoil", "reason"), SPOILT.values(), ids=SPOILT.keys())
@pytest.mark.parametrize("which", ["journal", "copy"])
def test_the_longer_sound_copy_wins_and_the_other_is_rebuilt(
    tmp_path: Path, which: str, spoil: Spoil, reason: str
) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    written(path, 4, copy)
    lost, sound = (path, copy) if which == "journal" else (copy, path)
    spoil(lost)

    with closing(journal_at(path, copy)) as journal:
        mended = journal.since_snapshot().entries[-1]

    assert mended.kind == "copy_rebuilt"
    assert mended.content() == {"path": str(lost), "from": str(sound), "reason": reason}
    assert kinds(path) == kinds(copy) == ["chip_inserted"] * 4 + ["copy_rebuilt"]


def test_a_broken_copy_is_kept_as_evidence(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    written(path, 4, copy)
    scribble(path)

    journal_at(path, copy).close()

    assert (tmp_path / "journal.db.broken-1").read_bytes() == b"no journal at all" * 300


def test_copies_that_differ_are_made_alike_and_neither_is_lost(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    written(path, 2, copy)
    with closing(journal_at(path)) as alone:
        alone.append("chip_inserted", {"seat": 6})
    with closing(journal_at(copy)) as alone:
        alone.append("chip_inserted", {"seat": 5})

    with closing(journal_at(path, copy)) as journal:
        entries = journal.since_snapshot().entries

    assert [entry.content().get("seat", "mended") for entry in entries] == [1, 2, 6, "mended"]
    with closing(Book.for_reading(tmp_path / "copy.db.broken-1")) as aside:
        assert [entry.content()["seat"] for entry in aside.sound()] == [1, 2, 5]


def test_no_sound_copy_refuses_to_start(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    written(path, 4, copy)
    forge(path)
    forge(copy)

    with pytest.raises(JournalError, match="The table must not be played on it"):
        journal_at(path, copy)


def test_the_copy_of_another_table_is_never_taken(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    written(path, 2)
    with closing(journal_at(copy)) as other:
        for _ in range(5):
            other.append("boot", {"table": "another"})

    with pytest.raises(JournalError, match="belong to different tables"):
        journal_at(path, copy)


def test_a_second_copy_that_cannot_be_had_is_told_and_play_goes_on(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "pulled" / "copy.db"

    with closing(journal_at(path, copy)) as journal:
        journal.append("boot", {})

        assert journal.copy_trouble.startswith(f"the second copy of the journal, {copy}, cannot be")
    assert kinds(path) == ["boot"]


def test_a_second_copy_lost_in_play_is_told_and_play_goes_on(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    with closing(journal_at(path, copy)) as journal:
        second = journal._copy  # noqa: SLF001  the stick of a test cannot be pulled
        assert second is not None
        second.close()

        journal.append("boot", {})

        assert journal.copy_trouble.startswith(f"the second copy of the journal, {copy}, is lost")
    assert kinds(path) == ["boot"]


def test_both_copies_hold_every_entry(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"

    written(path, 3, copy)

    with closing(Book.for_reading(path)) as one, closing(Book.for_reading(copy)) as two:
        first: list[Entry] = list(one.sound())
        assert first == list(two.sound())
        assert len(first) == 3
