"""The floor of the demonstration: connected to the running table like any other visitor, over its control socket.

One line watches, the other acts. A move is over when the table has told everybody of it. It knows secrets of the
show's own staff and nothing of the table but what is told to everyone.
"""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from controller.demo.moves import STAFF, Move

Told = Mapping[str, Any]

_PATIENCE_S = 10.0
_GLANCE_S = 0.1


class FloorError(Exception):
    """The show cannot go on: one sentence."""


class Line:
    """One connection: lines of JSON, read without waiting."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._socket.settimeout(_PATIENCE_S)
        self._heard = bytearray()

    def close(self) -> None:
        self._socket.close()

    def say(self, request: Mapping[str, Any]) -> None:
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise FloorError(_ended(error)) from None

    def hear(self, seconds: float) -> list[dict[str, Any]]:
        """The lines that came, waiting at most so long for the first. Raises FloorError when the table hung up."""
        if b"\n" not in self._heard and select.select([self._socket], [], [], seconds)[0]:
            try:
                heard = self._socket.recv(1 << 20)
            except OSError as error:
                raise FloorError(_ended(error)) from None
            if not heard:
                raise FloorError(_ended(None))
            self._heard += heard
        *lines, rest = self._heard.split(b"\n")
        self._heard = bytearray(rest)
        return [json.loads(line) for line in lines]


class Floor:
    """`told` hears of everything that happens; `glance` is called often, also while nothing happens."""

    def __init__(self, watching: Line, acting: Line, told: Callable[[Told], None], glance: Callable[[], None]) -> None:
        self._watching = watching
        self._acting = acting
        self._told = told
        self._glance = glance
        self._secrets: dict[str, str] = {}
        self.picture: Mapping[str, Any] = {}

    def begin(self) -> dict[str, Any]:
        """Watches from now on: the daemon's first answer. Raises FloorError."""
        self._watching.say({"do": "watch"})
        answer = _granted(_one(self._watching))
        self.picture = answer["table"]
        if self.picture["meter"] is None:
            raise FloorError("its meter has no opening amount; settings for a show have table.progressive.meter")
        return answer

    def hire(self) -> None:
        """The staff, each with a secret that nobody but this show ever knows."""
        first = next(iter(STAFF))
        for name, role in STAFF.items():
            self._secrets[name] = token_hex(16)
            request = {"do": "operator", "verb": "add", "name": name, "role": role, "new_secret": self._secrets[name]}
            if name != first:
                request |= self._named((first,))
            self._acting.say(request)
            _granted(_one(self._acting))

    def wait(self, seconds: float) -> None:
        """Looks on for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._look(min(left, _GLANCE_S))

    def make(self, move: Move) -> Mapping[str, Any]:
        """Makes a move and waits until everybody was told of it: the public picture then. Raises FloorError."""
        self._acting.say({**move.request, **self._named(move.who)})
        answer = _one(self._acting)
        if not answer.get("ok") and "alerts" not in answer:
            raise FloorError(f"the table does not understand {move.request}: {answer.get('error')}")
        until = time.monotonic() + _PATIENCE_S
        heard: set[str] = set()
        while move.hears not in heard:
            if time.monotonic() > until:
                raise FloorError(f"the table told nothing of {move.hears} within {_PATIENCE_S:g} s")
            heard |= self._look(_GLANCE_S)
        return self.picture

    def _look(self, seconds: float) -> set[str]:
        """The names of what happened meanwhile."""
        heard = self._watching.hear(seconds)
        for told in heard:
            self.picture = told["table"]
            self._told(told)
        self._glance()
        return {str(told["event"]) for told in heard}

    def _named(self, who: tuple[str, ...]) -> dict[str, Any]:
        named = [{"operator": name, "secret": self._secrets[name]} for name in who]
        if not named:
            return {}
        return named[0] if len(named) == 1 else {**named[0], "also": named[1]}


def _one(line: Line) -> dict[str, Any]:
    for answer in line.hear(_PATIENCE_S):
        return answer
    raise FloorError(f"the table gave no answer within {_PATIENCE_S:g} s")


def _granted(answer: dict[str, Any]) -> dict[str, Any]:
    if not answer.get("ok"):
        raise FloorError(str(answer.get("error", "the table refused and gave no reason")))
    return answer


def _ended(error: OSError | None) -> str:
    return f"the table broke off: {error.strerror or error}" if error else "the table ended"
