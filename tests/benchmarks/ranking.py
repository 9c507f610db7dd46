"""Five cards ranked: one hand at a time, and by the million, each against its peers on the same hands.

Every peer is given hands in its own form, made before the clock starts, and is called as its own guide says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import eval7
import numpy as np
import pkrbot
import treys
from deuces_numpy import EvaluatorNumpy
from phevaluator import evaluate_cards

from controller.core.cards import PACK
from controller.core.ranking import tree
from controller.odds.batch import places
from tests.benchmarks.ratio import Ratio, faster, in_turns

_HANDS = 10_000
_PASSES = 10
"""Over the same hands in one turn: what is measured is the ranking, not a cache that the peers before have emptied."""
_BATCH = 1_000_000
_PEER_BATCH = 20_000
_TURNS = 15


def measure() -> Iterator[Ratio]:
    yield from _one_by_one()
    yield from _by_the_million()


def _one_by_one() -> Iterator[Ratio]:
    chance = random.Random(1)
    hands = [tuple(chance.sample(range(52), 5)) for _ in range(_HANDS)]
    branches = tree()
    treys_rank = treys.Evaluator().evaluate
    treys_hands = [[treys.Card.new(PACK[number]) for number in hand] for hand in hands]
    eval7_hands = [[eval7.Card(PACK[number]) for number in hand] for hand in hands]
    pkrbot_hands = [[pkrbot.Card(PACK[number]) for number in hand] for hand in hands]

    def ours() -> None:
        for a, b, c, d, e in hands:
            branches[a][b][c][d][e]

    def in_treys() -> None:
        for hand in treys_hands:
            treys_rank(hand, [])

    def in_eval7() -> None:
        for hand in eval7_hands:
            eval7.evaluate(hand)

    def in_pkrbot() -> None:
        for hand in pkrbot_hands:
            pkrbot.evaluate(hand)

    def in_phevaluator() -> None:
        for a, b, c, d, e in hands:
            evaluate_cards(a, b, c, d, e)

    works = [_in_passes(rank) for rank in (ours, in_treys, in_eval7, in_pkrbot, in_phevaluator)]
    own, *others = in_turns(works, _TURNS)
    peers = [("treys", 4.0), ("eval7", 2.0), ("pkrbot", 0.95), ("phevaluator", 4.0)]
    for (peer, floor), taken in zip(peers, others, strict=True):
        yield faster("five cards, one look-up", peer, own, taken, floor)


def _in_passes(rank: Callable[[], None]) -> Callable[[], int]:
    def passes() -> int:
        for _ in range(_PASSES):
            rank()
        return _HANDS * _PASSES

    return passes


def _by_the_million() -> Iterator[Ratio]:
    chance = np.random.default_rng(1)
    hands = np.array([chance.permutation(52)[:5] for _ in range(_PEER_BATCH)], np.int8)
    many = np.tile(hands, (_BATCH // _PEER_BATCH, 1))
    peer = EvaluatorNumpy()
    peer_cards = np.array([treys.Card.new(card) for card in PACK])  # the same integers in both
    peer_hands = peer_cards[hands]
    ranked = 7463 - peer.evaluate_hands5(peer_hands)
    assert (ranked == places(hands)).all(), "the peer ranks these hands in another way"

    def ours() -> int:
        places(many)
        return _BATCH

    def in_deuces_numpy() -> int:
        peer.evaluate_hands5(peer_hands)
        return _PEER_BATCH

    own, other = in_turns([ours, in_deuces_numpy], _TURNS)
    yield faster("five cards, by the million", "deuces_numpy", own, other, floor=20)
