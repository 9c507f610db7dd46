"""Everybody at the control socket is heard, named, proven, and journaled."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from controller.core.state import Phase
from controller.runtime.book import Book
from drivers.ports import MeterFace
from tests.runtime.rig import Rig, settings_in

ORTIZ = {"operator": "ortiz", "secret": "ortiz's own"}
LUND = {"operator": "lund", "secret": "lund's own"}


@pytest.fixture
def pit(rig: Rig) -> Rig:
    """A table with a dealer (ortiz), a supervisor (lund), a technician (tech) and an auditor (audit)."""
    for name, role in [("lund", "supervisor"), ("ortiz", "dealer"), ("tech", "technician"), ("audit", "auditor")]:
        leave = {} if name == "lund" else LUND
        added = rig.ask(do="operator", verb="add", name=name, role=role, new_secret=f"{name}'s own", **leave)
        assert added == {"ok": True}
    return rig


def proof(name: str) -> dict[str, str]:
    return {"operator": name, "secret": f"{name}'s own"}


def last_entry(rig: Rig) -> tuple[str, dict[str, Any]]:
    with closing(Book.for_reading(rig.daemon.journal.path)) as book:
        entry = list(book.sound())[-1]
    return entry.kind, entry.content()


def test_a_dealer_acts_and_the_journal_names_the_dealer(pit: Rig) -> None:
    answer = pit.ask(do="act", step={"open_table": None}, **ORTIZ)

    assert answer == {"ok": True, "alerts": [], "rulings": [], "phase": "betting"}
    kind, body = last_entry(pit)
    assert (kind, body["source"]) == ("table_opened", "ortiz (act)")


def test_an_act_the_table_refuses_says_why(pit: Rig) -> None:
    answer = pit.ask(do="act", step={"no_more_bets": None}, **ORTIZ)

    assert answer["ok"] is False
    assert answer["error"] == '"no more bets" is not possible while the table is closed.'
    assert [alert["name"] for alert in answer["alerts"]] == ["out_of_turn"]


def test_a_supervisor_decides(pit: Rig) -> None:
    pit.ask(do="act", step={"open_table": None}, **ORTIZ)
    pit.sim("draw", "Kd")

    answer = pit.ask(do="rule", decision="accept", note="burned", **LUND)

    assert answer["ok"] is True
    assert [ruling["clause"] for ruling in answer["rulings"]] == ["DEAL-2"]
    assert pit.table.phase is not Phase.HALTED


def test_the_meter_is_opened_by_two_persons_once(tmp_path: Any) -> None:
    with closing(Rig(settings_in(tmp_path, meter="null"))) as rig:
        for name, leave in [("lund", {}), ("ortiz", LUND)]:
            role = "supervisor" if name == "lund" else "dealer"
            rig.ask(do="operator", verb="add", name=name, role=role, new_secret=f"{name}'s own", **leave)
        notice = rig.ask(do="status")["notice"]
        closed = rig.ask(do="act", step={"open_table": None}, **ORTIZ)
        alone = rig.ask(do="meter", amount="12345.00", **LUND)

        both = rig.ask(do="meter", amount="12345.00", also=ORTIZ, **LUND)

        assert notice.startswith("closed: the meter has no opening amount; two persons enter it")
        assert (closed["ok"], alone["ok"], both["ok"]) == (False, False, True)
        assert alone["error"] == "The opening amount needs two persons, one a supervisor."
        assert rig.sign.shown == MeterFace(1_234_500)
        assert rig.ask(do="meter", amount="1.00", also=ORTIZ, **LUND)["ok"] is False
        assert rig.ask(do="status")["notice"] == ""
        with closing(rig.power_cut()) as again:
            assert again.sign.shown == MeterFace(1_234_500)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "without a name": ({"do": "act", "step": {"clear": None}}, 'name who you are: "operator" and "secret"'),
    "with a number for a name": (
        {"do": "act", "step": {"clear": None}, "operator": 7, "secret": "x"},
        'name who you are: "operator" and "secret"',
    ),
    "with a wrong secret": (
        {"do": "act", "step": {"clear": None}, "operator": "ortiz", "secret": "guess"},
        '"ortiz" is no operator here, or the secret is wrong',
    ),
    "without a step": ({"do": "act", **ORTIZ}, '"step" is an object with one verb, like {"decide": {"1": "fold"}}'),
    "with two verbs": (
        {"do": "act", "step": {"clear": None, "reveal": None}, **ORTIZ},
        '"step" is an object with one verb, like {"decide": {"1": "fold"}}',
    ),
    "with what only hardware does": (
        {"do": "act", "step": {"chip": 3}, **LUND},
        '"chip" is nothing a person does; known here: ante, ',
    ),
    "to turn the key switch": (
        {"do": "act", "step": {"key": "on"}, **LUND},
        '"key" is nothing a person does; known here: ante, ',
    ),
    "with a verb that is none": (
        {"do": "act", "step": {"juggle": 3}, **LUND},
        '"juggle" is nothing a person does; known here: ante, ',
    ),
    "with a verb misspelt": (
        {"do": "act", "step": {"no_more_bet": None}, **ORTIZ},
        '"no_more_bet" is nothing a person does; did you mean "no_more_bets"?',
    ),
    "as an auditor": (
        {"do": "act", "step": {"clear": None}, **proof("audit")},
        "audit is an auditor and may not clear",
    ),
    "for a seat that is not there": (
        {"do": "act", "step": {"decide": {"9": "fold"}}, **ORTIZ},
        'decide: "9" is no seat; seats are 1 to 7',
    ),
    "with a float": (
        {"do": "act", "step": {"ante": {"1": 10.5}}, **ORTIZ},
        "ante: 10.5 is not an amount; ",
    ),
    "for somebody else": (
        {"do": "act", "step": {"approve": {"seat": 3, "by": ["lund", "ortiz"]}}, **LUND},
        '"ortiz" has not proven who they are; everyone named gives their secret',
    ),
    "as a supervisor through act": (
        {"do": "act", "step": {"supervisor": {"who": "lund", "decision": "accept"}}, **LUND},
        "a supervisor decides with rule, not with act",
    ),
    "without a decision": ({"do": "rule", **LUND}, 'supervisor: "decision" is missing'),
    "with an amount that is none": (
        {"do": "meter", "amount": "lots", "also": ORTIZ, **LUND},
        "'lots' is not an amount; write it as a string with two decimals, like \"10.00\"",
    ),
    "by a dealer who keeps no list": (
        {"do": "operator", "verb": "disable", "name": "lund", **ORTIZ},
        "ortiz is a dealer; operators are kept by a supervisor or a technician",
    ),
    "with a verb for people that is none": (
        {"do": "operator", "verb": "promote", "name": "ortiz", **LUND},
        '"verb" is one of add, list, disable, not "promote"',
    ),
    "for nobody": ({"do": "operator", "verb": "disable", **LUND}, '"name" is missing'),
}


@pytest.mark.parametrize(("request_", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_request_gets_a_sentence_and_is_journaled_without_its_secret(
    pit: Rig, request_: dict[str, Any], sentence: str
) -> None:
    before = pit.table

    answer = pit.ask(**request_)

    assert answer["ok"] is False
    assert answer["error"].startswith(sentence)
    kind, body = last_entry(pit)
    assert (kind, body["error"], body["do"]) == ("refused", answer["error"], request_["do"])
    assert "own" not in body["asked"]
    assert "guess" not in body["asked"]
    assert pit.table is before


@pytest.mark.parametrize("what", [None, 7, "dance", ["status"], {"do": "status"}])
def test_a_request_for_nothing_known_says_what_is_known(rig: Rig, what: object) -> None:
    answer = rig.ask(do=what)

    assert answer["ok"] is False
    known = "status, watch, act, rule, meter, operator, close_shift, sim"
    assert answer["error"].startswith(f'"do" is one of {known}, not ')


def test_operators_are_listed_without_secrets(pit: Rig) -> None:
    told = pit.ask(do="operator", verb="list")

    assert told == {
        "ok": True,
        "operators": [
            {"name": name, "role": role, "disabled": False, "wrong": 0}
            for name, role in [
                ("audit", "auditor"),
                ("lund", "supervisor"),
                ("ortiz", "dealer"),
                ("tech", "technician"),
            ]
        ],
    }


def test_a_disabled_operator_acts_no_more(pit: Rig) -> None:
    pit.ask(do="operator", verb="disable", name="ortiz", **proof("tech"))

    answer = pit.ask(do="act", step={"open_table": None}, **ORTIZ)

    assert answer["ok"] is False
    assert pit.table.phase is Phase.CLOSED


def test_five_wrong_secrets_lock_an_operator_out(pit: Rig) -> None:
    for _ in range(5):
        pit.ask(do="act", step={"open_table": None}, operator="ortiz", secret="guess")

    answer = pit.ask(do="act", step={"open_table": None}, **ORTIZ)

    assert answer["error"] == "ortiz is locked after wrong secrets; try again in 60 s"


def test_simulated_hardware_takes_the_way_of_real_hardware(pit: Rig) -> None:
    pit.ask(do="act", step={"open_table": None}, **ORTIZ)
    pit.ask(do="act", step={"ante": {"3": "10.00"}}, **ORTIZ)

    answer = pit.ask(do="sim", step={"chip": 3})

    assert answer == {"ok": True}
    assert pit.table.player(3).lit
    assert last_entry(pit)[1]["source"] == "acceptor 3"


def test_what_is_no_hardware_cannot_be_simulated(rig: Rig) -> None:
    answer = rig.ask(do="sim", step={"decide": {"1": "fold"}})

    assert answer["ok"] is False
    assert answer["error"].startswith('"decide" moves no hardware; known here: chip, ')


def test_where_ports_are_real_nothing_is_simulated(tmp_path: Any) -> None:
    with closing(Rig(settings_in(tmp_path), simulate=None)) as rig:
        answer = rig.ask(do="sim", step={"chip": 3})

    assert answer == {"ok": False, "error": "the ports of this table are real; nothing here is simulated"}
