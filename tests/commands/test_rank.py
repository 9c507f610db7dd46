"""`tablehand rank` from the shell."""

from __future__ import annotations

import json

import pytest

from controller.rankings import RANKINGS
from tests.commands.conftest import Tablehand


def test_hands_are_named_and_put_in_order(tablehand: Tablehand) -> None:
    said = tablehand("rank", "8h 6d 4c 3s 2h", "7h 5d 4c 3s 2h", "7s 5h 4d 3c 2s", "--as", "deuce-to-seven")

    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "1  7h 5d 4c 3s 2h  a seven-five, number one\n"
        "1  7s 5h 4d 3c 2s  a seven-five, number one\n"
        "3  8h 6d 4c 3s 2h  an eight-six\n"
    )


def test_json_gives_each_hand_as_it_was_written_with_its_category_and_place(tablehand: Tablehand) -> None:
    said = tablehand("rank", "Ah  Ad 8c 8s Qh", "Jo Jh Jd Jc Js", "--as", "high-wild", "--json")

    assert json.loads(said.out) == [
        {"cards": "Jo Jh Jd Jc Js", "category": "five_of_a_kind", "name": "five jacks", "place": 1},
        {"cards": "Ah  Ad 8c 8s Qh", "category": "two_pair", "name": "aces and eights, queen kicker", "place": 2},
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["7h 5d"], '"7h 5d" has 2 cards; a hand of high has 5: write each hand in quotes'),
        (["7h", "5d"], '"7h" has 1 card; a hand of high has 5: write each hand in quotes'),
        ([""], '"" has 0 cards; a hand of high has 5: write each hand in quotes'),
        (["Ah Ah Kc Qc Jc"], '"Ah Ah Kc Qc Jc" has the ace of hearts twice'),
        (["1h Ah Kc Qc Jc"], '"1h" is not a card; write rank and suit'),
        (["Jo Ah Kc Qc Jc"], 'high plays without jokers; "Jo Ah Kc Qc Jc" has 1'),
        (["Jo Jo Jo Qc Jc", "--as", "high-wild"], 'high-wild plays with at most 2 jokers; "Jo Jo Jo Qc Jc" has 3'),
        (["2h Ah Kc Qc Jc", "--as", "stripped-32"], "the pack of stripped-32 (7 to A) has no two of hearts"),
        (["7h 5d 4c", "--as", "low"], "Invalid value for '--as': 'low' is not one of"),
    ],
)
def test_what_is_no_hand_is_told_in_one_sentence(words: list[str], sentence: str, tablehand: Tablehand) -> None:
    said = tablehand("rank", *words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"tablehand rank: {sentence}")
    assert said.err.count("\n") == 1


def test_help_is_wrapped_text_with_every_ranking_on_a_line_of_its_own(tablehand: Tablehand) -> None:
    lines = tablehand("rank", "--help").out.splitlines()

    assert "  Name each HAND and put them in order, best first." in lines
    assert not [line for line in lines if "\b" in line or line.startswith("     ")]
    assert all(sum(line.startswith(f"  {name} ") for line in lines) == 1 for name in RANKINGS)
