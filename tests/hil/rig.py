"""The table on the board: the project as INSTALL.md installs it, its chips, keys and shoe, and what can be measured.

It puts things in and reads wires, the control socket and systemd. Must never reach into the daemon, and must never
change the configuration that the project ships: `config/table.yaml` has to run on a board wired as the guide draws it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from tests.hil import card, installing, kernel, wiring
from tests.hil.board import Board
from tests.hil.shoe import UartShoe
from tests.hil.trouble import ProofError

UNIT = "tablehand.service"
STATE = "/var/lib/tablehand"
JOURNAL = f"{STATE}/journal.db"
SOCKET = "/run/tablehand/control.sock"
COMMAND = f"{card.HOME}/bin/tablehand"
SEATS = range(1, 8)
READY_WITHIN = 120.0
"""Importing alone takes seconds in emulation."""
_KIT = f"{card.HOME}/kit"
_CHIP_LABEL = "pinctrl-bcm2711"
_CHIP_LINES = 54
_CHIP_PASSES_MS = 40
_KEY_IS_HELD_MS = 200
_AS_ON_A_PI = (
    # The header's UART under its lasting name, and a revision (here of a 4B).
    "ln -sf ttyS1 /dev/serial0",
    "{ cat /proc/cpuinfo; echo Revision : c03115; } > /run/cpuinfo; mount --bind /run/cpuinfo /proc/cpuinfo",
)
_CHIEF = "M. Ortiz"
PEOPLE = {"K. Lund": "supervisor", "Dana": "dealer"}
_SECRET = "everybody's secret on the board"
_SECRETS = [f"{name}={_SECRET}" for name in ("TABLEHAND_SECRET", "TABLEHAND_SECOND_SECRET", "TABLEHAND_NEW_SECRET")]


class Rig:
    """`folder` keeps what was built. Within `with` there is at most one board, its power on or off."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wires = wiring.read()
        self.outputs = {name: wire for name, wire in self.wires.items() if wire.safe is not None}
        self.shoe = UartShoe()
        self.board: Board

    def __enter__(self) -> Self:
        kernel.build(self.folder)
        self._card = card.write(self.folder)
        self._disk = card.blank_disk(self.folder)
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()

    # -- power and systemd -----------------------------------------------------------------------------------------

    def power_on(self) -> None:
        """Boots, fits the GPIO chip as the wiring guide draws it, and installs the unit; nothing runs yet."""
        self.board = Board(self.folder, self._card, self._disk)
        self.board.power_on()
        for step in _AS_ON_A_PI:
            self.board.must("sh", "-c", step)
        pulls = {str(wire.line): wire.pull for wire in self.wires.values()}
        self.gpio = Path(self.board.ask("chip", name="pi", label=_CHIP_LABEL, lines=_CHIP_LINES, pulls=pulls))
        for step in installing.steps():
            self.board.must("sh", "-c", step, cwd=_KIT)
        self.shoe.plug(self.board.uart())

    def cut_power(self) -> None:
        """As if somebody pulled the cord. May be called twice."""
        self.shoe.unplug()
        if hasattr(self, "board"):
            self.board.cut_power()

    def start(self) -> float:
        """Starts the unit; returns the seconds until READY."""
        began = time.monotonic()
        self.board.must("systemctl", "start", UNIT, within=READY_WITHIN)
        self.board.until(self.answers, "the control socket answers", READY_WITHIN)
        return time.monotonic() - began

    def stop(self) -> None:
        self.board.must("systemctl", "stop", UNIT, within=READY_WITHIN)

    def unit(self, name: str) -> str:
        """A property of the unit, as systemd tells it."""
        return self.board.must("systemctl", "show", "--value", "--property", name, UNIT).strip()

    def log(self) -> str:
        """What the unit, and systemd about it, said since it was last asked."""
        asked = ("--no-pager", "--boot", "--cursor-file", "/run/proofs.cursor", "--unit", UNIT)
        return self.board.must("journalctl", *asked)

    def restarts(self) -> int:
        return int(self.unit("NRestarts"))

    def answers(self) -> bool:
        return bool(self.board.ask("answers", path=SOCKET))

    def until_restarted(self, restarts: int) -> float:
        """Until systemd restarted the unit once more than `restarts` times and it is READY; returns the seconds."""

        def restarted() -> bool:
            return self.restarts() > restarts and self.unit("ActiveState") == "active" and self.answers()

        return self.board.until(restarted, "systemd restarts the unit", READY_WITHIN)

    # -- what people do --------------------------------------------------------------------------------------------

    def open_table(self) -> None:
        """People, the opening meter amount by two of them, and the table opens: once, on a blank state disk."""
        self.command("operator", "add", _CHIEF, "--role", "supervisor")
        for name, role in PEOPLE.items():
            self.command("operator", "add", name, "--role", role, "--as", _CHIEF)
        self.command("meter", "open", "100000.00", "--as", _CHIEF, "--and", "K. Lund")
        self.act({"open_table": None})

    def command(self, *words: str) -> str:
        """A command of the project on the board's own shell; it has to end well."""
        return self.board.must("env", *_SECRETS, COMMAND, *words)

    def act(self, step: Mapping[str, object], who: str = "Dana") -> None:
        request = {"do": "act", "step": step, "operator": who, "secret": _SECRET}
        answer = self.board.ask("ask", path=SOCKET, request=request)
        if not answer["ok"]:
            raise ProofError(f"the table refused {json.dumps(step)}: {answer['error']}")

    def ante(self, seats: Iterable[int]) -> None:
        self.act({"ante": {str(seat): "10.00" for seat in seats}})

    def chip(self, seat: int) -> None:
        """A pulse on the acceptor's line."""
        self._drive(f"acceptor_{seat}", _CHIP_PASSES_MS)

    def press(self, key: str) -> None:
        self._drive(key, _KEY_IS_HELD_MS)

    def _drive(self, name: str, milliseconds: float) -> None:
        wire = self.wires[name]
        self.board.ask("pulse", line=wire.line, active=wire.pressed, milliseconds=milliseconds)

    # -- what can be seen ------------------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        """The public picture of the table, as anybody may ask for it."""
        answer: dict[str, Any] = self.board.ask("ask", path=SOCKET, request={"do": "status"})
        picture: dict[str, Any] = answer["table"]
        return picture

    def until_phase(self, phase: str, within: float = 20) -> float:
        return self.board.until(lambda: self.table()["phase"] == phase, f"the phase is {phase}", within)

    def until_shoe_is_content(self) -> float:
        """The controller acknowledges what is durable: then all that the shoe said is in the journal."""
        return self.board.until(lambda: self.shoe.settled, "the shoe's frames are acknowledged")

    def levels(self) -> dict[str, int]:
        """What is measured on each output's wire."""
        measured = self.board.levels([wire.line for wire in self.outputs.values()])
        return {name: measured[wire.line] for name, wire in self.outputs.items()}

    def lit(self) -> set[int]:
        levels = self.levels()
        return {seat for seat in SEATS if levels[f"lamp_{seat}"] == self.wires[f"lamp_{seat}"].level(True)}

    def refusing(self) -> bool:
        """The lock line is active: the acceptors take no chip."""
        return self.levels()["lock"] == self.wires["lock"].level(True)

    def until_lit(self, seats: Iterable[int]) -> float:
        wanted = set(seats)
        return self.board.until(lambda: self.lit() == wanted, f"exactly the lamps {sorted(wanted)} are lit")

    def recorded(self, deed: Callable[[], object]) -> dict[str, list[int]]:
        """The levels that each output went through during a deed, the one it began with first."""
        self.board.ask("record", lines=[wire.line for wire in self.outputs.values()])
        deed()
        changes = self.board.ask("recorded")
        return {name: [lvl for line, lvl in changes if line == wire.line] for name, wire in self.outputs.items()}

    @property
    def safe_levels(self) -> dict[str, int]:
        """What every output has to measure while the daemon does not hold it."""
        return {name: wire.safe for name, wire in self.outputs.items() if wire.safe is not None}

    def holder(self, line: int) -> str:
        """Who holds a line now: the consumer's name that the kernel tells, "" when nobody does."""
        told = self.board.must(f"{card.HOME}/bin/python3", "-c", _HOLDER, f"/dev/{self.gpio.name}", str(line))
        return told.strip()


_HOLDER = """
import sys, gpiod
with gpiod.Chip(sys.argv[1]) as chip:
    info = chip.get_line_info(int(sys.argv[2]))
    print(info.consumer if info.used else "")
"""
