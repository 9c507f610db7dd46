"""The peers of the rules: a comparable round in pokerkit, and a bare phase machine in `transitions`.

Comparable: seven seats and the dealer, antes, forty cards told one by one, seven decisions, a showdown. pokerkit plays
that as one street of five cards with one betting round; `transitions` walks the phases with a guard and an action for
each event, as a table built on it would, but without rules or money.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pokerkit import Automation, BettingStructure, Card, Deck, Opening, StandardHighHand, State, Street
from transitions import Machine

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_FIVE_CARDS_THE_LAST_FACE_UP = (False, False, False, False, True)
_HANDS = 8


def pokerkit_round(cards: Sequence[str], folding: Sequence[int]) -> Callable[[], State]:
    """A whole round with these cards in dealing order; the hands named (by place, 0 the first) fold."""
    pack = [next(Card.parse(card)) for card in cards]
    street = Street(False, _FIVE_CARDS_THE_LAST_FACE_UP, 0, False, Opening.POSITION, 20, None)

    def play() -> State:
        state = State(
            _AUTOMATIC,
            Deck.STANDARD,
            (StandardHighHand,),
            (street,),
            BettingStructure.FIXED_LIMIT,
            True,
            10,
            0,
            0,
            1000,
            _HANDS,
        )
        for card in pack:
            state.deal_hole((card,))
        while (hand := state.actor_index) is not None:
            if hand in folding and state.can_fold():
                state.fold()
            elif not any(state.bets):
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        return state

    return play


class _Phases:
    """The model of the phase machine: a guard and an action for each event, no rule, no money, no history."""

    def __init__(self) -> None:
        self.trigger: Callable[..., bool]
        self.state: str
        self.clear()

    def clear(self, told: object = None) -> None:
        self.antes: set[object] = set()
        self.lit: set[object] = set()
        self.cards: list[object] = []
        self.packets = 0
        self.decided: set[object] = set()

    def has_no_ante(self, told: object) -> bool:
        return told not in self.antes

    def take_ante(self, told: object) -> None:
        self.antes.add(told)

    def has_ante_and_is_dark(self, told: object) -> bool:
        return told in self.antes and told not in self.lit

    def light(self, told: object) -> None:
        self.lit.add(told)

    def has_antes(self, told: object) -> bool:
        return bool(self.antes)

    def is_new_card(self, told: object) -> bool:
        return told not in self.cards

    def lay_card(self, told: object) -> None:
        self.cards.append(told)

    def has_five(self, told: object) -> bool:
        return len(self.cards) == 5 * (self.packets + 1)

    def end_packet(self, told: object) -> None:
        self.packets += 1

    def all_dealt(self, told: object) -> bool:
        return self.packets == len(self.antes) + 1

    def is_last_to_decide(self, told: object) -> bool:
        return len(self.decided) == len(self.antes) - 1

    def decide(self, told: object) -> None:
        self.decided.add(told)


_STATES = ["betting", "dealing", "deciding", "revealing", "settling", "clearing"]


def _row(trigger: str, source: str, dest: str | None, guard: str = "", action: str = "") -> dict[str, Any]:
    return {"trigger": trigger, "source": source, "dest": dest, "conditions": guard or [], "after": action or []}


_WALK = [
    _row("ante_placed", "betting", "=", "has_no_ante", "take_ante"),
    _row("chip_inserted", "betting", "=", "has_ante_and_is_dark", "light"),
    _row("bets_closed", "betting", "dealing", "has_antes"),
    _row("card_drawn", "dealing", "=", "is_new_card", "lay_card"),
    _row("packet_ended", "dealing", "=", "has_five", "end_packet"),
    _row("deal_completed", "dealing", "deciding", "all_dealt"),
    _row("player_decided", "deciding", "revealing", "is_last_to_decide", "decide"),
    _row("player_decided", "deciding", "=", "", "decide"),
    _row("dealer_revealed", "revealing", "settling"),
    _row("settlement_called", "settling", "clearing"),
    _row("round_cleared", "clearing", "betting", "", "clear"),
]


def transitions_round(events: Sequence[tuple[str, object]]) -> Callable[[], str]:
    """The same events, each a trigger's name and what it tells; returns the phase they lead to."""
    phases = _Phases()
    Machine(phases, states=_STATES, transitions=_WALK, initial="betting", auto_transitions=False)

    def walk() -> str:
        for event, told in events:
            phases.trigger(event, told)
        return phases.state

    return walk
