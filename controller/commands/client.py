"""Talks to the running daemon: one JSON object a line over the control socket.

A thin line and nothing more: whether something is possible, and what it means, the daemon says.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.commands.words import RefusedError, UnusableError, told
from controller.places import control_sockets

Answer = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

_PATIENCE_S = 10.0

socket_option: Callable[[F], F] = click.option(
    "--socket",
    "socket_path",
    type=click.Path(path_type=Path),
    envvar="TABLEHAND_SOCKET",
    help="The daemon's control socket, when it is not at the usual place.",
)


def ask(request: Mapping[str, object], path: Path | None = None) -> Answer:
    """The daemon's answer. Raises RefusedError with its sentence when it says no, UnusableError when none answers."""
    with _connected(path) as lines:
        return _granted(next(lines(request), None))


def listen(request: Mapping[str, object], path: Path | None = None) -> Iterator[Answer]:
    """Its first answer, then whatever it tells until it ends."""
    with _connected(path) as lines:
        told_by_it = lines(request, patience=None)
        yield _granted(next(told_by_it, None))
        yield from told_by_it


def _granted(answer: Answer | None) -> Answer:
    if answer is None:
        raise UnusableError("the daemon hung up without an answer; look at: journalctl -u tablehand")
    if not answer.get("ok"):
        raise RefusedError(str(answer.get("error", "refused, and no reason was given")))
    return answer


@contextmanager
def _connected(path: Path | None) -> Iterator[Callable[..., Iterator[Answer]]]:
    places = control_sockets(path)
    line = _reached(places)

    def lines(request: Mapping[str, object], patience: float | None = _PATIENCE_S) -> Iterator[Answer]:
        line.settimeout(_PATIENCE_S)
        line.sendall(json.dumps(request).encode() + b"\n")
        with line.makefile("rb") as answers:
            for number, answer in enumerate(answers):
                yield json.loads(answer)
                if number == 0:
                    line.settimeout(patience)

    try:
        yield lines
    except TimeoutError:
        sentence = f"the daemon gave no answer within {_PATIENCE_S:g} s; is it hung? systemctl status tablehand"
        raise UnusableError(sentence) from None
    except (OSError, ValueError) as error:
        raise UnusableError(f"the daemon broke off: {told(error)}") from None
    finally:
        line.close()


def _reached(places: tuple[Path, ...]) -> socket.socket:
    """The first place where a daemon answers."""
    trouble = ""
    for place in places:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.connect(str(place))
        except OSError as error:
            line.close()
            if isinstance(error, PermissionError):
                trouble = f"this user may not talk to the table at {place}; join the group tablehand"
            continue
        return line
    looked = " or ".join(map(str, places))
    raise UnusableError(trouble or f"no table answers at {looked}; is it running? systemctl status tablehand")
