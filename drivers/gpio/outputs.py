"""Outputs that start safe, obey, and end safe: what lamps and switches have in common.

An output is at its fail-safe level from the moment its line is taken until somebody sets it, and again on every close.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpiozero import DigitalOutputDevice, GPIOZeroError

from drivers.gpio.factory import GpiodFactory
from drivers.gpio.pins import Output
from drivers.ports import DriverError


class SafeOutput(DigitalOutputDevice):  # type: ignore[misc]  # gpiozero has no types
    """One output through gpiozero; `user` is its name in messages about its pin."""

    def __init__(self, user: str, output: Output, factory: GpiodFactory) -> None:
        self.user = user
        super().__init__(
            output.pin, active_high=not output.active_low, initial_value=output.fail_safe, pin_factory=factory
        )
        self.pin.fail_safe = output.safe_level


class OutputBank:
    """Outputs by name, all or none of them taken."""

    def __init__(self, outputs: Mapping[str, Output], factory: GpiodFactory) -> None:
        self._outputs = dict(outputs)
        self._factory = factory
        self._devices: dict[str, SafeOutput] = {}

    def open(self) -> None:
        """Raises DriverError, and lets go of what it had, when a line cannot be had."""
        try:
            for name, output in self._outputs.items():
                self._devices[name] = SafeOutput(name, output, self._factory)
        except (GPIOZeroError, DriverError, OSError) as error:
            self.close()
            raise DriverError(str(error)) from error

    def write(self, name: str, on: bool) -> None:
        """Raises DriverError when there is no such output or it does not obey."""
        device = self._devices.get(name)
        if device is None:
            known = ", ".join(self._outputs) or "none"
            raise DriverError(
                f"{name} is not open" if name in self._outputs else f"there is no output {name}, only {known}"
            )
        try:
            device.value = on
        except (GPIOZeroError, OSError) as error:
            raise DriverError(
                f"{name} on {self._outputs[name].pin} cannot be switched {'on' if on else 'off'} ({error}); "
                "check its chip's cable and supply"
            ) from error

    def close(self) -> None:
        """Every output is driven safe, also after one that could not be."""
        for device in self._devices.values():
            try:
                device.close()
            except (GPIOZeroError, OSError):
                # The chip is gone, and the line with it: its pull resistor holds the safe level.
                continue
        self._devices.clear()
