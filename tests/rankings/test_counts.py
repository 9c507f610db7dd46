"""How many hands of each category a whole deck holds, against counts that follow from the rules alone.

The counts are products of choices: which ranks, then which suits. Those of the 52-card high ranking, and of the deck
with one joker, are also the published ones (1,302,540 high cards, 7,804 flushes with a joker, and so on).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from controller.rankings import RANKINGS
from tests.rankings.decks import counts

Expected = dict[str, int]


def alike(ranks: int) -> Expected:
    """Five cards of so many ranks in four suits: those with two or more alike, which no ranking counts otherwise."""
    return {
        "pair": ranks * comb(4, 2) * comb(ranks - 1, 3) * 4**3,
        "two_pair": comb(ranks, 2) * comb(4, 2) ** 2 * (ranks - 2) * 4,
        "three_of_a_kind": ranks * comb(4, 3) * comb(ranks - 1, 2) * 4**2,
        "full_house": ranks * comb(4, 3) * (ranks - 1) * comb(4, 2),
        "four_of_a_kind": ranks * (ranks - 1) * 4,
    }


def unpaired(ranks: int, straights: int, *, size: int = 5, royal: bool) -> Expected:
    """Hands of different ranks where so many choices of ranks are straights; four suits make a flush of each."""
    others = comb(ranks, size) - straights
    counted = {
        "high_card": others * (4**size - 4),
        "flush": others * 4,
        "straight": straights * (4**size - 4),
        "straight_flush": straights * 4 - (4 if royal else 0),
    }
    return counted | ({"royal_flush": 4} if royal else {})


FIVE_OF_52 = alike(13)
HIGH = FIVE_OF_52 | unpaired(13, 10, royal=True)
LOW_27 = FIVE_OF_52 | unpaired(13, 9, royal=True)
THREE_ALIKE = {"pair": 13 * comb(4, 2) * 12 * 4, "three_of_a_kind": 13 * comb(4, 3)}

COUNTS: dict[str, Expected] = {
    "high": HIGH,
    "pai-gow": HIGH,
    "deuce-to-seven": LOW_27,
    "deuce-to-seven-wild": LOW_27,
    "ace-to-five": FIVE_OF_52 | {"high_card": comb(13, 5) * 4**5},
    "ace-to-six": FIVE_OF_52 | unpaired(13, 9, royal=False),
    "high-wild": HIGH,
    "stripped-32": alike(8) | unpaired(8, 5, royal=True),
    "mexican-stud": alike(10) | unpaired(10, 7, royal=True),
    "three-card-high": THREE_ALIKE | unpaired(13, 12, size=3, royal=False),
    "three-card-plain": THREE_ALIKE | {"high_card": comb(13, 3) * 4**3},
    "three-card-low-a5": THREE_ALIKE | {"high_card": comb(13, 3) * 4**3},
    "three-card-low-27": THREE_ALIKE | unpaired(13, 11, size=3, royal=False),
    "three-card-low-a6": THREE_ALIKE | unpaired(13, 11, size=3, royal=False),
}


def test_every_ranking_is_counted() -> None:
    assert set(COUNTS) == set(RANKINGS)


@pytest.mark.parametrize("name", COUNTS)
def test_a_whole_deck_holds_as_many_of_each_category_as_the_choices_say(name: str) -> None:
    assert counts(name) == COUNTS[name]


def test_the_high_counts_are_the_published_ones() -> None:
    assert HIGH == {
        "high_card": 1_302_540,
        "pair": 1_098_240,
        "two_pair": 123_552,
        "three_of_a_kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 36,
        "royal_flush": 4,
    }


def test_a_joker_makes_as_many_as_published_for_a_deck_of_53() -> None:
    with_joker = counts("high-wild", jokers=1)

    assert Counter(HIGH) + Counter(with_joker) == {
        "high_card": 1_302_540,
        "pair": 1_268_088,
        "two_pair": 123_552,
        "three_of_a_kind": 137_280,
        "straight": 20_532,
        "flush": 7_804,
        "full_house": 6_552,
        "four_of_a_kind": 3_120,
        "straight_flush": 180,
        "royal_flush": 24,
        "five_of_a_kind": 13,
    }


def test_two_jokers_make_the_best_of_three_cards() -> None:
    # Of 286 choices of three ranks 64 lie within a straight: 12 next to each other, 22 with one gap, 30 with two.
    near, royal = 64, comb(5, 3)

    assert counts("high-wild", jokers=2) == {
        "five_of_a_kind": 13 * comb(4, 3),
        "four_of_a_kind": 13 * comb(4, 2) * 48,
        "royal_flush": royal * 4,
        "straight_flush": (near - royal) * 4,
        "straight": near * (4**3 - 4),
        "flush": (comb(13, 3) - near) * 4,
        "three_of_a_kind": (comb(13, 3) - near) * (4**3 - 4),
    }


@pytest.mark.parametrize("jokers", [1, 2])
def test_a_low_joker_never_makes_a_hand_of_different_ranks_worse_than_high_card(jokers: int) -> None:
    plain = 5 - jokers
    alone = {"high_card": comb(13, plain) * 4**plain}
    beside = {
        1: {
            "pair": 13 * comb(4, 2) * comb(12, 2) * 4**2,
            "two_pair": comb(13, 2) * comb(4, 2) ** 2,
            "three_of_a_kind": 13 * comb(4, 3) * 12 * 4,
            "four_of_a_kind": 13,
        },
        2: {"pair": 13 * comb(4, 2) * 12 * 4, "three_of_a_kind": 13 * comb(4, 3)},
    }

    assert counts("deuce-to-seven-wild", jokers) == alone | beside[jokers]


@pytest.mark.parametrize("name", ["stripped-32", "three-card-high", "three-card-low-27", "three-card-low-a6"])
def test_hand_by_hand_the_count_is_the_same(name: str) -> None:
    ranking = RANKINGS[name]

    counted = Counter(ranking.grade(hand).kind for hand in combinations(ranking.pack, ranking.size))

    assert counted == COUNTS[name]
