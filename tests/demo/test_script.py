"""The script of a show: seeded rounds, people who play them to the end, and incidents that show their clause."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from controller.core.cards import PACK, read_cards
from controller.demo import incidents
from controller.demo.incidents import OTHERS, WELL_KNOWN, Incident, rounds
from controller.demo.moves import sim
from controller.demo.people import SUPERVISOR_S
from controller.demo.rounds import plain_round, raises
from tests.demo.playing import SEATS, Floor, staged

SHOWS = {
    "late_chip": {"late_chip"},
    "four_card_dealer": {"CNT-1"},
    "talker": {"DEAD-1"},
    "unread_card": {"EQP-1"},
    "boxed_card": {"EXP-5"},
    "straight_flush": {"award_waiting"},
    "stuck_acceptor": {"acceptor_fault"},
    "second_chip": {"second_chip"},
    "light_without_ante": {"chip_without_ante"},
    "miscounted_chips": {"chips_do_not_match"},
    "six_card_player": {"CNT-3"},
    "card_seen_twice": {"CNT-4"},
    "jam": {"shoe_fault", "SUP-1"},
    "exposed_in_the_deal": {"EXP-4"},
    "wrongly_accused": {"DEAD-1", "SUP-1"},
    "early_look": {"DEAD-5"},
    "touched_again": {"DEAD-2"},
    "out_of_view": {"DEAD-4"},
    "royal_flush": {"award_waiting"},
}
SEEDS = range(8)


def _name(incident: Incident) -> str:
    return incident.__name__


def test_the_same_seed_gives_the_same_rounds() -> None:
    first = list(islice(rounds(Random(4), SEATS), 40))

    again = list(islice(rounds(Random(4), SEATS), 40))

    assert again == first


def test_another_seed_gives_other_rounds() -> None:
    first = list(islice(rounds(Random(4), SEATS), 5))

    other = list(islice(rounds(Random(5), SEATS), 5))

    assert other != first


@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_is_dealt_from_one_pack(seed: int) -> None:
    dealt = plain_round(Random(seed), SEATS)

    cards = [card for hand in dealt.hands.values() for card in hand]
    assert sorted([*cards, *dealt.stub]) == sorted(PACK)
    assert dealt.told == dealt.hands


@pytest.mark.parametrize("seed", SEEDS)
def test_a_plain_round_is_played_to_the_end_without_a_ruling(seed: int) -> None:
    floor = Floor()

    floor.play(plain_round(Random(seed), SEATS))

    assert floor.table.rounds == 1
    assert floor.marks <= {"folded_award"}


@pytest.mark.parametrize("incident", [*WELL_KNOWN, *OTHERS], ids=_name)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_with_an_incident_is_played_to_the_end_and_shows_it(incident: Incident, seed: int) -> None:
    floor = staged(incident, seed)

    assert floor.table.rounds == 1
    assert floor.table.acceptors_out == frozenset()
    assert floor.marks >= SHOWS.get(incident.__name__, set())


def test_a_dealers_card_that_turns_over_is_decided_by_a_supervisor_one_way_or_the_other() -> None:
    ruled = {tuple(sorted(staged(incidents.dealers_card_exposed, seed).marks)) for seed in range(30)}

    assert {("EXP-3",), ("SUP-1",)} <= ruled


def test_a_straight_flush_is_paid_once_two_persons_have_approved_it() -> None:
    floor = staged(incidents.straight_flush, 3)

    approved = [told["by"] for told in floor.told if told["event"] == "award_approved"]
    paid = [
        effect["amount"]
        for told in floor.told
        for effect in told["effects"]
        if effect["effect"] == "move_money" and effect["wager"] == "award" and effect["way"] == "paid"
    ]
    assert [by[0]["name"] for by in approved] == ["Lund", "Kaya"]
    assert len(paid) == 1


def test_every_well_known_incident_comes_before_any_comes_again() -> None:
    unusual = list(islice(rounds(Random(1), SEATS), 1, 2 * len(WELL_KNOWN), 2))

    shown = Floor()
    for round_ in unusual:
        shown.play(round_)

    wanted = set().union(*(SHOWS[incident.__name__] for incident in WELL_KNOWN))
    assert shown.marks >= wanted


def test_a_question_stands_long_enough_to_be_read() -> None:
    assert SUPERVISOR_S >= 3


@pytest.mark.parametrize(
    ("cards", "up_card", "does"),
    [
        ("2h 2d 5c 9s Kh", "Ah", True),
        ("Ah Kd 9c 5s 2h", "Kc", True),
        ("Ah Kd 9c 5s 2h", "9h", True),
        ("Ah Kd 9c 5s 2h", "Qh", False),
        ("Ah Qd 9c 5s 2h", "Ac", False),
        ("2h 3h 4h 5h 7h", "Qc", True),
    ],
)
def test_players_raise_with_a_pair_or_with_ace_king_and_a_match(cards: str, up_card: str, does: bool) -> None:
    assert raises(read_cards(cards), up_card) is does


def test_hardware_is_moved_by_nobody() -> None:
    assert sim("chip", 3).who == ()
