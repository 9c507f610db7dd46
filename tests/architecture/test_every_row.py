"""All scenario files under the judge's eyes: every row bites somewhere, and elsewhere misses by one fact alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from controller.core.events import Event
from controller.core.state import Table, new_table
from controller.rules import book
from controller.rules.judge import Finding, Judge
from controller.scenario.file import read_scenario
from controller.scenario.play import Bench
from tests.architecture.test_structure import ROOT

Row = tuple[str, str]
PROGRAM_CHANGED: Row = ("EQP-1", "The program was changed in the middle of the round")
"""No step of a scenario tells it: the daemon does, at a start (tests/runtime/test_power_cuts.py)."""
ROWS: list[Row] = [row for row in ((rule.clause, rule.says) for rule in book.RULES) if row != PROGRAM_CHANGED]


class Watching(Judge):
    """Judges as ever, keeps count of bites and near misses, and asks a judge with other rows first as well."""

    def __init__(self) -> None:
        super().__init__(book.RULES)
        self.bites: Counter[Row] = Counter()
        self.near_misses: Counter[Row] = Counter()
        rows = list(book.RULES)
        random.Random(52).shuffle(rows)
        self._permuted = Judge(rows)

    def findings(self, table: Table, event: Event) -> list[Finding]:
        for seen in self.considered(table, event):
            row = (seen.clause, seen.rule.says)
            missed = sum(not fact.held for fact in seen.facts)
            self.bites[row] += missed == 0
            self.near_misses[row] += missed == 1
        found = super().findings(table, event)
        assert [_told(one) for one in self._permuted.findings(table, event)] == [_told(one) for one in found]
        return found


def _told(finding: Finding) -> tuple[str, int | None]:
    return finding.clause, finding.hand


@pytest.fixture(scope="module")
def watched() -> Watching:
    """Every scenario file of ours, played once; the rows in another order found the same in each of them."""
    judge = Watching()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(book, "_JUDGE", judge)
        for file in sorted(ROOT.glob("tests/scenarios/*/*.yaml")):
            scenario = read_scenario(file)
            bench = Bench(new_table(scenario.house, meter=scenario.meter, opened=True))
            for told in scenario.steps:
                bench.take(told)
    return judge


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1][:40]}")
def test_a_row_bites_in_a_scenario_and_misses_by_one_fact_in_another(row: Row, watched: Watching) -> None:
    assert watched.bites[row] > 0
    assert watched.near_misses[row] > 0
