from __future__ import annotations

from pathlib import Path

import pytest

from controller.odds.games import BASE
from controller.odds.rows import Counted, count


@pytest.fixture(scope="session")
def base() -> Counted:
    """The base game, counted from scratch once."""
    return count(BASE)


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "tablehand"
