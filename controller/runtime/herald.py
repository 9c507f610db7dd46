"""Tells the log and everyone who watches what happened, on a thread of its own.

A pipe that is not read or a console that is slow holds up the herald, never the table. No hidden card passes it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from queue import Full, Queue
from typing import Any

import structlog

from controller.record import effect_to_dict, event_to_dict
from controller.rules.conversation import picture
from controller.runtime.loop import Happened
from controller.runtime.veil import veiled

_MOST_WAITING = 10_000

Cry = dict[str, Any]


def cry(happened: Happened) -> Cry:
    """An event as it may be told: with its effects, and without cards until they are revealed."""
    body = event_to_dict(happened.event)
    body["effects"] = [effect_to_dict(effect) for effect in happened.effects]
    body["phase"] = happened.table.phase.value
    return body if happened.table.revealed else veiled(body)


class Herald:
    """`tell` may be called from any thread. Watchers hear every cry with the public picture of the table after it."""

    def __init__(self, watched: Callable[[], bool], tell_watchers: Callable[[Cry], None]) -> None:
        self._watched = watched
        self._tell_watchers = tell_watchers
        self._waiting: Queue[Happened | None] = Queue(_MOST_WAITING)
        self._missed = 0
        self._log = structlog.get_logger()
        self._thread = threading.Thread(target=self._run, name="herald", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Says what still waits, for at most a few seconds."""
        if self._thread.is_alive():
            with contextlib.suppress(Full):
                self._waiting.put_nowait(None)
            self._thread.join(3)

    def tell(self, happened: Happened) -> None:
        try:
            self._waiting.put_nowait(happened)
        except Full:
            self._missed += 1

    def _run(self) -> None:
        while (happened := self._waiting.get()) is not None:
            told = cry(happened)
            if self._missed:
                missed, self._missed = self._missed, 0
                self._log.warning("log lines are missing; nobody read them in time", missed=missed)
            self._log.info(**told)
            if self._watched():
                self._tell_watchers({**told, "table": picture(happened.table)})
