"""Simulated keys of the dealer and key switch of the supervisor, at port level.

It tells levels as the real keys do; what a key means is decided elsewhere.
"""

from __future__ import annotations

from drivers.sim.inputs import NS_PER_MS, SimInputs


class SimKeys(SimInputs):
    """A `Keys` port."""

    device = "keys"
    counts_edges = False

    def press(self, line: str) -> None:
        """Down and up again."""
        with self._lock:
            self._pulse(self._known(line), 100 * NS_PER_MS)

    def turn(self, line: str, on: bool) -> None:
        """A key switch, or a key that is held."""
        with self._lock:
            if self._levels[self._known(line)] is not on:
                self._edge(line, on, self._clock())
