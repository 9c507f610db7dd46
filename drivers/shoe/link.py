"""A shoe on a serial line: one thread owns the port, reads raw bytes, and lets a conversation decide what they mean.

The port is opened by a path that stays (`/dev/serial/by-id/...`, or `socket://host:port`) and reopened after any
trouble; whether the shoe is alive, its heartbeats tell, not the file descriptor. Only the owner thread touches the
port: pyserial's `readline` returns halves, `flush` can hang, and closing from another thread crashes the reader.
"""

from __future__ import annotations

import errno
import os
import termios
import threading
import time
from collections.abc import Callable
from random import Random

import serial

from drivers.ports import DriverError, Post, Signal
from drivers.shoe.conversation import Conversation

_READ_S = 0.1
_WRITE_S = 0.25
_JOIN_S = 3.0
_SHORTEST_S, _LONGEST_S = 0.25, 5.0

# What an unplugged adapter raises, depending on the call it was caught in; TypeError comes from pyserial itself.
_LINE_TROUBLE = (OSError, TypeError, termios.error)


def pause(attempt: int, luck: float) -> float:
    """Seconds to wait before the next attempt: doubling to 5 s, with jitter, so that many tables do not beat in time.

    `luck` lies between 0 and 1.
    """
    longest = min(_LONGEST_S, _SHORTEST_S * 2.0 ** min(attempt, 10))
    return max(_SHORTEST_S, longest * (1 + luck) / 2)


def in_words(trouble: BaseException) -> str:
    """What a technician can make of it: pyserial wraps one message into another and names the path in each."""
    number = getattr(trouble, "errno", None)
    if number == errno.EAGAIN:
        return "another program holds it"
    return os.strerror(number) if number else str(trouble)


class SerialLink:
    """`port` is a device path or a pyserial URL. The conversation is made for the shoe's protocol."""

    def __init__(
        self,
        port: str,
        *,
        baudrate: int = 115200,
        conversation: Conversation | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._path = port
        self._baudrate = baudrate
        self._conversation = conversation or Conversation()
        self._clock = clock
        self._luck = Random()
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._turns = 0
        self._post: Post = lambda _: None

    # -- Port ----------------------------------------------------------------------------------------------------

    def start(self, post: Post) -> None:
        """A shoe that is not there is no reason to refuse: it is reported, and looked for until it is."""
        self._line()
        self._post = post
        self._conversation.begin(self._clock())
        self._thread = threading.Thread(target=self._run, name=f"shoe {self._path}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join(_JOIN_S)

    def progress(self) -> int:
        return self._turns

    # -- Shoe ----------------------------------------------------------------------------------------------------

    def resume(self, boot: str, number: int, cards_out: int) -> None:
        with self._guard:
            self._conversation.resume(boot, number, cards_out)

    def acknowledge(self, boot: str, number: int) -> None:
        with self._guard:
            self._conversation.acknowledge(boot, number)

    def lock(self, locked: bool) -> None:
        with self._guard:
            self._conversation.lock(locked)

    def clear_fault(self) -> None:
        with self._guard:
            self._conversation.clear_fault()

    def expect_cards(self, due: bool) -> None:
        with self._guard:
            self._conversation.expect_cards(due)

    def whole(self) -> bool:
        return self._conversation.shoe.missing is None

    # -- the owner thread ----------------------------------------------------------------------------------------

    def _run(self) -> None:
        attempt = 0
        while not self._closing.is_set():
            heard = self._conversation.shoe.heard
            try:
                self._talk()
            except _LINE_TROUBLE as trouble:
                # Only a shoe that spoke makes the next attempt a first one: an adapter can come and go by the second.
                attempt = 0 if self._conversation.shoe.heard != heard else attempt + 1
                self._report_lost(trouble)
                self._wait(pause(attempt, self._luck.random()))

    def _talk(self) -> None:
        """Until the line breaks or the link is closed."""
        line = self._line()
        with line:
            with self._guard:
                self._conversation.opened()
            while not self._closing.is_set():
                data = line.read(max(1, line.in_waiting))
                self._hear(data)
                with self._guard:
                    answer = self._conversation.due(self._clock())
                if answer:
                    line.write(answer)

    def _line(self) -> serial.Serial:
        """The port, not open yet: entering it opens it."""
        try:
            line = serial.serial_for_url(self._path, do_not_open=True, baudrate=self._baudrate, exclusive=True)
        except ValueError as trouble:
            raise DriverError(
                f"shoe: {self._path} at {self._baudrate} baud cannot be a serial port: {trouble}"
            ) from trouble
        line.timeout, line.write_timeout = _READ_S, _WRITE_S
        return line

    def _hear(self, data: bytes) -> None:
        now = self._clock()
        self._turns += 1
        with self._guard:
            signals = self._conversation.hear(data, now)
        self._tell(signals)

    def _report_lost(self, trouble: BaseException) -> None:
        with self._guard:
            signals = self._conversation.lost(f"{self._path}: {in_words(trouble)}", self._clock())
        self._tell(signals)

    def _wait(self, seconds: float) -> None:
        """Waits for the next attempt; the shoe's silence goes on counting."""
        until = self._clock() + int(seconds * 1e9)
        while self._clock() < until and not self._closing.wait(_READ_S):
            self._hear(b"")

    def _tell(self, signals: list[Signal]) -> None:
        # Outside the guard: whoever takes a signal may acknowledge it at once.
        for signal in signals:
            self._post(signal)
