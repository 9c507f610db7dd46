"""The daemon as systemd runs it: a process of its own that says READY, stops cleanly, and survives being killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.runtime.book import Book
from tests.runtime.rig import SETTINGS

REPOSITORY = Path(__file__).parents[2]
SECRET = "lund's own"
LUND = {"operator": "lund", "secret": SECRET}


class Machine:
    """A machine with a service manager on which the table is started."""

    def __init__(self, directory: Path, stack: ExitStack) -> None:
        self.state = directory / "state"
        self.config = directory / "table.yaml"
        self.config.write_text(
            SETTINGS.format(state=self.state, meter='"100000.00"', count_chips="false", deal="packets")
        )
        self.manager = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        self.manager.bind(str(directory / "notify.sock"))
        self.manager.settimeout(0.5)
        self._environ = {**os.environ, "NOTIFY_SOCKET": str(directory / "notify.sock")}
        self._stack = stack

    def start(self) -> subprocess.Popen[str]:
        line = "from controller.cli import main; main()"
        daemon = subprocess.Popen(
            [sys.executable, "-c", line, "run", "--config", str(self.config)],
            cwd=REPOSITORY,
            env=self._environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.enter_context(daemon)
        self._stack.callback(daemon.kill)
        return daemon

    def started(self) -> subprocess.Popen[str]:
        daemon = self.start()
        self.hear("READY=1", daemon)
        return daemon

    def hear(self, word: str, daemon: subprocess.Popen[str]) -> str:
        """The message with `word` in it; what the daemon had to say where it ended without one."""
        while True:
            over = daemon.poll() is not None
            with suppress(TimeoutError):
                heard = self.manager.recv(4096).decode()
                if word in heard:
                    return heard
                continue
            assert not over, daemon.communicate()

    def ask(self, **request: Any) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX) as link, link.makefile("rwb") as lines:
            link.settimeout(60)
            link.connect(str(self.state / "control.sock"))
            lines.write(json.dumps(request).encode() + b"\n")
            lines.flush()
            answer: dict[str, Any] = json.loads(lines.readline())
        return answer

    def entries(self) -> list[str]:
        with closing(Book.for_reading(self.state / "journal.db")) as book:
            return [entry.kind for entry in book.sound()]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with ExitStack() as stack:
        yield Machine(tmp_path, stack)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_ready_and_stops_cleanly_when_asked(machine: Machine, number: signal.Signals) -> None:
    daemon = machine.started()

    daemon.send_signal(number)

    out, err = daemon.communicate(timeout=60)
    assert (daemon.returncode, err) == (0, "")
    machine.hear("STOPPING=1", daemon)
    assert "ready" in [json.loads(line)["event"] for line in out.splitlines()]
    assert machine.entries()[-1] == "stop"
    assert not (machine.state / "control.sock").exists()


def test_a_round_goes_on_after_the_daemon_was_killed(machine: Machine) -> None:
    daemon = machine.started()
    machine.ask(do="operator", verb="add", name="lund", role="supervisor", new_secret=SECRET)
    for step in ({"open_table": None}, {"ante": {"3": "25.00"}}):
        assert machine.ask(do="act", step=step, **LUND)["ok"]
    machine.ask(do="sim", step={"chip": 3})
    assert machine.ask(do="act", step={"no_more_bets": None}, **LUND)["ok"]
    machine.ask(do="sim", step={"draw": "Kd"})
    while (before := machine.ask(do="status")["table"])["seats"]["3"]["cards"] < 1:
        pass

    daemon.kill()
    daemon.communicate()
    machine.started()

    after = machine.ask(do="status")["table"]
    assert after["phase"] == "dealing"
    assert after["meter"] == "100000.70"
    assert after["seats"] == before["seats"]


def test_the_watchdog_is_fed_while_everything_moves(machine: Machine) -> None:
    daemon = machine.started()

    assert machine.hear("WATCHDOG=1", daemon) == "WATCHDOG=1"


def test_a_broken_journal_refuses_to_start_with_one_sentence(machine: Machine) -> None:
    daemon = machine.started()
    daemon.terminate()
    daemon.communicate(timeout=60)
    with closing(sqlite3.connect(machine.state / "journal.db", isolation_level=None)) as link:
        link.execute("UPDATE entries SET body = '{}' WHERE kind = 'stop'")

    refused = machine.start()
    out, err = refused.communicate(timeout=60)

    assert (refused.returncode, out) == (1, "")
    assert err.startswith(f"tablehand cannot start: the journal {machine.state / 'journal.db'} is broken: entry ")
    assert len(err.splitlines()) == 1


def test_two_daemons_on_one_table_refuse_each_other(machine: Machine) -> None:
    machine.started()

    second = machine.start()
    _, err = second.communicate(timeout=60)

    assert second.returncode == 1
    assert err.startswith("tablehand cannot start: another tablehand writes to the journal ")
