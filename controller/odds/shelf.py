"""Keeps what was counted in the user's cache, so that it is counted once: the only file of `odds`.

A file that is absent, damaged, or made by another version of the counting is no error: the game is counted again and
the file written anew. Where it cannot be written the answer is the same, only later.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from inspect import getsource
from pathlib import Path
from typing import Any

from controller.core.ranking import Category
from controller.odds import counting, games, rows
from controller.odds.games import Game
from controller.odds.rows import Cell, Counted, Row, count


def cache_directory(environ: Mapping[str, str] = os.environ) -> Path:
    """As the XDG base directories say."""
    named = environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if named.startswith("/") else Path.home() / ".cache") / "tablehand"


def counted(
    game: Game,
    parts: int = 1,
    progress: Callable[[float], None] = lambda done: None,
    directory: Path | None = None,
) -> Counted:
    """From the shelf, else counted now and put there."""
    file = (cache_directory() if directory is None else directory) / f"odds-{game.name}-{parts}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        return _read(json.loads(file.read_text(encoding="utf-8")), game, parts)
    fresh = count(game, parts, progress)
    with suppress(OSError):
        _write(file, _written(fresh))
    return fresh


@cache
def _recipe() -> str:
    """Tells one version of the counting from another."""
    return blake2b("".join(map(getsource, (counting, games, rows))).encode(), digest_size=16).hexdigest()


def _digest(body: Any) -> str:
    return blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=32).hexdigest()


def _written(counted: Counted) -> dict[str, Any]:
    body = {
        "recipe": _recipe(),
        "rows": [
            [row.category, row.least, row.thumbs, row.spots, row.short, row.lower, row.ties, row.higher]
            for row in counted.rows
        ],
        "chart": [
            [cell.label, cell.up, [[least, spots] for least, spots in cell.spots.items()]] for cell in counted.chart
        ],
    }
    return {"body": body, "digest": _digest(body)}


def _read(kept: dict[str, Any], game: Game, parts: int) -> Counted:
    """Raises ValueError, KeyError or TypeError for what was not written here."""
    body = kept["body"]
    if kept["digest"] != _digest(body) or body["recipe"] != _recipe():
        raise ValueError("damaged, or of another version")
    return Counted(
        game,
        parts,
        tuple(
            Row(Category(category), tuple(least), tuple(thumbs), *sums)
            for category, least, thumbs, *sums in body["rows"]
        ),
        tuple(Cell(label, up, {tuple(least): n for least, n in spots}) for label, up, spots in body["chart"]),
    )


def _write(file: Path, kept: dict[str, Any]) -> None:
    """Whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(kept, stream)
        Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)
