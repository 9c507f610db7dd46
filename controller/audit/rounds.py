"""Rounds that are over, read from the entries of a journal: which cards left the shoe, for whom, and what was won.

Pure: entries in, rounds out. It does not rule again what was ruled: of a round with a ruling or a question only the
order of its cards is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from controller.core.cards import NUMBER, Card
from controller.core.events import DEALER, Hand, Seat
from controller.core.house import Deal
from controller.core.money import Money
from controller.core.state import FIVE
from controller.runtime.chain import Entry

NO_CARD = -1
"""In a pack: a card that was not read, or is of no pack."""


@dataclass(frozen=True, slots=True)
class Finished:
    """`pack`: the cards by number in the order in which they left the shoe, which is named by its boot.

    `hands` with five cards each, the dealer's last one turned up, and `won` on ante and bet, in antes: empty unless the
    round was dealt and played without a ruling.
    """

    number: int
    shoe: str
    pack: tuple[int, ...]
    hands: Mapping[Hand, tuple[int, ...]] = field(default_factory=dict)
    won: Mapping[Seat, Fraction] = field(default_factory=dict)


@dataclass(slots=True)
class _Round:
    """What is known of the round that goes on. `marks`: how many cards were out when a packet ended."""

    shoe: str = ""
    pack: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=lambda: [0])
    antes: defaultdict[Seat, int] = field(default_factory=lambda: defaultdict(int))
    net: defaultdict[Seat, int] = field(default_factory=lambda: defaultdict(int))
    dealt: bool = False
    ruled: bool = False


@dataclass(slots=True)
class Reader:
    """Takes entry after entry, `entries` so far. `sealed`: the last snapshot among them."""

    entries: int = 0
    sealed: Entry | None = None
    _singly: bool = False
    _round: _Round = field(default_factory=_Round)

    def finished(self, entries: Iterable[Entry]) -> Iterator[Finished]:
        for entry in entries:
            self.entries += 1
            body = entry.content()
            if entry.kind == "snapshot":
                self.sealed = entry
                self._singly = body["table"]["house"]["deal"] == Deal.SINGLE
            elif "after" in body:
                self._take(entry.kind, body)
                if body["after"]["ends"]:
                    yield self._over(body["after"]["round"])

    def _take(self, kind: str, body: Mapping[str, Any]) -> None:
        now = self._round
        match kind:
            case "card_drawn":
                now.shoe = now.shoe or body.get("boot", "")
                now.pack.append(NUMBER.get(Card(body["card"]), NO_CARD))
            case "packet_ended":
                now.marks.append(len(now.pack))
        for effect in body["effects"]:
            match effect:
                case {"effect": "issue_ruling" | "ask_supervisor"}:
                    now.ruled = True
                case {"effect": "move_money", "wager": "ante" | "bet"}:
                    self._move(effect)
        now.dealt = now.dealt or kind == "card_drawn"

    def _move(self, effect: Mapping[str, Any]) -> None:
        now, seat = self._round, effect["seat"]
        amount = int(Money.parse(effect["amount"]))
        # Reversals come with a ruling only, and then nobody asks what was won.
        signed = {"placed": -amount, "returned": amount, "paid": amount}.get(effect["way"], 0)
        now.net[seat] += signed
        if effect["wager"] == "ante" and not now.dealt:
            now.antes[seat] -= signed  # what lies on the layout when the first card is dealt

    def _over(self, number: int) -> Finished:
        now, self._round = self._round, _Round()
        order = (*sorted(seat for seat, ante in now.antes.items() if ante), DEALER)
        hands = {} if now.ruled else self._hands(now, order)
        won = {seat: Fraction(now.net[seat], now.antes[seat]) for seat in order[:-1]} if hands else {}
        return Finished(number, now.shoe, tuple(now.pack), hands, won)

    def _hands(self, now: _Round, order: tuple[Hand, ...]) -> dict[Hand, tuple[int, ...]]:
        if NO_CARD in now.pack or len(now.pack) != FIVE * len(order):
            return {}
        if self._singly:
            packets = [tuple(now.pack[at :: len(order)]) for at in range(len(order))]
        else:
            packets = [tuple(now.pack[start:end]) for start, end in pairwise(now.marks)]
        if len(packets) != len(order) or any(len(packet) != FIVE for packet in packets):
            return {}
        return dict(zip(order, packets, strict=True))
