"""What every public sign of the meter has in common: a thread of its own and room for one face, the newest.

It must never keep its caller waiting, never lose the newest amount, and never leave an amount standing that nobody
vouches for: it begins and ends with dashes.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, MeterFace, Post

DASHES = MeterFace(None)
_TURN_S = 0.5
_RETRY_S = 1.0
_JOIN_S = 2.0


class Sign(ABC):
    """A `MeterDisplay`. `refresh_s`: signs forget or corrupt what they show, so it is drawn that often; 0: never."""

    device = "meter"
    remedy = "check the sign and its connection"

    def __init__(self, *, refresh_s: float = 0, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._refresh_s = refresh_s
        self._clock = clock
        self._mail = threading.Condition()
        self._wanted = DASHES
        self._is_new = True
        self._closing = False
        self._failing = False
        self._turns = 0
        self._post: Post = lambda _: None
        self._thread = threading.Thread(target=self._run, name=self.device, daemon=True)

    @abstractmethod
    def draw(self, face: MeterFace) -> None:
        """Makes the sign show `face`; may take its time. Raises OSError or DriverError when it does not."""

    def start(self, post: Post) -> None:
        """A sign that does not work is no reason to refuse: it is reported and tried again."""
        self._post = post
        self._thread.start()

    def show(self, face: MeterFace) -> None:
        with self._mail:
            self._wanted, self._is_new = face, True
            self._mail.notify()

    def close(self) -> None:
        with self._mail:
            self._closing = True
            self._mail.notify()
        # A sign that hangs is left behind: it must not keep the table from stopping.
        if self._thread.ident is not None:
            self._thread.join(_JOIN_S)

    def progress(self) -> int:
        return self._turns

    def _run(self) -> None:
        next_at: float | None = None
        while not self._closing:
            face, is_new = self._newest()
            due = next_at is not None and self._clock() / 1e9 >= next_at
            if is_new or due:
                drawn = self._try(face)
                wait = self._refresh_s if drawn else _RETRY_S
                next_at = self._clock() / 1e9 + wait if wait else None
            self._turns += 1
        self._try(DASHES)

    def _newest(self) -> tuple[MeterFace, bool]:
        """The newest face, and whether it has not been drawn yet; waits for one, but not long."""
        with self._mail:
            self._mail.wait_for(lambda: self._is_new or self._closing, _TURN_S)
            is_new, self._is_new = self._is_new, False
            return self._wanted, is_new and not self._closing

    def _try(self, face: MeterFace) -> bool:
        try:
            self.draw(face)
        except (OSError, DriverError) as trouble:
            if not self._failing:
                self._post(DeviceFailed(self.device, str(trouble), self.remedy, at=self._clock()))
            self._failing = True
            return False
        if self._failing:
            self._post(DeviceRecovered(self.device, at=self._clock()))
        self._failing = False
        return True


def plain(amount: int | None) -> str | None:
    """Cents as `100000.70`; None stays None."""
    return None if amount is None else f"{amount // 100}.{amount % 100:02}"


def figure(amount: int | None, currency: str = "$") -> str:
    """Cents as people read them, `$100,000.70`, or dashes."""
    return "--------" if amount is None else f"{currency}{amount // 100:,}.{amount % 100:02}"
