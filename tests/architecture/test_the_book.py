"""Every clause that is enforced has a row or says what acts for it, and tests that bite and do not bite."""

from __future__ import annotations

import random

import pytest

from controller.commands.rulebook import shown_by_clause
from controller.core import events as e
from controller.core.state import Phase
from controller.library import load_profile
from controller.rules.book import CLAUSES, RULES
from controller.rules.clauses.dealing import PACK_SIZE
from controller.rules.grid import GRID
from controller.rules.judge import Judge
from tests.properties.drawn import PROFILES
from tests.rules.bench import Bench


def test_the_grid_answers_every_event_in_every_phase() -> None:
    assert set(GRID) == set(e.KINDS.values())
    assert all(set(row) == set(Phase) for row in GRID.values())


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=lambda clause: clause.id)
def test_a_clause_has_a_row_or_names_what_acts(clause) -> None:  # type: ignore[no-untyped-def]
    rows = [rule for rule in RULES if rule.clause == clause.id]

    assert rows or clause.acts


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_shown_by_a_case_where_it_bites_and_one_where_it_does_not(clause: str) -> None:
    assert len(shown_by_clause().get(clause, [])) >= 2


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_rules_every_clause_that_has_a_row(profile: str) -> None:
    verdicts = load_profile(profile).verdicts

    assert {rule.clause for rule in RULES} <= set(verdicts)


def test_the_order_of_the_rows_changes_nothing() -> None:
    bench = Bench()
    bench("ante", {1: "10.00", 2: "10.00"})("no_more_bets")
    bench("draw", ["Ah", "Kd", "9c", "5s"])("packet_ended")("draw", ["3h", "4h", "5h", "6h", "8h", "9h"])(
        "packet_ended"
    )
    bench("draw", ["2c", "2d", "3s", "4c"])
    asked = [e.DealCompleted(), e.CardDrawn(card=bench.table.pack[0], face_up=True), e.StubCounted(count=PACK_SIZE)]
    expected = [[(f.clause, f.hand) for f in Judge(RULES).findings(bench.table, event)] for event in asked]

    for seed in range(20):
        rows = list(RULES)
        random.Random(seed).shuffle(rows)
        found = [[(f.clause, f.hand) for f in Judge(rows).findings(bench.table, event)] for event in asked]
        assert found == expected
    assert expected[0] == [("CNT-1", 0), ("CNT-3", 1), ("CNT-3", 2)]


def test_a_near_miss_says_which_fact_failed() -> None:
    bench = Bench()
    bench("ante", {1: "10.00"})("no_more_bets")

    considered = Judge(RULES).considered(bench.table, e.HandTouched(seat=1))

    failed = {fact.name for finding in considered for fact in finding.facts if not fact.held}
    assert failed == {"the cards were laid down"}
