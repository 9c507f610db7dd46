"""A simulated shoe at the far end of a real line: `ShoeSide` on a pty, a socket or a serial device.

Its bytes go through the same decoder and link as a shoe's. `WiredShoe` is the box on the table; `PtyShoe` is the box
with the controller's link to it, a whole driver. It must never wait for the host: a UART does not either.
"""

from __future__ import annotations

import os
import select
import socket
import threading
import time
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import serial

from drivers.ports import Post
from drivers.shoe.conversation import Conversation
from drivers.shoe.link import SerialLink
from drivers.sim.shoe_side import ShoeSide

_TURN_S = 0.02
_JOIN_S = 2.0


class WiredShoe:
    """Runs `side` on an open file descriptor until closed; `release` lets go of whatever lies behind it.

    `guard` keeps the shoe's line and whoever moves the shoe apart. `settled` is called, again and again, while the host
    has acknowledged everything.
    """

    def __init__(
        self,
        side: ShoeSide,
        descriptor: int,
        release: Callable[[], None],
        *,
        guard: threading.Lock | None = None,
        settled: Callable[[], None] | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._side = side
        self._descriptor = descriptor
        self._release = release
        self._clock = clock
        self._guard = guard or threading.Lock()
        self._settled = settled
        self._closing = threading.Event()
        os.set_blocking(descriptor, False)
        self._thread = threading.Thread(target=self._run, name="simulated shoe", daemon=True)
        self._thread.start()

    @contextmanager
    def hands_on(self) -> Iterator[ShoeSide]:
        """The shoe, to be moved: what happens inside is one moment for the line."""
        with self._guard:
            yield self._side

    def close(self) -> None:
        """Pulls the plug; the shoe behind it goes on and can be wired up again."""
        if not self._closing.is_set():
            self._closing.set()
            self._thread.join(_JOIN_S)
            self._release()

    def _run(self) -> None:
        while not self._closing.is_set():
            data = b""
            if select.select([self._descriptor], [], [], _TURN_S)[0]:
                try:
                    data = os.read(self._descriptor, 4096)
                except OSError:
                    return
                if not data:
                    return
            with self._guard:
                self._side.hear(data)
                said = self._side.due(self._clock())
                settled = self._side.settled
            # What the line does not take is lost, as on a real one; the protocol repeats it.
            with suppress(OSError):
                os.write(self._descriptor, said)
            if settled and self._settled is not None:
                self._settled()


def on_pty(
    side: ShoeSide,
    path: Path,
    guard: threading.Lock | None = None,
    settled: Callable[[], None] | None = None,
) -> WiredShoe:
    """A pty whose host end is found at `path`, a symbolic link as udev makes them in `/dev/serial/by-id`."""
    shoe_end, host_end = os.openpty()
    tty.setraw(host_end)
    path.unlink(missing_ok=True)
    path.symlink_to(os.ttyname(host_end))

    def release() -> None:
        path.unlink(missing_ok=True)
        os.close(shoe_end)
        os.close(host_end)

    return WiredShoe(side, shoe_end, release, guard=guard, settled=settled)


def on_socket(side: ShoeSide, path: str) -> WiredShoe:
    """A Unix socket, such as the one behind a virtual board's UART."""
    wire = socket.socket(socket.AF_UNIX)
    wire.connect(path)
    return WiredShoe(side, wire.fileno(), wire.close)


def on_device(side: ShoeSide, path: str, baudrate: int = 115200) -> WiredShoe:
    """A serial port of this machine: a shoe for a bench, at the other end of a null-modem cable."""
    port = serial.Serial(path, baudrate, exclusive=True)
    return WiredShoe(side, port.fileno(), port.close)


class PtyShoe(SerialLink):
    """Byte level: a shoe, a line, and the real link to it. `plug_in` and `pull_plug` are the cable.

    `path` is where the line's host end appears; its folder must exist.
    """

    def __init__(
        self, path: str | Path, *, side: ShoeSide | None = None, conversation: Conversation | None = None
    ) -> None:
        super().__init__(str(path), conversation=conversation)
        self._host_end = Path(path)
        self._side = side or ShoeSide()
        self._hands = threading.Lock()
        self._afterwards: deque[Callable[[], None]] = deque()
        self._wired: WiredShoe | None = None

    def start(self, post: Post) -> None:
        self.plug_in()
        super().start(post)

    def close(self) -> None:
        super().close()
        self.pull_plug()

    def resume(self, boot: str, number: int, cards_out: int) -> None:
        """This shoe ends with the controller's process; a real one has power of its own and would still know."""
        super().resume(boot, number, cards_out)
        with self.hands_on() as shoe:
            shoe.take_over(boot, number, cards_out)

    @contextmanager
    def hands_on(self) -> Iterator[ShoeSide]:
        """The shoe, to be moved: what happens inside is one moment for the line."""
        with self._hands:
            yield self._side

    def plug_in(self) -> None:
        if self._wired is None:
            self._wired = on_pty(self._side, self._host_end, self._hands, self._settled)

    def pull_plug(self) -> None:
        if self._wired is not None:
            self._wired.close()
            self._wired = None

    def _settled(self) -> None:
        while self._afterwards:
            self._afterwards.popleft()()

    # -- verbs ---------------------------------------------------------------------------------------------------

    def when_heard(self, then: Callable[[], None]) -> None:
        with self._hands:
            heard = self._side.settled
            if not heard:
                self._afterwards.append(then)
        if heard:
            then()

    @property
    def locked(self) -> bool:
        return self._side.locked

    def draw(self, card: str, face: str = "d") -> None:
        with self.hands_on() as shoe:
            shoe.draw(card, face)

    def end_packet(self, count: int | None = None) -> None:
        with self.hands_on() as shoe:
            shoe.end_packet(count)

    def load_pack(self, pack: str) -> None:
        with self.hands_on() as shoe:
            shoe.load_pack(pack)

    def count_stub(self, count: int) -> None:
        with self.hands_on() as shoe:
            shoe.count_stub(count)

    def fail(self, kind: str) -> None:
        with self.hands_on() as shoe:
            shoe.fail(kind)

    def restore(self) -> None:
        with self.hands_on() as shoe:
            shoe.restore()

    def reboot(self, boot: str) -> None:
        with self.hands_on() as shoe:
            shoe.reboot(boot)

    def miscount(self, cards: int = 1) -> None:
        with self.hands_on() as shoe:
            shoe.miscount(cards)

    def go_silent(self) -> None:
        with self.hands_on() as shoe:
            shoe.go_silent()

    def speak_again(self) -> None:
        with self.hands_on() as shoe:
            shoe.speak_again()
