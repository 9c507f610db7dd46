"""Exposed cards: what the house does when a card is seen that should not be.

Why EXP-3 matters: with one more dealer card known the house edge falls from 5.22 % to 0.62 %.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.events import DEALER, CardDrawn, CardExposed, Event, Hand
from controller.core.state import Phase, Table
from controller.rules.clauses.dealing import due, last_card_of_the_dealer, the_card_is_of_this_pack
from controller.rules.judge import Clause, Rule, the_round

CLAUSES = (
    Clause(id="EXP-1", says='A hole card is exposed before "no more bets".'),
    Clause(id="EXP-2", says="A dealer's hole card is exposed during the deal."),
    Clause(id="EXP-3", says="A dealer's hole card is exposed while players still decide."),
    Clause(id="EXP-4", says="A player's card is exposed in the deal."),
    Clause(id="EXP-5", says="A card lies face up in the shoe (boxed)."),
)


def the_hand(_table: Table, event: Event) -> Iterable[Hand]:
    assert isinstance(event, CardExposed)
    return (event.hand,)


def the_hand_due(table: Table, _event: Event) -> Iterable[Hand]:
    hand = due(table)
    return () if hand is None else (hand,)


def wagers_are_open(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase is Phase.BETTING


def the_deal_is_not_complete(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase in (Phase.COUNTING, Phase.DEALING)


def players_still_decide(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase is Phase.DECIDING


def it_is_a_hole_card_of_the_dealer(table: Table, event: Event, hand: Hand | None) -> bool:
    """The up card lies open anyway; a card that nobody named is taken for a hole card."""
    if hand != DEALER or not isinstance(event, CardExposed):
        return False
    return event.card is None or event.card != (table.up_card or last_card_of_the_dealer(table))


def it_is_a_players_card(table: Table, _event: Event, hand: Hand | None) -> bool:
    return bool(hand) and table.player(hand or 1).in_play


def the_card_came_face_up(_table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, CardDrawn) and event.face_up


RULES = (
    Rule(
        clause="EXP-1",
        says='A hole card was exposed before "no more bets"',
        on=(CardExposed,),
        about=the_round,
        when=(wagers_are_open,),
    ),
    Rule(
        clause="EXP-2",
        says="had a hole card exposed during the deal",
        on=(CardExposed,),
        about=the_hand,
        when=(the_deal_is_not_complete, it_is_a_hole_card_of_the_dealer),
    ),
    Rule(
        clause="EXP-3",
        says="had a hole card exposed while players still decide",
        on=(CardExposed,),
        about=the_hand,
        when=(players_still_decide, it_is_a_hole_card_of_the_dealer),
    ),
    Rule(
        clause="EXP-4",
        says="had a card exposed in the deal",
        on=(CardExposed,),
        about=the_hand,
        when=(the_deal_is_not_complete, it_is_a_players_card),
    ),
    Rule(
        clause="EXP-5",
        says="got a card that lay face up in the shoe",
        on=(CardDrawn,),
        about=the_hand_due,
        given=(the_card_came_face_up, the_card_is_of_this_pack),
    ),
)
