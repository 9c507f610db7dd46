"""Reports of offences and exposures: the reporter's word is taken, phase and hand are checked by the clauses.

A report on a hand that is out of the round is answered with "hand is dead"; one that no clause bites on is journaled
and nothing follows.
"""

from __future__ import annotations

from controller.core.cards import Card
from controller.core.events import (
    DEALER,
    CardExposed,
    ConductNoted,
    Event,
    HandLookedAt,
    HandOutOfView,
    HandTouched,
    OtherHandTouched,
    PlayersTalked,
    Seat,
    SecondHandFound,
)
from controller.core.state import Phase, Standing, Table
from controller.rules.book import findings
from controller.rules.clauses.dealing import last_card_of_the_dealer
from controller.rules.rulings import rule
from controller.rules.step import Step

_OUT = (Standing.DEAD, Standing.FORFEITED)


def _offenders(event: Event) -> tuple[Seat, ...]:
    match event:
        case PlayersTalked(seats=seats):
            return tuple(dict.fromkeys(seats))
        case CardExposed(hand=hand):
            return (hand,) if hand else ()
        case HandLookedAt(seat=seat) | HandTouched(seat=seat) | OtherHandTouched(seat=seat):
            return (seat,)
        case HandOutOfView(seat=seat) | SecondHandFound(seat=seat):
            return (seat,)
    return ()


def report(table: Table, event: Event) -> Step:
    step = Step(table)
    if isinstance(event, HandLookedAt) and table.order:
        step = step.but(looked=True)
    if isinstance(event, CardExposed) and event.hand == DEALER and event.card is not None:
        step = _turn_up_early(step, event.card)
    if not table.void:
        for seat in _offenders(event):
            if table.player(seat).ante and table.player(seat).standing in _OUT:
                step = step.alert("hand_is_dead", f"Seat {seat}: that hand is dead.", seat)
    cards = (event.card,) if isinstance(event, CardExposed) and event.card is not None else ()
    return rule(step, findings(step.table, event), cards)


def note_conduct(table: Table, event: ConductNoted) -> Step:
    """The conduct log changes no money and no hand."""
    return Step(table)


def _turn_up_early(step: Step, card: Card) -> Step:
    """The dealer turned the up card before "deal complete" was called; a fifth card that follows is a hole card."""
    table = step.table
    early = table.play_phase is Phase.DEALING and table.up_card is None and card == last_card_of_the_dealer(table)
    return step.but(up_card=card) if early else step
