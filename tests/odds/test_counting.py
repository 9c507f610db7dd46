"""What is counted is what is dealt: single situations against every hand the dealer can have."""

from __future__ import annotations

from math import comb

import pytest

from controller.core.cards import read_cards
from controller.odds.counting import UP_CARD_AND_ONE_MORE, Known, spots
from tests.odds.dealing import counted, dealt

# Hands of each category, with the up card's suit and rank held and not held.
AGAINST_ONE = [
    ("Ac Kd Jh 8s 3c", "Ad"),
    ("Kc Qc 9c 8c 2d", "3c"),
    ("9c 9d 4h 3s 2c", "Kc"),
    ("Ac Ad 8h 8s Qc", "8c"),
    ("7c 7d 7h 2s Kc", "7s"),
    ("5c 4d 3h 2s Ac", "5h"),
    ("Kc Jc 9c 4c 2c", "8c"),
    ("Kc Jc 9c 4c 2c", "Kh"),
    ("Kc Kd Kh 4s 4c", "Ah"),
    ("2c 2d 2h 2s 3c", "5d"),
    ("9c 8c 7c 6c 5c", "Tc"),
    ("Ac Kc Qc Jc Tc", "9d"),
]
AGAINST_TWO = [
    ("Ac Kd Jh 8s 3c", "Ad Kc"),
    ("Ac Kd Jh 8s 3c", "4d 9d"),
    ("Ac Kd Jh 8s 3c", "8d 8c"),
    ("9c 9d 4h 3s 2c", "Kc 4c"),
    ("Ac Ad 8h 8s Qc", "8c 8d"),
    ("Kc Jc 9c 4c 2c", "8c 7c"),
    ("Kc Jc 9c 4c 2c", "Kh Jh"),
    ("5c 4d 3h 2s Ac", "5h 4h"),
    ("Kc Kd Kh 4s 4c", "Ah As"),
]


@pytest.mark.parametrize(("hand", "up"), AGAINST_ONE)
def test_against_an_up_card(hand: str, up: str) -> None:
    assert counted(read_cards(hand), read_cards(up)) == dealt(read_cards(hand), read_cards(up))


@pytest.mark.parametrize(("hand", "known"), AGAINST_TWO)
def test_against_an_up_card_and_an_exposed_one(hand: str, known: str) -> None:
    assert counted(read_cards(hand), read_cards(known)) == dealt(read_cards(hand), read_cards(known))


@pytest.mark.parametrize("hand", ["Kc Qd 9h 8s 2c", "9c 9d 4h 3s 2c"])
def test_without_a_qualifier_every_lower_hand_is_beaten(hand: str) -> None:
    mine, known = read_cards(hand), read_cards("Qc 3c")

    assert counted(mine, known, qualifying_place=1) == dealt(mine, known, qualifying_place=1)


def test_every_pair_of_known_cards_is_weighed_with_every_hand() -> None:
    # One hand's ranks are enough to see the pairs of suits fall into place: the classes are alike in this.
    first = next(iter(spots(UP_CARD_AND_ONE_MORE)))
    aces = [known for known in UP_CARD_AND_ONE_MORE if set(known.ranks) == {12, 11}]

    assert first.known == Known((0, 0), one_suit=False)
    assert sum(sum(spot.weights) for known in aces for spot in spots([known])) == 16 * comb(50, 5)
