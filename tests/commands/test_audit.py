"""`tablehand audit` from the shell, on journals of tables that were really played."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.audit import dealing
from tests.audit.journals import played
from tests.commands.conftest import Tablehand
from tests.rules.bench import house

ROUNDS = 52


@pytest.fixture(scope="module", autouse=True)
def cache(counted_once: Path) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(counted_once))
        yield


def journal_of(path: Path, shuffle: dealing.Shuffle, rounds: int = ROUNDS, seats: int = 3) -> Path:
    chance = Random(11)
    with played(path, house(seats=seats)) as table:
        for number in range(1, rounds + 1):
            table.round(list(shuffle(number, list(range(52)), chance)), seats)
    return path


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return journal_of(tmp_path_factory.mktemp("honest") / "journal.db", dealing.honestly)


def test_an_honest_table_is_told_to_be_one(tablehand: Tablehand, honest: Path) -> None:
    said = tablehand("audit", str(honest))

    assert (said.code, said.err) == (0, "")
    assert f"{ROUNDS} finished rounds" in said.out
    assert "Nothing speaks against this table" in said.out
    assert "one is accused in no more than 1% of audits" in said.out


def test_json_tells_counts_and_every_question(tablehand: Tablehand, honest: Path) -> None:
    said = tablehand("audit", "--json", "--bias", "20", str(honest))

    told = json.loads(said.out)
    assert (told["rounds"], told["rounds_with_hands"], told["honest"], told["bias"]) == (ROUNDS, ROUNDS, True, 0.2)
    assert sum(told["categories"].values()) == 4 * ROUNDS
    assert sum(told["up_cards"].values()) == ROUNDS
    assert sum(told["cards"].values()) == 20 * ROUNDS
    asked = {(one["question"], one["about"]) for one in told["questions"]}
    assert {("strength", "seat 3"), ("qualifies", "the dealer"), ("one card", "the shoe")} <= asked
    assert ("winnings", "seat 1") in asked
    assert not any(one["accuses"] for one in told["questions"])


def test_a_missing_ace_is_found(tablehand: Tablehand, tmp_path: Path) -> None:
    journal = journal_of(tmp_path / "journal.db", dealing.without_an_ace)

    said = tablehand("audit", str(journal))

    assert said.code == 1
    assert "does NOT behave like its mathematics" in said.out
    assert "the ace of spades was out 0 times" in said.out


def test_an_unshuffled_pack_is_found_though_its_round_was_void(tablehand: Tablehand, tmp_path: Path) -> None:
    journal = journal_of(tmp_path / "journal.db", dealing.new_deck_every_50)

    said = tablehand("audit", "--json", str(journal))

    told = json.loads(said.out)
    odd = [(one["question"], one["about"]) for one in told["questions"] if one["accuses"]]
    assert (said.code, told["rounds_ruled"]) == (1, 1)
    assert ("new-deck order", "oddest round") in odd


def test_cards_of_the_round_that_is_played_are_not_looked_at(tablehand: Tablehand, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with played(path, house(seats=1)) as table:
        table.round(list(range(0, 50, 2)), 1)
        table("ante", {1: "10.00"})("no_more_bets")("deal", {1: "Ah Kh Qh Jh Th", "dealer": "2c Kd 3s 4c Ad"})

    told = json.loads(tablehand("audit", "--json", str(path)).out)

    assert told["rounds"] == 1
    assert sum(told["cards"].values()) == 10
    assert told["categories"]["royal_flush"] == 0


def test_the_journal_of_the_settings_is_the_one_audited(tablehand: Tablehand, tmp_path: Path) -> None:
    settings = tmp_path / "table.yaml"
    text = Path("config/demo.yaml").read_text(encoding="utf-8")
    settings.write_text(text.replace("directory: var/demo", f"directory: {tmp_path / 'state'}"), encoding="utf-8")

    said = tablehand("audit", "--config", str(settings))

    assert (said.code, said.err) == (2, f"there is no journal at {tmp_path / 'state' / 'journal.db'}\n")


def test_a_journal_without_a_finished_round_gets_a_sentence(tablehand: Tablehand, tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        table("ante", {1: "10.00"})

    said = tablehand("audit", str(tmp_path / "journal.db"))

    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("has no round that is over; there is nothing to audit yet\n")


def test_a_journal_that_was_forged_is_not_audited(tablehand: Tablehand, tmp_path: Path) -> None:
    journal = journal_of(tmp_path / "journal.db", dealing.honestly, rounds=2)
    with closing(sqlite3.connect(journal, isolation_level=None)) as link:
        link.execute("UPDATE entries SET body = replace(body, 'raise', 'rise') WHERE kind = 'card_drawn'")
        link.execute("UPDATE entries SET body = replace(body, '\"seat\":1', '\"seat\":2') WHERE kind = 'ante_placed'")

    said = tablehand("audit", str(journal))

    assert (said.code, said.out) == (1, "")
    assert "is broken: entry" in said.err
