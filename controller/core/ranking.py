"""Five-card high hands: what beats what in Caribbean Stud Poker.

Suits have no order and only the five ranks decide (SET-7). The 7,462 classes of equal hands are numbered once, at
import, from 1 (seven high) to 7,462 (royal flush); evaluating a hand is two sums and one look-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from controller.core.cards import NUMBER, Card


class Category(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def word(self) -> str:
        """As scenario files and results write it: "full_house"."""
        return self.name.lower()

    @property
    def spoken(self) -> str:
        return self.name.lower().replace("_", " ")


class Strength(NamedTuple):
    """How good a hand is. Equal strengths push; a higher `place` wins. `ranks` are told gravest first (A-A-K-7-4)."""

    place: int
    category: Category
    ranks: tuple[int, ...]


ACE, KING = 12, 11
_WHEEL = (12, 3, 2, 1, 0)

# Four cards of a rank at most, so three bits a rank make every sum of five its own number.
_RANK_UNIT = {card: 1 << (3 * (number // 4)) for card, number in NUMBER.items()}
_SUIT_BIT = {card: 1 << (number % 4) for card, number in NUMBER.items()}


def _straight_from(ranks: tuple[int, ...]) -> int | None:
    """The straight's high rank; A-5-4-3-2 is the lowest and tops out at the five."""
    if ranks == _WHEEL:
        return 3
    return ranks[0] if ranks[0] - ranks[4] == 4 and len(set(ranks)) == 5 else None


def _judge(ranks: tuple[int, ...], one_suit: bool) -> tuple[Category, tuple[int, ...]]:
    """Category and the ranks in the order in which they break ties."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    told = tuple(rank for rank, count in groups for _ in range(count))
    top = _straight_from(ranks)
    if top is not None:
        told = tuple(range(top, top - 5, -1)) if top > 3 else (3, 2, 1, 0, ACE)
        if one_suit:
            return (Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH), told
        return Category.STRAIGHT, told
    if one_suit:
        return Category.FLUSH, told
    category = {
        (4, 1): Category.FOUR_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (2, 2, 1): Category.TWO_PAIR,
        (2, 1, 1, 1): Category.PAIR,
    }.get(shape, Category.HIGH_CARD)
    return category, told


def _number_all() -> tuple[dict[int, Strength], dict[int, Strength]]:
    mixed = [ranks[::-1] for ranks in combinations_with_replacement(range(13), 5) if max(Counter(ranks).values()) <= 4]
    suited = [ranks[::-1] for ranks in combinations(range(13), 5)]
    judged = [(*_judge(ranks, False), ranks, False) for ranks in mixed]
    judged += [(*_judge(ranks, True), ranks, True) for ranks in suited]
    judged.sort(key=lambda hand: hand[:2])
    tables: tuple[dict[int, Strength], dict[int, Strength]] = ({}, {})
    for place, (category, told, ranks, one_suit) in enumerate(judged, start=1):
        tables[one_suit][sum(1 << (3 * rank) for rank in ranks)] = Strength(place, category, told)
    return tables


_MIXED, _SUITED = _number_all()


def strength(cards: Iterable[Card]) -> Strength:
    """Ranks five different cards of the pack. Raises ValueError for anything else."""
    total = count = 0
    suits = 15
    seen = set()
    for card in cards:
        unit = _RANK_UNIT.get(card)
        if unit is None:
            raise ValueError(f'"{card}" is not a card of the pack')
        total += unit
        suits &= _SUIT_BIT[card]
        seen.add(card)
        count += 1
    if count != 5 or len(seen) != 5:
        raise ValueError(f"a hand is five different cards, not {count}")
    return _SUITED[total] if suits else _MIXED[total]


QUALIFYING_PLACE = strength(Card(c) for c in ("As", "Kd", "4c", "3h", "2s")).place
"""The lowest hand with which the dealer plays: A-K-4-3-2 (SET-2)."""


def qualifies(hand: Strength) -> bool:
    """Ace-king or better. Not "one ace or king", as one printed copy of the rules has it."""
    return hand.place >= QUALIFYING_PLACE


PLACES = len(_MIXED) + len(_SUITED)
