"""The dealer's hands one by one, for the few situations where that is feasible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from controller.core.cards import NUMBER, PACK, RANKS, Card
from controller.core.ranking import QUALIFYING_PLACE, strength, tree
from controller.odds.counting import Known, spots

Fared = tuple[int, int, int]
"""Dealer's hands short of the qualifier, lower, equal."""


def dealt(hand: Sequence[Card], known: Sequence[Card], qualifying_place: int = QUALIFYING_PLACE) -> Fared:
    """Every way the dealer's other cards can lie."""
    mine = strength(hand).place
    branch: Any = tree()
    for card in known:
        branch = branch[NUMBER[card]]
    rest = [NUMBER[card] for card in PACK if card not in hand and card not in known]
    fared: Counter[str] = Counter()
    for others in combinations(rest, 5 - len(known)):
        leaf = branch
        for number in others:
            leaf = leaf[number]
        place = leaf.place
        if place < qualifying_place:
            fared["short"] += 1
        elif place < mine:
            fared["lower"] += 1
        elif place == mine:
            fared["equal"] += 1
    return fared["short"], fared["lower"], fared["equal"]


def counted(hand: Sequence[Card], known: Sequence[Card], qualifying_place: int = QUALIFYING_PLACE) -> Fared:
    """The same as the project counts it."""
    ranks = tuple(sorted(RANKS.index(card[0]) for card in known))
    one_suit = len({card[1] for card in known}) == 1
    place = strength(hand).place
    (spot,) = (spot for spot in spots([Known(ranks, one_suit)], qualifying_place) if spot.place == place)
    held = sum(1 << (3 * RANKS.index(card[0])) for card in hand if one_suit and card[1] == known[0][1])
    at = spot.held.index(held)
    return spot.short[at], spot.lower[at], spot.ties[at]
