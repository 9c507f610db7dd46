"""What the host still has to tell the shoe: one command at a time, repeated until the shoe acknowledges it.

Pure: time is an argument, in monotonic nanoseconds. It must never let an earlier lock overtake a later unlock.
"""

from __future__ import annotations

from drivers.shoe import frames
from drivers.shoe.frames import ClearFault, Lock, Unlock

Order = Lock | Unlock | ClearFault


class Orders:
    """`repeat` is the time between repeats. The numbers are a count of our own, from 001."""

    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._waiting: list[type[Order]] = []
        self._sent: Order | None = None
        self._number = 0
        self._first_at = self._next_at = 0

    def give(self, order: type[Order]) -> None:
        """What has not been sent and is overtaken by `order` is not sent at all."""
        overtaken = (Lock, Unlock) if order in (Lock, Unlock) else (order,)
        self._waiting = [*(each for each in self._waiting if each not in overtaken), order]

    def due(self, now: int) -> Order | None:
        if self._sent is None and self._waiting:
            self._number = frames.following(self._number)
            self._sent = self._waiting.pop(0)(self._number)
            self._first_at = self._next_at = now
        if self._sent is None or now < self._next_at:
            return None
        self._next_at = now + self._repeat
        return self._sent

    def obeyed(self, number: int | None) -> Order | None:
        """The order that an acknowledgement of `number` fulfils, if one was waiting for it."""
        if self._sent is None or self._sent.number != number:
            return None
        fulfilled, self._sent = self._sent, None
        return fulfilled

    def unanswered(self, now: int) -> int:
        """For how long the order that was sent has had no answer."""
        return 0 if self._sent is None else now - self._first_at
