"""One table that plays: journal, people, loop, control socket and ports, started in order and ended safely.

It is given its ports and knows no driver. Whatever happens on the way up or down, every port that was taken is closed,
and so at its fail-safe level, before anything else is let go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from pathlib import Path

import structlog
from argon2 import PasswordHasher

from controller.core.events import KINDS, DeviceCondition, Event, KeyTurned, Seat
from controller.core.house import House
from controller.core.money import Money
from controller.core.state import Table, new_table
from controller.intake import SUPERVISOR_KEY, Inherited, Intake, Wiring
from controller.runtime.chaincheck import ChainCheck
from controller.runtime.clock import Clock, boot_id
from controller.runtime.control import ControlSocket
from controller.runtime.desk import Desk, Floor
from controller.runtime.herald import Herald
from controller.runtime.journal import Draft, Journal, JournalError, Writer, open_journal
from controller.runtime.loop import Happened, Loop, Told
from controller.runtime.people import People
from controller.runtime.perform import Outputs, Performer
from controller.runtime.program import Program
from controller.runtime.replay import Standing, replayed, round_is_under_way, snapshot_draft, under_house
from controller.runtime.watchdog import Notifier, Watchdog
from drivers.ports import Keys, LampBank, MeterDisplay, Port, SenseLines, Shoe, Switches

JOURNAL = "journal.db"
OPERATORS = "operators.json"
_TICKS_A_LOOK = 8
"""Two seconds: every port moves at least once a second."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Outputs first: they are started first, and show a safe picture before any input is heard."""

    switches: Switches
    lamps: LampBank
    meter: MeterDisplay
    keys: Keys
    acceptors: SenseLines
    shoe: Shoe

    def each(self) -> dict[str, Port]:
        return {port.name: getattr(self, port.name) for port in fields(self)}


@dataclass(frozen=True, slots=True)
class Plan:
    """What one table is, in plain values. `opening` is the meter's amount for demonstrations only (PRG-10)."""

    name: str
    house: House
    wiring: Wiring
    lamp_of: Mapping[Seat, str]
    lock: str
    state: Path
    sockets: tuple[Path, ...]
    copy: Path | None = None
    forgetful_allowed: bool = False
    opening: Money | None = None
    simulate: Callable[[str, object, Table], None] | None = None


