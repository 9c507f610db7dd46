"""What beats what, ranking by ranking, and where hands are equal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.core.cards import RANKS, SUITS, Card
from controller.core.ranking import Strength, ascending, strength
from controller.rankings import JOKER, RANKINGS, Ranking, in_order

BEST_FIRST = {
    "deuce-to-seven": [
        "7h 5d 4c 3s 2h",
        "7h 6d 4c 3s 2h",
        "8h 5d 4c 3s 2h",
        "Kh Qd Jc Ts 8h",
        "Ah 5d 4c 3s 2h",  # ace high and no straight
        "Ah Kd Qc Js 9h",
        "2h 2d 5c 4s 3h",
        "6h 5d 4c 3s 2h",
        "Ah Kd Qc Js Th",
        "7h 5h 4h 3h 2h",
        "Ah 5h 4h 3h 2h",  # a flush
        "6h 5h 4h 3h 2h",
        "Ah Kh Qh Jh Th",
    ],
    "ace-to-five": [
        "5h 4h 3h 2h Ah",  # straights and flushes do not count
        "6h 4d 3c 2s Ah",
        "8h 6d 4c 3s 2h",
        "8h 7d 3c 2s Ah",
        "Kh Qd Jc Ts 9h",
        "Ah Ad 4c 3s 2h",
        "2h 2d 4c 3s Ah",
    ],
    "ace-to-six": [
        "6h 4d 3c 2s Ah",
        "7h 5d 4c 3s 2h",
        "Kh Qd Jc Ts Ah",  # the ace is low: king high and no straight
        "Kh Qd Jc Ts 2h",
        "Ah Ad 4c 3s 2h",
        "5h 4d 3c 2s Ah",
        "7h 5h 4h 3h 2h",
    ],
    "high-wild": [
        "Ah Ad Ac As Jo",
        "2h 2d 2c Jo Jo",
        "Ah Kh Qh Jh Jo",
        "Kh Qh Jh 9h Jo",
        "Ah Ad Ac Jo 2s",
        "Ah Ad 2c 2s Jo",
        "Ah Kh 9h 5h Jo",
        "Kh Qh 9h 5h 2h",
        "9h 8d 7c 6s Jo",
        "Kh Jo Jo 9s 4d",
        "Ah Jo Kc 9s 4h",
    ],
    "deuce-to-seven-wild": [
        "7h 5d 4c 3s Jo",
        "7h 6d 4c 3s Jo",
        "8h 5h 4h 3h Jo",  # the joker need not make the flush
        "4h 4d 3c 2s Jo",
    ],
    "stripped-32": [
        "Ah Kh Qh Jh Th",
        "Th 9h 8h 7h Ah",
        "7h 7d 7c 7s 8h",
        "9h 8h 7h Jh Qh",
        "Ah Ad Ac Ks Kh",
        "Ah Kd Qc Js Th",
        "Ah 7d 8c 9s Th",
        "Ah Ad Ac Ks Qh",
    ],
    "mexican-stud": [
        "Ah Kh Qh Jh 7h",
        "Jh 7h 6h 5h 4h",
        "2h 2d 2c 2s 3h",
        "2h 3h 4h 5h 7h",
        "Ah Ad Ac Ks Kh",
        "Jh 7d 6c 5s 4h",
        "Ah 2d 3c 4s 5h",
        "Ah Ad Ac Ks Qh",
    ],
    "three-card-high": ["3h 2h Ah", "2h 2d 2c", "Ah Kd Qc", "3h 2d Ac", "Ah Kh Jh", "Ah Ad Kc", "Ah Kd Jc"],
    "three-card-plain": ["2h 2d 2c", "2h 2d 3c", "Ah Kh Qh", "Ah Kd Jc", "5h 3d 2c"],
    "three-card-low-a5": ["3h 2h Ah", "4h 2d Ac", "Kh Qd Jc", "Ah Ad 2c", "2h 2d Ac"],
    "three-card-low-27": ["5h 3d 2c", "Ah 3d 2c", "2h 2d 3c", "5h 3h 2h", "4h 3d 2c", "2h 2d 2c", "4h 3h 2h"],
    "three-card-low-a6": ["4h 2d Ac", "Kh Qd Ac", "Ah Ad 2c", "4h 2h Ah", "3h 2d Ac", "Ah Ad Ac", "3h 2h Ah"],
    "pai-gow": ["Ah Kd Qc Js Th", "Ah 2d 3c 4s 5h", "Kh Qd Jc Ts 9h", "6h 5d 4c 3s 2h"],
}

EQUAL = [
    ("high", "Ac Kd 4h 3s 2c", "Ad Kc 4s 3c 2h"),
    ("high-wild", "Kh Qh Jh Jo Jo", "As Ks Qs Js Ts"),
    ("high-wild", "Ah Kh 9h 5h Jo", "As Ks Qs 9s 5s"),  # the joker is the queen: no second ace of hearts
    ("high-wild", "Ah Ad Ac Jo Jo", "Ah Ad Ac As Jo"),
    ("deuce-to-seven-wild", "7h 5d 4c 3s Jo", "7s 5h 4d 3c 2s"),
    ("deuce-to-seven-wild", "7h 5d Jo Jo 2s", "7s 5h 4d 3c 2s"),
    ("ace-to-five", "8h 6h 4h 3h 2h", "8h 6d 4c 3s 2h"),
]


@pytest.mark.parametrize("name", BEST_FIRST)
def test_each_hand_beats_the_next(name: str) -> None:
    hands = BEST_FIRST[name]

    ranked = in_order(RANKINGS[name], reversed(hands))

    assert [hand.cards for hand in ranked] == hands
    assert [hand.place for hand in ranked] == list(range(1, len(hands) + 1))


@pytest.mark.parametrize(("name", "one", "other"), EQUAL)
def test_equal_hands_share_a_place_in_the_order_given(name: str, one: str, other: str) -> None:
    ranked = in_order(RANKINGS[name], [one, other, one])

    assert [(hand.cards, hand.place) for hand in ranked] == [(one, 1), (other, 1), (one, 1)]


def test_after_two_at_the_first_place_comes_the_third() -> None:
    ranked = in_order(RANKINGS["high"], ["Kc Kd 4h 3s 2c", "Ac Ad 4h 3s 2c", "As Ah 4c 3c 2d"])

    assert [hand.place for hand in ranked] == [1, 1, 3]


def test_the_family_s_high_ranking_is_the_one_the_table_plays_by() -> None:
    high = RANKINGS["high"]
    classes = [_hand(category.name, ranks) for category, ranks in ascending()]

    grades = [high.grade(hand) for hand in classes]

    assert all(worse.worth < better.worth for worse, better in pairwise(grades))
    for place, (hand, grade) in enumerate(zip(classes, grades, strict=True), start=1):
        category, ranks = strength(hand)[1:]
        assert strength(hand) == Strength(place, category, ranks)
        assert (grade.kind, grade.ranks) == (category.word, "".join(RANKS[rank] for rank in ranks))


@given(st.data())
def test_neither_the_order_of_cards_nor_the_name_of_a_suit_matters(data: st.DataObject) -> None:
    ranking = RANKINGS[data.draw(st.sampled_from(list(RANKINGS)))]
    hand = _drawn(data, ranking)
    renamed = dict(zip(SUITS, data.draw(st.permutations(SUITS)), strict=True))
    other = [card if card == JOKER else Card(card[0] + renamed[card[1]]) for card in data.draw(st.permutations(hand))]

    assert ranking.grade(other) == ranking.grade(hand)


@given(st.data())
def test_suits_matter_only_where_all_are_one(data: st.DataObject) -> None:
    ranking = RANKINGS[data.draw(st.sampled_from(list(RANKINGS)))]
    hand = _drawn(data, ranking)
    suits = data.draw(st.lists(st.sampled_from(SUITS), min_size=len(hand), max_size=len(hand)))
    other = [card if card == JOKER else Card(card[0] + suit) for card, suit in zip(hand, suits, strict=True)]
    assume(len(set(other)) == len(set(hand)) and _one_suit(other) == _one_suit(hand))

    assert ranking.grade(other) == ranking.grade(hand)


def _hand(category: str, ranks: Sequence[int]) -> list[Card]:
    """Cards with these ranks: of one suit for flushes, else of several."""
    if category.endswith("FLUSH"):
        return [Card(RANKS[rank] + "h") for rank in ranks]
    hand: list[Card] = []
    for rank in ranks:
        suits = SUITS if len(hand) % 2 else SUITS[::-1]
        hand.append(next(card for suit in suits if (card := Card(RANKS[rank] + suit)) not in hand))
    return hand


def _drawn(data: st.DataObject, ranking: Ranking) -> list[Card]:
    jokers = data.draw(st.integers(0, ranking.jokers))
    plain = ranking.size - jokers
    cards = st.lists(st.sampled_from(ranking.pack), min_size=plain, max_size=plain, unique=True)
    return [*data.draw(cards), *[JOKER] * jokers]


def _one_suit(hand: Sequence[Card]) -> bool:
    return len({card[1] for card in hand if card != JOKER}) == 1
