"""Every scenario file plays green, and goes on playing green when the power fails after each of its steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.scenario.expect import EXPECTATIONS
from controller.scenario.file import Scenario, ScenarioStep, read_scenario
from controller.scenario.play import Failure, play
from controller.scenario.steps import VERBS

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
CLAUSES = {
    "WAG": (1, 2, 3, 4, 5, 6, 7, 8),
    "DEAL": (1, 2),
    "CNT": (1, 2, 3, 4, 5),
    "EXP": (1, 2, 3, 4, 5),
    "DEAD": (1, 2, 3, 4, 5),
    "SET": (1, 2, 3, 4, 5, 6, 7, 8),
    "PRG": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    "SUP": (1, 2),
    "EQP": (1, 2, 3, 4, 5),
}
CLAUSE_IDS = [f"{group}-{number}" for group, numbers in CLAUSES.items() for number in numbers]


def _told(file: Path) -> str:
    return str(file.relative_to(HERE).with_suffix(""))


def _said(failures: list[Failure]) -> list[str]:
    return [f"line {failure.line}: expected {failure.expected}, got {failure.got}" for failure in failures]


def _with_the_power_failing_after_each_step(scenario: Scenario) -> Scenario:
    steps = [told for step in scenario.steps for told in (step, ScenarioStep(step.line, "restart", None))]
    return replace(scenario, steps=tuple(steps))


@pytest.mark.parametrize("file", FILES, ids=_told)
def test_every_expectation_holds(file: Path) -> None:
    scenario = read_scenario(file)

    failures = play(scenario)

    assert _said(failures) == []


@pytest.mark.parametrize("file", FILES, ids=_told)
def test_every_expectation_holds_when_the_power_fails_after_each_step(file: Path) -> None:
    scenario = _with_the_power_failing_after_each_step(read_scenario(file))

    failures = play(scenario)

    assert _said(failures) == []


@pytest.mark.parametrize("clause", CLAUSE_IDS)
def test_a_clause_has_a_case_where_it_bites_and_one_where_it_must_not(clause: str) -> None:
    told = [read_scenario(file) for file in sorted((HERE / clause).glob("*.yaml"))]

    named = [clause in scenario.clauses for scenario in told]

    assert len(told) >= 2
    assert all(named)


def test_every_step_and_every_expectation_is_told_at_least_once() -> None:
    steps = [step for file in FILES for step in read_scenario(file).steps]

    told = {step.verb for step in steps}
    compared = {key for step in steps if step.verb == "expect" for key in step.value}

    assert {*VERBS, "expect", "restart", "wait"} - told == set()
    assert set(EXPECTATIONS) - compared == set()


def test_no_two_scenarios_have_the_same_title() -> None:
    titles = [read_scenario(file).title for file in FILES]

    assert len(titles) == len(set(titles))
