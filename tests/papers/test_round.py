"""What is printed and handed over of a round: complete, self-contained, and verifiable by anybody."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import structlog

from controller.papers.evidence import evidence_json, evidence_page, file_name
from controller.papers.round import told
from controller.papers.text import round_text
from controller.runtime.reading import open_for_reading
from controller.runtime.rounds import RoundRecord, round_record
from tests.runtime.rig import Rig, settings_in
from tests.runtime.test_hidden_cards import cards_in
from tests.runtime.test_reading import play_rounds
from tests.runtime.test_rounds import shoe_dies

MADE = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    structlog.configure(processors=[structlog.testing.LogCapture()])
    rig = Rig(settings_in(tmp_path))
    yield rig
    rig.close()
    structlog.reset_defaults()


def recorded(rig: Rig, number: int = 1) -> RoundRecord:
    with open_for_reading(rig.daemon.journal.path) as book:
        return round_record(book, number)


def jackpot(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "25.00", 7: "50.00"}, chip=3, no_more_bets=None)
    rig.act(
        deal={3: "Th Jh Qh Kh Ah", 7: "3d 3c Kd 9d 2s", "dealer": "2c 2d 3s 4c Kc"}, decide={3: "raise", 7: "raise"}
    )
    rig.act(touch=7, supervisor={"who": "lund", "decision": "dead_hand", "note": "turned <them> over"}, reveal=None)
    rig.act(settle=None, approve={"seat": 3, "by": ["lund", "ortiz"]})
    rig.act(settle=None, clear=None)


def verified_by_anybody(pack: dict[str, Any], directory: Path) -> subprocess.CompletedProcess[str]:
    """With what the pack itself says, and nothing of ours."""
    (directory / file_name(pack["round"], "json")).write_text(json.dumps(pack), encoding="utf-8")
    asked = [sys.executable, "-I", "-c", pack["verify_with"]]
    return subprocess.run(asked, cwd=directory, capture_output=True, text=True, check=False)


def test_a_round_tells_its_jackpot_with_who_approved_and_who_decided_why(rig: Rig) -> None:
    jackpot(rig)

    values = told(recorded(rig))

    (award,) = values["awards"]
    assert (award["seat"], award["hand"], award["amount"]) == (3, "royal_flush", "100,000.70")
    assert [approval["by"] for approval in award["approvals"]] == [["lund", "ortiz"]]
    (decision,) = values["decisions"]
    assert (decision["by"], decision["decision"], decision["note"]) == (["lund"], "dead_hand", "turned <them> over")
    (question,) = values["questions"]
    assert question["clause"] == "DEAD-2"
    assert {"fact": "the cards were laid down", "held": True} in question["facts"]
    assert values["meter"]["before"]["displayed"] == "100,000.00"
    assert values["meter"]["after"]["displayed"] == "10,000.00"


def test_the_text_is_read_by_a_floor_manager(rig: Rig) -> None:
    jackpot(rig)

    lines = [" ".join(line.split()) for line in round_text(told(recorded(rig)))]

    assert "3 lit 25.00 50.00 Th Jh Qh Kh Ah royal flush win +25.00 +5,000.00 100,000.70" in lines
    assert "7 - 50.00 100.00 3d 3c Kd 9d 2s pair dead 0.00 0.00" in lines
    assert "dealer 2c 2d 3s 4c Kc pair, up card Kc, qualifies" in lines
    assert "meter 100,000.00 before, 10,000.00 after" in lines


def test_a_third_party_verifies_the_pack_with_what_the_pack_says(rig: Rig, tmp_path: Path) -> None:
    play_rounds(rig, 2)
    record = recorded(rig, 2)

    done = verified_by_anybody(json.loads(evidence_json(record)), tmp_path)

    assert record.proof.seal is not None
    assert (done.returncode, done.stdout, done.stderr) == (0, f"sound up to {record.proof.seal.hash}\n", "")


def test_a_pack_in_which_one_card_was_changed_is_found_out(rig: Rig, tmp_path: Path) -> None:
    play_rounds(rig, 1)
    pack = json.loads(evidence_json(recorded(rig)))
    drawn = next(entry for entry in pack["proof"]["entries"] if entry["kind"] == "card_drawn")
    drawn["body"] = drawn["body"].replace('"9h"', '"9d"')

    done = verified_by_anybody(pack, tmp_path)

    assert done.returncode != 0
    assert f"entry {drawn['seq']} was changed" in done.stderr


def test_the_page_needs_nothing_but_itself_and_names_the_digest_of_its_json(rig: Rig) -> None:
    jackpot(rig)
    record = recorded(rig)

    page = evidence_page(record, MADE)

    assert not re.findall(r"(?:src|href)=|url\(|@import|<script", page)
    assert sha256(evidence_json(record)).hexdigest() in page
    assert all(entry.hash in page for entry in record.proof.entries)
    assert "turned &lt;them&gt; over" in page


def test_a_round_finished_by_hand_says_so_on_every_paper(rig: Rig) -> None:
    shoe_dies(rig)
    record = recorded(rig)
    (note,) = told(record)["notes"]

    assert re.fullmatch(
        r"The shoe failed \(jam, entry \d+, [\d:]+\); the round was finished with cards entered by hand: "
        r"Kc to the dealer, by lund, ortiz \(entry \d+, [\d:]+\)\.",
        note,
    )
    assert f"  ! {note}" in list(round_text(told(record)))
    assert note in evidence_page(record, MADE)


def test_no_paper_of_a_round_that_is_not_revealed_names_a_card(rig: Rig) -> None:
    rig.deal_round()
    record = recorded(rig)

    papers = ["\n".join(round_text(told(record))), evidence_json(record).decode(), evidence_page(record, MADE)]

    assert all(cards_in(paper) <= {"Kc"} for paper in papers)
    assert set(re.findall("[0-9JQKA]+[♣♦♥♠]", papers[2])) <= {"K♣"}
    assert json.loads(papers[1])["proof"]["entries"] == []


def test_who_was_let_in_and_by_whom_is_told_in_words(rig: Rig) -> None:
    lund = {"operator": "lund", "secret": "lund's own"}
    rig.ask(do="operator", verb="add", name="lund", role="supervisor", new_secret="lund's own")
    rig.ask(do="operator", verb="add", name="ortiz", role="dealer", new_secret="ortiz's own", **lund)
    rig.ask(do="operator", verb="disable", name="ortiz", **lund)
    rig.act(open_table=None, ante={1: "10.00"})

    text = [" ".join(line.split()) for line in round_text(told(recorded(rig)))]

    assert "UTC, still betting, entries 1 to " in text[1]
    assert [line.split(" ", 2)[2] for line in text if "may " in line] == [
        "lund may work here as supervisor (the first start)",
        "ortiz may work here as dealer (lund)",
        "ortiz may not work here any more (lund)",
    ]
