"""Pay tables, rules of thumb, caps and variants, from the rows."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.ranking import Category
from controller.odds.games import BASE, Game
from controller.odds.result import TooCoarseError, optimal
from controller.odds.rows import Counted, count
from tests.odds.reference import US

FRANCE = (1, 1, 2, 3, 5, 8, 10, 20, 50, 100)
COMBINATIONS = 19_933_230_517_200


def test_the_outcomes_of_any_pay_table_are_all_combinations(base: Counted) -> None:
    @given(st.lists(st.integers(0, 1000), min_size=10, max_size=10))
    def holds(pays: list[int]) -> None:
        result = optimal(base, pays)

        assert result.combinations == COMBINATIONS
        assert result.net >= -COMBINATIONS  # folding everything is always open

    holds()


def test_no_single_decision_can_be_changed_for_the_better(base: Counted) -> None:
    @given(st.lists(st.integers(0, 12), min_size=10, max_size=10))
    def holds(pays: list[int]) -> None:
        best = sum(
            max(-row.combinations, row.short + (1 + 2 * pays[row.category]) * row.lower - 3 * row.higher)
            for row in base.rows
        )

        assert optimal(base, pays).net == best

    holds()


def test_more_is_paid_in_france_and_the_edge_is_lower(base: Counted) -> None:
    us, france = optimal(base, US), optimal(base, FRANCE)

    assert france.raise_spots == us.raise_spots
    won = {category: times * 2 for category, times in us.raised[0].win.items()}
    more = won[Category.STRAIGHT] + 3 * won[Category.FLUSH] + 3 * won[Category.FULL_HOUSE]
    assert france.net - us.net == more


def test_a_pay_between_whole_ones_counts_in_full(base: Counted) -> None:
    capped: list[Fraction | int] = [*US[:7], Fraction(50, 3), Fraction(50, 3), Fraction(50, 3)]

    wins = optimal(base, US).raised[0].win
    lost = 2 * sum(wins[hand] * (US[hand] - Fraction(50, 3)) for hand in list(Category)[7:])
    assert optimal(base, US).net - optimal(base, capped).net == lost


def test_rows_too_coarse_for_a_pay_say_so_and_finer_ones_answer(base: Counted) -> None:
    half: list[Fraction | int] = [Fraction(1, 2), Fraction(1, 2), *US[2:]]

    with pytest.raises(TooCoarseError, match="lies between"):
        optimal(base, half)

    finer = count(BASE, parts=2)
    assert optimal(finer, US).net == optimal(base, US).net
    assert optimal(base, [0, 0, *US[2:]]).net < optimal(finer, half).net < optimal(base, US).net


def test_a_choice_of_bets_is_worth_more_than_the_greater_alone(base: Counted) -> None:
    choice = optimal(count(Game(raises=(1, 2))), US)

    assert choice.combinations == COMBINATIONS
    assert choice.net > optimal(base, US).net
    assert all(raised.spots for raised in choice.raised)


def test_without_a_qualifier_the_dealer_always_plays() -> None:
    game = dataclasses.replace(BASE, qualifier=False)

    result = optimal(count(game), US)

    assert result.combinations == COMBINATIONS
    assert result.raised[0].dealer_not_qualified == 0
