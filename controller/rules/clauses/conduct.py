"""Dead hands: what players may not do with their cards and what becomes of the hand.

A report states the offence itself: whether it happened is the reporter's word; only phase and hand are checked.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.events import (
    Event,
    Hand,
    HandLookedAt,
    HandOutOfView,
    HandTouched,
    OtherHandTouched,
    PlayersTalked,
    Seat,
)
from controller.core.state import Phase, Table
from controller.rules.clauses.wagers import the_hand_takes_part
from controller.rules.judge import Clause, Rule

CLAUSES = (
    Clause(id="DEAD-1", says="Players tell each other, or the dealer, about their hands."),
    Clause(id="DEAD-2", says="A player touches the cards again after laying them face down."),
    Clause(id="DEAD-3", says="A player touches another player's cards."),
    Clause(id="DEAD-4", says="The five cards are not in the dealer's full view."),
    Clause(id="DEAD-5", says="A player looks before the deal is complete."),
)


def the_seat(_table: Table, event: Event) -> Iterable[Seat]:
    assert isinstance(event, HandLookedAt | HandTouched | OtherHandTouched | HandOutOfView)
    return (event.seat,)


def the_talkers(_table: Table, event: Event) -> Iterable[Seat]:
    assert isinstance(event, PlayersTalked)
    return dict.fromkeys(event.seats)


def cards_lie_and_are_not_revealed(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase in (Phase.DEALING, Phase.DECIDING, Phase.REVEALING)


def the_seat_is_not_settled(table: Table, _event: Event, hand: Hand | None) -> bool:
    cards_out = (Phase.DEALING, Phase.DECIDING, Phase.REVEALING, Phase.SETTLING)
    return bool(hand) and table.play_phase in cards_out and table.player(hand or 1).unsettled


def the_cards_were_laid_down(table: Table, _event: Event, hand: Hand | None) -> bool:
    """A player lays the cards face down with the decision."""
    return bool(hand) and table.player(hand or 1).raised is not None


def the_other_hand_is_in_the_round(table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, OtherHandTouched) and event.hand in table.order and event.hand != event.seat


def the_deal_goes_on(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase is Phase.DEALING


RULES = (
    Rule(
        clause="DEAD-1",
        says="told about the hand",
        on=(PlayersTalked,),
        about=the_talkers,
        when=(cards_lie_and_are_not_revealed, the_hand_takes_part),
    ),
    Rule(
        clause="DEAD-2",
        says="touched the cards after laying them down",
        on=(HandTouched,),
        about=the_seat,
        when=(the_seat_is_not_settled, the_hand_takes_part, the_cards_were_laid_down),
    ),
    Rule(
        clause="DEAD-3",
        says="touched the cards of another hand",
        on=(OtherHandTouched,),
        about=the_seat,
        when=(the_seat_is_not_settled, the_hand_takes_part, the_other_hand_is_in_the_round),
    ),
    Rule(
        clause="DEAD-4",
        says="does not keep the cards in the dealer's full view",
        on=(HandOutOfView,),
        about=the_seat,
        when=(cards_lie_and_are_not_revealed, the_hand_takes_part),
    ),
    Rule(
        clause="DEAD-5",
        says="looked before the deal was complete",
        on=(HandLookedAt,),
        about=the_seat,
        when=(the_deal_goes_on, the_hand_takes_part),
    ),
)
