"""The controller's end of the `tablehand` shoe protocol: decodes, puts in order, encodes.

Sans-IO: bytes in, signals out; it knows no clock, port or thread. Repeats and time-outs belong to `conversation.py`,
which reads from here what is still missing and how far the shoe was heard. It must never report a card that was not
sent, report one twice, or pass over one that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from drivers.ports import (
    CardLeft,
    Garbled,
    Heartbeat,
    PacketEnded,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    StubCounted,
)
from drivers.shoe import frames
from drivers.shoe.frames import Acknowledge, Beat, Booted, Card, Dropped, Framer, Numbered

_REMEMBERED = 127
"""As many as a shoe keeps: a number further back is taken for one that lies ahead."""


class TablehandShoe:
    """Decodes what one shoe says, in order.

    Fresh, it takes the first numbered frame it sees as its baseline. Resumed, it says nothing of numbered frames until
    a heartbeat or a boot tells which count they belong to.

    `boot` and `last` are where the shoe was heard to (`last` is None before anything was, 0 after a boot), `missing` is
    the first number known to be lost. Up to `baseline` nothing is left to report: the journal has it, or it was said
    before we listened. `heard`, `repeats`, `foreign` and `garbled` count valid frames, duplicates, frames that no shoe
    sends, and what was dropped; `obeyed` is the last of our commands that the shoe acknowledged.
    """

    def __init__(self) -> None:
        self.boot = ""
        self.last: int | None = None
        self.baseline: int | None = None
        self.cards_out: int | None = None
        self.heard = self.repeats = self.foreign = self.garbled = 0
        self.obeyed: int | None = None
        self._framer = Framer()
        self._in_packet: int | None = None
        self._furthest: int | None = None
        self._unproven = False
        self._told: dict[int, str] = {}

    # -- what a link asks ----------------------------------------------------------------------------------------

    @property
    def missing(self) -> int | None:
        """The first number that is known to be lost; nothing after it is reported before it comes."""
        if self._furthest is None or self.last is None:
            return None
        return frames.following(self.last)

    @property
    def unproven(self) -> bool:
        """Whether a heartbeat must tell which count the shoe's numbers belong to before they mean anything."""
        return self._unproven

    @property
    def stray(self) -> int:
        return self._framer.stray

    def resume(self, boot: str, number: int, cards_out: int) -> None:
        """Goes on where a journal stands; an empty `boot` when it knows nothing of a shoe."""
        self._start_over(boot, number if boot else None)
        self.cards_out = cards_out if boot else None
        self._in_packet = 0 if boot and cards_out == 0 else None
        self._unproven = True

    def reopened(self) -> None:
        """The line was away: the shoe may have been restarted or swapped, and half a frame may have been lost."""
        self._framer.forget()
        self._furthest = None
        self._unproven = True

    def reported(self, number: int) -> bool:
        """Whether `number` is among what was reported of this boot, as far back as a shoe remembers."""
        if number == 0 or not self.last:
            return number == 0 and self.last is not None
        return frames.ahead(self.last, number) < _REMEMBERED

    # -- decoding ------------------------------------------------------------------------------------------------

    def feed(self, data: bytes) -> list[ShoeSignal]:
        """Every signal that `data` completes, however the stream is cut. Never raises."""
        signals: list[ShoeSignal] = []
        for found in self._framer.feed(data):
            signals.extend(self._garbled(found.data) if isinstance(found, Dropped) else self._read(found))
        return signals

    @staticmethod
    def encode(command: frames.Sentence | str) -> bytes:
        """A sentence as bytes for the line; a text is taken for a body. Raises ValueError when it can be none."""
        return frames.frame(command if isinstance(command, str) else frames.body(command))

    def _read(self, text: str) -> Iterator[ShoeSignal]:
        sentence = frames.sentence(text)
        match sentence:
            case None:
                yield from self._garbled(frames.frame(text))
                return
            case Booted():
                yield from self._booted(sentence, text)
            case Beat():
                yield from self._beat(sentence)
            case Card() | frames.Packet() | frames.NewPack() | frames.Stub() | frames.Fault() | frames.Cleared():
                yield from self._numbered(sentence, text)
            case Acknowledge(number):
                self.obeyed = number
            case _:
                self.foreign += 1
                return
        self.heard += 1

    def _garbled(self, data: bytes) -> Iterator[ShoeSignal]:
        self.garbled += 1
        yield Garbled(data, boot=self.boot, number=self.last or 0)

    def _booted(self, booted: Booted, text: str) -> Iterator[ShoeSignal]:
        if booted.boot == self.boot:
            self._unproven = False
            yield from self._again(0, text)
            return
        self._start_over(booted.boot, 0)
        self.baseline = None
        self.cards_out = self._in_packet = 0
        self._told[0] = text
        yield ShoeBooted(booted.boot, booted.pack_size, number=0)

    def _beat(self, beat: Beat) -> Iterator[ShoeSignal]:
        if self._is_stranger(beat):
            self._adopt(beat)
            yield self._fault("restarted")
        elif self.last is None:
            self._adopt(beat)
        else:
            self.boot = beat.boot
            yield from self._compare(beat)
        self._unproven = False
        yield Heartbeat(beat.boot, beat.last, beat.cards_out, number=self.last or 0)

    def _is_stranger(self, beat: Beat) -> bool:
        """Another shoe than ours, or one with cards out of which a journal that knows no shoe cannot know either."""
        return beat.boot != self.boot and (bool(self.boot) or (self._unproven and beat.cards_out > 0))

    def _adopt(self, beat: Beat) -> None:
        """Takes the shoe as it stands: what it said before is nobody's."""
        self._start_over(beat.boot, beat.last)
        self.cards_out = beat.cards_out
        self._in_packet = 0 if beat.cards_out == 0 else None

    def _compare(self, beat: Beat) -> Iterator[ShoeSignal]:
        """Our place and our count against the shoe's; its figure stands once a difference was told."""
        if beat.last == self.last:
            if self.cards_out not in (None, beat.cards_out):
                yield self._fault("count")
            self.cards_out = beat.cards_out
        elif beat.last and self._is_ahead(beat.last):
            self._note_gap(beat.last)
        else:
            # It cannot have said less than was heard: its count is lost, and what comes next would pass as repeats.
            self._adopt(beat)
            yield self._fault("restarted")

    def _numbered(self, sentence: Numbered, text: str) -> Iterator[ShoeSignal]:
        if self._unproven:
            return
        if self.last is not None and sentence.number != frames.following(self.last):
            if self._is_ahead(sentence.number):
                self._note_gap(sentence.number)
            else:
                yield from self._again(sentence.number, text)
            return
        self.last = sentence.number
        self._told[sentence.number] = text
        if self._furthest == self.last:
            self._furthest = None
        yield self._signal(sentence)

    def _signal(self, sentence: Numbered) -> ShoeSignal:
        match sentence:
            case Card(number, card, face):
                self.cards_out = None if self.cards_out is None else self.cards_out + 1
                self._in_packet = None if self._in_packet is None else self._in_packet + 1
                return CardLeft(card, face, boot=self.boot, number=number)
            case frames.Packet(number, count):
                counted, self._in_packet = self._in_packet, 0
                if counted not in (None, count):
                    return self._fault("count")
                return PacketEnded(count, boot=self.boot, number=number)
            case frames.NewPack(number, pack):
                self.cards_out = self._in_packet = 0
                return PackLoaded(pack, boot=self.boot, number=number)
            case frames.Stub(number, count):
                return StubCounted(count, boot=self.boot, number=number)
            case frames.Fault(number, kind):
                return ShoeFault(kind, boot=self.boot, number=number)
            case frames.Cleared(number):
                return ShoeRestored(boot=self.boot, number=number)

    def _again(self, number: int, text: str) -> Iterator[ShoeSignal]:
        """A number reported already: the same frame is to be acknowledged again, another one is a fault, told once."""
        known = self._told.get(number, text)
        if known == text:
            self.repeats += 1
        else:
            self._told[number] = text
            yield self._fault("count")

    # -- numbers -------------------------------------------------------------------------------------------------

    def _is_ahead(self, number: int) -> bool:
        return self.last is not None and frames.ahead(number, frames.following(self.last)) <= _REMEMBERED

    def _note_gap(self, number: int) -> None:
        if self.last is None:
            return
        expected = frames.following(self.last)
        if self._furthest is None or frames.ahead(number, expected) > frames.ahead(self._furthest, expected):
            self._furthest = number

    def _start_over(self, boot: str, last: int | None) -> None:
        self.boot, self.last, self.baseline = boot, last, last
        self._furthest = None
        self._unproven = False
        self._told.clear()

    def _fault(self, kind: str) -> ShoeFault:
        return ShoeFault(kind, boot=self.boot, number=self.last or 0)
