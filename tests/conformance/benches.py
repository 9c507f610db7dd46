"""Two benches with the same handles: one holds the simulated drivers, one the real ones on a gpio-sim chip.

A bench can pulse a line and read an output from outside the driver; the suite sees nothing else of the difference.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Protocol

from drivers.gpio.pins import Input, Output, Pin, Pull
from drivers.ports import Keys, LampBank, LineChanged, LineLevel, SenseLines, Signal, Switches
from drivers.sim.keys import SimKeys
from drivers.sim.lamps import SimLamps
from drivers.sim.lines import SimLines
from drivers.sim.switches import SimSwitches


def header(number: int) -> Pin:
    return Pin("", f"GPIO{number}")


# As the wiring guide draws them, and one of the other polarity in each group.
ACCEPTORS = {
    "acceptor_1": Input(pin=header(5)),
    "acceptor_2": Input(pin=header(6)),
    "acceptor_3": Input(pin=header(12), active_low=False, pull=Pull.DOWN),
}
KEYS = {
    "no_more_bets": Input(pin=header(10)),
    "supervisor_key": Input(pin=header(4)),
    "clear": Input(pin=header(7), active_low=False, pull=Pull.DOWN),
}
LAMPS = {"lamp_1": Output(pin=header(17)), "lamp_2": Output(pin=header(18), active_low=True)}
SWITCHES = {
    "lock": Output(pin=header(26), active_low=True, fail_safe=True),
    "bell": Output(pin=header(21), fail_safe=False),
}
DEBOUNCE_MS = 20


class Posted:
    """What a driver posted, and a way to wait for more."""

    def __init__(self) -> None:
        self._signals: list[Signal] = []
        self._news = threading.Condition()

    def __call__(self, signal: Signal) -> None:
        with self._news:
            self._signals.append(signal)
            self._news.notify_all()

    def all(self) -> list[Signal]:
        with self._news:
            return list(self._signals)

    def edges(self, line: str) -> list[LineChanged]:
        return [signal for signal in self.all() if isinstance(signal, LineChanged) and signal.line == line]

    def levels(self, line: str) -> list[LineLevel]:
        return [signal for signal in self.all() if isinstance(signal, LineLevel) and signal.line == line]

    def until(self, come_true: Callable[[], bool], within: float = 10.0) -> None:
        with self._news:
            assert self._news.wait_for(come_true, within), f"never came: {self._signals[-20:]}"


def until(come_true: Callable[[], bool], within: float = 10.0) -> None:
    """For what shows on a wire and posts nothing."""
    waited = threading.Event()
    for _ in range(int(within / 0.005)):
        if come_true():
            return
        waited.wait(0.005)
    raise AssertionError("never came true")


class Bench(Protocol):
    @property
    def sense(self) -> SenseLines: ...

    @property
    def keys(self) -> Keys: ...

    @property
    def lamps(self) -> LampBank: ...

    @property
    def switches(self) -> Switches: ...

    def pulse(self, line: str, width_ms: float) -> None:
        """One clean pulse on an acceptor's line."""

    def hold(self, line: str, active: bool) -> None:
        """Puts an acceptor's or a key's line at a level and leaves it there."""

    def is_on(self, output: str) -> bool:
        """Whether a lamp is lit, or a switch on, this moment, seen on the wire."""

    def close(self) -> None: ...


class SimBench:
    def __init__(self) -> None:
        self.sense = SimLines(ACCEPTORS)
        self.keys = SimKeys(KEYS)
        self.lamps = SimLamps(LAMPS)
        self.switches = SimSwitches({name: output.fail_safe for name, output in SWITCHES.items()})

    def pulse(self, line: str, width_ms: float) -> None:
        self.sense.drop_chip(line, width_ms)

    def hold(self, line: str, active: bool) -> None:
        if line in KEYS:
            self.keys.turn(line, active)
        elif active:
            self.sense.stick(line)
        else:
            self.sense.release(line)

    def is_on(self, output: str) -> bool:
        return self.lamps.lit(output) if output in LAMPS else self.switches.is_on(output)

    def close(self) -> None:
        for port in (self.sense, self.keys, self.lamps, self.switches):
            port.close()


class GpioSimChip:
    """A gpio-sim chip that stands for a Raspberry Pi's header: its wires from outside."""

    def __init__(self, device: Path) -> None:
        self._device = device

    def pull(self, line: int, high: bool) -> None:
        (self._device / f"sim_gpio{line}" / "pull").write_text("pull-up" if high else "pull-down")

    def level(self, line: int) -> bool:
        return (self._device / f"sim_gpio{line}" / "value").read_text().strip() == "1"


class GpioBench:
    def __init__(self, chip: GpioSimChip) -> None:
        # Imported here, since without libgpiod the simulated bench must still run.
        from drivers.gpio.factory import GpiodFactory
        from drivers.gpio.keys import GpioKeys
        from drivers.gpio.lamps import GpioLamps
        from drivers.gpio.sense import GpioSense
        from drivers.gpio.switches import GpioSwitches

        self.chip = chip
        self.factory = GpiodFactory()
        self.sense = GpioSense(ACCEPTORS, factory=self.factory)
        self.keys = GpioKeys(KEYS, factory=self.factory, debounce_ms=DEBOUNCE_MS)
        self.lamps = GpioLamps(LAMPS, factory=self.factory)
        self.switches = GpioSwitches(SWITCHES, factory=self.factory)

    def pulse(self, line: str, width_ms: float) -> None:
        self.hold(line, True)
        # A pulse on a real wire takes its time.
        sleep(width_ms / 1000)
        self.hold(line, False)

    def hold(self, line: str, active: bool) -> None:
        wire = (ACCEPTORS | KEYS)[line]
        self.chip.pull(number(wire.pin), active != wire.active_low)

    def is_on(self, output: str) -> bool:
        wire = (LAMPS | SWITCHES)[output]
        return self.chip.level(number(wire.pin)) != wire.active_low

    def close(self) -> None:
        for port in (self.sense, self.keys, self.lamps, self.switches):
            port.close()
        self.factory.close()


def number(pin: Pin) -> int:
    return int(str(pin.line).removeprefix("GPIO"))
