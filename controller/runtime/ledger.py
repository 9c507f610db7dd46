"""The progressive's books, kept from journal entries alone: six figures, hits, chips by rate, money moved.

Pure. It adds up what events and effects say and never asks the rules, so that what the rules made of a meter can be
compared with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from controller.core.money import NOTHING, Money
from controller.core.state import HITS_KEPT, Hit, Meter
from controller.runtime.chain import Entry

Body = Mapping[str, Any]

FIGURES = ("chips_in", "displayed", "hits", "wins", "overflow", "reserve", "last_hits")
_AMOUNTS = ("displayed", "overflow", "reserve")
_AWARDS = ("award", "award_reversed")


@dataclass(frozen=True, slots=True)
class Figures:
    """The six figures of a progressive and its last hits (PRG-11); displayed, overflow and reserve exact, in cents."""

    chips_in: int = 0
    displayed: Fraction = Fraction(0)
    hits: int = 0
    wins: Money = NOTHING
    overflow: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    last_hits: tuple[Hit, ...] = ()

    @classmethod
    def of(cls, meter: Meter) -> Figures:
        """As the table has them."""
        return cls(meter.chips_in, meter.amount, meter.hits, meter.wins, meter.overflow, meter.reserve, meter.last_hits)

    @classmethod
    def sealed_in(cls, meter: Body) -> Figures:
        """As a sealed snapshot has them."""
        return cls(
            chips_in=meter["chips_in"],
            displayed=Fraction(meter["amount"]),
            hits=meter["hits"],
            wins=Money.parse(meter["wins"]),
            overflow=Fraction(meter["overflow"]),
            reserve=Fraction(meter["reserve"]),
            last_hits=tuple(Hit(**hit | {"amount": Money.parse(hit["amount"])}) for hit in meter["last_hits"]),
        )

    def differing(self, other: Figures) -> list[str]:
        """The names of the figures that are not the same."""
        return [name for name in FIGURES if getattr(self, name) != getattr(other, name)]


@dataclass(slots=True)
class Rate:
    """Chips put in while the same parameters were in force, less those handed back, and what they raised.

    `raised` is displayed and overflow together; both amounts exact, in cents.
    """

    since: int
    chip: Money
    rate: Fraction
    hidden_rate: Fraction
    chips: int = 0
    raised: Fraction = Fraction(0)
    reserved: Fraction = Fraction(0)

    @classmethod
    def told(cls, since: int, parameters: Body) -> Rate:
        rate, hidden = Fraction(parameters["rate"]), Fraction(parameters["hidden_rate"])
        return cls(since, Money.parse(parameters["chip"]), rate, hidden)

    @property
    def due(self) -> Fraction:
        """Rate x chips: what these chips must have raised."""
        return self.chips * int(self.chip) * self.rate

    @property
    def due_reserve(self) -> Fraction:
        return self.chips * int(self.chip) * self.hidden_rate

    @property
    def holds(self) -> bool:
        return (self.raised, self.reserved) == (self.due, self.due_reserve)


@dataclass(slots=True)
class _Chip:
    """A progressive chip at a seat: what it has on the meter now, and whether it was taken or went back."""

    rate: Rate
    raised: Fraction = Fraction(0)
    reserved: Fraction = Fraction(0)
    back: bool = False
    taken: bool = False


class Ledger:
    """Begins with what a sealed snapshot says and takes every entry after it, in order."""

    def __init__(self, snapshot: Entry) -> None:
        table = snapshot.content()["table"]
        self.figures = Figures.sealed_in(table["meter"])
        self.moved: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
        """By figure and reason; test mode has a figure of its own."""
        self.money: defaultdict[tuple[str, str], Money] = defaultdict(lambda: NOTHING)
        """By wager and way, reversals taken off."""
        self.rates: list[Rate] = []
        self.odd: list[int] = []
        """Entries that left a chip with something else on the meter than its rate says."""
        self._chips: dict[int, _Chip] = {}
        self._released = False
        self._use(snapshot.seq, table["house"]["progressive"])
        for player in table["players"]:
            if player["chip"] == "lit":
                raised = Fraction(player["share"]) + Fraction(player["beyond"])
                self._chips[player["seat"]] = _Chip(self.rates[-1], raised, Fraction(player["hidden"]))

    @property
    def lit(self) -> int:
        """Chips that were put in and not handed back."""
        return sum(not chip.back for chip in self._chips.values())

    @property
    def paid(self) -> Money:
        """Awards paid, less those reversed."""
        return self.money["award", "paid"]

    def take(self, entry: Entry, body: Body) -> None:
        if entry.kind == "snapshot":
            self._use(entry.seq, body["table"]["house"]["progressive"])
            return
        effects = body.get("effects", ())
        for effect in effects:
            if effect["effect"] == "move_money":
                self._pay(effect)
        seats = {seat for effect in effects if (seat := self._book(entry, effect, body)) is not None}
        for seat in seats if self._released else ():
            self._apportion(seat)
        if any(self._is_odd(seat) for seat in seats):
            self.odd.append(entry.seq)
        if body.get("after", {}).get("ends"):
            self._chips = {seat: chip for seat, chip in self._chips.items() if not (chip.back or chip.taken)}
            self._released = self._released and bool(self._chips)  # a chip can be carried into the next round

    def _use(self, seq: int, parameters: Body) -> None:
        rate = Rate.told(seq, parameters)
        last = self.rates[-1] if self.rates else None
        if last is None or (last.chip, last.rate, last.hidden_rate) != (rate.chip, rate.rate, rate.hidden_rate):
            self.rates.append(rate)

    def _pay(self, effect: Body) -> None:
        amount, reversed_way = Money.parse(effect["amount"]), effect["undoes"]
        if reversed_way:
            self.money[effect["wager"], reversed_way] -= amount
        else:
            self.money[effect["wager"], effect["way"]] += amount
        if effect["wager"] == "award":
            self.figures = replace(self.figures, wins=self.figures.wins + (-amount if reversed_way else amount))
        if effect["wager"] == "chip":
            self._move_chip(effect["seat"], effect["way"], reversed_way)

    def _move_chip(self, seat: int, way: str, undoes: str | None) -> None:
        if way == "placed":
            self._chips[seat] = _Chip(self.rates[-1])
            self._count_chip(self._chips[seat], 1)
        chip = self._chips.setdefault(seat, _Chip(self.rates[-1]))
        if "returned" in (way, undoes):
            chip.back = undoes is None
            self._count_chip(chip, -1 if chip.back else 1)
        if "taken" in (way, undoes):
            chip.taken = undoes is None

    def _count_chip(self, chip: _Chip, change: int) -> None:
        chip.rate.chips += change
        self.figures = replace(self.figures, chips_in=self.figures.chips_in + change)

    def _book(self, entry: Entry, effect: Body, body: Body) -> int | None:
        """The seat whose chip this concerns, if any."""
        match effect["effect"]:
            case "move_meter":
                return self._move_meter(effect)
            case "count_hit":
                self._count_hit(effect, body["after"]["round"] - 1)
            case "use_parameters":
                self._use(entry.seq, effect["after"])
            case "move_money" if effect["wager"] == "chip":
                return int(effect["seat"])
        return None

    def _move_meter(self, effect: Body) -> int | None:
        cents, figure, seat = Fraction(effect["cents"]), effect["of"], effect["seat"]
        self.moved[figure, effect["reason"]] += cents
        self._released = self._released or (figure == "reserve" and seat is None)
        if figure not in _AMOUNTS:
            return None
        self.figures = replace(self.figures, **{figure: getattr(self.figures, figure) + cents})
        if seat is None or effect["reason"] in _AWARDS:
            return None
        chip = self._chips.setdefault(seat, _Chip(self.rates[-1]))
        if figure == "reserve":
            chip.reserved += cents
            chip.rate.reserved += cents
        else:
            chip.raised += cents
            chip.rate.raised += cents
        return int(seat)

    def _count_hit(self, effect: Body, number: int) -> None:
        hit = Hit(number, effect["seat"], effect["hand"], Money.parse(effect["amount"]))
        hits, kept = self.figures.hits, list(self.figures.last_hits)
        if not effect["undone"]:
            kept = [*kept, hit][-HITS_KEPT:]
        elif hit in kept:
            del kept[len(kept) - 1 - kept[::-1].index(hit)]
        self.figures = replace(self.figures, hits=hits + (-1 if effect["undone"] else 1), last_hits=tuple(kept))

    def _apportion(self, seat: int) -> None:
        """Once a royal released the reserve, a chip's part of it comes off the displayed meter, and goes back there.

        Where both together are what the rates say, each is told as what it was put in for.
        """
        chip = self._chips[seat]
        cents = Fraction(0 if chip.back else int(chip.rate.chip))
        moved = chip.raised - cents * chip.rate.rate
        if moved == cents * chip.rate.hidden_rate - chip.reserved:
            chip.raised, chip.reserved = chip.raised - moved, chip.reserved + moved
            chip.rate.raised, chip.rate.reserved = chip.rate.raised - moved, chip.rate.reserved + moved

    def _is_odd(self, seat: int) -> bool:
        chip = self._chips[seat]
        cents = Fraction(0 if chip.back else int(chip.rate.chip))
        return (chip.raised, chip.reserved) != (cents * chip.rate.rate, cents * chip.rate.hidden_rate)
