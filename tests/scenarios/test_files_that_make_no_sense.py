"""A scenario file that cannot be understood gets one sentence with file and line, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

from controller.commands.play import play

STEPS = {
    "a verb that is a slip": ('- anti: {1: "10.00"}', 'steps.1.anti: is no step; did you mean "ante"?'),
    "a seat the table has not": ('- ante: {8: "10.00"}', "ante: 8 is no seat; seats are 1 to 7"),
    "a card no pack has": (
        '- draw: "1h"',
        'draw: "1h" is not a card; write rank and suit, like "Kd" or "Th" (ranks 23456789TJQKA, suits cdhs)',
    ),
    "two verbs in one step": (
        "- {reveal: , settle: }",
        "steps.1: is a mapping; a step is one verb, like no_more_bets:",
    ),
    "a time without a unit": ("- wait: 5", 'wait: "5" is no time; write it like 5s, 250ms or 2m'),
    "a time no clock can tell": (
        '- wait: "99999999999999h"',
        'wait: "99999999999999h" is more than this clock can tell; wait at most some years',
    ),
    "a list that is none": ("- expect: {rulings: CNT-1}", "rulings is a list, like [CNT-1]"),
    "a hand without an ante": (
        '- deal: {3: "9h Kd 8c 5s 2h", dealer: "2c 2d 3s 4c Kc"}',
        "deal: seat 3 has no ante, so no hand is dealt there",
    ),
}


def _written(path: Path, *steps: str) -> Path:
    file = path / "told.yaml"
    file.write_text("title: A round nobody could follow\nsteps:\n" + "".join(f"  {step}\n" for step in steps))
    return file


@pytest.mark.parametrize(("step", "sentence"), STEPS.values(), ids=STEPS)
def test_a_step_that_makes_no_sense_is_told_with_its_line(tmp_path: Path, step: str, sentence: str) -> None:
    file = _written(tmp_path, step)

    done = CliRunner().invoke(play, [str(file)])

    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"{file}:3: {sentence}\n")


@pytest.mark.parametrize(
    "step",
    [
        "- ante: {1: 10.00}",
        '- ante: {1: "10"}',
        "- supervisor: {who: A, decision: acept}",
        "- shoe: broken",
        "- decide: {1: dance}",
        "- expect: {lamps: {1: green}}",
        "- expect: {phase: beting}",
        "- expect: {fase: betting}",
        "- expect: {results: {1: {outcome: lost}}}",
        "- chip:",
    ],
)
def test_a_word_that_is_not_understood_is_an_error_of_the_file(tmp_path: Path, step: str) -> None:
    file = _written(tmp_path, '- ante: {2: "10.00"}', step)

    done = CliRunner().invoke(play, [str(file)])

    assert done.exit_code == 2
    assert done.stderr.startswith(f"{file}:4: ")
    assert "Number(" not in done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ":1: the file is empty; a scenario has a title and steps"),
        ("steps:\n  - reveal:\n", ":1: title: is missing or no text; say in a sentence what happens"),
        (None, ": cannot be read: there is no such file"),
    ],
    ids=["an empty file", "no title", "no file"],
)
def test_a_file_that_is_no_scenario_is_told(tmp_path: Path, text: str | None, sentence: str) -> None:
    file = tmp_path / "told.yaml"
    if text is not None:
        file.write_text(text)

    done = CliRunner().invoke(play, [str(file)])

    assert (done.exit_code, done.stderr) == (2, f"{file}{sentence}\n")


def test_json_tells_an_unreadable_file_as_one_failure_and_still_plays_the_others(tmp_path: Path) -> None:
    good = tmp_path / "good.yaml"
    good.write_text("title: An open table\nsteps:\n  - expect: {phase: betting}\n")
    failing = tmp_path / "failing.yaml"
    failing.write_text("title: A closed table\nsteps:\n  - expect: {phase: closed}\n")
    missing = tmp_path / "missing.yaml"

    done = CliRunner().invoke(play, ["--json", str(missing), str(failing), str(good)])

    told = [orjson.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 2
    assert [(each["title"], each["passed"], len(each["failures"])) for each in told] == [
        ("", False, 1),
        ("A closed table", False, 1),
        ("An open table", True, 0),
    ]
    assert told[1]["failures"] == [{"line": 3, "expected": "phase: closed", "got": "betting"}]


def test_an_expectation_that_does_not_hold_is_told_with_its_line_and_exit_code_1(tmp_path: Path) -> None:
    file = _written(tmp_path, '- ante: {1: "10.00"}', "- expect: {accepted: 1}")

    done = CliRunner().invoke(play, [str(file)])

    assert done.exit_code == 1
    assert done.stdout == (f"FAILED  A round nobody could follow\n        {file}:4: expected accepted: 1, got 0\n")


def test_cards_for_a_hand_that_was_taken_off_are_not_swallowed(tmp_path: Path) -> None:
    file = _written(
        tmp_path,
        '- ante: {1: "10.00", 2: "10.00"}',
        "- no_more_bets:",
        "- second_hand: {seat: 2, of: 1}",
        "- supervisor: {who: M. Ortiz, decision: accept}",
        '- deal: {1: "Ah Kd 9c 5s 2h", 2: "9h 9d 8c 5d 2s", dealer: "2c 2d 3s 4c Kc"}',
    )

    done = CliRunner().invoke(play, [str(file)])

    assert (done.exit_code, done.stderr) == (2, f"{file}:7: deal: no hand is dealt to seat 2 any more\n")


def test_a_file_that_is_not_understood_has_one_failure_whatever_failed_before(tmp_path: Path) -> None:
    file = _written(tmp_path, "- expect: {phase: halted, accepted: 3}", "- ante: {1: 5}")

    done = CliRunner().invoke(play, [str(file), "--json"])

    told = orjson.loads(done.stdout)
    assert (done.exit_code, told["passed"], [failure["line"] for failure in told["failures"]]) == (2, False, [4])
