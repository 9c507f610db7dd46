"""Simulated lamps at port level: they remember their glow, and are lit or dark by its rhythm.

Like real lamps they start and end dark. It decides nothing about who glows when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import monotonic_ns

from drivers.glow import is_lit
from drivers.ports import DriverError, Glow
from drivers.sim.outputs import SimOutputs


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
