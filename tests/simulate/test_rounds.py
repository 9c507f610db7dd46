"""Simulated rounds come out as the exact analysis says, through the rules and without them, on any number of cores."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from controller.core.cards import NUMBER, read_cards
from controller.core.house import Deal
from controller.core.money import Money
from controller.core.ranking import Category
from controller.odds.games import BASE
from controller.odds.rows import Counted
from controller.simulation import fast, floor
from controller.simulation.comparison import compare
from controller.simulation.crew import run
from controller.simulation.decisions import Style
from controller.simulation.exact import Exact, exact
from controller.simulation.floor import Plan
from controller.simulation.tally import FOLD, LOSE, PLAYED_OUT, SHORT, TIE, WIN, Sums
from tests.odds.reference import GIVEN
from tests.rules.bench import house

ANTE = Money(500)
CAP = Money(500_000)
ALL = GIVEN["totals"]["combos"]


def plan(how: Style, profile: str = "house", seats: int = 7, **changes: object) -> Plan:
    return Plan(house(profile, seats=seats, **changes), how, ANTE, {})


def exact_of(how: Style, base: Counted) -> Exact:
    return exact(how, lambda game, parts: base)


def test_the_expected_outcomes_are_those_of_the_reference(styles: dict[str, Style], base: Counted) -> None:
    expected = exact_of(styles["optimal"], base)

    combos = GIVEN["strategies_us"]["optimal"]["combos"]
    parts = [combos["fold"], combos["dealer_not_qualified"], combos["player_loses"], combos["tie"]]
    assert [chance * ALL for chance in expected.chances] == [*parts, *combos["win"].values()]
    assert expected.mean == Fraction(*GIVEN["strategies_us"]["optimal"]["ev_fraction"])


def test_players_at_random_are_a_mixture_of_folding_and_raising_always(styles: dict[str, Style], base: Counted) -> None:
    expected = exact_of(styles["random"], base)

    blind = GIVEN["strategies_us"]["blind_raise_everything"]
    assert expected.chances[FOLD] == Fraction(1, 2)
    assert expected.chances[LOSE] == Fraction(blind["combos"]["player_loses"], 2 * ALL)
    assert expected.mean == (Fraction(*blind["ev_fraction"]) - 1) / 2
    assert sum(expected.chances) == 1


@pytest.mark.parametrize("name", ["optimal", "rule", "random"])
def test_two_thousand_hands_through_the_rules_agree_with_the_exact_table(
    name: str, styles: dict[str, Style], base: Counted
) -> None:
    tally = floor.play(plan(styles[name]), 300, Random(4))

    comparison = compare(tally.plain, exact_of(styles[name], base), ANTE)
    assert (tally.rounds, tally.plain.hands, sum(tally.plain.times)) == (300, 2100, 2100)
    assert comparison.agrees, comparison


@pytest.mark.parametrize("name", ["optimal", "rule", "three-rules", "random"])
def test_two_million_hands_without_the_table_agree_with_the_exact_table(
    name: str, styles: dict[str, Style], base: Counted
) -> None:
    tally = fast.play(styles[name], ANTE, CAP, 2_000_000, np.random.default_rng(5))

    comparison = compare(tally.plain, exact_of(styles[name], base), ANTE)
    assert (tally.plain.hands, sum(tally.plain.times)) == (2_000_000, 2_000_000)
    assert comparison.agrees, comparison


def test_a_player_who_plays_otherwise_than_said_is_found(styles: dict[str, Style], base: Counted) -> None:
    tally = fast.play(styles["rule"], ANTE, CAP, 2_000_000, np.random.default_rng(5))

    comparison = compare(tally.plain, exact_of(styles["optimal"], base), ANTE)

    assert not comparison.agrees


def test_amounts_won_are_the_table_s(styles: dict[str, Style]) -> None:
    """A royal flush at the greatest ante meets the cap."""
    sums = Sums(rounds=5, hands=5, times=[0] * 17)
    ante = Money(50_000)
    times = [[1] + [0] * 13, [0] * 14]
    times[1][SHORT] = times[1][LOSE] = times[1][TIE] = times[1][WIN + 9] = 1

    sums = fast.summed(times, styles["optimal"], ante, CAP)

    assert sums.net == -50_000 + 50_000 - 150_000 + 0 + 50_000 + 500_000
    assert sums.staked == 50_000 + 4 * 150_000


@pytest.mark.parametrize(
    ("hand", "dealer", "outcome"),
    [
        ("7c 5d 4h 3s 2c", "Ks Qs Js 9d 8h", FOLD),
        ("2c 2d 3h 4s 5c", "Ah Qd Jh Tc 9c", SHORT),
        ("2c 2d 3h 4s 5c", "Ah Kd 4h 3c 2h", WIN + Category.PAIR),  # the lowest hand that plays
        ("2c 2d 3h 4s 5c", "6c 6d 7h 8s 9c", LOSE),
        ("Ac Kd Qh 7s 4c", "As Kh Qc 7d 4d", TIE),
        ("Ad Kd Qh 6s 2c", "Ah Ks Jd 9h 4c", FOLD),  # one of the closest decisions: of the up card's suit only the two,
        ("Ac Ks Qh 5s 2c", "Ah Kd Jd 9h 4s", WIN + Category.HIGH_CARD),  # and king and five of it
    ],
)
def test_a_round_without_the_table_comes_out_as_the_rules_have_it(
    hand: str, dealer: str, outcome: int, styles: dict[str, Style]
) -> None:
    """The dealer's last card is turned up."""
    mine, up = number_of(hand), read_cards(dealer)[-1]
    turned = 5 * number_of(dealer) + sorted(NUMBER[card] for card in read_cards(dealer)).index(NUMBER[up])

    (came,) = fast.BareGame(styles["optimal"]).outcomes(np.array([mine]), np.array([turned]), np.random.default_rng(1))

    assert came == (FOLD if outcome == FOLD else PLAYED_OUT + outcome)


