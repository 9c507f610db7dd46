from __future__ import annotations

import pytest

from controller.odds.games import BASE
from controller.odds.rows import Counted, count
from controller.simulation.decisions import STYLES, Style, style
from tests.odds.reference import US


@pytest.fixture(scope="session")
def base() -> Counted:
    """The base game, counted once."""
    return count(BASE)


@pytest.fixture(scope="session")
def styles() -> dict[str, Style]:
    return {name: style(name, BASE, US) for name in STYLES}
