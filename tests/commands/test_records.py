"""What a table itself tells `odds`: the meter it shows, and the pace its journal has."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.commands.records import rounds_a_day, shown_meter
from controller.core.money import Money
from controller.runtime.book import Book
from controller.runtime.chain import Entry
from controller.runtime.daemon import JOURNAL
from controller.settings import Settings, read_settings
from tests.commands.conftest import Daemon

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The demonstration table, its state and socket in a place of the test's own."""
    written = Path("config/demo.yaml").read_text(encoding="utf-8")
    written = written.replace("directory: var/demo", f"directory: {tmp_path}")
    file = tmp_path / "table.yaml"
    file.write_text(f"{written}\ncontrol: {{socket: {tmp_path / 'control.sock'}}}\n", encoding="utf-8")
    return read_settings(file)


def journaled(directory: Path, *rounds: timedelta) -> None:
    """A journal whose rounds were cleared so long after it began, with other entries between."""
    entries = [
        Entry(2 * at + odd, f"{BEGAN + after:%Y-%m-%dT%H:%M:%S.%f}Z", "b", "p", kind, "{}", "")
        for at, after in enumerate(rounds, start=1)
        for odd, kind in enumerate(("bets_closed", "round_cleared"))
    ]
    with closing(Book.for_writing(directory / JOURNAL)) as book:
        book.write(entries)


def test_the_meter_is_the_one_the_running_table_shows(settings: Settings, daemon: Daemon) -> None:
    daemon.answers = [{"ok": True, "table": {"meter": "123456.78"}}]

    assert shown_meter(settings) == Money(12_345_678)
    assert daemon.asked == [{"do": "status"}]


def test_a_meter_that_is_not_open_shows_nothing(settings: Settings, daemon: Daemon) -> None:
    daemon.answers = [{"ok": True, "table": {"meter": None}}]

    assert shown_meter(settings) is None


def test_without_a_daemon_there_is_no_meter(settings: Settings) -> None:
    assert shown_meter(settings) is None


def test_the_pace_is_the_rounds_of_the_journal_by_the_day(settings: Settings, tmp_path: Path) -> None:
    journaled(tmp_path, *(timedelta(hours=8 * number) for number in range(7)))  # six rounds in two days

    assert rounds_a_day(settings) == 3


@pytest.mark.parametrize("rounds", [(), (timedelta(),), (timedelta(), timedelta(hours=23))])
def test_less_than_a_day_is_no_pace(rounds: tuple[timedelta, ...], settings: Settings, tmp_path: Path) -> None:
    journaled(tmp_path, *rounds)

    assert rounds_a_day(settings) is None


def test_without_a_journal_there_is_no_pace(settings: Settings) -> None:
    assert rounds_a_day(settings) is None
