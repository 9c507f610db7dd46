"""One question, the whole answer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from controller.core.house import AwardsFrom, House, Progressive
from controller.core.money import Money
from controller.core.ranking import Category
from controller.library import load_awards, load_paytable, load_profile
from controller.odds.games import BASE, Game
from controller.odds.progressive import royal_in_a_round
from controller.odds.report import Question, game_of, report
from controller.odds.rows import Counted
from tests.odds.reference import GIVEN, US

PROGRESSIVE = Progressive(Money(1_000_000), Fraction(7, 10), Money(100), load_awards("us-500-100-50"))
QUESTION = Question(
    title="a table",
    game=BASE,
    pays=US,
    progressive=PROGRESSIVE,
    paid_from=AwardsFrom.HOUSE,
    meter=Money(10_000_000),
    meter_from="as asked",
    least_ante=Money(500),
    greatest_ante=Money(50_000),
    max_bet_win=Money(500_000),
    seats=7,
    rounds_a_day=640,
    pace_from="as asked",
    tables=(("us", US),),
)
EDGE = Fraction(142_031_221, 2_718_662_100)


@pytest.mark.parametrize(
    ("profile", "game"),
    [
        ("house", BASE),
        ("france", BASE),
        ("spice-island", BASE),  # at least twice the ante: the least is played
        ("home", Game(raises=(1, 2), qualifier=False)),
    ],
)
def test_the_game_is_the_one_of_the_profile(profile: str, game: Game) -> None:
    house = House(profile=load_profile(profile), paytable=load_paytable("us"), progressive=PROGRESSIVE)

    assert game_of(house) == game


def test_the_answer_is_told_for_the_table_as_it_is(base: Counted) -> None:
    answer = report(QUESTION, lambda game, parts: base)

    assert answer.best.house_edge == EDGE
    assert [result.house_edge for _, result in answer.tables] == [EDGE]
    assert [int(result.net) for _, result in answer.thumbs] == [
        GIVEN["strategies_us"][name]["net_units"] for name in list(GIVEN["strategies_us"]) if name != "optimal"
    ]
    assert answer.meter.returns == Fraction(1385, 3822) + 100_000 * Fraction(19, 6_497_400)
    assert answer.meter.rounds == 1 / royal_in_a_round(7)
    assert answer.meter.days == answer.meter.rounds / 640


def test_at_the_meter_that_breaks_even_with_the_ante_both_wagers_together_lose_nothing(base: Counted) -> None:
    answer = report(QUESTION, lambda game, parts: base)

    share = Fraction(19, 6_497_400)  # of a chip of 1.00, for each 1.00 on the meter
    assert answer.meter.break_even_with_ante is not None
    won = Fraction(1385, 3822) + share * answer.meter.break_even_with_ante / 100 - 1
    assert won == EDGE * 5


def test_a_cap_takes_what_lies_above_it_and_is_felt_above_the_ante_that_reaches_it(base: Counted) -> None:
    answer = report(QUESTION, lambda game, parts: base)

    # Bets of 1,000.00 win 5,000.00 at most: five to one.
    wins = answer.best.raised[0].win
    lost = 2 * sum(wins[hand] * max(0, US[hand] - 5) for hand in Category)
    assert answer.cap is not None
    assert answer.cap.result.net == answer.best.net - lost
    assert answer.cap.felt_above == Money(2_500)


def test_an_ante_up_to_there_feels_no_cap(base: Counted) -> None:
    answer = report(replace(QUESTION, greatest_ante=Money(2_500)), lambda game, parts: base)

    assert answer.cap is not None
    assert answer.cap.result.net == answer.best.net


def test_a_cap_that_cuts_a_pair_s_pay_is_counted_in_finer_parts(base: Counted) -> None:
    asked: list[int] = []

    def counted_by(game: Game, parts: int) -> Counted:
        asked.append(parts)
        return base if parts == 1 else replace(base, parts=2, rows=())

    report(replace(QUESTION, greatest_ante=Money(500_000)), counted_by)  # bets of 10,000.00 win half at most

    assert asked == [1, 2]


def test_a_choice_of_bets_has_no_cap_and_variants_change_one_thing_each(base: Counted) -> None:
    choice = Game(raises=(1, 2))
    answer = report(replace(QUESTION, game=choice), lambda game, parts: replace(base, game=game), choice.variants())

    assert answer.cap is None
    assert [result.game for result in answer.variants] == [
        Game(raises=(1,)),
        Game(raises=(2,)),
        Game(raises=(1, 2), qualifier=False),
        Game(raises=(1, 2), exposed=True),
    ]