def number_of(cards: str) -> int:
    """Where a hand stands among all hands."""
    wanted, before, first = sorted(NUMBER[card] for card in read_cards(cards)), 0, 0
    for left, number in zip(range(4, -1, -1), wanted, strict=True):
        before += sum(comb(51 - skipped, left) for skipped in range(first, number))
        first = number + 1
    return before


def test_no_two_batches_are_alike(styles: dict[str, Style]) -> None:
    one = run(plan(styles["rule"], seats=1), 100, seed=7, jobs=1, fast=False)
    two = run(plan(styles["rule"], seats=1), 200, seed=7, jobs=1, fast=False)

    assert two.plain.times != [2 * times for times in one.plain.times]


def test_hands_that_fare_alike_in_each_round_make_the_standard_error_greater(
    styles: dict[str, Style], base: Counted
) -> None:
    alike, apart = Sums(), Sums()
    for fold in (True, False) * 50:
        alike.add_round([FOLD if fold else SHORT] * 4, 0, 0)
        apart.add_round([FOLD, FOLD, SHORT, SHORT], 0, 0)

    lines = [compare(sums, exact_of(styles["optimal"], base), ANTE).lines[FOLD] for sums in (alike, apart)]

    assert lines[0].seen == lines[1].seen
    assert lines[0].z == pytest.approx(0.5 * (lines[1].z or 0.0), rel=0.02)  # four hands are as good as one


@pytest.mark.parametrize("profile", ["house", "france", "colorado", "nsw", "spice-island"])
@pytest.mark.parametrize("deal", Deal)
def test_every_house_finishes_its_rounds(profile: str, deal: Deal, styles: dict[str, Style]) -> None:
    tally = floor.play(plan(styles["rule"], profile, deal=deal, count_chips=True, supervisor_key=True), 5, Random(1))

    assert (tally.rounds, sum(tally.plain.times[: WIN + 10])) == (5, 35)


def test_the_same_seed_gives_the_same_tally_on_one_core_and_on_two(styles: dict[str, Style]) -> None:
    irregular = Plan(house(seats=2), styles["rule"], ANTE, {"talker": Fraction(1, 3)})

    alone = run(irregular, 250, seed=7, jobs=1, fast=False)
    together = run(irregular, 250, seed=7, jobs=2, fast=False)
    other = run(irregular, 250, seed=8, jobs=1, fast=False)

    assert alone == together
    assert alone.rounds == other.rounds == 250
    assert alone != other


def test_progress_is_told_to_the_last_round(styles: dict[str, Style]) -> None:
    heard: list[int] = []

    run(plan(styles["rule"], seats=1), 250, seed=1, jobs=1, fast=False, progress=heard.append)

    assert heard == [100, 200, 250]


def test_outcomes_too_rare_for_a_standard_error_are_taken_together(styles: dict[str, Style], base: Counted) -> None:
    assert styles["optimal"].game == BASE
    tally = fast.play(styles["optimal"], ANTE, CAP, 200_000, np.random.default_rng(1))

    lines = {line.word: line for line in compare(tally.plain, exact_of(styles["optimal"], base), ANTE).lines}

    assert [word for word, line in lines.items() if line.z is None] == [
        "tie",
        "win_straight_flush",
        "win_royal_flush",
    ]
    assert "rare outcomes together" not in lines  # together they are still too rare
