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


@pytest.mark.parametrize(
    ("ranks", "one_suit", "pairs"), [((11, 12), True, 4), ((11, 12), False, 12), ((12, 12), False, 6)]
)
def test_every_pair_of_known_cards_is_weighed_with_every_hand(
    ranks: tuple[int, int], one_suit: bool, pairs: int
) -> None:
    known = Known(ranks, one_suit)

    assert known in UP_CARD_AND_ONE_MORE
    assert sum(sum(spot.weights) for spot in spots([known])) == pairs * comb(50, 5)


def test_all_pairs_of_cards_can_be_known() -> None:
    pairs = sum(4 if known.one_suit else 12 if len(set(known.ranks)) == 2 else 6 for known in UP_CARD_AND_ONE_MORE)

    assert pairs == comb(52, 2)
