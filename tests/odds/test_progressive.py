"""What the chip is worth, and what the jackpot costs the house."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from math import comb

import pytest

from controller.core.house import AwardsFrom, Progressive
from controller.core.money import Money
from controller.core.ranking import Category
from controller.library import load_awards
from controller.odds.progressive import (
    HANDS,
    HOW_MANY,
    break_even,
    chip_return,
    long_run,
    royal_in_a_round,
    straight_flushes_in_a_round,
)

AWARDS = load_awards("us-500-100-50")
CHIP = Money(100)
PROGRESSIVE = Progressive(Money(1_000_000), Fraction(7, 10), CHIP, AWARDS)


def test_at_the_meter_that_breaks_even_the_chip_comes_back_whole() -> None:
    meter = break_even(AWARDS, CHIP)

    assert meter == Fraction(414_290_000, 19)
    assert chip_return(AWARDS, CHIP, Money(int(meter))) < 1 < chip_return(AWARDS, CHIP, Money(int(meter) + 1))


def test_the_loss_on_the_ante_raises_the_meter_that_breaks_even() -> None:
    edge = Fraction(142_031_221, 2_718_662_100)
    ante = Money(500)

    meter = break_even(AWARDS, CHIP, edge * ante)

    assert meter is not None
    share = Fraction(76, 10 * HANDS)
    assert Fraction(1385, 3822) * CHIP + share * meter - CHIP == edge * ante


def test_where_no_hand_takes_a_share_no_meter_breaks_even() -> None:
    awards = dataclasses.replace(AWARDS, shares={})

    assert break_even(awards, CHIP) is None


def test_one_hand_is_a_royal_flush_once_in_649740_and_seven_share_a_pack() -> None:
    royals_of_two = Fraction(4 * 3, comb(52, 5) * comb(47, 5))

    assert royal_in_a_round(1) == Fraction(1, 649_740)
    assert royal_in_a_round(2) == Fraction(2, 649_740) - royals_of_two
    assert royal_in_a_round(7) < Fraction(7, 649_740)
    assert straight_flushes_in_a_round(7) == 7 * Fraction(36, 2_598_960)


def test_what_the_house_gives_of_a_chip_adds_up() -> None:
    run = long_run(PROGRESSIVE, AwardsFrom.HOUSE)

    assert run.to_meter == Fraction(7, 10)
    assert run.seed == Fraction(10_000, 649_740)
    assert run.fixed == Fraction(1385, 3822)
    assert run.keeps == 1 - Fraction(7, 10) - Fraction(10_000, 649_740) - Fraction(1385, 3822)


def test_in_the_long_run_as_much_comes_off_the_meter_as_goes_on_it() -> None:
    run = long_run(PROGRESSIVE, AwardsFrom.HOUSE)

    assert run.mean_jackpot is not None
    paid = run.mean_jackpot * (Fraction(4, HANDS) + Fraction(36, HANDS) / 10)
    assert paid == Fraction(7, 10) * CHIP + Fraction(4, HANDS) * PROGRESSIVE.base


def test_the_reserve_comes_from_the_chips_and_goes_back_to_the_winners() -> None:
    plain = long_run(PROGRESSIVE, AwardsFrom.HOUSE)
    fed = long_run(dataclasses.replace(PROGRESSIVE, hidden_rate=Fraction(1, 20)), AwardsFrom.HOUSE)

    assert fed.to_reserve == Fraction(1, 20)
    assert fed.keeps == plain.keeps - Fraction(1, 20)
    assert plain.mean_jackpot is not None
    assert fed.mean_jackpot == plain.mean_jackpot + Fraction(1, 20) * CHIP / Fraction(76, 10 * HANDS)


def test_awards_paid_from_the_meter_cost_the_house_nothing_more() -> None:
    run = long_run(PROGRESSIVE, AwardsFrom.METER)

    assert run.fixed == 0
    assert run.keeps == 1 - run.to_meter - run.seed


@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(0)])
def test_a_meter_that_cannot_bear_the_awards_has_no_mean_jackpot(rate: Fraction) -> None:
    run = long_run(dataclasses.replace(PROGRESSIVE, rate=rate), AwardsFrom.METER)

    assert run.mean_jackpot is None


def test_the_counts_are_those_of_all_hands() -> None:
    assert sum(HOW_MANY.values()) == HANDS
    assert list(HOW_MANY) == list(Category)
