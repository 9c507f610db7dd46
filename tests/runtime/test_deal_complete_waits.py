"""The deal is called complete while the shoe sends a lost card again: no hand is short that is not."""

from __future__ import annotations

from controller.core.events import DealCompleted
from controller.core.state import Phase
from controller.runtime.clock import NS_PER_S
from controller.runtime.loop import Ask, Happened
from tests.runtime.rig import Rig

HANDS = {1: "9h Kd 8c 5s 2h", "dealer": "2c 2d 3s 4c Kc"}


def dealt_but_for_the_last_card(rig: Rig) -> None:
    rig.act(open_table=None, ante={1: "10.00"}, no_more_bets=None)
    for card in HANDS[1].split():
        rig.sim("draw", card)
    rig.sim("packet_ended")
    for card in HANDS["dealer"].split()[:-1]:
        rig.sim("draw", card)
    rig.shoe.gap = True


def call_it_complete(rig: Rig) -> list[tuple[tuple[Happened, ...], str]]:
    answers: list[tuple[tuple[Happened, ...], str]] = []
    rig.daemon.loop.ask(Ask(lambda happened, trouble: answers.append((happened, trouble)), (DealCompleted(),)))
    rig.turn()
    return answers


def test_the_deal_is_complete_once_the_card_has_come(rig: Rig) -> None:
    dealt_but_for_the_last_card(rig)
    answers = call_it_complete(rig)
    assert (answers, rig.table.deal_told) == ([], False)

    rig.shoe.gap = False
    rig.sim("draw", "Kc")

    assert (rig.table.phase, rig.table.rulings) == (Phase.DECIDING, ())
    assert len(answers) == 1


def test_a_gap_that_is_never_filled_does_not_hold_the_table_for_ever(rig: Rig) -> None:
    dealt_but_for_the_last_card(rig)
    answers = call_it_complete(rig)

    rig.clock.later_ns += 2 * NS_PER_S
    rig.turn()

    assert len(answers) == 1
    assert rig.table.deal_told
