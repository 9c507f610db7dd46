"""Simulated lamps and switches at port level: they remember what they were told and can refuse it.

Like the real ones they start and end at their fail-safe levels, and a lamp is lit or dark by the rhythm of its glow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import monotonic_ns

from drivers.glow import is_lit
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, Glow, Post


class SimOutputs:
    """Outputs by name, of which some may be broken."""

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


class SimLamps(SimOutputs):
    """A `LampBank`."""

    device = "lamps"

    def __init__(self, lamps: Iterable[str], *, clock: Callable[[], int] = monotonic_ns) -> None:
        super().__init__(lamps)
        self._clock = clock
        self._glows = dict.fromkeys(self._names, Glow.OFF)

    def close(self) -> None:
        super().close()
        self._glows = dict.fromkeys(self._names, Glow.OFF)

    def show(self, glows: Mapping[str, Glow]) -> None:
        failures = []
        for name, glow in glows.items():
            try:
                self._glows[self._obeys(name)] = glow
            except DriverError as error:
                failures.append(str(error))
        if failures:
            raise DriverError("; ".join(failures))

    def glows(self) -> dict[str, Glow]:
        return dict(self._glows)

    def lit(self, name: str) -> bool:
        """What an eye would see this moment."""
        return is_lit(self._glows[self._known(name)], self._clock() // 1_000_000)


class SimSwitches(SimOutputs):
    """A `Switches` port. `fail_safe`: by switch name, whether it is on when nobody is in charge."""

    device = "switches"

    def __init__(self, fail_safe: Mapping[str, bool]) -> None:
        super().__init__(fail_safe)
        self._fail_safe = dict(fail_safe)
        self._on = dict(fail_safe)

    def start(self, post: Post) -> None:
        super().start(post)
        self._on = dict(self._fail_safe)

    def close(self) -> None:
        super().close()
        self._on = dict(self._fail_safe)

    def set(self, name: str, on: bool) -> None:
        self._on[self._obeys(name)] = on

    def is_on(self, name: str) -> bool:
        return self._on[self._known(name)]
