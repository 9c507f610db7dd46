"""High-low split: who is given how many chips."""

from __future__ import annotations

import pytest

from controller.core.cards import Card, read_cards
from controller.rankings.split import eight_or_better, split

ACES_FULL = read_cards("Ah Ad Ac Ks Kh")
WHEEL = read_cards("5h 4d 3c 2s As")
SIX_FOUR = read_cards("6h 4h 3d 2c Ad")
OTHER_SIX_FOUR = read_cards("6s 4s 3h 2d Ac")
KINGS = read_cards("Kc Kd 9c 8s 2h")
Hands = dict[int, tuple[Card, ...]]


@pytest.mark.parametrize(
    ("chips", "hands", "given"),
    [
        (10, {1: ACES_FULL, 2: SIX_FOUR}, {1: 5, 2: 5}),
        (11, {1: SIX_FOUR, 2: ACES_FULL}, {1: 5, 2: 6}),  # the odd chip goes to the high hand
        (7, {1: ACES_FULL, 2: SIX_FOUR, 3: OTHER_SIX_FOUR}, {1: 4, 2: 2, 3: 1}),
        (10, {1: WHEEL, 2: KINGS}, {1: 10}),  # a straight to the five wins both ways
        (1, {1: KINGS, 2: SIX_FOUR}, {1: 1}),
        (0, {1: KINGS}, {}),
    ],
)
def test_half_goes_to_the_highest_and_half_to_the_lowest(chips: int, hands: Hands, given: dict[int, int]) -> None:
    assert split(chips, hands) == given


def test_where_no_low_counts_the_high_hand_takes_it_all() -> None:
    assert split(11, {1: ACES_FULL, 2: KINGS}, low_counts=eight_or_better) == {1: 11}


def test_an_eight_counts_as_a_low_and_a_nine_does_not() -> None:
    eight, nine = read_cards("8h 4d 3c 2s Ac"), read_cards("9h 4d 3c 2s Ac")

    assert split(10, {1: KINGS, 2: eight}, low_counts=eight_or_better) == {1: 5, 2: 5}
    assert split(10, {1: KINGS, 2: nine}, low_counts=eight_or_better) == {1: 10}


@pytest.mark.parametrize(("chips", "hands"), [(-1, {1: KINGS}), (10, {})])
def test_a_pot_that_is_none_is_refused(chips: int, hands: Hands) -> None:
    with pytest.raises(ValueError, match="a pot has at least one hand"):
        split(chips, hands)
