"""A table on simulated hardware, moved turn by turn: the real daemon without its endless loop."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher

from controller.app import open_ports, plan_of
from controller.core.state import Table
from controller.runtime.clock import SystemClock
from controller.runtime.control import Visitor
from controller.runtime.daemon import Daemon, Ports
from controller.runtime.loop import Ask, Happened
from controller.runtime.program import Program
from controller.runtime.watchdog import Notifier
from controller.scenario.steps import read_step
from controller.settings import Settings, read_settings
from drivers.sim.keys import SimKeys
from drivers.sim.lamps import SimLamps
from drivers.sim.lines import SimLines
from drivers.sim.meter import SimMeter
from drivers.sim.shoe import SimShoe
from drivers.sim.switches import SimSwitches

P = TypeVar("P")
PROGRAM = Program("0.1.0", "a" * 64)
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

SETTINGS = """
table:
  name: Bench
  id: bench
  count_chips: {count_chips}
  deal: {deal}
  progressive: {{meter: {meter}}}
state: {{directory: {state}, allow_volatile: true}}
control: {{socket: {state}/control.sock}}
hardware:
  acceptors: {{driver: sim}}
  lock: {{driver: sim}}
  lamps: {{driver: sim}}
  keys: {{driver: sim}}
  shoe: {{driver: sim}}
  meter: {{driver: sim}}
"""


def settings_in(
    directory: Path, meter: str = '"100000.00"', count_chips: str = "false", deal: str = "packets"
) -> Settings:
    file = directory / "table.yaml"
    state = directory / "state"
    file.write_text(SETTINGS.format(state=state, meter=meter, count_chips=count_chips, deal=deal))
    return read_settings(file)


class LaterClock(SystemClock):
    """The machine's clock, and as much later as a test wants it."""

    def __init__(self) -> None:
        self.later_ns = 0

    def now(self) -> int:
        return super().now() + self.later_ns


class Rig:
    """One start of the daemon. Give `ports` to start again with the same devices; `plan` changes the plan."""

    def __init__(self, settings: Settings, ports: Ports | None = None, program: Program = PROGRAM, **plan: Any) -> None:
        self.settings = settings
        self._changes = plan
        self.ports = ports or open_ports(settings, ExitStack())
        self.happened: list[Happened] = []
        self.clock = LaterClock()
        changed = replace(plan_of(settings, self.ports), **plan)
        self.daemon = Daemon(changed, self.ports, program, self.clock, Notifier({}), QUICK)
        self.daemon.listeners.append(self.happened.append)
        self.daemon.open()
        self.turn()

    # -- what can be seen ----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.daemon.loop.table

    @property
    def state(self) -> Path:
        return self.daemon.journal.path.parent

    @property
    def lamps(self) -> SimLamps:
        return _is(SimLamps, self.ports.lamps)

    @property
    def lock(self) -> SimSwitches:
        return _is(SimSwitches, self.ports.switches)

    @property
    def sign(self) -> SimMeter:
        return _is(SimMeter, self.ports.meter)

    @property
    def shoe(self) -> SimShoe:
        return _is(SimShoe, self.ports.shoe)

    @property
    def keys(self) -> SimKeys:
        return _is(SimKeys, self.ports.keys)

    @property
    def acceptors(self) -> SimLines:
        return _is(SimLines, self.ports.acceptors)

    def kinds(self) -> list[str]:
        return [type(one.event).__name__ for one in self.happened]

    # -- what can be done ----------------------------------------------------------------------------------------

    def turn(self) -> None:
        """All that waits, and what the devices say to it."""
        for _ in range(2):
            self.daemon.loop.turn()

    def act(self, **steps: object) -> tuple[tuple[Happened, ...], str]:
        """What people do, one verb after another; the answer to the last."""
        return [self.told(verb, value) for verb, value in steps.items()][-1]

    def told(self, verb: str, value: object) -> tuple[tuple[Happened, ...], str]:
        """One step of a scenario, as events, whoever tells them."""
        answers: list[tuple[tuple[Happened, ...], str]] = []
        events = tuple(read_step(verb, value, self.table))
        self.daemon.loop.ask(Ask(lambda happened, trouble: answers.append((happened, trouble)), events))
        self.turn()
        return answers[0]

    def sim(self, verb: str, value: object = None) -> None:
        """What devices do."""
        simulate = self.daemon.plan.simulate
        assert simulate is not None
        simulate(verb, value, self.table)
        self.turn()

    def deal_round(self) -> None:
        """Two antes, two chips, five cards each; the players are to decide."""
        self.act(open_table=None, ante={1: "10.00", 3: "25.00"})
        self.sim("chip", [1, 3])
        self.act(no_more_bets=None)
        self.sim("deal", {1: "9h Kd 8c 5s 2h", 3: "7h 8h 3h Jh Th", "dealer": "2c 2d 3s 4c Kc"})

    def ask(self, **request: Any) -> dict[str, Any]:
        """What comes back to somebody at the control socket, whose thread waits for the deciding one now and then."""
        heard = Heard()
        caller = threading.Thread(target=self.daemon.desk, args=(request, heard))
        caller.start()
        while not heard.answers:
            self.daemon.loop.turn()
            caller.join(0.001)
        caller.join()
        self.turn()
        return heard.answers[0]

    # -- how it ends ---------------------------------------------------------------------------------------------

    def close(self) -> None:
        self.daemon.close()

    def power_cut(self, program: Program = PROGRAM, **plan: Any) -> Rig:
        """The controller starts again from its journal; the devices have their own supply and stay as they are."""
        self.daemon.close()
        return Rig(self.settings, self.ports, program, **{**self._changes, **plan})


class Heard(Visitor):
    """A visitor who keeps what was answered."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []

    def reply(self, answer: Mapping[str, object]) -> None:
        self.answers.append(dict(answer))

    def watch(self, first: Mapping[str, object]) -> None:
        self.reply(first)


def _is(kind: type[P], port: object) -> P:
    assert isinstance(port, kind)
    return port
