"""A simulated sign: it shows a face at once, remembers every one, and can break.

Like a real sign it begins and ends with dashes, and shows the newest face when it works again. It has no thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from drivers.meter.sign import DASHES
from drivers.ports import DeviceFailed, DeviceRecovered, MeterFace, Post


class SimMeter:
    """A `MeterDisplay`. `shown` is what people see now, `faces` everything they saw."""

    device = "meter"

    def __init__(self, *, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self.faces = [DASHES]
        self._clock = clock
        self._wanted = DASHES
        self._broken = False
        self._turns = 0
        self._post: Post | None = None

    @property
    def shown(self) -> MeterFace:
        return self.faces[-1]

    def start(self, post: Post) -> None:
        self._post = post
        self._draw()

    def show(self, face: MeterFace) -> None:
        if self._post is not None:
            self._wanted = face
            self._draw()

    def close(self) -> None:
        self._post = None
        self._wanted = DASHES
        self._draw()

    def progress(self) -> int:
        self._turns += 1
        return self._turns

    def break_off(self) -> None:
        """The sign does not obey any more: what it shows stays, until `mend`."""
        if not self._broken:
            self._broken = True
            self._tell(
                DeviceFailed(self.device, "it does not obey", "check the sign and its connection", at=self._clock())
            )

    def mend(self) -> None:
        if self._broken:
            self._broken = False
            self._draw()
            self._tell(DeviceRecovered(self.device, at=self._clock()))

    def _draw(self) -> None:
        if not self._broken and self._wanted != self.shown:
            self.faces.append(self._wanted)

    def _tell(self, signal: DeviceFailed | DeviceRecovered) -> None:
        if self._post is not None:
            self._post(signal)
