"""Drivers by name: which class stands behind `driver: gpio` in a settings file.

A driver's module is imported only when it is chosen, so that a table without GPIO needs no libgpiod. Only the
composition root asks here; what a driver is built from, it knows itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from drivers.ports import DriverError

DRIVERS: dict[str, dict[str, str]] = {
    "acceptors": {"gpio": "drivers.gpio.sense:GpioSense", "sim": "drivers.sim.lines:SimLines"},
    "lamps": {"gpio": "drivers.gpio.lamps:GpioLamps", "sim": "drivers.sim.lamps:SimLamps"},
    "lock": {"gpio": "drivers.gpio.switches:GpioSwitches", "sim": "drivers.sim.switches:SimSwitches"},
    "keys": {"gpio": "drivers.gpio.keys:GpioKeys", "sim": "drivers.sim.keys:SimKeys"},
    "shoe": {
        "tablehand": "drivers.shoe.link:SerialLink",
        "sim": "drivers.sim.shoe:SimShoe",
        "pty": "drivers.sim.wired_shoe:PtyShoe",
    },
    "meter": {
        "log": "drivers.meter.log:LogMeter",
        "file": "drivers.meter.file:FileMeter",
        "sim": "drivers.sim.meter:SimMeter",
    },
}


def driver_class(port: str, name: str) -> type[Any]:
    """The class of the driver `name` behind `port`. Raises DriverError when there is none, or it cannot be had here."""
    known = DRIVERS[port]
    if name not in known:
        raise DriverError(f'there is no {port} driver "{name}"; there is {", ".join(known)}')
    module, _, attribute = known[name].partition(":")
    try:
        found: type[Any] = getattr(import_module(module), attribute)
    except ImportError as error:
        raise DriverError(f'the {port} driver "{name}" cannot be used here: {error}') from error
    return found
