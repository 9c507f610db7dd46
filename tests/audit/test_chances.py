"""Tails of the usual distributions, against what they must be."""

from __future__ import annotations

from itertools import accumulate
from math import comb, exp, factorial, isclose

import pytest

from controller.audit import chances, expected
from controller.core.ranking import Category


@pytest.mark.parametrize(("shape", "x"), [(0.5, 0.1), (0.5, 20.0), (6.0, 3.0), (25.0, 60.0), (100.0, 200.0)])
def test_the_two_halves_of_the_gamma_function_are_one(shape: float, x: float) -> None:
    assert isclose(chances.gamma_above(shape, x) + chances.gamma_below(shape, x), 1.0, rel_tol=1e-12)


@pytest.mark.parametrize("x", [0.5, 3.0, 40.0])
def test_chi_square_of_two_is_an_exponential(x: float) -> None:
    assert isclose(chances.chi_square(x, 2), exp(-x / 2), rel_tol=1e-12)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"), [(3.8414588, 1, 0.05), (21.026070, 12, 0.05), (77.3860, 51, 0.01)]
)
def test_chi_square_is_what_tables_print(statistic: float, freedom: int, p: float) -> None:
    assert isclose(chances.chi_square(statistic, freedom), p, rel_tol=1e-5)


@pytest.mark.parametrize("times", [0, 1, 4, 9])
def test_poisson_is_the_sum_of_its_terms(times: int) -> None:
    mean = 1.53

    below = sum(exp(-mean) * mean**n / factorial(n) for n in range(times))

    assert isclose(chances.poisson_at_least(times, mean), 1 - below, rel_tol=1e-9)


@pytest.mark.parametrize(("of", "chance"), [(30, 0.2), (40, 0.77)])
def test_binomial_is_the_sum_of_its_terms(of: int, chance: float) -> None:
    terms = [comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(of, -1, -1)]

    tails = [chances.binomial_at_least(times, of, chance) for times in range(of, -1, -1)]

    assert all(isclose(tail, term, rel_tol=1e-9) for tail, term in zip(tails, accumulate(terms), strict=True))


def test_both_sides_of_a_fair_coin_are_alike() -> None:
    assert chances.binomial_both_sides(40, 100, 0.5) == pytest.approx(chances.binomial_both_sides(60, 100, 0.5))
    assert chances.binomial_both_sides(50, 100, 0.5) == 1.0


def test_rare_groups_are_taken_together_from_the_end() -> None:
    assert chances.pooled([9, 8, 3, 1, 0], [10.0, 7.0, 3.0, 1.0, 0.5], 4.0) == ([4, 8, 9], [4.5, 7.0, 10.0])
    assert chances.pooled([5, 1], [6.0, 1.0], 10.0) == ([], [])


def test_a_smaller_bias_needs_more_to_be_seen() -> None:
    assert chances.shift_needs(0.01, 0.25, 0.05) == 1488  # (2.5758 + 1.2816)² / 4 / 0.05²
    assert chances.chi_square_needs(0.01, 12, 0.001) > 10 * chances.chi_square_needs(0.01, 12, 0.02)


def test_the_expectations_are_those_of_the_whole_pack() -> None:
    assert expected.qualifies() == 1_463_700 / 2_598_960
    assert expected.CATEGORIES[Category.PAIR] == 1_098_240 / 2_598_960
    assert expected.scores()[7462] == pytest.approx(1 - 2 / 2_598_960)
    assert expected.score_variance() == pytest.approx(1 / 12, rel=1e-6)
