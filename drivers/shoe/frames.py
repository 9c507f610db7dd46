"""The frames of the `tablehand` shoe protocol: bytes to bodies, bodies to sentences, and back.

Both ends of the line use this module: the decoder in `tablehand.py` and the simulated shoe. It knows what is well
formed and nothing else; whether a frame is new, repeated or out of order is for its callers. It must never raise on
bytes from a line, and never take for a frame what its check sum does not cover. `PROTOCOL.md` tells it to people.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

STX = 0x02
ETX = 0x03
SHORTEST, LONGEST = 5, 64
LAST_NUMBER = 255
FAULT_KINDS = frozenset({"jam", "misread", "double_draw", "cover_open", "empty"})
"""Closed: two of them have an underscore, which no other word of the protocol may have."""

_CRC_LENGTH = 4
_UPPER_HEX = frozenset(b"0123456789ABCDEF")
_WORD = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz?")
_LONGEST_WORD = 16


# -- what the shoe says --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Booted:
    boot: str
    pack_size: int


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    card: str
    face: str


@dataclass(frozen=True, slots=True)
class Packet:
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class NewPack:
    number: int
    pack: str


@dataclass(frozen=True, slots=True)
class Stub:
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Fault:
    number: int
    kind: str


@dataclass(frozen=True, slots=True)
class Cleared:
    number: int


@dataclass(frozen=True, slots=True)
class Beat:
    """`last` is the number of the last numbered frame; `cards_out` counts since the last new pack or boot."""

    boot: str
    last: int
    cards_out: int


# -- what the host says; the shoe answers commands with an Acknowledge of its own ----------------------------------


@dataclass(frozen=True, slots=True)
class Acknowledge:
    number: int


@dataclass(frozen=True, slots=True)
class Query:
    """Send again from `number` on."""

    number: int


@dataclass(frozen=True, slots=True)
class Lock:
    number: int


@dataclass(frozen=True, slots=True)
class Unlock:
    number: int


@dataclass(frozen=True, slots=True)
class ClearFault:
    number: int


Numbered = Card | Packet | NewPack | Stub | Fault | Cleared
Command = Acknowledge | Query | Lock | Unlock | ClearFault
Sentence = Booted | Numbered | Beat | Command


# -- sentences and bodies ------------------------------------------------------------------------------------------


def body(sentence: Sentence) -> str:
    """The text between STX and ETX."""
    match sentence:
        case Booted(boot, pack_size):
            return f"000 B {boot} {pack_size}"
        case Card(number, card, face):
            return f"{number:03} C {card} {face}"
        case Packet(number, count):
            return f"{number:03} P {count}"
        case NewPack(number, pack):
            return f"{number:03} N {pack}"
        case Stub(number, count):
            return f"{number:03} S {count}"
        case Fault(number, kind):
            return f"{number:03} F {kind}"
        case Cleared(number):
            return f"{number:03} R"
        case Beat(boot, last, cards_out):
            return f"{last:03} H {boot} {last:03} {cards_out}"
        case Acknowledge(number):
            return f"000 A {number:03}"
        case Query(number):
            return f"000 Q {number:03}"
        case Lock(number):
            return f"{number:03} L"
        case Unlock(number):
            return f"{number:03} U"
        case ClearFault(number):
            return f"{number:03} X"


def sentence(text: str) -> Sentence | None:
    """What a body says, None when it is none of the protocol's sentences.

    It undoes `body`. Of a heartbeat's two numbers, which should be equal, the second counts.
    """
    number, *words = text.split(" ")
    if not _is_number(number):
        return None
    return _unnumbered(words) if number == "000" else _numbered(int(number), words) or _beat(words)


def _unnumbered(words: list[str]) -> Sentence | None:
    match words:
        case ["B", boot, pack_size] if _is_word(boot) and _is_count(pack_size):
            return Booted(boot, int(pack_size))
        case ["A", number] if _is_number(number):
            return Acknowledge(int(number))
        case ["Q", number] if _is_number(number):
            return Query(int(number))
    return _beat(words)


def _numbered(number: int, words: list[str]) -> Sentence | None:
    match words:
        case ["C", card, ("d" | "u") as face] if _is_word(card):
            return Card(number, card, face)
        case ["P", count] if _is_count(count):
            return Packet(number, int(count))
        case ["N", pack] if _is_word(pack):
            return NewPack(number, pack)
        case ["S", count] if _is_count(count):
            return Stub(number, int(count))
        case ["F", kind] if kind in FAULT_KINDS:
            return Fault(number, kind)
        case ["R"]:
            return Cleared(number)
        case ["L"]:
            return Lock(number)
        case ["U"]:
            return Unlock(number)
        case ["X"]:
            return ClearFault(number)
    return None


def _beat(words: list[str]) -> Beat | None:
    match words:
        case ["H", boot, last, cards_out] if _is_word(boot) and _is_number(last) and _is_count(cards_out):
            return Beat(boot, int(last), int(cards_out))
    return None


def _is_number(word: str) -> bool:
    return len(word) == 3 and _is_count(word) and int(word) <= LAST_NUMBER


def _is_word(word: str) -> bool:
    return 1 <= len(word) <= _LONGEST_WORD and _WORD.issuperset(word)


def _is_count(word: str) -> bool:
    return _is_word(word) and word.isdecimal()


# -- numbers -------------------------------------------------------------------------------------------------------


def following(number: int) -> int:
    """001..255 wrapping to 001; 000, the boot, is followed by 001."""
    return number % LAST_NUMBER + 1


def ahead(number: int, expected: int) -> int:
    """How far `number` lies ahead of the expected one, 0..254 around the circle of 001..255."""
    return (number - expected) % LAST_NUMBER


# -- bodies and bytes ----------------------------------------------------------------------------------------------


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 1021h, start FFFFh, check value of `123456789` 29B1h."""
    return crc_hqx(data, 0xFFFF)


