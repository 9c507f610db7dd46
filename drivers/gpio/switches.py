"""Plain outputs by name, such as the lock line that makes the acceptors refuse chips.

It holds no logic and no thread: what is set stays set, and every close, also the one after a crash, ends fail-safe.
"""

from __future__ import annotations

from collections.abc import Mapping

from drivers.gpio.factory import GpiodFactory
from drivers.gpio.outputs import OutputBank
from drivers.gpio.pins import Output
from drivers.ports import Post


class GpioSwitches:
    """A `Switches` port."""

    def __init__(self, switches: Mapping[str, Output], *, factory: GpiodFactory) -> None:
        self._bank = OutputBank(switches, factory)
        self._asked = 0

    def start(self, _post: Post) -> None:
        self._bank.open()

    def set(self, name: str, on: bool) -> None:
        """Raises DriverError when it does not obey."""
        self._bank.write(name, on)

    def close(self) -> None:
        self._bank.close()

    def progress(self) -> int:
        """There is no thread here that could hang, so each asking is progress."""
        self._asked += 1
        return self._asked
