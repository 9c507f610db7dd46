"""Shoe and host over a line that loses, doubles and breaks frames: all cards that left, in order, or a fault."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ports import CardLeft, ShoeFault, ShoeSignal, Signal
from drivers.shoe.conversation import Conversation
from drivers.shoe.frames import ETX, STX
from drivers.sim.shoe_side import ShoeSide

MS = 1_000_000
TURN = 50 * MS
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


class BadLine:
    """Loses, doubles or breaks each frame by chance; `rates` in percent."""

    def __init__(self, chance: random.Random, lost: int, doubled: int, broken: int) -> None:
        self._chance = chance
        self.rates = (lost, doubled, broken)

    def carry(self, data: bytes) -> bytes:
        return b"".join(map(self._carry_one, split(data)))

    def _carry_one(self, sent: bytes) -> bytes:
        lost, doubled, broken = self.rates
        fate = self._chance.randrange(100)
        if fate < lost:
            return b""
        if fate < lost + doubled:
            return sent + sent
        if fate < lost + doubled + broken:
            at = self._chance.randrange(len(sent))
            return sent[:at] + bytes([sent[at] ^ self._chance.randrange(1, 256)]) + sent[at + 1 :]
        return sent


def split(data: bytes) -> list[bytes]:
    """A stream of sound frames, frame by frame."""
    frames = []
    while data:
        end = data.index(ETX) + 5
        assert data[0] == STX
        frames.append(data[:end])
        data = data[end:]
    return frames


class Table:
    """A shoe, a line both ways, and a host whose journal is durable some turns after a signal.

    They know each other before the line goes bad.
    """

    def __init__(self, line: BadLine, journal_turns: int) -> None:
        self.shoe = ShoeSide()
        self.host = Conversation()
        self.line = line
        self.now = 0
        self.signals: list[Signal] = []
        self._journal: list[tuple[int, str, int]] = []
        self._journal_time = journal_turns * TURN
        rates, line.rates = line.rates, (0, 0, 0)
        self.host.begin(0)
        self.host.opened()
        self.turns(journal_turns + 2)
        line.rates = rates

    def turn(self) -> None:
        self.now += TURN
        heard = self.host.hear(self.line.carry(self.shoe.due(self.now)), self.now)
        for signal in heard:
            self.signals.append(signal)
            if isinstance(signal, ShoeSignal):
                self._journal.append((self.now + self._journal_time, signal.boot, signal.number))
        while self._journal and self._journal[0][0] <= self.now:
            _, boot, number = self._journal.pop(0)
            self.host.acknowledge(boot, number)
        self.shoe.hear(self.line.carry(self.host.due(self.now)))

    def turns(self, count: int) -> None:
        for _ in range(count):
            self.turn()

    def settle(self) -> None:
        """The line is mended; a minute must do for all that is left to say."""
        self.line.rates = (0, 0, 0)
        until = self.now + 60_000 * MS
        while self.now < until and not self.shoe.settled:
            self.turn()

    @property
    def cards(self) -> list[str]:
        return [signal.card for signal in self.signals if isinstance(signal, CardLeft)]

    @property
    def faults(self) -> list[str]:
        return [signal.kind for signal in self.signals if isinstance(signal, ShoeFault)]


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    lost=st.integers(0, 60),
    doubled=st.integers(0, 20),
    broken=st.integers(0, 20),
    packets=st.lists(st.integers(0, 6), min_size=1, max_size=60),
    pace=st.integers(1, 4),
    journal_turns=st.integers(0, 8),
)
def test_whatever_the_line_does_the_cards_are_those_that_left_in_order(
    seed: int, lost: int, doubled: int, broken: int, packets: list[int], pace: int, journal_turns: int
) -> None:
    table = Table(BadLine(random.Random(seed), lost, doubled, broken), journal_turns)
    sent: list[str] = []

    for number, packet in enumerate(packets):
        for _ in range(packet):
            sent.append(DECK[(len(sent) * 7 + number) % 52])
            table.shoe.draw(sent[-1])
            table.turns(pace)
        table.shoe.end_packet()
    on_the_bad_line = table.cards
    table.settle()

    assert on_the_bad_line == sent[: len(on_the_bad_line)]
    assert table.cards == sent
    assert table.shoe.settled
    assert set(table.faults) <= {"silent"}


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32), cards=st.integers(1, 40), cut_after=st.integers(0, 60))
def test_a_host_that_lost_power_resumes_with_every_card_told_once(seed: int, cards: int, cut_after: int) -> None:
    table = Table(BadLine(random.Random(seed), 20, 10, 10), journal_turns=2)
    for card in DECK[:cards]:
        table.shoe.draw(card)
    table.turns(cut_after)

    last = next(signal for signal in reversed(table.signals) if isinstance(signal, ShoeSignal))
    table.host = Conversation()
    table.host.resume(last.boot, last.number, len(table.cards))
    table.host.begin(table.now)
    table.host.opened()
    table.settle()

    assert table.cards == DECK[:cards]
    assert set(table.faults) <= {"silent"}
    assert table.shoe.settled


def test_a_line_that_is_cut_is_a_fault_and_its_cards_come_when_it_is_mended() -> None:
    table = Table(BadLine(random.Random(1), 0, 0, 0), journal_turns=0)
    table.shoe.wire.silent = True
    for card in DECK[:20]:
        table.shoe.draw(card)

    table.turns(200)
    while_cut = (table.cards, table.faults)
    table.shoe.wire.silent = False
    table.turns(100)

    assert while_cut == ([], ["silent"])
    assert table.cards == DECK[:20]
