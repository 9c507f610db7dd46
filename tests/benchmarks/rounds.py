"""Whole rounds through the real `step`: seven seats with ante and chip, packets, decisions, settlement.

Against pokerkit on a comparable round, and per event against a bare phase machine in `transitions`. The events are made
before the clock starts, as the cards and triggers of the peers are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from controller.core.cards import PACK, Card
from controller.core.events import (
    NAMES,
    AntePlaced,
    BetsClosed,
    CardDrawn,
    ChipInserted,
    DealCompleted,
    DealerRevealed,
    Event,
    PacketEnded,
    PlayerDecided,
    RoundCleared,
    SettlementCalled,
)
from controller.core.house import House, Progressive
from controller.core.money import Money
from controller.core.state import FIVE, Phase, Table, new_table
from controller.library import load_awards, load_paytable, load_profile
from controller.rules.grid import step
from tests.benchmarks.peers import pokerkit_round, transitions_round
from tests.benchmarks.ratio import Ratio, faster, in_turns

_SEATS = range(1, 8)
_FOLDING = (2, 4)
_ROUNDS = 40
_TURNS = 25


def measure() -> Iterator[Ratio]:
    """Raises AssertionError when a round does not come out as a round: then there is nothing to compare."""
    cards = random.Random(1).sample(PACK, FIVE * (len(_SEATS) + 1))
    table, events = new_table(_house(), meter=Money(10_000_000), opened=True), _events(cards)
    pokerkit = pokerkit_round(cards, [seat - 1 for seat in _FOLDING])
    phases = transitions_round([(NAMES[type(event)], _told(event)) for event in events])
    assert _played(table, events[:-1]).phase is Phase.CLEARING
    assert _played(table, events).rounds == 1
    assert not pokerkit().status
    assert phases() == "betting"

    def ours() -> int:
        for _ in range(_ROUNDS):
            _played(table, events)
        return _ROUNDS

    def in_pokerkit() -> int:
        for _ in range(_ROUNDS):
            pokerkit()
        return _ROUNDS

    def in_transitions() -> int:
        for _ in range(_ROUNDS):
            phases()
        return _ROUNDS

    rounds, others, walks = in_turns([ours, in_pokerkit, in_transitions], _TURNS)
    yield faster("rules, whole rounds of seven seats", "pokerkit, a comparable round", rounds, others, floor=10)
    ours_each, walk_each = ([seconds / len(events) for seconds in taken] for taken in (rounds, walks))
    yield faster("rules, per event", "transitions, phases with guards only", ours_each, walk_each, floor=5)


def _played(table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        table = step(table, event).table
    return table


def _house() -> House:
    progressive = Progressive(Money(1_000_000), Fraction(7, 10), Money(100), load_awards("us-500-100-50"))
    return House(profile=load_profile("house"), paytable=load_paytable("us"), progressive=progressive)


def _events(cards: Sequence[Card]) -> list[Event]:
    hands = [cards[first : first + FIVE] for first in range(0, len(cards), FIVE)]
    return [
        *(AntePlaced(seat=seat, amount=Money(1_000)) for seat in _SEATS),
        *(ChipInserted(seat=seat) for seat in _SEATS),
        BetsClosed(),
        *(event for hand in hands for event in (*(CardDrawn(card=card) for card in hand), PacketEnded())),
        DealCompleted(),
        *(PlayerDecided(seat=seat, fold=seat in _FOLDING) for seat in _SEATS),
        DealerRevealed(),
        SettlementCalled(),
        RoundCleared(),
    ]


def _told(event: Event) -> object:
    """The one thing an event tells beside its name."""
    match event:
        case CardDrawn(card=card):
            return card
        case AntePlaced(seat=seat) | ChipInserted(seat=seat) | PlayerDecided(seat=seat):
            return seat
    return None
