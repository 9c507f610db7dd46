"""A simulated shoe at the port: what it does is posted as signals at once, without frames or a line.

It keeps the contract of the real link: signals carry boot and number, a shoe that is silent keeps what it did until it
speaks again, and `resume` goes on where a journal stands. It must never know what a card is worth.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from drivers.ports import (
    CardLeft,
    Heartbeat,
    PacketEnded,
    PackLoaded,
    Post,
    Shoe,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    StubCounted,
)
from drivers.shoe import frames

BOOT = "7F3A"
_KEPT = 127


class SimulatedShoe(Shoe, Protocol):
    """The verbs by which a demo, a test or `tablehand sim` moves any simulated shoe, whatever its grade."""

    @property
    def locked(self) -> bool: ...

    def when_heard(self, then: Callable[[], None]) -> None:
        """Does `then` once the controller has everything the shoe said so far; at once where it has."""

    def draw(self, card: str, face: str = "d") -> None:
        """A card leaves the shoe; one it could not read is `??`."""

    def end_packet(self, count: int | None = None) -> None:
        """The packet's end; its true count unless another is named."""

    def load_pack(self, pack: str) -> None: ...

    def count_stub(self, count: int) -> None: ...

    def fail(self, kind: str) -> None:
        """`jam`, `misread`, `double_draw`, `cover_open` or `empty`."""

    def restore(self) -> None: ...

    def reboot(self, boot: str) -> None:
        """Power was cut: a new boot id, a new count."""

    def miscount(self, cards: int = 1) -> None:
        """Its own count of cards goes wrong."""

    def go_silent(self) -> None: ...

    def speak_again(self) -> None: ...


class SimShoe:
    """Port level. It has no thread, so it makes progress whenever it is asked."""

    def __init__(self, boot: str = BOOT, *, pack_size: int = 52, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self.gap = False
        self.locked = False
        self.acknowledged: tuple[str, int] | None = None
        self._boot = boot
        self._number = self._in_packet = self._cards_out = 0
        self._pack_size = pack_size
        self._clock = clock
        self._guard = threading.RLock()
        self._post: Post | None = None
        self._turns = 0
        self._kept: deque[ShoeSignal] = deque(maxlen=_KEPT)
        self._untold: deque[ShoeSignal] = deque()
        self._afterwards: deque[Callable[[], None]] = deque()
        self._standing: set[str] = set()
        self._resumed = ("", 0)
        self._keep(ShoeBooted(boot, pack_size))

    # -- Port ----------------------------------------------------------------------------------------------------

    def start(self, post: Post) -> None:
        """Tells what follows the journal's place, or that this is not the shoe the journal knows."""
        with self._guard:
            self._post = post
            boot, number = self._resumed
            restarted = False
            if boot == self._boot:
                numbers = [said.number for said in self._kept]
                self._untold = deque(list(self._kept)[numbers.index(number) + 1 :] if number in numbers else ())
            elif self.acknowledged is not None:
                self._untold.clear()
                restarted = boot != ""
            if restarted:
                self._verdict(ShoeFault("restarted"))
                self._verdict(ShoeRestored())
            self._verdict(Heartbeat(self._boot, self._number, self._cards_out))
            self._tell()

    def close(self) -> None:
        with self._guard:
            self._post = None

    def progress(self) -> int:
        self._turns += 1
        return self._turns

    # -- Shoe ----------------------------------------------------------------------------------------------------

    def resume(self, boot: str, number: int, cards_out: int) -> None:
        """A shoe that has done nothing yet stands in for the one the journal knows, if it has its boot id."""
        with self._guard:
            self._resumed = (boot, number)
            if boot == self._boot and self._number == 0:
                self._number, self._cards_out = number, cards_out

    def acknowledge(self, boot: str, number: int) -> None:
        with self._guard:
            if boot == self._boot and any(said.number == number for said in self._kept):
                self.acknowledged = (boot, number)

    def lock(self, locked: bool) -> None:
        self.locked = locked

    def clear_fault(self) -> None:
        with self._guard:
            if self._standing - {"silent"}:
                self.restore()

    def whole(self) -> bool:
        return not self.gap

    def expect_cards(self, due: bool) -> None:
        """Silence is told at once here, whether or not cards are due."""

    # -- verbs ---------------------------------------------------------------------------------------------------

    def when_heard(self, then: Callable[[], None]) -> None:
        with self._guard:
            self._afterwards.append(then)
            self._tell()

    def draw(self, card: str, face: str = "d") -> None:
        with self._guard:
            self._in_packet += 1
            self._cards_out += 1
            self._say(CardLeft(card, face))

    def end_packet(self, count: int | None = None) -> None:
        with self._guard:
            counted, self._in_packet = self._in_packet, 0
            self._say(PacketEnded(counted) if count in (None, counted) else ShoeFault("count"))

    def load_pack(self, pack: str) -> None:
        with self._guard:
            self._in_packet = self._cards_out = 0
            self._say(PackLoaded(pack))
            self._lift({"count"})

    def count_stub(self, count: int) -> None:
        with self._guard:
            self._say(StubCounted(count))

    def fail(self, kind: str) -> None:
        with self._guard:
            self._say(ShoeFault(kind))

    def restore(self) -> None:
        with self._guard:
            self._standing &= {"silent"}
            self._say(ShoeRestored())

    def reboot(self, boot: str) -> None:
        with self._guard:
            self._boot, self.locked = boot, False
            self._number = self._in_packet = self._cards_out = 0
            self._kept.clear()
            self._untold.clear()
            self._keep(ShoeBooted(boot, self._pack_size))
            self._lift(self._standing - {"silent"})

    def miscount(self, cards: int = 1) -> None:
        with self._guard:
            self._cards_out += cards
            self._standing.add("count")
            self._verdict(ShoeFault("count"))

    def go_silent(self) -> None:
        with self._guard:
            self._standing.add("silent")
            self._verdict(ShoeFault("silent"))

    def speak_again(self) -> None:
        with self._guard:
            was_silent = "silent" in self._standing
            self._standing.discard("silent")
            self._tell()
            if was_silent and not self._standing:
                self._verdict(ShoeRestored())

    # -- telling -------------------------------------------------------------------------------------------------

    def _say(self, signal: ShoeSignal) -> None:
        if isinstance(signal, ShoeFault):
            self._standing.add(signal.kind)
        self._number = frames.following(self._number)
        self._keep(signal)

    def _keep(self, signal: ShoeSignal) -> None:
        """It was said; it is told as soon as somebody listens and the shoe is not silent."""
        said = self._stamped(signal)
        self._kept.append(said)
        self._untold.append(said)
        self._tell()

    def _tell(self) -> None:
        while self._post is not None and self._untold and "silent" not in self._standing:
            self._post(self._untold.popleft())
        while self._afterwards and not self._untold:
            self._afterwards.popleft()()

    def _verdict(self, signal: ShoeSignal) -> None:
        """What a link would say of the shoe; it has no number of its own."""
        if self._post is not None:
            self._post(self._stamped(signal))

    def _stamped(self, signal: ShoeSignal) -> ShoeSignal:
        return replace(signal, at=self._clock(), boot=self._boot, number=self._number)

    def _lift(self, kinds: set[str]) -> None:
        if self._standing & kinds:
            self._standing -= kinds
            if not self._standing:
                self._verdict(ShoeRestored())
