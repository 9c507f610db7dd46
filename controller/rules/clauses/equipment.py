"""Equipment that fails in a way that touches the outcome, and what the cards on the layout say."""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.cards import UNREAD
from controller.core.events import CardDrawn, DeviceCondition, Event, Hand, ShoeCondition, ShoeState
from controller.core.state import Phase, Table
from controller.rules.clauses.dealing import due
from controller.rules.judge import Clause, Rule, the_round

CLAUSES = (
    Clause(id="EQP-1", says="Equipment failed in a way that touches the outcome: the table stops."),
    Clause(id="EQP-2", says="A failing acceptor is taken out; its chips are refused, the other seats play on.",
           acts="set_acceptor"),
    Clause(id="EQP-3", says="Test mode moves only test meters, shows its own lights, and ends by itself.",
           acts="set_test_mode"),
    Clause(id="SUP-1", says="The supervisor's decision is final and stands until the round is cleared.", acts="decide"),
    Clause(id="SUP-2", says="A supervisor is known by name and secret, and by the key where one is fitted.",
           acts="is_proven"),
)  # fmt: skip


def the_hand_due(table: Table, _event: Event) -> Iterable[Hand]:
    hand = due(table)
    return () if hand is None else (hand,)


def the_shoe_could_not_read_the_card(_table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, CardDrawn) and event.card == UNREAD


def the_shoe_is_in_trouble(_table: Table, event: Event, _hand: Hand | None) -> bool:
    settled = (ShoeState.RESTORED, ShoeState.NEW_PACK, ShoeState.RESTARTED)
    return isinstance(event, ShoeCondition) and event.kind not in settled


def the_cards_still_matter(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase in (Phase.COUNTING, Phase.DEALING, Phase.DECIDING, Phase.REVEALING)


def it_does_not_stand_already(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return not any(stop.clause == "EQP-1" and stop.hand is None for stop in table.stops)


def the_shoe_began_anew(_table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, ShoeCondition) and event.kind in (ShoeState.NEW_PACK, ShoeState.RESTARTED)


def cards_are_out(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return bool(table.pack)


def the_program_changed(_table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, DeviceCondition) and event.device == "program" and event.kind == "changed"


def a_round_is_under_way(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return any(player.ante or player.lit for player in table.players)


RULES = (
    Rule(
        clause="EQP-1",
        says="got a card that the shoe could not read",
        on=(CardDrawn,),
        about=the_hand_due,
        given=(the_shoe_could_not_read_the_card,),
    ),
    Rule(
        clause="EQP-1",
        says="The shoe is in trouble",
        on=(ShoeCondition,),
        about=the_round,
        when=(the_shoe_is_in_trouble, the_cards_still_matter, it_does_not_stand_already),
    ),
    Rule(
        clause="EQP-1",
        says="The shoe began anew while cards are out",
        on=(ShoeCondition,),
        about=the_round,
        when=(the_shoe_began_anew, cards_are_out, it_does_not_stand_already),
    ),
    Rule(
        clause="EQP-1",
        says="The program was changed in the middle of the round",
        on=(DeviceCondition,),
        about=the_round,
        when=(the_program_changed, a_round_is_under_way, it_does_not_stand_already),
    ),
)
