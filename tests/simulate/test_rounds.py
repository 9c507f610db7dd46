"""Simulated rounds come out as the exact analysis says, through the rules and without them, on any number of cores."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from controller.core.house import Deal
from controller.core.money import Money
from controller.odds.games import BASE
from controller.odds.rows import Counted
from controller.simulation import fast, floor
from controller.simulation.comparison import compare
from controller.simulation.crew import run
from controller.simulation.decisions import Style
from controller.simulation.exact import Exact, exact
from controller.simulation.floor import Plan
from controller.simulation.tally import FOLD, LOSE, SHORT, TIE, WIN, Sums
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
