from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from structlog.testing import LogCapture

from tests.runtime.rig import Rig, settings_in


@pytest.fixture(autouse=True)
def logged() -> Iterator[LogCapture]:
    """What was logged, instead of on standard output."""
    capture = LogCapture()
    structlog.configure(processors=[capture])
    yield capture
    structlog.reset_defaults()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A table with its meter at 100,000.00, closed, on simulated hardware."""
    rig = Rig(settings_in(tmp_path))
    yield rig
    rig.close()
