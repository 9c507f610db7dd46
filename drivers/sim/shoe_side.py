"""The shoe's end of the `tablehand` protocol, for simulated shoes: numbers, keeps, repeats, beats and obeys.

Sans-IO like the decoder it talks to: bytes in, frames out, and the time is an argument (monotonic nanoseconds). It is
also the reference for whoever builds a shoe. Its faults lie where a real shoe's would: in what it says, and in what
becomes of a frame on the line. It must never give a number twice in one count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from drivers.shoe import frames
from drivers.shoe.frames import Booted, Card, Cleared, Fault, Framer, NewPack, Numbered, Packet, Stub

_MS = 1_000_000
REPEAT = 250 * _MS
BEAT = 1_000 * _MS
REPEATS = 3
KEPT = 127
UNACKNOWLEDGED = 16


@dataclass(slots=True)
class Kept:
    """A frame that was said: when to repeat it, and how often it was."""

    number: int
    said: Booted | Numbered
    next_at: int | None = None
    repeats: int = 0


@dataclass(slots=True)
class Wire:
    """What becomes of frames on the way to the host; every fault concerns the next frames and is then over."""

    dropped: int = 0
    corrupted: int = 0
    duplicated: int = 0
    silent: bool = False
    noise: bytearray = field(default_factory=bytearray)

    def carry(self, sent: bytes) -> bytes:
        if self.silent:
            return b""
        arriving = bytes(self.noise)
        self.noise.clear()
        if self.dropped:
            self.dropped -= 1
        elif self.corrupted:
            self.corrupted -= 1
            arriving += sent[:5] + bytes([sent[5] ^ 0x01]) + sent[6:]
        elif self.duplicated:
            self.duplicated -= 1
            arriving += sent * 2
        else:
            arriving += sent
        return arriving


class ShoeSide:
    """One shoe with its pack. What it does is said at once; `due` gives the bytes, `hear` takes the host's."""

    def __init__(self, boot: str = "7F3A", *, pack_size: int = 52) -> None:
        self.wire = Wire()
        self.pack_size = pack_size
        self.obeyed: list[frames.Command] = []
        self._framer = Framer()
        self.reboot(boot)

    # -- what happens in the shoe --------------------------------------------------------------------------------

    def draw(self, card: str, face: str = "d") -> None:
        """A card leaves the shoe; one it could not read is `??`."""
        self._say(lambda number: Card(number, card, face))

    def end_packet(self, count: int | None = None) -> None:
        """The packet's end; its true count unless another is named."""
        self._say(lambda number: Packet(number, self.in_packet if count is None else count))

    def load_pack(self, pack: str) -> None:
        self._say(lambda number: NewPack(number, pack))

    def count_stub(self, count: int) -> None:
        self._say(lambda number: Stub(number, count))

    def fail(self, kind: str) -> None:
        """`jam`, `misread`, `double_draw`, `cover_open` or `empty`."""
        self.failed = True
        self._say(lambda number: Fault(number, kind))

    def restore(self) -> None:
        self.failed = False
        self._say(Cleared)

    def reboot(self, boot: str) -> None:
        """Power was cut: all that was kept is gone, the count begins anew."""
        self.boot = boot
        self.locked = self.failed = False
        self.number = self.cards_out = self.in_packet = 0
        self._kept: deque[Kept] = deque(maxlen=KEPT)
        self._unacknowledged: deque[Kept] = deque()
        self._to_say: deque[Callable[[int], Numbered]] = deque()
        self._out: deque[bytes] = deque()
        self._beat_at: int | None = None
        self._last_order: frames.Command | None = None
        self._keep(0, Booted(boot, self.pack_size))

    def take_over(self, boot: str, number: int, cards_out: int) -> None:
        """Stands in for the shoe that said up to `number`, if this one has the same boot id and did nothing yet."""
        if boot == self.boot and self.number == 0 and not self._to_say:
            self.number, self.cards_out = number, cards_out
            self._kept.clear()
            self._unacknowledged.clear()

    def miscount(self, cards: int = 1) -> None:
        """Its own count goes wrong: the next heartbeats tell too many cards."""
        self.cards_out += cards

    # -- what happens on the line --------------------------------------------------------------------------------

    def drop_frame(self, times: int = 1) -> None:
        self.wire.dropped += times

    def corrupt(self, times: int = 1) -> None:
        self.wire.corrupted += times

    def duplicate(self, times: int = 1) -> None:
        self.wire.duplicated += times

    def babble(self, noise: bytes) -> None:
        """Bytes that come before the next frame."""
        self.wire.noise += noise

    def go_silent(self) -> None:
        self.wire.silent = True

    def speak_again(self) -> None:
        self.wire.silent = False

    # -- the protocol --------------------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        for found in self._framer.feed(data):
            match frames.sentence(found) if isinstance(found, str) else None:
                case frames.Acknowledge(number):
                    self._acknowledged(number)
                case frames.Query(number):
                    self._again_from(number)
                case frames.Lock() | frames.Unlock() | frames.ClearFault() as order:
                    self._obey(order)

    def due(self, now: int) -> bytes:
        """What goes out now: answers, new frames, repeats, a heartbeat."""
        self._number_what_fits()
        for kept in self._unacknowledged:
            if kept.next_at is None or (kept.repeats < REPEATS and now >= kept.next_at):
                kept.repeats += kept.next_at is not None
                kept.next_at = now + REPEAT
                self._send(kept.said)
        if self._beat_at is None or now >= self._beat_at:
            self._beat_at = now + BEAT
            self._send(frames.Beat(self.boot, self.number, self.cards_out))
        carried = b"".join(map(self.wire.carry, self._out))
        self._out.clear()
        return carried

    @property
    def settled(self) -> bool:
        """Whether all that was said is acknowledged."""
        return not self._unacknowledged and not self._to_say

    def _say(self, sentence: Callable[[int], Numbered]) -> None:
        self._to_say.append(sentence)
        self._number_what_fits()

    def _number_what_fits(self) -> None:
        """At most sixteen are said without an acknowledgement; a real shoe would hold its cards back meanwhile."""
        while self._to_say and len(self._unacknowledged) < UNACKNOWLEDGED:
            self.number = frames.following(self.number)
            said = self._to_say.popleft()(self.number)
            self._count(said)
            self._keep(self.number, said)

    def _count(self, said: Numbered) -> None:
        match said:
            case Card():
                self.cards_out += 1
                self.in_packet += 1
            case Packet():
                self.in_packet = 0
            case NewPack():
                self.cards_out = self.in_packet = 0

    def _keep(self, number: int, said: Booted | Numbered) -> None:
        kept = Kept(number, said)
        self._kept.append(kept)
        self._unacknowledged.append(kept)

    def _acknowledged(self, number: int) -> None:
        """All up to `number`, if it was said and not acknowledged before."""
        if any(kept.number == number and kept.next_at is not None for kept in self._unacknowledged):
            while self._unacknowledged.popleft().number != number:
                pass

    def _again_from(self, number: int) -> None:
        numbers = [kept.number for kept in self._kept]
        if number in numbers:
            for kept in list(self._kept)[numbers.index(number) :]:
                if kept.next_at is not None:
                    self._send(kept.said)

    def _obey(self, order: frames.Lock | frames.Unlock | frames.ClearFault) -> None:
        """A repeated order is answered again and carried out once."""
        self._send(frames.Acknowledge(order.number))
        if order == self._last_order:
            return
        self._last_order = order
        self.obeyed.append(order)
        match order:
            case frames.Lock():
                self.locked = True
            case frames.Unlock():
                self.locked = False
            case frames.ClearFault() if self.failed:
                self.restore()

    def _send(self, sentence: frames.Sentence) -> None:
        self._out.append(frames.frame(frames.body(sentence)))
