"""Settlement: who beats whom and what that pays. Only a dispute about the cards themselves stops the table (SET-8)."""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.events import Event, Hand, HandShown
from controller.core.state import Table
from controller.rules.judge import Clause, Rule

CLAUSES = (
    Clause(id="SET-1", says="A fold forfeits the ante.", acts="result_of"),
    Clause(id="SET-2", says="The dealer qualifies with ace-king or better.", acts="dealer_plays"),
    Clause(id="SET-3", says="Dealer does not qualify: the ante pays 1 to 1, the bet goes back.", acts="result_of"),
    Clause(
        id="SET-4", says="Player beats a qualified dealer: ante 1 to 1, the bet by the pay table.", acts="result_of"
    ),
    Clause(id="SET-5", says="A bet's winnings are capped per hand; ante and progressive are not.", acts="bet_wins"),
    Clause(id="SET-6", says="Dealer beats the player: ante and bet are lost.", acts="result_of"),
    Clause(id="SET-7", says="All five ranks equal: ante and bet push.", acts="result_of"),
    Clause(id="SET-8", says="Cards speak: where record and layout differ, the physical card prevails."),
)


def the_hand_shown(_table: Table, event: Event) -> Iterable[Hand]:
    assert isinstance(event, HandShown)
    return (event.hand,)


def every_card_of_it_was_read(table: Table, event: Event, hand: Hand | None) -> bool:
    return hand is not None and (table.layout_unknown or "??" not in table.dealt(hand).cards)


def the_cards_differ_from_the_record(table: Table, event: Event, hand: Hand | None) -> bool:
    """Where nobody knows which card lies where, a card differs that never left the shoe or lies in another hand."""
    if hand is None or not isinstance(event, HandShown):
        return False
    if not table.layout_unknown:
        return set(event.cards) != set(table.dealt(hand).cards)
    elsewhere = {card for other in table.order if other != hand and table.dealt(other).shown
                 for card in table.dealt(other).cards}  # fmt: skip
    return any(card not in table.pack or card in elsewhere for card in event.cards)


RULES = (
    Rule(
        clause="SET-8",
        says="holds other cards on the layout than the shoe recorded",
        on=(HandShown,),
        about=the_hand_shown,
        when=(every_card_of_it_was_read, the_cards_differ_from_the_record),
    ),
)