def frame(text: str) -> bytes:
    """A body ready for the line. Raises ValueError when it is too short, too long or not printable ASCII."""
    data = text.encode("ascii")
    if not SHORTEST <= len(data) <= LONGEST or not all(0x20 <= byte <= 0x7E for byte in data):
        raise ValueError(f"a frame's body has {SHORTEST} to {LONGEST} printable ASCII characters, not {text!r}")
    return b"%c%b%c%04X" % (STX, data, ETX, crc16(data))


@dataclass(frozen=True, slots=True)
class Dropped:
    """Bytes that began like a frame and were none."""

    data: bytes


class Framer:
    """Cuts a byte stream into bodies, however it arrives; `stray` counts the bytes that lay between frames."""

    def __init__(self) -> None:
        self.stray = 0
        self._begun: bytearray | None = None

    def forget(self) -> None:
        """The line was opened anew: what had begun will not be finished."""
        self._begun = None

    def feed(self, data: bytes) -> list[str | Dropped]:
        found: list[str | Dropped] = []
        for byte in data:
            self._take(byte, found)
        return found

    def _take(self, byte: int, found: list[str | Dropped]) -> None:
        begun = self._begun
        if byte == STX:
            if begun is not None:
                found.append(Dropped(bytes(begun)))
            self._begun = bytearray([STX])
        elif begun is None:
            self.stray += 1
        else:
            begun.append(byte)
            self._judge(begun, found)

    def _judge(self, begun: bytearray, found: list[str | Dropped]) -> None:
        """Decides at each byte whether what has begun can still become a frame."""
        end = begun.find(ETX)
        if end < 0:
            sound = len(begun) - 1 <= LONGEST and 0x20 <= begun[-1] <= 0x7E
            complete = False
        else:
            text, check = bytes(begun[1:end]), bytes(begun[end + 1 :])
            complete = len(check) == _CRC_LENGTH
            sound = len(text) >= SHORTEST and _UPPER_HEX.issuperset(check)
            if complete and sound:
                sound = int(check, 16) == crc16(text)
        if not sound:
            found.append(Dropped(bytes(begun)))
            self._begun = None
        elif complete:
            found.append(text.decode("ascii"))
            self._begun = None
