"""What beats what: counted over all hands, and in the cases people argue about."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from controller.core.cards import PACK, read_cards
from controller.core.ranking import PLACES, QUALIFYING_PLACE, Category, qualifies, strength

# Exact counts over all 2,598,960 hands; the same integers stand in any text on poker mathematics.
HANDS = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.THREE_OF_A_KIND: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.FOUR_OF_A_KIND: 624,
    Category.STRAIGHT_FLUSH: 36,
    Category.ROYAL_FLUSH: 4,
}


def of(cards: str) -> object:
    return strength(read_cards(cards))


def test_all_hands_fall_into_the_known_categories_and_classes() -> None:
    counted: Counter[Category] = Counter()
    places: set[int] = set()
    qualifying = 0

    for hand in combinations(PACK, 5):
        ranked = strength(hand)
        counted[ranked.category] += 1
        places.add(ranked.place)
        qualifying += ranked.place >= QUALIFYING_PLACE

    assert counted == HANDS
    assert places == set(range(1, PLACES + 1))
    assert PLACES == 7462
    assert qualifying == 1_463_700


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "9h 8h 7h 6h 5h"),
        ("2c 2d 2h 2s 3c", "Ac Ad Ah Ks Kc"),
        ("6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c"),
        ("Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("Ac Ad Kh Ks 3c", "Ah As Kc Kd 2c"),
        ("Ac Ad 9h 8s 7c", "Ah As 9c 8d 6c"),
    ],
)
def test_the_better_hand_wins(better: str, worse: str) -> None:
    assert strength(read_cards(better)).place > strength(read_cards(worse)).place


@pytest.mark.clause("SET-7")
def test_suits_have_no_order() -> None:
    assert of("Ac Kd 4h 3s 2c") == of("Ad Kc 4s 3c 2h")


@pytest.mark.clause("SET-2")
@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("As Kd 4c 3h 2s", True),
        ("2s 2d 4c 3h 5s", True),
        ("As Qd Jc Th 9c", False),  # one printed copy says "at least one ace or king"; that is a slip
        ("Ks Qd Jc Th 8c", False),
        ("Ks Qd Jc Th 9c", True),  # a straight
    ],
)
def test_the_dealer_qualifies_with_ace_king_or_better(cards: str, plays: bool) -> None:
    assert qualifies(strength(read_cards(cards))) is plays


@pytest.mark.parametrize("cards", ["As As Kd Qc Jh", "As Kd Qc Jh", "As Kd Qc Jh Ts 2c", "As Kd Qc Jh ??"])
def test_what_is_no_hand_is_refused(cards: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card|five different cards"):
        strength(cards.split())  # type: ignore[arg-type]
