"""A shoe at the far end of the board's UART: the simulated shoe's own protocol half, on a thread of its own.

It has its own mains: a power cut of the board does not reach it, it waits and is plugged in again. Must never know
what the controller makes of its frames.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Sequence

from drivers.sim.shoe_side import ShoeSide

_BEAT_S = 0.02


class UartShoe:
    """`plug` it into a board's UART, `unplug` it before the board goes."""

    def __init__(self, boot: str = "7F3A") -> None:
        self._side = ShoeSide(boot)
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def plug(self, line: socket.socket) -> None:
        line.settimeout(_BEAT_S)
        self._line = line
        self._thread = threading.Thread(target=self._talk, args=(line,), name="shoe")
        self._thread.start()

    def unplug(self) -> None:
        """May be called twice."""
        line, self._line = self._line, None
        if line is not None and self._thread is not None:
            self._thread.join()
            line.close()

    def deal(self, hands: Sequence[str]) -> None:
        """Packets in dealing order, each as cards parted by blanks."""
        for hand in hands:
            self.draw(hand)
            with self._lock:
                self._side.end_packet()

    def draw(self, cards: str) -> None:
        """Single cards, without the end of a packet."""
        with self._lock:
            for card in cards.split():
                self._side.draw(card)

    def end_packet(self) -> None:
        with self._lock:
            self._side.end_packet()

    def load_pack(self, pack: str) -> None:
        with self._lock:
            self._side.load_pack(pack)

    @property
    def settled(self) -> bool:
        """Whether the controller acknowledged everything, which it does only for what is durable."""
        with self._lock:
            return self._side.settled

    def _talk(self, line: socket.socket) -> None:
        while self._line is line:
            with self._lock:
                due = self._side.due(time.monotonic_ns())
            try:
                line.sendall(due)
                heard = line.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                heard = b""
            if not heard:
                return
            with self._lock:
                self._side.hear(heard)
