"""Honest tables are let go, and tables with something wrong are found, by the question that says what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from controller.audit import chances
from controller.audit.checks import Check, all_categories, checks
from controller.audit.expected import CATEGORIES, Winnings
from controller.audit.rounds import Finished
from controller.audit.verdict import LEVEL, answers
from controller.core.cards import read_cards
from controller.core.ranking import strength
from tests.audit import dealing
from tests.audit.dealing import accused, audited, finished

HONEST_TABLES = 150
ACE_KING = strength(read_cards("As Kd 4c 3h 2s"))


def test_honest_tables_are_accused_no_more_often_than_stated(best: Winnings) -> None:
    found = [accused(audited(finished(40, Random(seed)), best)) for seed in range(HONEST_TABLES)]

    allowed = HONEST_TABLES * LEVEL
    assert len([odd for odd in found if odd]) <= allowed + 3 * allowed**0.5


def test_a_missing_ace_is_found_and_named(best: Winnings) -> None:
    found = audited(finished(60, Random(1), dealing.without_an_ace), best)

    assert accused(found) == {("card frequencies", "shoe 7F3A"), ("one card", "shoe 7F3A")}
    assert [one.check.says for one in found if one.check.name == "one card"] == [
        "the ace of spades was out 0 times, 46.2 expected"
    ]


def test_a_pack_in_new_deck_order_every_fifty_rounds_is_found_and_the_rounds_named(best: Winnings) -> None:
    found = audited(finished(160, Random(1), dealing.new_deck_every_50), best)

    assert accused(found) == {
        ("new-deck order", "all rounds"),
        ("new-deck order", "oddest round"),
        ("dealt before", "all rounds"),
    }
    says = {(one.check.name, one.check.about): one.check.says for one in found}
    assert says["new-deck order", "oddest round"].endswith("1.5 expected; odd is round 50, 100, 150")
    assert says["dealt before", "all rounds"] == (
        "10 cards in an order dealt before in 2 of 160 rounds: round 100 as 50, 150 as 100"
    )


def test_a_pack_that_was_only_cut_every_fifty_rounds_is_found(best: Winnings) -> None:
    found = audited(finished(110, Random(1), dealing.not_shuffled_every_50), best)

    assert accused(found) == {
        ("as the round before", "all rounds"),
        ("as the round before", "oddest round"),
        ("dealt before", "all rounds"),
    }


def test_an_order_that_comes_again_much_later_is_found(best: Winnings) -> None:
    rounds = list(finished(60, Random(1)))
    again = Finished(61, "7F3A", rounds[3].pack, rounds[3].hands, rounds[3].won)

    found = audited(iter([*rounds, again]), best)

    assert accused(found) == {("dealt before", "all rounds")}


def test_a_favourite_seat_is_found_and_no_other_accused(best: Winnings) -> None:
    found = accused(audited(finished(250, Random(1), dealing.seat_3_is_a_favourite), best))

    assert ("strength", "seat 3") in found
    assert {about for _, about in found} == {"seat 3"}


def test_one_who_wins_more_than_play_without_a_mistake_can_is_found(best: Winnings) -> None:
    """Seat 2 sees the dealer's cards: it raises when the dealer will not play, and folds when it would lose."""

    def knowing(over: Finished) -> Finished:
        dealer = dealing.place(over.hands[0])
        raised = dealing.won_by(max(dealing.place(over.hands[2]), ACE_KING), dealer)
        return replace(over, won={**over.won, 2: max(raised, Fraction(-1))})

    found = audited(map(knowing, finished(300, Random(2))), best)

    assert accused(found) == {("winnings", "seat 2")}


def test_few_rounds_are_asked_about_their_shuffles_only() -> None:
    found = audited(finished(10, Random(1)))

    assert {one.check.name for one in found} == {"new-deck order", "as the round before", "dealt before"}


def test_in_so_many_rounds_as_are_told_a_bias_is_found(best: Winnings) -> None:
    """A seat that beats the dealer a quarter too often: of four showdowns it would lose, one is turned round."""

    def favoured(rounds: int, seed: int) -> Iterator[Finished]:
        chance = Random(seed)
        for over in finished(rounds, chance, seats=1):
            loses = dealing.place(over.hands[1]).place < dealing.place(over.hands[0]).place
            turned = loses and chance.random() < 0.25
            yield replace(over, hands={1: over.hands[0], 0: over.hands[1]}) if turned else over

    asked = audited(favoured(40, seed=1))
    (needed,) = [one.rounds(0.25) for one in asked if one.check.name == "beats the dealer"]

    found = [accused(audited(favoured(needed or 0, seed))) for seed in range(10)]

    assert needed == 353
    assert len([odd for odd in found if ("beats the dealer", "seat 1") in odd]) >= 7


def test_questions_that_look_for_the_oddest_of_many_say_how_odd_that_is() -> None:
    sums = dealing.summed(finished(100, Random(5)))

    asked = {(one.name, one.about): one for one in checks(sums, None)}

    shoe = sums.shoes["7F3A"]
    oddest = max(range(52), key=lambda card: abs(shoe.cards[card] - 100 * 40 / 52))
    alone = chances.binomial_both_sides(shoe.cards[oddest], 100, 40 / 52)
    assert asked["one card", "shoe 7F3A"].p == pytest.approx(min(1.0, 52 * alone))
    most = max(stretch.seen for stretch in sums.in_order)
    alone = chances.poisson_at_least(most, 39 * 2 / 51)
    assert asked["new-deck order", "oddest round"].p == pytest.approx(min(1.0, 100 * alone))


def test_hands_of_one_pack_count_a_little_less_than_hands_of_many() -> None:
    sums = dealing.summed(finished(100, Random(5)))

    asked = {(one.name, one.about): one for one in checks(sums, None)}

    seen, expected = chances.pooled(all_categories(sums), [800 * chance for chance in CATEGORIES], 25)
    alone = sum((times - mean) ** 2 / mean for times, mean in zip(seen, expected, strict=True))
    assert asked["categories", "all hands"].p == pytest.approx(chances.chi_square(alone / 1.049, len(seen) - 1))


@pytest.mark.parametrize(
    ("asked", "corrected"),
    [([0.001], [0.001]), ([0.02, 0.004, 0.5], [0.04, 0.012, 0.5]), ([0.4, 0.3], [0.6, 0.6])],
)
def test_many_questions_are_corrected_for(asked: list[float], corrected: list[float]) -> None:
    found = answers([Check("", "", "", "", "", p) for p in asked])

    assert [answer.p for answer in found] == pytest.approx(corrected)
