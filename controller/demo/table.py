"""The table of a show: the real daemon in a process of its own, with its state and control socket where the show wants.

The daemon is `controller.app`, nothing of it is replaced. It stops when the show lets go of its standard input, and so
also when the show dies.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

from controller.demo.floor import FloorError, Line

SOCKET = "control.sock"
LOG = "daemon.log"
_START_S, _STOP_S, _LOOK_S = 30.0, 10.0, 0.05


@contextmanager
def running_table(config: Path, directory: Path) -> Iterator[tuple[Line, Line]]:
    """Two lines to the daemon once it answers. Raises FloorError when it does not start."""
    command = [sys.executable, "-m", __name__, str(config), str(directory)]
    with (directory / LOG).open("wb") as log:
        # A session of its own: Ctrl-C is for the show, which then ends the table in order.
        daemon = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
    with ExitStack() as stack:
        stack.callback(_end, daemon)
        watching = stack.enter_context(closing(_reached(daemon, directory)))
        acting = stack.enter_context(closing(_reached(daemon, directory)))
        yield watching, acting


def _reached(daemon: subprocess.Popen[bytes], directory: Path) -> Line:
    until = time.monotonic() + _START_S
    while True:
        try:
            return Line(directory / SOCKET)
        except OSError:
            if daemon.poll() is not None or time.monotonic() > until:
                raise FloorError(f"the table did not start: {_last_line(directory / LOG)}") from None
            time.sleep(_LOOK_S)


def _end(daemon: subprocess.Popen[bytes]) -> None:
    assert daemon.stdin is not None
    daemon.stdin.close()
    try:
        daemon.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "it said nothing")


def main() -> int:
    """In the daemon's process: CONFIG DIRECTORY."""
    from controller.app import run
    from controller.settings import read_settings

    config, directory = Path(sys.argv[1]), Path(sys.argv[2])
    settings = read_settings(config)
    state = settings.state.model_copy(update={"directory": directory})
    control = settings.control.model_copy(update={"socket": directory / SOCKET})
    threading.Thread(target=_stop_with_the_show, name="the show", daemon=True).start()
    return run(replace(settings, state=state, control=control))


def _stop_with_the_show() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
