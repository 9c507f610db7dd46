"""What simulated lamps and switches have in common: outputs by name that can be broken.

It decides nothing and keeps no thread.
"""

from __future__ import annotations

from collections.abc import Iterable

from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, Post


class SimOutputs:
    """Must be started before it obeys, like a real bank of outputs."""

    device = "outputs"

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._broken: set[str] = set()
        self._post: Post | None = None
        self._silent = False
        self._beats = 0

    def start(self, post: Post) -> None:
        self._post = post

    def close(self) -> None:
        self._post = None

    def progress(self) -> int:
        if not self._silent:
            self._beats += 1
        return self._beats

    def go_silent(self) -> None:
        """The driver hangs: it makes no progress any more, until `speak`."""
        self._silent = True

    def speak(self) -> None:
        self._silent = False

    def break_off(self, name: str) -> None:
        """The wire of this output comes off: it cannot be set until `mend`."""
        self._broken.add(self._known(name))
        if self._post is not None:
            self._post(DeviceFailed(self.device, f"{name} does not obey", f"check {name} and its wiring"))

    def mend(self, name: str) -> None:
        self._broken.discard(self._known(name))
        if self._post is not None and not self._broken:
            self._post(DeviceRecovered(self.device))

    def _known(self, name: str) -> str:
        if name not in self._names:
            raise DriverError(f"there is no output {name}, only {', '.join(self._names) or 'none'}")
        return name

    def _obeys(self, name: str) -> str:
        if self._post is None:
            raise DriverError(f"{name} is not open")
        if self._known(name) in self._broken:
            raise DriverError(f"{name} cannot be set; check {name} and its wiring")
        return name
