"""Who looks on: a screen on a terminal, or plain lines where there is none."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TextIO

from rich.console import Console
from rich.live import Live

from controller.screen.scene import Scene
from controller.screen.view import View, after, begun
from controller.screen.words import line

Told = Mapping[str, Any]

_FRAME_S = 0.04
"""Not more often than this: nobody sees it, and a slow line would lag."""
_BEAT_S = 0.25


class Spectator(Protocol):
    def begin(self, answer: Told) -> None:
        """The table as it stands at first."""

    def hear(self, told: Told) -> None: ...

    def glance(self) -> None:
        """Called often, also while nothing happens."""


class Lines:
    """One line for each event, in plain words."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._picture: Told = {}

    def begin(self, answer: Told) -> None:
        self._picture = answer["table"]

    def hear(self, told: Told) -> None:
        print(line(told, self._picture, told["table"]), file=self._out, flush=True)
        self._picture = told["table"]

    def glance(self) -> None:
        pass


class Screen:
    """Redraws when something happened, a few times a second for what blinks, and when the terminal changes its size."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._view: View | None = None
        self._changed = False
        self._drawn_at = 0.0

    def begin(self, answer: Told) -> None:
        self._view = begun(answer)
        self._changed = True

    def hear(self, told: Told) -> None:
        if self._view is not None:
            self._view = after(self._view, told)
            self._changed = True

    def glance(self) -> None:
        now = time.monotonic()
        if self._view is not None and now - self._drawn_at >= (_FRAME_S if self._changed else _BEAT_S):
            self._live.update(Scene(self._view, int(now * 1000)), refresh=True)
            self._drawn_at, self._changed = now, False


@contextmanager
def on_screen(console: Console) -> Iterator[Screen]:
    """The whole terminal, until the end; then it is as it was."""
    with Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False) as live:
        yield Screen(live)
