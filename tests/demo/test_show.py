"""The whole show: the real daemon in a process of its own, seen without a terminal and on one."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.core.cards import PACK
from controller.core.money import Money
from controller.demo.table import SOCKET
from controller.runtime.reading import open_for_reading, verify
from controller.runtime.reconcile import reconcile
from controller.screen.words import card_word
from tests.demo.playing import seen

ROOT = Path(__file__).resolve().parents[2]
_BOUND_S = 90.0


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "controller.demo", "--seed", "2", *options]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*options),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=_BOUND_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@dataclass(frozen=True)
class Show:
    done: subprocess.CompletedProcess[str]
    state: Path

    @property
    def journal(self) -> Path:
        return self.state / "journal.db"


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Show:
    """Six rounds without a terminal, three of them with an incident."""
    state = tmp_path_factory.mktemp("show") / "state"
    return Show(run("--rounds", "6", "--state", str(state)), state)


# -- without a terminal --------------------------------------------------------------------------------------------


def test_a_show_of_some_rounds_ends_by_itself_and_says_what_came_of_it(show: Show) -> None:
    *_, rounds, meter, rulings, where = show.done.stdout.splitlines()

    assert (show.done.returncode, show.done.stderr) == (0, "")
    assert rounds.startswith("6 rounds played, ")
    assert re.fullmatch(r"meter 25,0\d\d\.\d0, \d awards? paid: .*", meter)
    assert rulings == "rulings: DEAD-1 1, EXP-5 1"
    assert where == f"seed 2; to read it again: tablehand journal show {show.journal}"


def test_the_journal_of_a_show_is_sound_and_its_meter_adds_up(show: Show) -> None:
    with open_for_reading(show.journal) as book:
        verdict, reconciled = verify(book), reconcile(book)

    assert verdict.entries > 300
    assert reconciled.agrees
    assert f"meter {Money(int(reconciled.live.displayed)).spoken()}," in show.done.stdout


def test_no_hole_card_is_printed_before_the_dealer_turns_them(show: Show) -> None:
    hidden = False
    for line in show.done.stdout.splitlines():
        hidden = hidden or "no more bets" in line
        if "the dealer turns" in line or "the round is over" in line:
            hidden = False
        up = re.search(r"(\S+) is turned up", line)

        assert not hidden or seen(line) <= {up[1] if up else ""}


def test_the_cards_are_printed_once_they_are_turned(show: Show) -> None:
    turned = [line for line in show.done.stdout.splitlines() if "the dealer turns" in line]

    assert [len(seen(line)) for line in turned] == [5] * 6
    assert seen(turned[0]) <= {card_word(card) for card in PACK}


def test_a_show_cannot_begin_where_another_journal_lies(show: Show) -> None:
    done = run("--rounds", "1", "--state", str(show.state))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{show.state} is not empty; name a new directory\n"


def test_a_show_without_its_settings_says_so(tmp_path: Path) -> None:
    done = run("--rounds", "1", "--config", str(tmp_path / "none.yaml"))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "none.yaml" in done.stderr


def test_a_reader_who_goes_away_ends_the_show_without_noise(tmp_path: Path) -> None:
    state = tmp_path / "state"
    ours, theirs = os.pipe()
    os.close(ours)

    done = subprocess.run(
        command("--state", str(state)), cwd=ROOT, stdout=theirs, stderr=subprocess.PIPE, timeout=_BOUND_S, check=False
    )

    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, b"")
    assert not (state / SOCKET).exists()


# -- on a terminal -------------------------------------------------------------------------------------------------


class Terminal:
    """A show on a terminal of 100 by 30; `text` is all that was written to it."""

    def __init__(self, state: Path, ours: int, theirs: int) -> None:
        self._ours = ours
        self._written = io.BytesIO()
        termios.tcsetwinsize(theirs, (30, 100))
        self.before = termios.tcgetattr(theirs)
        environment = {**os.environ, "TERM": "xterm-256color"}
        options = command("--pace", "0.1", "--state", str(state))
        self.process = subprocess.Popen(
            options, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )

    @property
    def text(self) -> str:
        return self._written.getvalue().decode(errors="replace")

    def read_until(self, truth: Callable[[], bool]) -> None:
        bound = time.monotonic() + _BOUND_S
        while not truth():
            assert time.monotonic() < bound, self.text[-2000:]
            if select.select([self._ours], [], [], 0.1)[0]:
                self._written.write(os.read(self._ours, 65536))

    def read_to_the_end(self) -> None:
        self.read_until(lambda: self.process.poll() is not None)
        while select.select([self._ours], [], [], 0)[0]:
            self._written.write(os.read(self._ours, 65536))


@contextmanager
def on_terminal(state: Path) -> Iterator[tuple[Terminal, int]]:
    ours, theirs = pty.openpty()
    terminal = Terminal(state, ours, theirs)
    try:
        yield terminal, theirs
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(theirs)
        os.close(ours)


def test_ctrl_c_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with on_terminal(tmp_path / "state") as (terminal, theirs):
        terminal.read_until(lambda: "DEALING" in terminal.text)

        terminal.process.send_signal(signal.SIGINT)

        terminal.read_to_the_end()
        screen, left, after = terminal.text.rpartition("\x1b[?1049l")
        assert terminal.process.returncode == 0
        assert left
        assert "\x1b[?1049h" in screen
        assert "\x1b[?25h" in terminal.text[terminal.text.rindex("\x1b[?25l") :]
        assert "rounds played" in after
        assert "Traceback" not in terminal.text
        assert termios.tcgetattr(theirs) == terminal.before
        assert not (tmp_path / "state" / SOCKET).exists()


def test_a_show_that_is_killed_leaves_no_table_behind(tmp_path: Path) -> None:
    socket = tmp_path / "state" / SOCKET
    with on_terminal(tmp_path / "state") as (terminal, _):
        terminal.read_until(lambda: "BETTING" in terminal.text)

        terminal.process.kill()

        terminal.read_until(lambda: not socket.exists())
