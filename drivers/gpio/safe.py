"""Puts every output at its fail-safe level without a daemon: `tablehand make-safe`, run after a crash.

It needs nothing of the program that died, only the pins, and one output that cannot be had stops none of the others.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpiozero import GPIOZeroError

from drivers.gpio.factory import GpiodFactory
from drivers.gpio.outputs import SafeOutput
from drivers.gpio.pins import Output
from drivers.ports import DriverError


def make_safe(outputs: Mapping[str, Output]) -> tuple[str, ...]:
    """Drives each output to its fail-safe level, pulls it there and lets go. A sentence for each that failed."""
    failures = []
    with GpiodFactory("tablehand make-safe") as factory:
        for name, output in outputs.items():
            try:
                SafeOutput(name, output, factory).close()
            except (GPIOZeroError, DriverError, OSError) as error:
                failures.append(f"{name} is not known to be safe: {error}")
    return tuple(failures)
