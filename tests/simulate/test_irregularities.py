"""What goes wrong goes through the rules, and what it costs is seen beside the same cards with nothing going wrong."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from controller.core.money import Money
from controller.simulation import floor
from controller.simulation.decisions import Style
from controller.simulation.floor import Plan
from controller.simulation.irregular import IRREGULARITIES
from controller.simulation.tally import DEAD, FORFEIT, PLAYED_OUT, VOID, Sums, Tally
from tests.rules.bench import house

ROUNDS = 12
RULED_BY_THE_HOUSE = {
    "four-card-dealer": {"CNT-1 give_card": ROUNDS},
    "three-card-dealer": {"CNT-2 void_round": ROUNDS},
    "six-card-dealer": {"CNT-2 void_round": ROUNDS},
    "four-card-player": {"CNT-3 dead_hand": ROUNDS},
    "six-card-player": {"CNT-3 dead_hand": ROUNDS},
    "unread-card": {"EQP-1 enter_card": ROUNDS},
    "boxed-card": {"EXP-5 burn_card": ROUNDS},
    "card-twice": {"CNT-4 void_round": ROUNDS},
    "joker": {"CNT-4 void_round": ROUNDS},
    "unshuffled-pack": {"EQP-5 void_round": ROUNDS},
    "shoe-jam": {"SUP-1 play_on": ROUNDS},
    "exposed-player-card": {"EXP-4 play_on": ROUNDS},
    "exposed-in-the-deal": {"EXP-2 void_round": ROUNDS},
    "exposed-hole-card": {"EXP-3 void_round": ROUNDS},
    "talker": {"DEAD-1 forfeit_hand": ROUNDS},
    "touched-again": {"DEAD-2 forfeit_hand": ROUNDS},
    "touched-another": {"DEAD-3 forfeit_hand": ROUNDS},
    "out-of-view": {"DEAD-4 forfeit_hand": ROUNDS},
}
VOIDING = {kind for kind, ruled in RULED_BY_THE_HOUSE.items() if any("void" in ruling for ruling in ruled)}


def spoiled(kind: str, how: Style, *, lenient: bool = False, seats: int = 3, rounds: int = ROUNDS) -> Tally:
    plan = Plan(house(seats=seats), how, Money(1000), {kind: Fraction(1)}, lenient)
    return floor.play(plan, rounds, Random(2))


@pytest.mark.parametrize("kind", IRREGULARITIES)
def test_each_irregularity_is_ruled_as_the_house_has_it(kind: str, styles: dict[str, Style]) -> None:
    tally = spoiled(kind, styles["rule"])

    assert (tally.plain.rounds, tally.spoiled[kind].rounds) == (0, ROUNDS)
    assert tally.rulings[kind] == Counter(RULED_BY_THE_HOUSE[kind])


@pytest.mark.parametrize("kind", sorted(VOIDING))
def test_a_void_round_gives_back_what_the_undisturbed_one_would_have_moved(kind: str, styles: dict[str, Style]) -> None:
    sums = spoiled(kind, styles["rule"]).spoiled[kind]

    assert (sums.times[VOID], sums.net) == (3 * ROUNDS, 0)
    assert sums.lost != 0


@pytest.mark.parametrize("kind", ["four-card-dealer", "unread-card", "shoe-jam"])
def test_what_is_set_right_costs_nothing(kind: str, styles: dict[str, Style]) -> None:
    sums = spoiled(kind, styles["optimal"]).spoiled[kind]

    assert (sums.lost, sums.lost_squares, sum(sums.times[PLAYED_OUT:])) == (0, 0, 0)


def test_a_dead_hand_gets_its_wager_back_and_a_forfeited_one_loses_it(styles: dict[str, Style]) -> None:
    dead = spoiled("six-card-player", styles["rule"], seats=1).spoiled["six-card-player"]
    forfeited = spoiled("talker", styles["rule"], seats=1).spoiled["talker"]

    assert (dead.times[DEAD], dead.net) == (ROUNDS, 0)
    assert (forfeited.times[FORFEIT], forfeited.net) == (ROUNDS, -1000 * ROUNDS)


def test_one_hole_card_seen_and_played_on_costs_the_house(styles: dict[str, Style]) -> None:
    seen = spoiled("exposed-hole-card", styles["optimal"], lenient=True, seats=1, rounds=120)
    unseen = spoiled("exposed-hole-card", styles["rule"], lenient=True, seats=1, rounds=120)

    assert seen.rulings["exposed-hole-card"] == {"SUP-1 play_on": 120}
    assert seen.spoiled["exposed-hole-card"].lost > 0
    assert unseen.spoiled["exposed-hole-card"].lost == 0  # who plays by a rule does not look


def test_so_many_rounds_are_spoiled_as_the_rates_say(styles: dict[str, Style]) -> None:
    rates = {"talker": Fraction(1, 4), "joker": Fraction(1, 4)}

    tally = floor.play(Plan(house(seats=1), styles["rule"], Money(1000), rates), 400, Random(3))

    by_kind = {kind: sums.rounds for kind, sums in tally.spoiled.items()}
    assert set(by_kind) == set(rates)
    assert all(70 <= rounds <= 130 for rounds in by_kind.values())
    assert tally.plain.rounds == 400 - sum(by_kind.values())


def test_sums_add_up() -> None:
    one, other = Sums(), Sums()
    one.add_round([0, 0, 4], 500, 4000)
    other.add_round([0, 15, 16], -1000, 3000, undisturbed=200)

    one.add(other)

    assert (one.rounds, one.hands, one.net, one.net_squares, one.staked) == (2, 6, -500, 1_250_000, 7000)
    assert (one.times[0], one.squares[0], one.times[4], one.times[16]) == (3, 5, 1, 1)
    assert (one.lost, one.lost_squares) == (-1200, 1_440_000)
