"""Hands by the million are ranked as one by one."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import comb, prod

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from controller.core.cards import NUMBER, PACK, Card
from controller.core.ranking import Category, ascending, strength
from controller.odds.batch import places


def test_every_hand_there_is_comes_to_its_place() -> None:
    all_hands = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int8, comb(52, 5) * 5).reshape(-1, 5)

    counted = np.bincount(places(all_hands))

    assert counted.tolist() == [0, *(_how_many(category, ranks) for category, ranks in ascending())]


@given(
    st.lists(st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True), max_size=20), st.sampled_from("bhq")
)
def test_a_hand_is_ranked_the_same_alone_and_among_others(hands: list[list[Card]], kind: str) -> None:
    numbers: npt.NDArray[np.int64] = np.array([[NUMBER[card] for card in hand] for hand in hands], kind).reshape(-1, 5)

    assert places(numbers).tolist() == [strength(hand).place for hand in hands]


def _how_many(category: Category, ranks: tuple[int, ...]) -> int:
    """Choices of suits: four where they must be one, those of one suit left out where they would make it another."""
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return 4
    of_any_suits = prod(comb(4, times) for times in Counter(ranks).values())
    return of_any_suits - 4 if len(set(ranks)) == 5 else of_any_suits
