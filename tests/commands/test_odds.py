"""`tablehand odds` from the shell."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.commands.conftest import Tablehand
from tests.odds.reference import GIVEN

OPTIMAL = GIVEN["strategies_us"]["optimal"]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    """One cache for these tests, so that the game is counted once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("TABLEHAND_CONFIG", raising=False)
        patch.setattr("controller.commands.odds.SETTINGS", Path("/nonexistent/table.yaml"))
        yield


def test_json_has_the_reference_s_integers_and_fractions_in_lowest_terms(tablehand: Tablehand) -> None:
    said = tablehand("odds", "--progressive", "500/100/50", "--meter", "100000.00", "--json")

    told = json.loads(said.out)
    combos = OPTIMAL["combos"]
    assert (said.code, said.err) == (0, "")
    assert told["combinations"] == GIVEN["totals"]["combos"]
    assert told["net_units"] == OPTIMAL["net_units"]
    assert told["raise_pairs"] == OPTIMAL["raise_pairs"]
    assert told["outcomes"] == {
        "fold": combos["fold"],
        "dealer_not_qualified": combos["dealer_not_qualified"],
        "lose": combos["player_loses"],
        "tie": combos["tie"],
        "win": {hand.replace(" ", "_"): times for hand, times in combos["win"].items()},
    }
    assert told["house_edge"] == "142031221/2718662100"
    staked = GIVEN["totals"]["combos"] + 2 * OPTIMAL["raise_pairs"] * GIVEN["totals"]["completions_given_player_and_up"]
    assert told["element_of_risk"] == str(Fraction(-OPTIMAL["net_units"], staked))
    assert told["progressive"]["return"] == str(Fraction(1385, 3822) + 100_000 * Fraction(19, 6_497_400))
    assert told["progressive"]["break_even_meter"] == "4142900/19"


def test_another_pay_table_is_answered_from_the_same_rows(tablehand: Tablehand) -> None:
    said = tablehand("odds", "--pays", "1,1,2,3,5,8,10,20,50,100", "--json")

    wins = OPTIMAL["combos"]["win"]
    more = 2 * (wins["straight"] + 3 * wins["flush"] + 3 * wins["full house"])
    assert json.loads(said.out)["net_units"] == OPTIMAL["net_units"] + more


def test_the_game_of_a_settings_file_is_the_one_analysed(tablehand: Tablehand) -> None:
    said = tablehand("odds", "--config", "config/demo.yaml", "--json")

    told = json.loads(said.out)
    assert told["pays"] == [1, 1, 2, 3, 4, 5, 7, 20, 50, 100]
    assert told["progressive"]["meter"] == "10000.00"


def test_the_text_tells_edge_outcomes_chart_and_progressive(tablehand: Tablehand) -> None:
    said = tablehand("odds")

    assert said.code == 0
    for sentence in (
        "house edge, of the ante",
        "142031221/2718662100",
        "dealer does not qualify",
        "A-K-Q-x-x",
        "raise A-K-J-8-3 or better",
        "pay table france",
        "next royal flush, with 7 chips a round",
        "so that the house LOSES",
    ):
        assert sentence in said.out


def test_the_page_stands_alone(tablehand: Tablehand, tmp_path: Path) -> None:
    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.outside: list[str] = []
            self.drawings = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.drawings += tag == "svg"
            self.outside += [value or "" for name, value in attrs if name in ("src", "href")]
            if tag != "meta":
                self.open.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            return

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    page = tmp_path / "odds.html"
    said = tablehand("odds", "--html", str(page))

    tags = Tags()
    tags.feed(page.read_text(encoding="utf-8"))
    assert said.out == f"{page} is written\n"
    assert (tags.open, tags.outside, tags.drawings) == ([], [], 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--pays", "1,1,2"], 'tablehand odds: --pays is "1,1,2"; write ten whole numbers'),
        (["--pays", "1,1,2,3,4,5,7,20,50,x"], "tablehand odds: --pays is"),
        (["--pays", "1,1,2,3,4,5,7,20,50,-1"], "tablehand odds: --pays is"),
        (["--progressive", "500/100"], 'tablehand odds: --progressive is "500/100"; write quads/full house/flush'),
        (["--progressive", "a/b/c"], 'tablehand odds: --progressive has "a"; write an amount above nothing'),
        (["--meter", "-5"], 'tablehand odds: --meter has "-5"; write an amount above nothing'),
        (["--meter", "0"], 'tablehand odds: --meter has "0"; write an amount above nothing'),
        (["--ante", "ten"], 'tablehand odds: --ante has "ten"; write an amount above nothing'),
        (["--config", "nowhere.yaml"], "nowhere.yaml"),
        (["--html", "/nonexistent/odds.html"], "cannot write /nonexistent/odds.html: No such file or directory"),
    ],
)
def test_what_cannot_be_answered_is_told_in_one_sentence(words: list[str], sentence: str, tablehand: Tablehand) -> None:
    said = tablehand("odds", *words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
