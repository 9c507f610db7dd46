"""The decision chart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from controller.odds.chart import Line, chart, merged
from controller.odds.games import BASE
from controller.odds.plain import share
from controller.odds.rows import Counted
from tests.odds.reference import GIVEN, US

UP_CARDS = 13


def test_every_spot_is_in_the_chart_and_as_many_are_raised_as_in_the_reference(base: Counted) -> None:
    raised = sum(spots for cell in base.chart for least, spots in cell.spots.items() if least[0] <= 1)

    assert sum(sum(cell.spots.values()) for cell in base.chart) == GIVEN["totals"]["player_up_pairs"]
    assert raised == GIVEN["strategies_us"]["optimal"]["raise_pairs"]


def test_pairs_are_raised_and_less_than_ace_king_is_folded_whatever_the_dealer_shows(base: Counted) -> None:
    lines = merged(chart(base, US))

    assert lines[0] == Line("less than ace-king", (Fraction(0),) * UP_CARDS)
    assert lines[-1] == Line("pair of 2 to royal flush", (Fraction(1),) * UP_CARDS)
    assert [line.label for line in lines[1:-1]] == [f"A-K-{third}-x-x" for third in "456789TJQ"]


def test_told_by_all_five_cards_every_ace_king_hand_is_there(base: Counted) -> None:
    hands = [line for line in chart(base, US, cards=5) if line.label.startswith("A-K-")]

    # Three lower ranks of eleven, but for the queen, jack and ten that make a straight.
    assert len(hands) == 11 * 10 * 9 // 6 - 1
    by_name = {line.label: line for line in hands}
    assert by_name["A-K-Q-J-9"].raised == (Fraction(1),) * UP_CARDS
    assert 0 < (by_name["A-K-Q-5-2"].raised[2] or 0) < 1  # the closest decisions of all, won by 2 of 163,185


def test_a_pay_table_that_pays_pairs_nothing_has_some_pairs_folded(base: Counted) -> None:
    lines = {line.label: line for line in chart(base, [1, 0, *US[2:]])}

    assert lines["pair of 2"].raised[5] not in (0, 1)
    assert lines["pair of A"].plain == "raise"


def test_a_part_is_never_rounded_to_all_or_nothing() -> None:
    parts = (0, Fraction(1, 1000), Fraction(1, 2), Fraction(999, 1000), 1)

    assert [share(Fraction(part)) for part in parts] == ["·", "1", "50", "99", "R"]


def test_where_more_than_the_up_card_is_known_there_is_no_chart() -> None:
    assert chart(Counted(replace(BASE, exposed=True), 1, (), ()), US) == []
