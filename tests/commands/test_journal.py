"""`tablehand journal` says what the table wrote down, and whether anybody changed it."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import structlog

from controller.runtime.book import Book
from controller.runtime.chain import GENESIS, seal
from controller.runtime.reading import open_for_reading
from controller.runtime.shift import shift as shift_of
from tests.commands.conftest import Daemon, Tablehand
from tests.runtime.rig import Rig, settings_in


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A journal of one whole round and one that is being decided."""
    structlog.configure(processors=[structlog.testing.LogCapture()])
    with closing(Rig(settings_in(tmp_path))) as rig:
        rig.deal_round()
        rig.act(decide={1: "fold", 3: "raise"}, reveal=None, settle=None, clear=None)
        rig.act(ante={2: "10.00"}, no_more_bets=None)
        rig.told("deal", {2: "Ah Kd 9c 5s 2h", "dealer": "2c 2d 3s 4c Kc"})
    yield rig.daemon.journal.path
    structlog.reset_defaults()


def forge(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("UPDATE entries SET body = replace(body, '25.00', '99.00') WHERE kind = 'ante_placed'")


def rewrite(path: Path, kind: str, change: Callable[[str], str]) -> int:
    """Changes the first entry of that kind and seals the whole chain anew; the number of the entry."""
    with closing(Book.for_reading(path)) as book:
        entries = list(book.sound())
    changed = next(entry.seq for entry in entries if entry.kind == kind)
    last = GENESIS
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        for seq, wall, boot, program, kind_, body, _ in entries:
            told = change(body) if seq == changed else body
            last = seal(last, seq, wall, boot, program, kind_, told)
            link.execute("UPDATE entries SET body = ?, hash = ? WHERE seq = ?", (told, last, seq))
    return changed


def test_a_sound_journal_is_called_sound(path: Path, tablehand: Tablehand) -> None:
    said = tablehand("journal", "verify", str(path))

    assert said.code == 0
    assert said.out.startswith(f"{path} is sound: ")


def test_a_changed_entry_is_named(path: Path, tablehand: Tablehand) -> None:
    forge(path)

    said = tablehand("journal", "verify", str(path))

    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{path} is broken: entry ")
    assert said.err.endswith("was changed after it was written; its hash does not fit\n")


def test_the_journal_of_the_settings_is_read_without_a_path(path: Path, tablehand: Tablehand, tmp_path: Path) -> None:
    said = tablehand("journal", "verify", "--config", str(tmp_path / "table.yaml"))

    assert said.code == 0


@pytest.mark.parametrize("verb", ["verify", "show", "export", "reconcile"])
def test_no_journal_is_one_line_and_exit_code_2(tablehand: Tablehand, tmp_path: Path, verb: str) -> None:
    said = tablehand("journal", verb, str(tmp_path / "none.db"))

    assert (said.code, said.out, said.err) == (2, "", f"there is no journal at {tmp_path / 'none.db'}\n")


def test_the_log_tells_a_round_and_hides_the_cards_of_the_next(path: Path, tablehand: Tablehand) -> None:
    first = tablehand("journal", "show", str(path), "--log", "--round", "1").out
    second = tablehand("journal", "show", str(path), "--log", "--round", "2").out

    assert "card Kd" in first
    assert "meter 0.70  contribution" in first
    assert "card hidden" in second
    assert "Kd" not in second


def test_the_last_lines_are_the_last_lines(path: Path, tablehand: Tablehand) -> None:
    everything = tablehand("journal", "show", str(path)).out

    few = tablehand("journal", "show", str(path), "--log", "--last", "4").out

    assert everything.endswith(few)
    assert sum(line[:8].strip().isdigit() for line in few.splitlines()) == 4


def test_both_exports_hold_the_same_entries(path: Path, tablehand: Tablehand) -> None:
    rows = list(csv.DictReader(io.StringIO(tablehand("journal", "export", str(path)).out)))
    listed = json.loads(tablehand("journal", "export", str(path), "--format", "json").out)

    assert [(row["seq"], row["hash"]) for row in rows] == [(str(one["seq"]), one["hash"]) for one in listed]
    assert [json.loads(row["body"]) for row in rows] == [one["body"] for one in listed]
    assert "Ah" not in json.dumps(listed)


def test_the_last_rounds_are_shown_in_full_and_the_one_being_played_without_its_cards(
    path: Path, tablehand: Tablehand
) -> None:
    said = tablehand("journal", "show", str(path), "--last", "10")

    first, second = said.out.split("ROUND ")[1:]
    assert "7h 8h 3h Jh Th  flush           win           +25.00   +250.00       50.00" in first
    assert "This round is not revealed yet; its cards stay hidden until it is." in second
    assert "5 hidden" in second
    assert "Ah" not in second


def test_only_the_last_round_is_shown_where_one_is_asked_for(path: Path, tablehand: Tablehand) -> None:
    rounds = json.loads(tablehand("journal", "show", str(path), "--last", "1", "--json").out)

    assert [told["round"] for told in rounds] == [2]


@pytest.mark.parametrize("verb", ["show", "export"])
def test_a_round_that_was_never_played_is_one_line_and_exit_code_2(path: Path, tablehand: Tablehand, verb: str) -> None:
    said = tablehand("journal", verb, str(path), "--round", "77")

    assert (said.code, said.out) == (2, "")
    assert said.err == f"there is no round 77 in the journal {path}; it has rounds 1 to 2\n"


def test_the_evidence_pack_of_a_round_is_two_files(path: Path, tablehand: Tablehand, tmp_path: Path) -> None:
    said = tablehand("journal", "export", str(path), "--round", "1", "--to", str(tmp_path / "evidence"))

    files = [tmp_path / "evidence" / "round-000001.json", tmp_path / "evidence" / "round-000001.html"]
    assert said.out.splitlines() == list(map(str, files))
    assert json.loads(files[0].read_text(encoding="utf-8"))["round"] == 1
    assert tablehand("journal", "export", str(path), "--round", "1", "--format", "json").out == files[0].read_text(
        encoding="utf-8"
    )
    assert "<h1>Round 1</h1>" in files[1].read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_is_one_line_and_exit_code_2(
    path: Path, tablehand: Tablehand, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")

    said = tablehand("journal", "export", str(path), "--round", "1", "--to", str(tmp_path / "taken" / "below"))

    assert said.code == 2
    assert said.err.startswith("cannot write ")


def test_the_meter_reconciles(path: Path, tablehand: Tablehand) -> None:
    said = tablehand("journal", "reconcile", str(path))

    assert said.code == 0
    assert [" ".join(line.split()) for line in said.out.splitlines()] == [
        "by the entries on the table",
        "chips in 2 2",
        "displayed 100,001.40 100,001.40",
        "hits 1 1",
        "wins 50.00 50.00",
        "overflow 0.00 0.00",
        "reserve 0.00 0.00",
        "last hits 1 kept 1 kept",
        "",
        "rate x chips in = increments",
        "from entry 2: 70 % x 1.00 x 2 chips = 1.40; they raised 1.40",
        "",
        "how the displayed amount came about",
        "100,000.00 as the journal begins",
        "1.40 contribution",
        "100,001.40 by the entries",
    ]


def test_a_meter_that_reconciles_says_so_as_json(path: Path, tablehand: Tablehand) -> None:
    said = tablehand("journal", "reconcile", str(path), "--json")

    told = json.loads(said.out)
    assert (told["agrees"], told["differences"]) == (True, [])
    assert told["entries"] == told["table"]
    assert told["entries"]["last_hits"] == [{"round": 1, "seat": 3, "hand": "flush", "amount": "50.00"}]
    assert [(rate["chips_in"], rate["due"], rate["raised"]) for rate in told["rates"]] == [(2, "140/1", "140/1")]


def test_a_meter_that_does_not_reconcile_is_told_what_differs_and_where(path: Path, tablehand: Tablehand) -> None:
    """The chain is sealed anew, as somebody would who wants to hide a chip."""
    seq = rewrite(path, "chip_inserted", lambda body: body.replace('"cents":"70/1"', '"cents":"69/1"'))

    said = tablehand("journal", "reconcile", str(path))

    assert said.code == 1
    assert said.err.startswith(
        "the meter does not agree with its entries: "
        "displayed is 100,001.40 on the table and 100,001.39 by the entries, first seen at entry "
    )
    assert f"entry {seq} leaves a chip with another share on the meter than its rate says" in said.err
    assert said.err.count("\n") == 1


def test_a_shift_is_closed_at_the_running_table_and_read_out(tablehand: Tablehand, daemon: Daemon, path: Path) -> None:
    with open_for_reading(path) as book:
        shift = json.loads(json.dumps({**shift_of(book), "by": "lund"}))
    daemon.answers = [{"ok": True, "shift": shift}]

    said = tablehand("journal", "close-shift", "--as", "lund")
    as_json = tablehand("journal", "close-shift", "--as", "lund", "--json")

    assert daemon.asked == [{"do": "close_shift", "operator": "lund", "secret": "first secret"}] * 2
    assert said.out.startswith("SHIFT CLOSE\n")
    assert said.out.endswith("Every figure is the sum of its entries.\nSigned: lund\n")
    assert json.loads(as_json.out) == shift


def test_no_shift_is_closed_while_no_table_runs(tablehand: Tablehand, daemon: Daemon, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.sock"

    said = tablehand("journal", "close-shift", "--as", "lund", "--socket", str(nowhere))

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"no table answers at {nowhere}; is it running?")


def test_slips_are_listed_and_printed_by_their_number(tablehand: Tablehand, tmp_path: Path) -> None:
    structlog.configure(processors=[structlog.testing.LogCapture()])
    with closing(Rig(settings_in(tmp_path))) as rig:
        rig.act(open_table=None, ante={3: "25.00"}, chip=3, no_more_bets=None)
        rig.act(deal={3: "Th Td Tc Ts Ah", "dealer": "2c 2d 3s 4c Kc"}, decide={3: "raise"}, reveal=None, settle=None)
    structlog.reset_defaults()
    path = str(rig.daemon.journal.path)

    listed = tablehand("journal", "slip", path)

    assert listed.out.startswith("000001  ")
    assert "500.00  round 1, seat 3, four of a kind" in listed.out
    assert "No. 000001" in tablehand("journal", "slip", "1", path).out
    assert tablehand("journal", "slip", "1", path, "--html").out.startswith("<!doctype html>")
    missing = tablehand("journal", "slip", "2", path)
    assert (missing.code, missing.err) == (2, "there is no hand-pay slip 2; the last one is 1\n")


def test_a_journal_without_a_slip_says_so(path: Path, tablehand: Tablehand) -> None:
    assert tablehand("journal", "slip", str(path)).out == "no award of 500.00 or more was paid yet\n"