class Daemon:
    """`open`, then `run` until `stop`, then `close`; `stop` may be called from any thread or signal handler.

    `listeners` hear of everything that happened, on the deciding thread, and must not block.
    """

    def __init__(
        self,
        plan: Plan,
        ports: Ports,
        program: Program,
        clock: Clock,
        notifier: Notifier,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self.plan = plan
        self._ports = ports
        self._program = program
        self._clock = clock
        self._notifier = notifier
        self._hasher = hasher
        self.listeners: list[Told] = []
        self._boot = boot_id()
        self._log = structlog.get_logger()
        self._stack = ExitStack()
        self._ticks = 0
        self._why = ""
        self._is_ready = False

    def open(self) -> None:
        """Everything up to READY. Raises JournalError, PeopleError, ControlError or DriverError, each one sentence.

        Whether or not it succeeds, `close` is called afterwards.
        """
        plan, stack = self.plan, self._stack
        self.journal = journal = self._open_journal()
        stack.callback(journal.close)
        standing, news = self._resumed(journal)
        people = People(plan.state / OPERATORS, self._clock.now, self._hasher)
        table = standing.table
        self._intake = Intake(plan.wiring, standing.place, Inherited(table.acceptors_out, table.shoe_trouble))
        self.loop = self._loop(standing)
        self.desk = Desk(
            Floor(lambda: self.loop.table, self.loop.ask, people, self._facts, journal.path, plan.simulate)
        )
        self.control = ControlSocket(_usable(plan.sockets), self.desk)
        self._herald = Herald(lambda: self.control.watched, self.control.tell)
        self._watchdog = Watchdog(self._notifier, self._watched())
        self.listeners.append(self._herald.tell)
        self._herald.start()
        stack.callback(self._herald.close)
        self.control.start()
        stack.callback(self.control.close)
        self.check = ChainCheck(journal.path, self._distrust)
        self.check.start()
        stack.callback(self.check.close)
        self._start_ports(standing)
        for event in [*news, *self._found(table)]:
            self.loop.post(event)
        self.loop.show()
        self._is_ready = True
        self._notifier.tell("READY=1", f"STATUS={self._status()}")
        self._log.info(
            "ready", name=plan.name, program=self._program.name, seq=journal.last, socket=str(self.control.path)
        )

    def run(self) -> None:
        self.loop.run(self._tick)
        with suppress(JournalError):
            self.journal.append("stop", {"why": self._why})

    def stop(self, why: str) -> None:
        """Ends `run`, also one that has not begun; on the way up it leaves at once, with SystemExit."""
        self._why = why
        if not self._is_ready:
            raise SystemExit(0)
        self.loop.stop()

    def close(self) -> None:
        self._notifier.tell("STOPPING=1")
        self._stack.close()

    # -- the way up ----------------------------------------------------------------------------------------------

    def _open_journal(self) -> Journal:
        plan = self.plan
        writer = Writer(self._boot, self._program.name, self._clock.wall)
        copy = plan.copy / JOURNAL if plan.copy else None
        return open_journal(plan.state / JOURNAL, writer, copy=copy, forgetful_allowed=plan.forgetful_allowed)

    def _resumed(self, journal: Journal) -> tuple[Standing, list[Event]]:
        """Where the table stood, and what it has to be told about this start; the start is journaled."""
        since = journal.since_snapshot()
        fresh = new_table(self.plan.house, meter=self.plan.opening)
        standing = replayed(since, fresh)
        before = since.last
        table = under_house(standing.table, self.plan.house)
        if table.house.progressive != self.plan.house.progressive:
            self._log.warning("the progressive has other parameters than the settings say; two persons change them")
        drafts: list[Draft] = [("boot", self._boot_body(before.kind if before else "nothing"))]
        news: list[Event] = []
        if before and before.program != self._program.name:
            drafts.append(
                ("program", {"from": before.program, "to": self._program.name, "digest": self._program.digest})
            )
        # Asked of the last event, not of the last entry: a start that was cut short must not make it forgotten.
        played = next((entry.program for entry in reversed(since.entries) if entry.kind in KINDS), self._program.name)
        if played != self._program.name and round_is_under_way(table):
            note = f"from {played} to {self._program.name}"
            news.append(DeviceCondition(device="program", kind="changed", note=note, source="start"))
        if since.snapshot is None or table is not standing.table:
            standing = Standing(table, standing.place, standing.timers)
            drafts.append(snapshot_draft(standing))
        journal.append_many(drafts)
        return standing, news

    def _boot_body(self, before: str) -> dict[str, object]:
        return {
            "table": self.plan.name,
            "digest": self._program.digest,
            "clock_synced": self._clock.synced(),
            "stopped_cleanly": before in ("stop", "nothing"),
        }

    def _loop(self, standing: Standing) -> Loop:
        plan, ports = self.plan, self._ports
        outputs = Outputs(ports.lamps, plan.lamp_of, ports.switches, plan.lock, ports.meter, ports.shoe)
        return Loop(standing, self.journal, self._intake, Performer(outputs), self._clock, self._tell)

    def _start_ports(self, standing: Standing) -> None:
        place = standing.place
        self._ports.shoe.resume(place.boot, place.number, place.cards_out)
        for port in self._ports.each().values():
            self._stack.callback(port.close)
            port.start(self.loop.post)

    def _found(self, table: Table) -> list[Event]:
        """What the start itself shows: devices that were out obey again, and the key switch as it stands now."""
        found: list[Event] = [
            DeviceCondition(device=device, kind="restored", source="start") for device, _ in table.devices_out
        ]
        turned = {
            name: level
            for name, level in self._ports.keys.levels().items()
            if self.plan.wiring.keys.get(name) == SUPERVISOR_KEY
        }
        found += [KeyTurned(on=on, source="start") for on in turned.values() if on != table.key_on]
        return found

    def _tell(self, happened: Happened) -> None:
        for listener in self.listeners:
            listener(happened)

    # -- while it plays ------------------------------------------------------------------------------------------

    def _watched(self) -> dict[str, Callable[[], int]]:
        """The sign is not among them: it may hang without anybody losing a chip or a card."""
        ports = {name: port.progress for name, port in self._ports.each().items() if name != "meter"}
        return {**ports, "control": self.control.progress, "journal": self.journal.progress}

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks % _TICKS_A_LOOK == 0:
            if not self._watchdog.look():
                self._log.error("a part stands still; the watchdog is not pinged", asleep=self._watchdog.asleep)
            self._notifier.tell(f"STATUS={self._status()}")

    def _distrust(self, fault: str) -> None:
        self.journal.distrust(fault)
        self.loop.post(DeviceCondition(device="journal", kind="broken_chain", note=fault, source="journal"))

    def _status(self) -> str:
        return (
            self.loop.trouble or self._notice() or f"{self.loop.table.phase}, meter {self.loop.table.meter.displayed}"
        )

    def _notice(self) -> str:
        if self.loop.table.meter.opened:
            return ""
        command = "tablehand meter open AMOUNT --as NAME --and NAME"
        return f"closed: the meter has no opening amount; two persons enter it: {command}"

    def _facts(self) -> dict[str, object]:
        return {
            "name": self.plan.name,
            "program": self._program.name,
            "boot": self._boot,
            "notice": self.loop.trouble or self._notice(),
            "journal": {
                "path": str(self.journal.path),
                "last": self.journal.last,
                "copy": self.journal.copy_trouble,
            },
            "asleep": list(self._watchdog.asleep),
            "acceptors": {str(seat): counted for seat, counted in self._intake.counters().items()},
        }


def _usable(sockets: tuple[Path, ...]) -> Path:
    """The first place whose directory can be made and written; the last one where none can, so that it is named."""
    for path in sockets:
        directory = next(place for place in path.parents if place.exists())
        if os.access(directory, os.W_OK | os.X_OK):
            return path
    return sockets[-1]
