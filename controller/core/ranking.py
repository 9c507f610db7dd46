"""Five-card high hands: what beats what in Caribbean Stud Poker.

Suits have no order and only the five ranks decide (SET-7). The 7,462 classes of equal hands are numbered from 1 (seven
high) to 7,462 (royal flush). A hand is looked up card by card in one tree; it is grown at the first hand, not at
import, since most commands rank none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import chain, combinations
from typing import Any, NamedTuple

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
PLACES = 7462
QUALIFYING_PLACE = 1114
"""The lowest hand with which the dealer plays: A-K-4-3-2 (SET-2)."""

_DOWN = range(ACE, -1, -1)
_WHEEL = (ACE, 3, 2, 1, 0)
_STRAIGHTS = (_WHEEL, *(tuple(range(top, top - 5, -1)) for top in range(4, ACE + 1)))

Tree = tuple[Any, ...]
"""Five levels of 52, by card number; the leaves are `Strength`s."""


def ascending() -> Iterator[tuple[Category, tuple[int, ...]]]:
    """Every class of equal hands, the worst first, with the ranks in the order in which they break ties."""
    straights = [(3, 2, 1, 0, ACE), *_STRAIGHTS[1:]]
    unpaired = [ranks for ranks in _ladder(5) if ranks not in _STRAIGHTS]
    yield from ((Category.HIGH_CARD, ranks) for ranks in unpaired)
    yield from ((Category.PAIR, (r, r, *rest)) for r in range(13) for rest in _ladder(3, r))
    yield from ((Category.TWO_PAIR, (a, a, b, b, *rest)) for a, b in _ladder(2) for rest in _ladder(1, a, b))
    yield from ((Category.THREE_OF_A_KIND, (r, r, r, *rest)) for r in range(13) for rest in _ladder(2, r))
    yield from ((Category.STRAIGHT, ranks) for ranks in straights)
    yield from ((Category.FLUSH, ranks) for ranks in unpaired)
    yield from ((Category.FULL_HOUSE, (a, a, a, b, b)) for a in range(13) for (b,) in _ladder(1, a))
    yield from ((Category.FOUR_OF_A_KIND, (r, r, r, r, *rest)) for r in range(13) for rest in _ladder(1, r))
    yield from ((Category.STRAIGHT_FLUSH, ranks) for ranks in straights[:-1])
    yield Category.ROYAL_FLUSH, straights[-1]


def _ladder(count: int, *without: int) -> list[tuple[int, ...]]:
    """So many different ranks, the lowest choice first."""
    return sorted(combinations([rank for rank in _DOWN if rank not in without], count))


# Four cards of a rank at most, so three bits a rank make every sum of up to five its own number.
_UNIT = tuple(1 << (3 * rank) for rank in range(13))
_ONE_SUIT = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_NO_HAND = Strength(0, Category.HIGH_CARD, ())
"""Where a path would need a card twice."""


@cache
def tree() -> Tree:
    """`tree()[a][b][c][d][e]` is the strength of five different cards, given by number in any order.

    Hands that can no longer be of one suit share their branches by ranks, which keeps it at a few megabytes.
    """
    mixed: dict[int, Strength] = {}
    suited: dict[int, Strength] = {}
    for place, (category, ranks) in enumerate(ascending(), start=1):
        leaves = suited if category in _ONE_SUIT else mixed
        leaves[sum(_UNIT[rank] for rank in ranks)] = Strength(place, category, ranks)

    @cache
    def of_any_suits(held: int, left: int) -> Tree:
        if left == 1:
            each: list[Any] = [mixed.get(held + unit, _NO_HAND) for unit in _UNIT]
        else:
            each = [of_any_suits(held + unit, left - 1) for unit in _UNIT]
        return tuple(chain.from_iterable(zip(each, each, each, each, strict=True)))

    @cache
    def of_one_suit(held: int, left: int, suit: int) -> Tree:
        branches = list(of_any_suits(held, left))
        for rank, unit in enumerate(_UNIT):
            if not held & (7 * unit):
                next_held = held + unit
                branches[4 * rank + suit] = of_one_suit(next_held, left - 1, suit) if left > 1 else suited[next_held]
        return tuple(branches)

    return tuple(of_one_suit(_UNIT[number // 4], 4, number % 4) for number in range(52))


def strength(cards: Iterable[Card]) -> Strength:
    """Ranks five different cards of the pack. Raises ValueError for anything else."""
    hand = tuple(cards)
    if len(hand) != 5 or len(set(hand)) != 5:
        raise ValueError(f"a hand is five different cards, not {' '.join(hand) or 'none'}")
    try:
        a, b, c, d, e = [NUMBER[card] for card in hand]
    except KeyError as stranger:
        raise ValueError(f'"{stranger.args[0]}" is not a card of the pack') from None
    found: Strength = tree()[a][b][c][d][e]
    return found


def qualifies(hand: Strength) -> bool:
    """Ace-king or better. Not "one ace or king", as one printed copy of the rules has it."""
    return hand.place >= QUALIFYING_PLACE
