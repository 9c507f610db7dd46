from __future__ import annotations

import pytest

from controller.audit.expected import Winnings
from tests.audit.dealing import best_winnings


@pytest.fixture(scope="session")
def best() -> Winnings:
    """What hands win that are played without a mistake."""
    return best_winnings()
