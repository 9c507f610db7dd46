"""A halted table tells what each choice would do, in money and cards."""

from __future__ import annotations

import pytest

from controller.rules.conversation import consequences, picture
from tests.rules.bench import Bench, house


@pytest.mark.clause("EXP-2", "SUP-1")
def test_each_choice_is_told_with_what_would_move() -> None:
    bench = Bench()
    bench("ante", {1: "10.00", 3: "25.00", 5: "10.00"})("chip", [1, 3])("no_more_bets")

    bench("expose", {"hand": "dealer"})

    assert consequences(bench.table) == {
        "void_round": "the round is void: 45.00 goes back to 3 seats, 2 chips returned, meter -1.40",
        "play_on": "nothing changes, play goes on",
    }


@pytest.mark.clause("DEAD-2", "SUP-1")
def test_the_loss_of_a_hand_is_told_before_it_is_decided() -> None:
    bench = Bench(house())
    bench("ante", {2: "10.00", 4: "10.00"})("chip", 2)("no_more_bets")
    bench("deal", {2: "9h Kd 8c 5s 2h", 4: "Qs Qh 7c 7d 2s", "dealer": "2c 2d 3s 4c Kc"})("decide", {2: "raise"})

    bench("touch", 2)

    assert consequences(bench.table) == {
        "forfeit_hand": "seat 2 is out, its wagers are taken: 30.00 is taken from 1 seat, 1 chip taken",
        "dead_hand": "seat 2 is out, its wagers go back: 30.00 goes back to 1 seat, 1 chip returned, meter -0.70",
        "play_on": "nothing changes, play goes on",
        "void_round": "the round is void: 40.00 goes back to 2 seats, 1 chip returned, meter -0.70",
    }


def test_nothing_is_asked_while_play_goes_on() -> None:
    assert consequences(Bench().table) == {}


def test_a_card_that_was_not_due_is_burned_and_taken_from_no_hand() -> None:
    bench = Bench()
    bench("ante", {1: "10.00"})

    bench("draw", "Kd")

    assert consequences(bench.table)["burn_card"] == "the card is burned; it lies in no hand"


@pytest.mark.clause("EXP-2")
def test_in_sydney_a_card_named_by_mistake_is_not_shown_as_the_up_card() -> None:
    """Seat 1 holds the ace: told as the dealer's up card it would leave the daemon before it is revealed."""
    bench = Bench(house("nsw"))
    bench("ante", {1: "10.00"})("no_more_bets")("draw", ["Ah", "Kd", "9c", "5s", "2h"])("packet_ended")
    bench("draw", ["2c", "2d"])

    bench("expose", {"hand": "dealer", "card": "Ah"})

    assert "Ah" not in str(picture(bench.table))


@pytest.mark.clause("EXP-2")
def test_a_halted_table_tells_which_facts_held_and_which_failed() -> None:
    bench = Bench()
    bench("ante", {1: "10.00"})("no_more_bets")

    bench("expose", {"hand": "dealer"})

    facts = {fact["fact"]: fact["held"] for fact in picture(bench.table)["question"]["facts"]}
    assert facts == {
        "the deal is not complete": True,
        "it is a hole card of the dealer": True,
        "players still decide (EXP-3)": False,
        "it is a players card (EXP-4)": False,
    }
