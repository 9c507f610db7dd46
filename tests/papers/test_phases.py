"""The diagram of phases is found by playing, and drawn without one thing on another."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from controller.core.events import KINDS
from controller.core.state import Phase
from controller.library import load_profile
from controller.papers.diagram import drawn
from controller.papers.phases import Ways, ways
from tests.commands.conftest import Tablehand

SVG = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@pytest.fixture(scope="module")
def house() -> Ways:
    return ways(load_profile("house"))


@pytest.fixture(scope="module")
def svg(house: Ways) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(house, "Phases"))


def texts(svg: ElementTree.Element) -> list[tuple[str, Box]]:
    """Each label and the room its letters take, generously."""
    labels = [text for text in svg.iter(f"{SVG}text") if text.get("class") is None]
    return [
        (text.text or "", Box(x := float(text.get("x", 0)), (y := float(text.get("y", 0))) - 9,
                              x + 7 * len(text.text or ""), y + 2))
        for text in labels
    ]  # fmt: skip


def segments(svg: ElementTree.Element) -> list[Box]:
    """Every straight part of every arrow."""
    found = []
    for path in svg.iter(f"{SVG}path"):
        if moves := re.fullmatch(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", path.get("d", "")):
            x, y, way, to = float(moves[1]), float(moves[2]), moves[3], float(moves[4])
            end = (to, y) if way == "H" else (x, to)
            found.append(Box(min(x, end[0]), min(y, end[1]) - 0.7, max(x, end[0]) + 0.7, max(y, end[1]) + 0.7))
    return found


def test_a_round_leads_through_its_phases_in_order(house: Ways) -> None:
    onward = {
        (Phase.CLOSED, Phase.BETTING): "table_opened",
        (Phase.BETTING, Phase.COUNTING): "bets_closed",
        (Phase.COUNTING, Phase.DEALING): "chips_counted",
        (Phase.DEALING, Phase.DECIDING): "deal_completed",
        (Phase.DECIDING, Phase.REVEALING): "player_decided",
        (Phase.REVEALING, Phase.SETTLING): "dealer_revealed",
        (Phase.SETTLING, Phase.CLEARING): "settlement_called",
        (Phase.CLEARING, Phase.BETTING): "round_cleared",
    }

    assert {way: name for way, name in onward.items() if name not in house[way]} == {}


def test_wagers_lead_to_a_deal_and_to_nothing_behind_it(house: Ways) -> None:
    """A deal that was called complete before its only wager went back must not be remembered."""
    after = {to for (at, to), names in house.items() if at is Phase.BETTING and "bets_closed" in names}

    assert after == {Phase.COUNTING, Phase.DEALING, Phase.HALTED}


def test_every_phase_can_be_stopped_and_goes_on(house: Ways) -> None:
    phases = set(Phase) - {Phase.HALTED}

    assert {at for at, to in house if to is Phase.HALTED} == phases
    assert {to for at, to in house if at is Phase.HALTED} == phases


def test_only_the_house_that_plays_for_the_progressive_alone_settles_a_misdeal() -> None:
    colorado = ways(load_profile("colorado"))[Phase.DEALING, Phase.SETTLING]

    assert "deal_completed" in colorado


def test_every_way_has_its_label_and_no_label_names_what_is_no_event(house: Ways, svg: ElementTree.Element) -> None:
    told = " ".join(text for text, _ in texts(svg))
    events = {name.replace("_", " ") for name in KINDS}

    for names in house.values():
        assert {name.replace("_", " ") for name in names} <= events
        assert all(name.replace("_", " ") in told for name in names)


def test_no_label_lies_on_another_or_on_an_arrow(svg: ElementTree.Element) -> None:
    labels = texts(svg)

    assert [(a, b) for (a, one), (b, other) in combinations(labels, 2) if one.meets(other)] == []
    assert [text for text, box in labels if any(box.meets(line) for line in segments(svg))] == []


def test_the_command_draws_it(tablehand: Tablehand) -> None:
    said = tablehand("rulebook", "--diagram")

    assert said.code == 0
    assert ElementTree.fromstring(said.out).find(f"{SVG}title").text == "Phases of a round, house rules"  # type: ignore[union-attr]
