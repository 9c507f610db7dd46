"""Whole decks, hand by hand or class by class.

Suits matter to no ranking but for a hand of one suit, so one hand stands for all with its ranks; that this is so is
itself tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from controller.core.cards import SUITS, Card
from controller.rankings import JOKER, RANKINGS


def counts(name: str, jokers: int = 0) -> dict[str, int]:
    """How many hands of each category, over every hand with exactly so many jokers of two."""
    ranking = RANKINGS[name]
    plain = ranking.size - jokers
    counted: Counter[str] = Counter()
    for hand, times in _classes(ranking.ladder, plain):
        counted[ranking.grade([*hand, *[JOKER] * jokers]).kind] += times
    assert counted.total() == comb(len(ranking.pack), plain)
    return dict(counted)


def _classes(ladder: str, size: int) -> Iterator[tuple[list[Card], int]]:
    """A hand of each class, and how many there are of it."""
    for ranks in combinations_with_replacement(ladder, size):
        each = Counter(ranks)
        if max(each.values()) > len(SUITS):
            continue
        all_suits = prod(comb(len(SUITS), times) for times in each.values())
        one_suit = len(SUITS) if len(each) == size else 0
        if one_suit:
            yield [Card(rank + "s") for rank in ranks], one_suit
        mixed = next(hand for hand in _laid(each) if len({card[1] for card in hand}) > 1)
        yield mixed, all_suits - one_suit


def _laid(each: Counter[str]) -> Iterator[list[Card]]:
    """Two ways at least to give the ranks their suits."""
    first, *rest = each
    for chosen in combinations(SUITS, each[first]):
        yield [Card(first + suit) for suit in chosen] + [
            Card(rank + suit) for rank in rest for suit in SUITS[: each[rank]]
        ]
