"""A journal as people read it: verified, listed by round, and with a meter that adds up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.runtime.chain import ChainError
from controller.runtime.copies import JournalError
from controller.runtime.reading import lines, live_table, open_for_reading, verify
from tests.runtime.rig import Rig


def play_rounds(rig: Rig, count: int) -> None:
    for number in range(count):
        rig.act(**({} if number else {"open_table": None}), ante={1: "10.00", 3: "25.00"})
        rig.told("chip", [1, 3])
        rig.act(no_more_bets=None)
        rig.told("deal", {1: "9h Kd 8c 5s 2h", 3: "7h 8h 3h Jh Th", "dealer": "2c 2d 3s 4c Kc"})
        rig.act(decide={1: "fold", 3: "raise"}, reveal=None, settle=None, clear=None)


def rounds_listed(rig: Rig, **limits: int) -> list[tuple[int, str]]:
    with open_for_reading(rig.daemon.journal.path) as book:
        return [(line.round, line.entry.kind) for line in lines(book, **limits)]


def test_a_sound_journal_is_verified_to_its_last_entry(rig: Rig) -> None:
    play_rounds(rig, 1)

    with open_for_reading(rig.daemon.journal.path) as book:
        verdict = verify(book)

        assert (verdict.entries, verdict.head) == book.head()


def test_no_hash_is_told_from_which_a_hidden_card_could_be_searched(rig: Rig) -> None:
    play_rounds(rig, 1)
    rig.act(ante={1: "10.00"}, no_more_bets=None)
    rig.told("draw", "9h")

    with open_for_reading(rig.daemon.journal.path) as book:
        listed = list(lines(book))
        verdict = verify(book)

    card = listed[-1]
    assert (card.entry.kind, card.body["card"], card.hash) == ("card_drawn", "hidden", "hidden")
    assert [line.hash for line in listed[:-1]] == [line.entry.hash for line in listed[:-1]]
    assert (verdict.entries, verdict.shown, verdict.head) == (card.entry.seq, card.entry.seq - 1, listed[-2].hash)


def test_a_forged_entry_before_the_last_snapshot_is_found(rig: Rig) -> None:
    play_rounds(rig, 2)
    with closing(sqlite3.connect(rig.daemon.journal.path, isolation_level=None)) as link:
        link.execute("UPDATE entries SET body = replace(body, '\"seat\":3', '\"seat\":4') WHERE kind = 'ante_placed'")

    with open_for_reading(rig.daemon.journal.path) as book, pytest.raises(ChainError):
        verify(book)


def test_entries_belong_to_rounds(rig: Rig) -> None:
    play_rounds(rig, 2)

    listed = rounds_listed(rig)

    assert {number for number, _ in listed} == {1, 2, 3}
    assert [number for number, kind in listed if kind == "round_cleared"] == [1, 2]
    assert [number for number, kind in listed if kind == "snapshot"] == [1, 2, 3]
    assert rounds_listed(rig, number=2) == [(number, kind) for number, kind in listed if number == 2]


def test_the_last_few_entries_know_their_round(rig: Rig) -> None:
    play_rounds(rig, 2)
    everything = rounds_listed(rig)

    for count in range(1, len(everything) + 2):
        assert rounds_listed(rig, last=count) == everything[-count:]


def test_what_the_journal_holds_is_the_table_that_plays(rig: Rig) -> None:
    play_rounds(rig, 1)
    rig.deal_round()

    with open_for_reading(rig.daemon.journal.path) as book:
        assert live_table(book) == rig.table


def test_no_journal_and_no_readable_one_get_a_sentence(tmp_path: Path) -> None:
    scribble = tmp_path / "scribble.db"
    scribble.write_bytes(b"nothing of ours" * 100)

    with pytest.raises(JournalError, match="there is no journal at"), open_for_reading(tmp_path / "none.db"):
        pass
    with pytest.raises(JournalError, match="cannot be read as a journal"), open_for_reading(scribble):
        pass
