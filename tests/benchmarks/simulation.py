"""Optimal play simulated with numpy, against a loop around the best peer: one that deals and ranks, hand by hand.

The loops deal with their peer's own deck, rank with its evaluator, and decide by the same table as ours. They are tried
on the same game; that they come to the same is asserted before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

import eval7
import numpy as np
import pkrbot

from controller.core.cards import NUMBER, RANKS, Card
from controller.core.money import Money
from controller.core.ranking import tree
from controller.odds.games import BASE
from controller.simulation import fast
from controller.simulation.decisions import Decisions, Style, style
from controller.simulation.tally import FOLD, LOSE, SHORT, TIE, WIN
from tests.benchmarks.ratio import Ratio, faster, in_turns

_US = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
_ROUNDS = 4_000_000
_PEER_ROUNDS = 20_000
_TURNS = 5


def measure() -> Iterator[Ratio]:
    """Raises AssertionError when a loop plays another game: then there is nothing to compare."""
    optimal = style("optimal", BASE, _US)
    loops = {peer.__name__: _loop(peer, optimal.decisions) for peer in (eval7, pkrbot)}
    expected = _shares(_ours(optimal, _ROUNDS))
    for name, loop in loops.items():
        played = np.array(loop(_PEER_ROUNDS)) / _PEER_ROUNDS
        assert np.abs(played - expected).max() < 0.02, f"the loop around {name} plays another game"

    def ours() -> int:
        _ours(optimal, _ROUNDS)
        return _ROUNDS

    def around(loop: Callable[[int], list[int]]) -> Callable[[], int]:
        def peer() -> int:
            loop(_PEER_ROUNDS)
            return _PEER_ROUNDS

        return peer

    own, *others = in_turns([ours, *map(around, loops.values())], _TURNS)
    name, best = min(zip(loops, others, strict=True), key=lambda taken: median(taken[1]))
    yield faster("rounds simulated, optimal play", f"a loop around {name}, the best peer", own, best, floor=25)


def _ours(optimal: Style, rounds: int) -> list[int]:
    return fast.play(optimal, Money(500), Money(500_000), rounds, np.random.default_rng(1)).plain.times


def _shares(times: Sequence[int]) -> Any:
    return np.array([times[FOLD], times[SHORT], times[LOSE], times[TIE], sum(times[WIN:])]) / sum(times)


def _loop(peer: Any, decisions: Decisions | None) -> Callable[[int], list[int]]:
    """Plays rounds with a peer's deck and evaluator; what came of them, as `_shares` has it."""
    assert decisions is not None
    branches, steps = tree(), decisions.steps
    evaluate, deck = peer.evaluate, peer.Deck()
    ace_king = evaluate([peer.Card(card) for card in ("As", "Kd", "4c", "3h", "2s")])
    pair = evaluate([peer.Card(card) for card in ("2s", "2d", "5c", "4h", "3s")])
    number_of = {str(peer.Card(card)): number for card, number in NUMBER.items()}
    assert set(number_of) == {Card(f"{rank}{suit}") for rank in RANKS for suit in "cdhs"}

    def play(rounds: int) -> list[int]:
        times = [0, 0, 0, 0, 0]
        for _ in range(rounds):
            cards = deck.sample(10)
            hand, dealer = cards[:5], cards[5:]
            mine = evaluate(hand)
            if mine < ace_king:
                times[FOLD] += 1
                continue
            if mine < pair:
                a, b, c, d, e = [number_of[str(card)] for card in hand]
                up = cards[9]
                held = sum(1 << card.rank for card in hand if card.suit == up.suit)
                if not steps(branches[a][b][c][d][e].place, up.rank, held):
                    times[FOLD] += 1
                    continue
            theirs = evaluate(dealer)
            if theirs < ace_king:
                times[SHORT] += 1
            elif mine > theirs:
                times[WIN] += 1
            elif mine < theirs:
                times[LOSE] += 1
            else:
                times[TIE] += 1
        return times

    return play
