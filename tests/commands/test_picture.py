"""What a person sees of a table: real tables, played by the real rules, drawn as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from controller.core.events import Event, MeterOpened, Person, Role
from controller.core.house import House, Progressive
from controller.core.money import Money
from controller.core.state import Table, new_table
from controller.library import load_awards, load_paytable, load_profile
from controller.record import effect_to_dict, event_to_dict
from controller.rules.conversation import picture
from controller.rules.grid import step
from controller.scenario.steps import read_step
from tests.commands.conftest import Daemon, Tablehand

Tell = Callable[[str, object], list[dict[str, object]]]


def a_house() -> House:
    return House(
        profile=load_profile("house"),
        paytable=load_paytable("us"),
        progressive=Progressive(
            Money.parse("10000.00"), Fraction(7, 10), Money.parse("1.00"), load_awards("us-500-100-50")
        ),
        seats=3,
    )


class Game:
    """A table that is told steps, and the events with their effects as watchers hear them."""

    def __init__(self) -> None:
        self.table: Table = new_table(a_house())
        both = (Person("lund", Role.SUPERVISOR), Person("ortiz", Role.DEALER))
        self._take(MeterOpened(amount=Money.parse("10000.00"), by=both))
        self.tell("open_table", None)

    def tell(self, verb: str, value: object) -> list[dict[str, object]]:
        return [self._take(event) for event in read_step(verb, value, self.table)]

    def _take(self, event: Event) -> dict[str, object]:
        taken = step(self.table, event)
        self.table = taken.table
        effects = [effect_to_dict(effect) for effect in taken.effects]
        public = {"phase": self.table.phase.value, "table": picture(self.table)}
        return event_to_dict(event) | {"effects": effects, **public}


@pytest.fixture
def dealt() -> Game:
    game = Game()
    game.tell("ante", {1: "10.00", 3: "25.00"})
    game.tell("chip", 3)
    game.tell("no_more_bets", None)
    game.tell("deal", {1: "Ah Kd 9c 5s 2h", 3: "7h 8h 3h Jh Th", "dealer": "2c 2d 3s 4c Kc"})
    return game


def test_status_shows_a_halted_table_with_its_question_and_no_hidden_card(
    dealt: Game, tablehand: Tablehand, daemon: Daemon
) -> None:
    dealt.tell("expose", {"hand": "dealer"})
    daemon.answers = [{"ok": True, "table": picture(dealt.table)}]

    said = tablehand("status")

    assert said.code == 0
    assert said.out.splitlines() == [
        "round 1  halted (was deciding)  meter 10000.70  wagers 1",
        "profile house  acceptors refuse",
        f"message: {dealt.table.message}",
        "",
        "seat  lamp  hand        ante       bet  cards           outcome",
        "   1  ( )   live       10.00      0.00  5",
        "   2  ( )   none        0.00      0.00  0",
        "   3  (!)   live       25.00      0.00  5",
        "dealer      live                        5               up card Kc",
        "",
        f"A SUPERVISOR IS ASKED: EXP-3 (hand dealer)  {dealt.table.stops[0].says.removesuffix('. (EXP-3)')}",
        *(f"  {'yes' if fact.held else 'no ':<3}  {fact.name}" for fact in dealt.table.stops[0].facts),
        "  proposed: void_round  the round is void: 35.00 goes back to 2 seats, 1 chip returned, meter -0.70",
        "  or:       play_on     nothing changes, play goes on",
        "  decide with: tablehand rule DECISION --note TEXT --as NAME",
    ]


def test_status_shows_a_settled_table_with_its_results(dealt: Game, tablehand: Tablehand, daemon: Daemon) -> None:
    dealt.tell("decide", {1: "fold", 3: "raise"})
    dealt.tell("reveal", None)
    dealt.tell("settle", None)
    daemon.answers = [{"ok": True, "table": picture(dealt.table)}]

    said = tablehand("status")

    assert said.out.splitlines()[-4:] == [
        "   1  ( )   folded     10.00      0.00  5               fold  ante -10.00",
        "   2  ( )   none        0.00      0.00  0",
        "   3  (*)   live       25.00     50.00  7h 8h 3h Jh Th  win flush  ante +25.00  bet +250.00  award 50.00",
        "dealer      live                        2c 2d 3s 4c Kc",
    ]


def test_status_as_json_is_the_picture_itself(dealt: Game, tablehand: Tablehand, daemon: Daemon) -> None:
    shown = picture(dealt.table)
    daemon.answers = [{"ok": True, "table": shown}]

    said = tablehand("status", "--json")

    assert json.loads(said.out) == {"table": json.loads(json.dumps(shown))}


def test_watch_tells_one_line_an_event_until_the_table_ends(dealt: Game, tablehand: Tablehand, daemon: Daemon) -> None:
    (late,) = dealt.tell("chip", 1)
    (talk,) = dealt.tell("talk", [3])
    daemon.answers = [{"ok": True, "table": picture(dealt.table)}, late, talk]

    said = tablehand("watch")
    as_json = tablehand("watch", "--json")

    assert [line.strip() for line in said.out.splitlines()[-2:]] == [
        "deciding   a chip goes in at seat 1; WAG-5: Seat 1: a chip after wagers closed; hand it back",
        "deciding   seat 3 talked about the hand; DEAD-1: Seat 3 told about the hand: forfeit hand",
    ]
    assert [json.loads(line) for line in as_json.out.splitlines()[1:]] == [late, talk]


def test_a_table_whose_meter_was_never_opened_says_how_it_is_opened(tablehand: Tablehand, daemon: Daemon) -> None:
    fresh = new_table(a_house())
    daemon.answers = [{"ok": True, "table": picture(fresh)}]

    said = tablehand("status")

    assert "meter not opened; two persons do it: tablehand meter open" in said.out
