"""The technician's probe on the board: drives inputs, reads outputs, runs commands.

It runs on the board as root with Debian's own Python and nothing else installed, reads one JSON request a line from a
virtio port and answers each with one line. It must never import the project: what it sees is seen from outside.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
from io import FileIO
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/probe")
_CONFIGFS = Path("/sys/kernel/config")


class Chip:
    """A gpio-sim chip: a real GPIO character device whose other side we hold."""

    def __init__(self, name: str, label: str, lines: int, pulls: dict[str, str]) -> None:
        folder = _CONFIGFS / "gpio-sim" / name
        bank = folder / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(lines))
        (bank / "label").write_text(label)
        for line in range(lines):
            (bank / f"line{line}").mkdir()
            (bank / f"line{line}" / "name").write_text(f"GPIO{line}")
        (folder / "live").write_text("1")
        device = (folder / "dev_name").read_text().strip()
        self.folder = Path("/sys/devices/platform") / device / (bank / "chip_name").read_text().strip()
        for named, pull in pulls.items():
            self.pull(int(named), pull)

    def pull(self, line: int, pull: str) -> None:
        """`up` or `down`: what holds the line while nobody drives it, and so how an input is driven."""
        (self.folder / f"sim_gpio{line}" / "pull").write_text(f"pull-{pull}")

    def pulse(self, line: int, active: str, milliseconds: float) -> None:
        resting = "down" if active == "up" else "up"
        self.pull(line, active)
        time.sleep(milliseconds / 1000)
        self.pull(line, resting)

    def value(self, line: int) -> Path:
        return self.folder / f"sim_gpio{line}" / "value"


class Recorder(threading.Thread):
    """Notes every change of the lines it watches, looking as often as it can."""

    def __init__(self, values: dict[int, Path]) -> None:
        super().__init__(daemon=True)
        self._open = {line: os.open(path, os.O_RDONLY) for line, path in values.items()}
        self._enough = threading.Event()
        self.changes: list[tuple[int, int]] = []
        self.start()

    def run(self) -> None:
        last: dict[int, int] = {}
        while not self._enough.is_set():
            for line, file in self._open.items():
                level = int(os.pread(file, 2, 0))
                if last.get(line) != level:
                    last[line] = level
                    self.changes.append((line, level))

    def finish(self) -> list[tuple[int, int]]:
        """Line and level, in the order in which they were seen; first every line's level at the beginning."""
        self._enough.set()
        self.join()
        for file in self._open.values():
            os.close(file)
        return self.changes


class Probe:
    """Each public method is a request: `{"do": NAME, ...arguments}`."""

    def __init__(self) -> None:
        self._chip: Chip | None = None
        self._recorder: Recorder | None = None

    def chip(self, name: str, label: str, lines: int, pulls: dict[str, str]) -> str:
        """Returns the folder of its `sim_gpioN`, named as the device."""
        self._chip = Chip(name, label, lines, pulls)
        return str(self._chip.folder)

    def pull(self, line: int, pull: str) -> None:
        self._fitted().pull(line, pull)

    def pulse(self, line: int, active: str, milliseconds: float) -> None:
        self._fitted().pulse(line, active, milliseconds)

    def levels(self, lines: list[int]) -> dict[int, int]:
        return {line: int(self._fitted().value(line).read_text()) for line in lines}

    def record(self, lines: list[int]) -> None:
        self._recorder = Recorder({line: self._fitted().value(line) for line in lines})

    def recorded(self) -> list[tuple[int, int]]:
        if self._recorder is None:
            raise ValueError("nothing is being recorded")
        return self._recorder.finish()

    def run(self, command: list[str], said: str = "", within: float = 60, cwd: str = "/") -> dict[str, Any]:
        done = subprocess.run(command, input=said, capture_output=True, text=True, timeout=within, check=False, cwd=cwd)
        return {"code": done.returncode, "out": done.stdout, "err": done.stderr}

    def ask(self, path: str, request: dict[str, Any], within: float = 20) -> dict[str, Any]:
        """One request on a Unix stream socket that speaks JSON lines."""
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(within)
            control.connect(path)
            control.sendall(json.dumps(request).encode() + b"\n")
            line = control.makefile().readline()
        if not line:
            raise ConnectionError(f"{path} closed without an answer")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def answers(self, path: str) -> bool:
        """Whether anybody listens on a Unix socket."""
        with socket.socket(socket.AF_UNIX) as control:
            return control.connect_ex(path) == 0

    def _fitted(self) -> Chip:
        if self._chip is None:
            raise ValueError("no GPIO chip is fitted")
        return self._chip


def main() -> None:
    probe = Probe()
    with PORT.open("r+b", buffering=0) as port:
        _say(port, {"ready": True})
        waiting = b""
        while True:
            waiting += port.read(65536) or b""
            *requests, waiting = waiting.split(b"\n")
            for line in requests:
                _say(port, _answer(probe, json.loads(line)))


def _say(port: FileIO, reply: dict[str, Any]) -> None:
    line = json.dumps(reply).encode() + b"\n"
    while line:
        line = line[port.write(line) or 0 :]


def _answer(probe: Probe, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"answer": getattr(probe, request.pop("do"))(**request)}
    except (OSError, ValueError, subprocess.TimeoutExpired) as wrong:
        return {"wrong": f"{type(wrong).__name__}: {wrong}"}


if __name__ == "__main__":
    main()
