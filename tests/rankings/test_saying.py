"""What people call a hand."""

from __future__ import annotations

import pytest

from controller.rankings import RANKINGS, said

NAMES = [
    ("high", "Ah Ad 8c 8s Qh", "aces and eights, queen kicker"),
    ("high", "Ah Kd 8c 7s 2h", "ace-king high"),
    ("high", "6h 6d 8c 7s Ah", "pair of sixes, ace kicker"),
    ("high", "7h 7d 7c 2s Kh", "three sevens, king kicker"),
    ("high", "5h 4d 3c 2s Ah", "straight, five high"),
    ("high", "Kh Jh 9h 4h 2h", "flush, king-jack high"),
    ("high", "Kh Kd 4c 4s 4h", "fours full of kings"),
    ("high", "6h 6d 6c 6s 2h", "four sixes, two kicker"),
    ("high", "9h 8h 7h 6h 5h", "straight flush, nine high"),
    ("high", "Ah Kh Qh Jh Th", "royal flush"),
    ("high-wild", "Ah Ad Ac As Jo", "five aces"),
    ("deuce-to-seven", "7h 5d 4c 3s 2h", "a seven-five, number one"),
    ("deuce-to-seven", "7h 6d 4c 3s 2h", "a seven-six, a rough seven"),
    ("deuce-to-seven", "8h 6d 4c 3s 2h", "an eight-six"),
    ("deuce-to-seven", "8h 5d 4c 3s 2h", "an eight-five, a smooth eight"),
    ("deuce-to-seven", "8h 7d 4c 3s 2h", "an eight-seven, a rough eight"),
    ("deuce-to-seven", "Ah 5d 4c 3s 2h", "an ace-five"),
    ("deuce-to-seven", "Th 9d 4c 3s 2h", "a ten-nine"),
    ("deuce-to-seven", "2h 2d 5c 4s 3h", "pair of twos, five kicker"),
    ("ace-to-five", "5h 4d 3c 2s Ah", "a five-four, the wheel"),
    ("ace-to-five", "8h 4d 3c 2s Ah", "an eight-four, a smooth eight"),
    ("ace-to-six", "6h 4d 3c 2s Ah", "a six-four"),
    ("three-card-high", "Qh Kh Ah", "straight flush, ace high"),
    ("three-card-high", "9h 9d 9c", "three nines"),
    ("three-card-low-27", "8h 3d 2c", "an eight-three"),
]


@pytest.mark.parametrize(("ranking", "cards", "name"), NAMES)
def test_a_hand_is_called_what_people_call_it(ranking: str, cards: str, name: str) -> None:
    plays = RANKINGS[ranking]

    assert said(plays, plays.grade(plays.read(cards))) == name
