"""No hole card leaves the daemon before it is revealed: not in status, watch, logs or answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import LogCapture

from controller.core.cards import PACK, spoken
from controller.core.state import new_table
from controller.rules.grid import step
from controller.runtime.herald import cry
from controller.runtime.loop import Happened
from controller.runtime.reading import lines, open_for_reading
from controller.scenario.file import Scenario, read_scenario
from controller.scenario.steps import read_step
from tests.runtime.rig import Rig

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*/*.yaml"))
ANY_CARD = re.compile("|".join([rf"\b{card}\b" for card in PACK] + [spoken(card) for card in PACK]))


def cards_in(told: object) -> set[str]:
    return set(ANY_CARD.findall(json.dumps(told)))


def everything_that_happens(scenario: Scenario) -> Iterator[Happened]:
    table = new_table(scenario.house, meter=scenario.meter, opened=True)
    for told in scenario.steps:
        if told.verb not in ("expect", "wait", "restart"):
            for event in read_step(told.verb, told.value, table):
                done = step(table, event)
                table = done.table
                yield Happened(event, done.effects, table, refused=False)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_is_told_of_an_event_names_no_card_before_the_reveal(file: Path) -> None:
    scenario = read_scenario(file)

    told = [cry(one) for one in everything_that_happens(scenario) if not one.table.revealed]

    assert {event["event"]: cards_in(event) for event in told if cards_in(event)} == {}


def test_status_shows_the_up_card_and_counts_the_others(rig: Rig) -> None:
    rig.deal_round()

    told = rig.ask(do="status")

    assert cards_in(told) == {"Kc"}
    assert told["table"]["seats"]["3"]["cards"] == 5


def test_the_log_names_no_card_before_the_reveal(rig: Rig, logged: LogCapture) -> None:
    rig.deal_round()
    rig.close()

    assert cards_in(logged.entries) == set()
    assert "card_drawn" in json.dumps(logged.entries)


def test_the_journal_keeps_every_card_and_hides_them_until_the_reveal(rig: Rig) -> None:
    rig.deal_round()
    with open_for_reading(rig.daemon.journal.path) as book:
        hidden = [line.body for line in lines(book)]

    rig.act(decide={1: "fold", 3: "raise"}, reveal=None)

    assert cards_in(hidden) == set()
    with open_for_reading(rig.daemon.journal.path) as book:
        assert len(cards_in([line.body for line in lines(book)])) == 15


def test_cards_of_a_void_round_stay_hidden_until_it_is_cleared(rig: Rig) -> None:
    rig.deal_round()
    rig.told("supervisor", {"who": "lund", "decision": "void_round"})
    with open_for_reading(rig.daemon.journal.path) as book:
        hidden = [line.body for line in lines(book)]

    rig.act(clear=None)

    assert cards_in(hidden) == set()
    with open_for_reading(rig.daemon.journal.path) as book:
        assert len(cards_in([line.body for line in lines(book)])) == 15


def test_a_refused_request_is_not_quoted_while_the_cards_are_hidden(rig: Rig) -> None:
    rig.deal_round()
    rig.ask(do="act", step={"show": {"hand": 1, "cards": "9h Kd 8c 5s 2h"}}, operator="nobody", secret="whatever")

    with open_for_reading(rig.daemon.journal.path) as book:
        (refused,) = lines(book, last=1)

    assert refused.entry.kind == "refused"
    assert cards_in(refused.body) == set()
    assert refused.body["operator"] == "nobody"
