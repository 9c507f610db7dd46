"""The running table from a terminal: what is asked of the daemon, and what a person reads of its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Daemon, Said, Tablehand

ORTIZ = {"operator": "ortiz", "secret": "first secret"}
LUND = {"operator": "lund", "secret": "second secret"}


@pytest.mark.parametrize(
    ("words", "request_sent"),
    [
        (["act", "no_more_bets"], {"do": "act", "step": {"no_more_bets": None}}),
        (["act", "{no_more_bets: }"], {"do": "act", "step": {"no_more_bets": None}}),
        (["act", "{decide: {1: fold, 3: raise}}"], {"do": "act", "step": {"decide": {"1": "fold", "3": "raise"}}}),
        (["act", '{"decide": {"1": "fold"}}'], {"do": "act", "step": {"decide": {"1": "fold"}}}),
        (["act", '{ante: {1: "10.00"}}'], {"do": "act", "step": {"ante": {"1": "10.00"}}}),
        (["act", "{talk: [1, 2]}"], {"do": "act", "step": {"talk": [1, 2]}}),
        (["act", "{key: on}"], {"do": "act", "step": {"key": True}}),
        (
            ["rule", "dead_hand", "--seat", "3", "--note", "phone"],
            {"do": "rule", "decision": "dead_hand", "seat": 3, "note": "phone"},
        ),
        (
            ["rule", "enter_card", "--seat", "dealer", "--cards", "Kd", "--note", "unread"],
            {"do": "rule", "decision": "enter_card", "seat": "dealer", "cards": "Kd", "note": "unread"},
        ),
        (["meter", "open", "10000.00", "--and", "lund"], {"do": "meter", "amount": "10000.00", "also": LUND}),
        (
            ["act", "{approve: {seat: 5}}", "--and", "lund"],
            {"do": "act", "step": {"approve": {"seat": 5}}, "also": LUND},
        ),
        (["operator", "disable", "kim"], {"do": "operator", "verb": "disable", "name": "kim"}),
    ],
)
def test_what_a_person_types_is_asked_of_the_daemon_with_their_secret(
    words: list[str], request_sent: dict[str, Any], tablehand: Tablehand, daemon: Daemon
) -> None:
    said = tablehand(*words, "--as", "ortiz")

    assert (said.code, said.err) == (0, "")
    assert daemon.asked == [request_sent | ORTIZ]


@pytest.mark.parametrize(
    ("words", "step_sent"),
    [
        (["chip", "3"], {"chip": 3}),
        (["chip", "1", "3"], {"chip": [1, 3]}),
        (["draw", "Kd"], {"draw": "Kd"}),
        (["draw", "??"], {"draw": "??"}),
        (["shoe", "jam"], {"shoe": "jam"}),
        (["fault", "acceptor=3", "kind=stuck"], {"fault": {"acceptor": 3, "kind": "stuck"}}),
        (["fault", "{acceptor: 3, kind: stuck}"], {"fault": {"acceptor": 3, "kind": "stuck"}}),
        (["packet_ended"], {"packet_ended": None}),
    ],
)
def test_simulated_hardware_is_driven_with_the_verbs_of_scenario_files(
    words: list[str], step_sent: dict[str, Any], tablehand: Tablehand, daemon: Daemon
) -> None:
    said = tablehand("sim", *words)

    assert said == Said(0, "", "")
    assert daemon.asked == [{"do": "sim", "step": step_sent}]


def test_rulings_and_notes_of_an_act_are_read_out(tablehand: Tablehand, daemon: Daemon) -> None:
    daemon.answers = [
        {
            "ok": True,
            "phase": "dealing",
            "rulings": [{"clause": "CNT-1", "says": "A dealer dealt four cards takes one more. (CNT-1)"}],
            "alerts": [{"name": "late_chip", "says": "Seat 2: the chip came late; hand it back."}],
        }
    ]

    said = tablehand("act", "deal_completed", "--as", "ortiz")

    assert said.out == (
        "ruled: CNT-1  A dealer dealt four cards takes one more\nnote: Seat 2: the chip came late; hand it back.\n"
    )


def test_a_refusal_is_one_sentence_and_exit_code_1(tablehand: Tablehand, daemon: Daemon) -> None:
    daemon.answers = [{"ok": False, "error": "ortiz is a dealer and may not open the meter"}]

    said = tablehand("act", "no_more_bets", "--as", "ortiz")

    assert said == Said(1, "", "ortiz is a dealer and may not open the meter\n")


def test_a_table_that_is_not_running_is_told_so_with_what_to_do(tablehand: Tablehand, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.sock"

    said = tablehand("status", "--socket", str(nowhere))

    assert said == Said(2, "", f"no table answers at {nowhere}; is it running? systemctl status tablehand\n")


@pytest.mark.parametrize("answers", [[], [b"not json\n"]])
def test_a_daemon_that_breaks_off_is_told_so(answers: list[Any], tablehand: Tablehand, daemon: Daemon) -> None:
    daemon.answers = answers

    said = tablehand("status")

    assert said.code == 2
    assert said.err.startswith(("the daemon hung up without an answer", "the daemon broke off"))
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["act", "{decide: {1: fold}", "--as", "x"],
            'tablehand act: STEP:1: this is no YAML: a "{" or "[" is not closed',
        ),
        (["act", "{a: 1, b: 2}", "--as", "x"], "tablehand act: a step has one verb, like no_more_bets or '{decide:"),
        (["act", "{ante: {1: 10.00}}", "--as", "x"], 'tablehand act: 10.00: write amounts in quotes, like "10.00"'),
        (["act", "{a: 1, a: 2}", "--as", "x"], "tablehand act: STEP:1: a: written twice, first in line 1; keep one"),
        (["act", "no_more_bets"], "tablehand act: Missing option '--as'."),
        (["rule", "accept", "--as", "x"], "tablehand rule: Missing option '--note'."),
        (
            ["rule", "accept", "--note", "n", "--seat", "two", "--as", "x"],
            "tablehand rule: --seat is a number or dealer",
        ),
        (
            ["meter", "open", "10000", "--as", "x", "--and", "y"],
            'tablehand meter open: "10000" is not an amount; write',
        ),
        (
            ["meter", "open", "10000.00", "--as", "x"],
            "tablehand meter open: it takes two persons: --as NAME --and NAME",
        ),
        (
            ["operator", "add", "kim", "--role", "king"],
            "tablehand operator add: Invalid value for '--role': 'king' is not",
        ),
    ],
)
def test_words_that_make_no_sense_are_refused_before_anybody_is_asked(
    words: list[str], sentence: str, tablehand: Tablehand, daemon: Daemon
) -> None:
    said = tablehand(*words)

    assert said.code == 2
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
    assert daemon.asked == []


def test_a_secret_comes_from_a_file_when_one_is_named(tablehand: Tablehand, daemon: Daemon, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("from a file\n", encoding="utf-8")

    tablehand("act", "clear", "--as", "ortiz", "--secret-file", str(file))

    assert daemon.asked == [{"do": "act", "step": {"clear": None}, "operator": "ortiz", "secret": "from a file"}]


def test_without_a_terminal_nobody_can_be_asked_for_a_secret(
    tablehand: Tablehand, daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABLEHAND_SECRET")

    said = tablehand("act", "clear", "--as", "ortiz")

    assert said == Said(
        2, "", "Secret of ortiz: nobody to ask here; name a file with the secret, or set TABLEHAND_SECRET\n"
    )


def test_the_first_person_is_added_without_leave_and_others_with_it(
    tablehand: Tablehand, daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEHAND_NEW_SECRET", "new secret")

    first = tablehand("operator", "add", "lund", "--role", "supervisor")
    second = tablehand("operator", "add", "kim", "--role", "auditor", "--as", "ortiz")

    assert (first.out, second.out) == ("lund is a supervisor now\n", "kim is an auditor now\n")
    add = {"do": "operator", "verb": "add", "new_secret": "new secret"}
    assert daemon.asked == [
        add | {"name": "lund", "role": "supervisor"},
        add | {"name": "kim", "role": "auditor"} | ORTIZ,
    ]


def test_everybody_is_listed_without_their_secrets(tablehand: Tablehand, daemon: Daemon) -> None:
    lund = {"name": "lund", "role": "supervisor", "disabled": False, "wrong": 0}
    kim = {"name": "kim", "role": "dealer", "disabled": True, "wrong": 5}
    daemon.answers = [{"ok": True, "operators": [lund, kim]}]

    said = tablehand("operator", "list")
    as_json = tablehand("operator", "list", "--json")

    assert said.out == "lund                     supervisor\nkim                      dealer  (disabled)\n"
    assert json.loads(as_json.out) == [lund, kim]
