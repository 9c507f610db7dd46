"""Wagers: who may put what where, and when."""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.events import BetsClosed, ChipsCounted, Event, Hand, Seat, SecondHandFound
from controller.core.state import Table
from controller.rules.judge import Clause, Rule, the_round

CLAUSES = (
    Clause(id="WAG-1", says='Antes and chips go down before "no more bets"; after it nothing is placed or withdrawn.',
           acts="place_ante"),
    Clause(id="WAG-2", says="One hand per player; a second one is taken off before the deal, later it is dead."),
    Clause(id="WAG-3", says="The raise is exactly twice the ante, unless the house says otherwise.",
           acts="raise_allowed"),
    Clause(id="WAG-4", says="A progressive wager is one chip; the seat's light is its only proof.", acts="take_chip"),
    Clause(id="WAG-5", says='A chip after "no more bets", or a second at a lit seat, goes back.', acts="give_back"),
    Clause(id="WAG-6", says="A progressive wager needs an ante at its seat; a light without ante stops the deal."),
    Clause(id="WAG-7", says="The chips counted out of the acceptors must equal the wagers accepted."),
    Clause(id="WAG-8", says="The ante lies within the table's limits; above the maximum only the maximum plays.",
           acts="place_ante"),
)  # fmt: skip


def lit_seats(table: Table, _event: Event) -> Iterable[Seat]:
    return (player.seat for player in table.players if player.lit)


def no_ante_lies_there(table: Table, _event: Event, hand: Hand | None) -> bool:
    return bool(hand) and not table.player(hand or 1).ante


def second_hand(table: Table, event: Event) -> Iterable[Seat]:
    assert isinstance(event, SecondHandFound)
    return (event.seat,)


def the_hand_takes_part(table: Table, _event: Event, hand: Hand | None) -> bool:
    return bool(hand) and table.player(hand or 1).in_play


def nothing_is_revealed(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return not table.revealed and not table.void


def the_count_differs_from_the_wagers_accepted(table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, ChipsCounted) and event.count != table.accepted


RULES = (
    Rule(
        clause="WAG-2",
        says="is a second hand of one player",
        on=(SecondHandFound,),
        about=second_hand,
        when=(the_hand_takes_part, nothing_is_revealed),
    ),
    Rule(
        clause="WAG-6",
        says="has its light on but no ante; hand the chip back or let a supervisor decide",
        on=(BetsClosed,),
        about=lit_seats,
        when=(no_ante_lies_there,),
    ),
    Rule(
        clause="WAG-7",
        says="The chips counted are not the wagers accepted; count again or let a supervisor decide",
        on=(ChipsCounted,),
        about=the_round,
        when=(the_count_differs_from_the_wagers_accepted,),
    ),
)
