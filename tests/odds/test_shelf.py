"""What was counted is kept, and nothing wrong is ever read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.odds.games import BASE
from controller.odds.rows import Counted
from controller.odds.shelf import cache_directory, counted


@pytest.fixture
def kept(base: Counted, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file, written as if `base` had just been counted."""
    monkeypatch.setattr("controller.odds.shelf.count", lambda *asked: base)
    counted(BASE)
    (file,) = shelf.iterdir()
    return file


def test_what_is_read_back_is_what_was_counted(base: Counted, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.odds.shelf.count", lambda *asked: pytest.fail("counted a second time"))

    assert counted(BASE) == base


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: text[:-40],
        lambda text: text.replace("52", "53", 1),
        lambda text: json.dumps({**json.loads(text), "digest": ""}),
        lambda text: json.dumps({"digest": json.loads(text)["digest"], "body": {}}),
    ],
)
def test_a_damaged_file_is_counted_and_written_anew(damage: object, base: Counted, kept: Path) -> None:
    sound = kept.read_text()
    kept.write_text(damage(sound))  # type: ignore[operator]

    assert counted(BASE) == base
    assert kept.read_text() == sound


def test_a_file_of_another_version_is_not_believed(base: Counted, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = kept.read_text()
    monkeypatch.setattr("controller.odds.shelf._recipe", lambda: "another")

    assert counted(BASE) == base
    assert kept.read_text() != older


def test_a_place_that_cannot_be_written_changes_nothing(
    base: Counted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.odds.shelf.count", lambda *asked: base)
    (tmp_path / "file").write_text("in the way")

    assert counted(BASE, directory=tmp_path / "file" / "below") == base


def test_the_cache_is_where_the_base_directories_say() -> None:
    assert cache_directory({"XDG_CACHE_HOME": "/somewhere"}) == Path("/somewhere/tablehand")
    assert cache_directory({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache" / "tablehand"
