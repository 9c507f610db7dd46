"""Reports of offences and exposures: the reporter's word is taken, phase and hand are checked by the clauses.

A report on a hand that is out of the round is answered with "hand is dead"; one that no clause bites on is journaled
and nothing follows.
"""

from __future__ import annotations

from controller.core.events import (
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
from controller.core.state import Standing, Table
from controller.rules.book import findings
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
    if isinstance(event, HandOutOfView):
        step = step.seat(event.seat, out_of_view=table.player(event.seat).out_of_view + 1)
    if not table.void:
        for seat in _offenders(event):
            if table.player(seat).ante and table.player(seat).standing in _OUT:
                step = step.alert("hand_is_dead", f"Seat {seat}: that hand is dead.", seat)
    return rule(step, findings(step.table, event))


def note_conduct(table: Table, event: ConductNoted) -> Step:
    """The conduct log changes no money and no hand."""
    return Step(table)
