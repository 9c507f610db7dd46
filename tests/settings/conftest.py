from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.documents import FaultyError
from controller.settings import read_settings

TABLE = Path("config/table.yaml").resolve()

Write = Callable[[str], Path]
FaultsOf = Callable[[str], list[str]]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file called `table.yaml` where faults name it just so."""
    monkeypatch.chdir(tmp_path)

    def written(text: str) -> Path:
        file = Path("table.yaml")
        file.write_text(text, encoding="utf-8")
        return file

    return written


@pytest.fixture
def faults_of(write: Write) -> FaultsOf:
    def found(text: str) -> list[str]:
        with pytest.raises(FaultyError) as caught:
            read_settings(write(text))
        return [str(fault) for fault in caught.value.faults]

    return found
