from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str


Tablehand = Callable[..., Said]


@pytest.fixture
def tablehand(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tablehand:
    """Runs one command line as the shell would."""

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["tablehand", *words])
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Said(int(left.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def counted_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache home for commands that need the game counted, and do not care who did it."""
    return tmp_path_factory.mktemp("cache")


@dataclass
class Daemon:
    """The far end of a control socket: answers every request with `answers`, line by line, and hangs up."""

    path: Path
    answers: list[Any] = field(default_factory=lambda: [{"ok": True}])
    asked: list[Any] = field(default_factory=list)

    def serve(self, listener: socket.socket) -> None:
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            with line, line.makefile("rwb") as stream:
                request = stream.readline()
                if not request:
                    return
                self.asked.append(json.loads(request))
                for answer in self.answers:
                    stream.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode() + b"\n")


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Daemon]:
    path = tmp_path / "control.sock"
    far_end = Daemon(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    listener.listen()
    thread = threading.Thread(target=far_end.serve, args=(listener,))
    thread.start()
    monkeypatch.setenv("TABLEHAND_SOCKET", str(path))
    monkeypatch.setenv("TABLEHAND_SECRET", "first secret")
    monkeypatch.setenv("TABLEHAND_SECOND_SECRET", "second secret")
    yield far_end
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as goodbye:
        goodbye.connect(str(path))
    thread.join()
    listener.close()
