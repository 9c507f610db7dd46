"""A meter in a file: a page for a browser in kiosk mode, JSON for a sign's own program, or two lines of text.

The file is replaced whole, so a reader never sees half an amount, and written again every ten seconds: one that has
grown older belongs to a table that is gone, whose amount nobody vouches for. It must never be written in place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from html import escape
from pathlib import Path

from drivers.meter.sign import Sign, figure, plain
from drivers.ports import DriverError, MeterFace

REFRESH_S = 10.0

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Progressive</title>
<style>
html {{ height: 100%; background: #000; color: #fd4; font-family: sans-serif; text-align: center }}
body {{ height: 100%; margin: 0; display: flex; flex-direction: column; justify-content: center }}
p {{ margin: 0; font-variant-numeric: tabular-nums }}
.amount {{ font-size: 14vw }}
.text {{ font-size: 5vw; min-height: 1.2em }}
</style>
</head>
<body><p class="amount">{amount}</p><p class="text">{text}</p></body>
</html>
"""


class FileMeter(Sign):
    """`path` ends in `.html` or `.json`; any other name gets text. Its folder must exist."""

    def __init__(self, path: str | Path, *, currency: str = "$", refresh_s: float = REFRESH_S) -> None:
        super().__init__(refresh_s=refresh_s)
        self._path = Path(path)
        self._currency = currency
        self._write = _WRITERS.get(self._path.suffix, _text)
        self.remedy = f"check that {self._path.parent} exists, has room, and may be written by the daemon"

    def draw(self, face: MeterFace) -> None:
        fresh = self._path.with_name(f".{self._path.name}.new")
        try:
            fresh.write_text(self._write(face, self._currency), encoding="utf-8")
            os.replace(fresh, self._path)
        except OSError as trouble:
            raise DriverError(f"{self._path} cannot be written: {trouble.strerror}") from trouble


def _html(face: MeterFace, currency: str) -> str:
    return _PAGE.format(amount=escape(figure(face.amount, currency)), text=escape(face.text))


def _json(face: MeterFace, currency: str) -> str:
    shown = {"amount": plain(face.amount), "shown": figure(face.amount, currency), "text": face.text}
    return json.dumps(shown) + "\n"


def _text(face: MeterFace, currency: str) -> str:
    return f"{figure(face.amount, currency)}\n{face.text}\n"


_WRITERS: dict[str, Callable[[MeterFace, str], str]] = {".html": _html, ".json": _json}
