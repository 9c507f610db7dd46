"""Simulated switches at port level, such as the lock line; like real ones they start and end fail-safe.

It holds no logic: what is set stays set.
"""

from __future__ import annotations

from collections.abc import Mapping

from drivers.ports import Post
from drivers.sim.outputs import SimOutputs


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
