"""What a shift came to: figures at its beginning and end, chips, awards, money, rulings, refused acts, open questions.

Added up from the entries since the shift before was closed. It is signed and journaled by whoever closes the shift
(`desk.py`); here nothing is written.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from controller.core.money import NOTHING, Money
from controller.core.state import Table
from controller.runtime.book import Book
from controller.runtime.chain import Entry
from controller.runtime.copies import JournalError
from controller.runtime.journal import Since
from controller.runtime.ledger import Body, Figures, Ledger
from controller.runtime.replay import from_snapshot, replayed
from controller.runtime.slips import is_hand_pay

KIND = "shift_closed"


@dataclass(slots=True)
class Counted:
    """What is counted while the entries of the shift go by."""

    rounds: int = 0
    starts: int = 0
    power_cuts: int = 0
    chips_put_in: int = 0
    chips_handed_back: int = 0
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Chips as the dealer counted them and wagers accepted at that moment, by round; a recount replaces a count."""
    hits: int = 0
    hit_amount: Money = NOTHING
    slips: int = 0
    rulings: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    alerts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    waiting: dict[int, str] = field(default_factory=dict)
    """Awards that wait for approval, by seat."""

    def take(self, entry: Entry, body: Body, lit: int) -> None:
        """`lit` are the wagers accepted when the entry was written."""
        if entry.kind == "boot" and entry.seq > 1:
            self.starts += 1
            self.power_cuts += not body["stopped_cleanly"]
        if entry.kind == "refused":
            self.refused[body["do"]] += 1
        effects = body.get("effects", ())
        if entry.kind == "chips_counted" and not any(effect.get("name") == "out_of_turn" for effect in effects):
            self.counts[body["after"]["round"]] = (body["count"], lit)
        for effect in effects:
            self._follow(effect)
        if body.get("after", {}).get("ends"):
            self.rounds += 1
            self.waiting.clear()

    def _follow(self, effect: Body) -> None:
        match effect:
            case {"effect": "issue_ruling", "clause": clause}:
                self.rulings[clause] += 1
            case {"effect": "ask_supervisor"}:
                self.questions += 1
            case {"effect": "raise_alert", "name": name}:
                self.alerts[name] += 1
                if name == "award_waiting":
                    self.waiting[effect["seat"]] = effect["says"]
            case {"effect": "count_hit", "undone": undone, "amount": amount}:
                self.hits += -1 if undone else 1
                self.hit_amount += -Money.parse(amount) if undone else Money.parse(amount)
            case {"effect": "move_money", "wager": "chip", "way": "placed"}:
                self.chips_put_in += 1
            case {"effect": "move_money", "wager": "chip", "way": way, "undoes": undoes}:
                self.chips_handed_back += (way == "returned") - (undoes == "returned")
            case {"effect": "move_money", "wager": "award", "seat": seat}:
                self.waiting.pop(seat, None)
        if is_hand_pay(effect):
            self.slips += 1


def shift(book: Book) -> dict[str, Any]:
    """The shift since the last close, up to the last entry there is. Raises ChainError, JournalError."""
    before = _last_close(book)
    through = before["through"] if before else 0
    ledger, opening, counted = None, Figures(), Counted()
    snapshot: Entry | None = None
    since: list[Entry] = []
    money, moved, due, raised = {}, {}, Fraction(0), Fraction(0)
    began = ""
    for entry in book.sound(book.last_of("snapshot", through) or 1):
        body = entry.content()
        if entry.seq > through:
            began = began or entry.wall
            counted.take(entry, body, ledger.lit if ledger else 0)
        if ledger is not None:
            ledger.take(entry, body)
        elif entry.kind == "snapshot":
            ledger = Ledger(entry)
            opening = ledger.figures
        if entry.seq == through and ledger is not None:
            opening = ledger.figures
            money, moved = dict(ledger.money), dict(ledger.moved)
            due, raised = _due(ledger), _raised(ledger)
        if entry.kind == "snapshot":
            snapshot, since = entry, []
        else:
            since.append(entry)
    if ledger is None or snapshot is None:
        raise JournalError(f"the journal {book.path} has no snapshot: no table was ever opened on it")
    last = since[-1] if since else snapshot
    table = replayed(Since(snapshot, tuple(since)), from_snapshot(snapshot).table).table
    issued = before["slips"]["last"] if before else 0
    return {
        "first": through + 1,
        "through": last.seq,
        "began": began or last.wall,
        "until": last.wall,
        "phase": table.phase.value,
        "rounds": counted.rounds,
        "starts": counted.starts,
        "power_cuts": counted.power_cuts,
        "opening": _figures(opening),
        "closing": _figures(ledger.figures),
        "moved": [
            {"of": of, "reason": reason, "cents": str(cents - moved.get((of, reason), 0))}
            for (of, reason), cents in sorted(ledger.moved.items())
            if cents != moved.get((of, reason), 0)
        ],
        "chips": {
            "put_in": counted.chips_put_in,
            "handed_back": counted.chips_handed_back,
            "rounds_counted": len(counted.counts),
            "counted": sum(count for count, _ in counted.counts.values()),
            "accepted_when_counted": sum(lit for _, lit in counted.counts.values()),
            "rate_x_chips": str(_due(ledger) - due),
            "raised": str(_raised(ledger) - raised),
        },
        "awards": {
            "hits": counted.hits,
            "owed": str(counted.hit_amount),
            "paid": str(ledger.paid - money.get(("award", "paid"), NOTHING)),
            "waiting": [{"seat": seat, "says": says} for seat, says in sorted(counted.waiting.items())],
        },
        "slips": {"first": issued + 1, "last": issued + counted.slips},
        "money": {
            wager: {way: str(ledger.money[wager, way] - money.get((wager, way), NOTHING)) for way in ("taken", "paid")}
            for wager in ("ante", "bet", "chip", "award")
        },
        "rulings": dict(sorted(counted.rulings.items())),
        "questions": counted.questions,
        "open_questions": [{"clause": stop.clause, "says": stop.says} for stop in table.stops],
        "alerts": dict(sorted(counted.alerts.items())),
        "refused": dict(sorted(counted.refused.items())),
        "differences": list(_differences(before, opening, ledger, table, last)),
    }


def _last_close(book: Book) -> dict[str, Any] | None:
    seq = book.last_of(KIND)
    entry = book.entry(seq) if seq else None
    return entry.content() if entry else None


def _due(ledger: Ledger) -> Fraction:
    return sum((rate.due for rate in ledger.rates), Fraction(0))


def _raised(ledger: Ledger) -> Fraction:
    return sum((rate.raised for rate in ledger.rates), Fraction(0))


def _figures(figures: Figures) -> dict[str, Any]:
    """Exact; displayed, overflow and reserve in cents."""
    return {
        "chips_in": figures.chips_in,
        "displayed": str(figures.displayed),
        "hits": figures.hits,
        "wins": str(figures.wins),
        "overflow": str(figures.overflow),
        "reserve": str(figures.reserve),
    }


def _differences(before: Body | None, opening: Figures, ledger: Ledger, table: Table, last: Entry) -> list[str]:
    """What does not add up, a sentence each."""
    found = []
    if before is not None and before["closing"] != _figures(opening):
        found.append("the figures are not those with which the shift before was closed")
    live = Figures.of(table.meter)
    found += [
        f"{name.replace('_', ' ')} on the table is not what the entries up to {last.seq} add up to"
        for name in ledger.figures.differing(live)
    ]
    if not all(rate.holds for rate in ledger.rates) or ledger.odd:
        found.append("rate x chips is not what the chips raised")
    return found
