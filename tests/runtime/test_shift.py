"""A shift is closed at the running table: added up from its entries, signed by a supervisor, journaled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.runtime.reading import open_for_reading
from controller.runtime.reconcile import reconcile
from tests.runtime.rig import Rig, settings_in
from tests.runtime.test_desk import LUND, ORTIZ, last_entry
from tests.runtime.test_reconcile import FLUSH, ROYAL


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Rig]:
    """A table that counts its chips, with a dealer (ortiz) and a supervisor (lund)."""
    with closing(Rig(settings_in(tmp_path, count_chips="true"))) as rig:
        rig.ask(do="operator", verb="add", name="lund", role="supervisor", new_secret="lund's own")
        rig.ask(do="operator", verb="add", name="ortiz", role="dealer", new_secret="ortiz's own", **LUND)
        rig.act(open_table=None)
        yield rig


def deal(rig: Rig, hands: dict[object, str], counted: int = 2) -> None:
    rig.act(ante={1: "10.00", 3: "25.00"}, chip=[1, 3], no_more_bets=None, count_chips=counted)
    if counted == 2:
        rig.act(deal=hands, decide={1: "fold", 3: "raise"}, reveal=None)


def closed(rig: Rig) -> dict[str, Any]:
    answer = rig.ask(do="close_shift", **LUND)
    assert answer["ok"], answer
    shift: dict[str, Any] = answer["shift"]
    return shift


def test_a_closed_shift_says_what_it_came_to_and_who_signed(pit: Rig) -> None:
    deal(pit, FLUSH)
    pit.act(settle=None, clear=None)

    shift = closed(pit)

    assert (shift["rounds"], shift["by"], shift["differences"]) == (1, "lund", [])
    assert shift["opening"] == {
        "chips_in": 0, "displayed": "10000000", "hits": 0, "wins": "0.00", "overflow": "0", "reserve": "0",
    }  # fmt: skip
    assert shift["closing"] == shift["opening"] | {"chips_in": 2, "displayed": "10000140", "hits": 1, "wins": "50.00"}
    assert shift["chips"] == {
        "put_in": 2, "handed_back": 0, "rounds_counted": 1, "counted": 2, "accepted_when_counted": 2,
        "rate_x_chips": "140", "raised": "140",
    }  # fmt: skip
    assert shift["awards"] == {"hits": 1, "owed": "50.00", "paid": "50.00", "waiting": []}
    assert shift["money"]["bet"] == {"taken": "0.00", "paid": "250.00"}
    assert last_entry(pit) == ("shift_closed", shift)


def test_the_next_shift_begins_where_the_last_one_ended(pit: Rig) -> None:
    deal(pit, FLUSH)
    first = closed(pit)
    pit.act(settle=None, clear=None)
    deal(pit, FLUSH)
    pit.act(settle=None, clear=None)

    second = closed(pit)

    assert second["first"] == first["through"] + 1
    assert second["opening"] == first["closing"]
    assert (second["rounds"], second["awards"]["hits"], second["chips"]["put_in"]) == (2, 2, 2)
    assert second["differences"] == []


def test_shifts_add_up_to_the_meter(pit: Rig) -> None:
    shifts = []
    for hands in (FLUSH, ROYAL, FLUSH):
        deal(pit, hands)
        shifts.append(closed(pit))
        pit.act(approve={"seat": 3, "by": ["lund", "ortiz"]}, settle=None, clear=None)
    shifts.append(closed(pit))

    with open_for_reading(pit.daemon.journal.path) as book:
        meter = reconcile(book)
    assert meter.agrees
    assert sum(shift["chips"]["put_in"] for shift in shifts) == meter.live.chips_in
    assert sum(shift["awards"]["hits"] for shift in shifts) == meter.live.hits
    assert [(shift["slips"]["first"], shift["slips"]["last"]) for shift in shifts] == [(1, 0), (1, 0), (1, 1), (2, 1)]


@pytest.mark.clause("WAG-7")
def test_chips_that_did_not_match_and_an_open_question_are_on_the_paper(pit: Rig) -> None:
    deal(pit, FLUSH, counted=3)

    shift = closed(pit)

    assert shift["phase"] == "halted"
    assert (shift["chips"]["counted"], shift["chips"]["accepted_when_counted"]) == (3, 2)
    assert [question["clause"] for question in shift["open_questions"]] == ["WAG-7"]
    assert shift["alerts"]["chips_do_not_match"] == 1


@pytest.mark.clause("PRG-9")
def test_an_award_that_waits_for_approval_is_owed_and_not_paid(pit: Rig) -> None:
    deal(pit, ROYAL)
    pit.act(settle=None)

    shift = closed(pit)

    (waiting,) = shift["awards"]["waiting"]
    assert waiting["seat"] == 3
    assert waiting["says"].startswith("Seat 3: an award of 100,001.40 waits for two persons' approval.")
    assert (shift["awards"]["hits"], shift["awards"]["paid"]) == (0, "0.00")


def test_rulings_refused_acts_and_power_cuts_of_the_shift_are_counted(pit: Rig) -> None:
    pit.act(ante={1: "10.00", 3: "25.00"}, no_more_bets=None, count_chips=0, deal=FLUSH, talk=[3])
    pit.ask(do="act", step={"dance": 3}, **ORTIZ)
    pit.ask(do="act", step={"clear": None}, **ORTIZ)
    with closing(pit.power_cut()) as again:
        shift = closed(again)

    assert shift["refused"] == {"act": 1}
    assert (shift["starts"], shift["power_cuts"]) == (1, 1)
    assert (shift["rulings"], shift["alerts"]) == ({"DEAD-1": 1}, {"out_of_turn": 1})


def test_a_dealer_closes_no_shift(pit: Rig) -> None:
    answer = pit.ask(do="close_shift", **ORTIZ)

    assert answer == {"ok": False, "error": "ortiz is a dealer; a shift is closed by a supervisor"}
    assert last_entry(pit)[0] == "refused"


def test_nobody_closes_a_shift_without_a_name(pit: Rig) -> None:
    answer = pit.ask(do="close_shift")

    assert answer == {"ok": False, "error": 'name who you are: "operator" and "secret"'}
