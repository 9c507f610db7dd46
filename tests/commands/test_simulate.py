"""`tablehand simulate` from the shell."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from controller.commands.simulate import PLAYERS
from controller.simulation.decisions import STYLES
from controller.simulation.irregular import IRREGULARITIES
from tests.commands.conftest import Tablehand


@pytest.fixture(scope="module", autouse=True)
def cache(counted_once: Path) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(counted_once))
        patch.delenv("TABLEHAND_CONFIG", raising=False)
        patch.setattr("controller.commands.simulate.SETTINGS", Path("/nonexistent/table.yaml"))
        yield


def test_json_tells_outcomes_standard_errors_and_the_seed(tablehand: Tablehand) -> None:
    words = ["simulate", "--rounds", "60", "--seed", "5", "--players", "rule", "--seats", "2", "--json"]

    said, again = tablehand(*words, "--jobs", "1"), tablehand(*words)

    told = json.loads(said.out)
    assert (said.code, said.err) == (0, "")
    assert (told["rounds"], told["hands"], told["seats"], told["seed"], told["path"]) == (60, 120, 2, 5, "rules")
    outcomes = told["outcomes"]
    assert outcomes["fold"] + outcomes["dealer_not_qualified"] + outcomes["lose"] + outcomes["tie"] + sum(
        outcomes["win"].values()
    ) == (120)
    assert set(told["z"]) >= {"fold", "lose", "win_pair", "net"}
    assert told["agrees"] is True
    assert said.out == again.out


def test_the_fast_path_tells_the_same_of_more_rounds(tablehand: Tablehand) -> None:
    said = tablehand(
        "simulate", "--rounds", "1000000", "--fast", "--seed", "1", "--players", "pair", "--jobs", "1", "--json"
    )

    told = json.loads(said.out)
    assert (told["path"], told["seats"], told["hands"], told["agrees"]) == ("fast", 1, 1_000_000, True)
    assert told["outcomes"]["win"]["high_card"] == 0


def test_the_text_tells_what_irregularities_cost(tablehand: Tablehand) -> None:
    words = (
        *("simulate", "--rounds", "40", "--seed", "1", "--players", "rule", "--jobs", "1"),
        *("--irregular", "talker=1/2", "--irregular", "four-card-dealer=0.5"),
    )

    said, told = tablehand(*words), json.loads(tablehand(*words, "--json").out)

    costs = [
        f"{one['costs_the_house_a_round']:+.3f} ± {one['standard_error']:.3f}"
        for one in told["irregularities"].values()
    ]
    assert said.code == 0
    for text in ("players rule, seed 1", "DEAD-1 forfeit hand", "CNT-1 give card", "+0.000 ± 0.000", *costs):
        assert text in said.out


def test_the_table_of_a_settings_file_is_the_one_played(tablehand: Tablehand) -> None:
    said = tablehand("simulate", "--rounds", "5", "--players", "rule", "--config", "config/demo.yaml", "--json")

    assert json.loads(said.out)["hands"] == 35


def test_without_numpy_the_fast_path_says_what_is_missing(
    tablehand: Tablehand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)

    said = tablehand("simulate", "--rounds", "5", "--fast")

    assert (said.code, said.out) == (2, "")
    assert said.err == "tablehand simulate: --fast needs numpy: pip install 'tablehand[numpy]'\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "tablehand simulate: Missing option '--rounds'"),
        (["--rounds", "0"], "tablehand simulate: Invalid value for '--rounds'"),
        (["--rounds", "9", "--players", "drunk"], "tablehand simulate: Invalid value for '--players'"),
        (["--rounds", "9", "--irregular", "talker"], 'tablehand simulate: --irregular has "talker"; write the part'),
        (
            ["--rounds", "9", "--irregular", "talker=2"],
            'tablehand simulate: --irregular has "talker=2"; write the part',
        ),
        (["--rounds", "9", "--irregular", "talkr=0.1"], 'knows no "talkr"; did you mean talker?'),
        (["--rounds", "9", "--irregular", "x=0.1"], 'knows no "x"; there are four-card-dealer'),
        (["--rounds", "9", "--irregular", "talker=1", "--irregular", "joker=1"], "the rates add up to more than all"),
        (["--rounds", "9", "--fast", "--irregular", "talker=1"], "--fast plays the bare game"),
        (["--rounds", "9", "--fast", "--seats", "2"], "--fast plays one seat against the dealer"),
        (["--rounds", "9", "--config", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_sentence(words: list[str], sentence: str, tablehand: Tablehand) -> None:
    said = tablehand("simulate", *words)

    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_help_names_every_way_to_play_and_everything_that_can_go_wrong(tablehand: Tablehand) -> None:
    said = tablehand("simulate", "--help")

    words = set(said.out.replace(",", " ").replace(".", " ").split())
    assert set(IRREGULARITIES) <= words
    assert set(PLAYERS) == set(STYLES)
