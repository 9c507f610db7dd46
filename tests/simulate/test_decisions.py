"""Players decide as the exact analysis says, to the last hand."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.cards import PACK, RANKS, Card, read_cards
from controller.core.ranking import QUALIFYING_PLACE, strength
from controller.odds.games import BASE, THUMBS, Game
from controller.simulation.decisions import RULE, Style, informed
from tests.odds.reference import GIVEN, US


def steps(how: Style, hand: str, up: str) -> int:
    cards = read_cards(hand)
    held = sum(1 << RANKS.index(card[0]) for card in cards if card[1] == up[1])
    assert how.decisions is not None
    return how.decisions.steps(strength(cards).place, RANKS.index(up[0]), held)


@pytest.mark.parametrize("near", GIVEN["closest_optimal_decisions"], ids=str)
def test_the_closest_decisions_there_are_come_out_right(near: dict[str, str | int], styles: dict[str, Style]) -> None:
    suited, up = str(near["player_ranks_in_up_suit"]), f"{near['up_rank']}c"
    off_suit = iter("dhsdh")
    cards = [f"{rank}c" if rank in suited else rank + next(off_suit) for rank in str(near["player_ranks"])]

    raised = steps(styles["optimal"], " ".join(cards), up)

    assert raised == (int(near["raise_minus_fold_numerator_over_163185"]) > 0)


@pytest.mark.parametrize(
    ("hand", "up", "raised"),
    [
        ("2c 2d 3h 4s 5c", "Kh", 1),
        ("Qc Js 9d 7h 5c", "Qd", 0),
        ("Ac Kd Qh 7s 2c", "2d", 1),
        ("Ac Kd 9h 7s 2c", "Ts", 0),
    ],
)
def test_pairs_are_raised_less_than_ace_king_is_not(hand: str, up: str, raised: int, styles: dict[str, Style]) -> None:
    assert steps(styles["optimal"], hand, up) == raised


def test_the_rule_is_ace_king_jack_eight_three(styles: dict[str, Style]) -> None:
    assert steps(styles["rule"], "Ac Kd Jh 8s 3c", "2d") == 1
    assert steps(styles["rule"], "Ac Kd Jh 8s 2c", "2d") == 0
    assert RULE in {thumb.name for thumb in THUMBS}


def test_where_a_bet_can_be_chosen_the_best_hands_take_the_greater_one() -> None:
    either = Game(raises=(1, 2))
    hands = {"Ah Kh Qh Jh Th": "Ad 9d", "2c 2d 3h 4s 5c": "Ad 9d", "7c 5d 4h 3s 2c": "Ad As"}

    bets = [informed(read_cards(hand), read_cards(seen), either, US) for hand, seen in hands.items()]

    assert bets == [2, 1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_one_who_sees_the_whole_hand_of_the_dealer_never_loses_a_bet(seed: int) -> None:
    chance = Random(seed)
    for _ in range(200):
        cards = chance.sample(PACK, 10)
        hand, dealer = cards[:5], cards[5:]
        mine, theirs = strength(hand).place, strength(dealer).place

        step = informed(hand, dealer, BASE, US)

        assert step == (theirs < QUALIFYING_PLACE or mine >= theirs)


def test_the_lowest_hand_that_plays_is_feared_and_the_next_lower_is_not() -> None:
    hand = read_cards("Qc Jd 9h 7s 5c")

    taken = [informed(hand, read_cards(seen), BASE, US) for seen in ("As Kh 4c 3d 2d", "As Qh Jc Td 9d")]

    assert taken == [0, 1]


def test_one_hole_card_seen_changes_a_decision() -> None:
    hand = read_cards("2c 2d 3h 4s 5c")

    harmless = informed(hand, [Card("Kh"), Card("3d")], BASE, US)
    paired = informed(hand, [Card("Kh"), Card("Kd")], BASE, US)

    assert (harmless, paired) == (1, 0)
