"""A chip that goes back after a royal released the reserve pool is no difference in the books."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from controller.core.events import Event
from controller.core.money import Money
from controller.core.state import new_table
from controller.record import canonical
from controller.rules.grid import step
from controller.runtime.chain import Entry
from controller.runtime.journal import Draft
from controller.runtime.ledger import Figures, Ledger
from controller.runtime.replay import Standing, event_draft, snapshot_draft
from controller.scenario.steps import read_step
from tests.rules.bench import house

STEPS: list[tuple[str, object]] = [
    ("ante", {2: "10.00", 3: "10.00"}),
    ("chip", [2, 3]),
    ("no_more_bets", None),
    ("deal", {2: "9h Kd 8c 5s 2c", 3: "Ah Kh Qh Jh Th", "dealer": "2d 3d 4s 6c Kc"}),
    ("decide", {2: "raise", 3: "raise"}),
    ("reveal", None),
    ("approve", {"seat": 3, "by": ["M. Ortiz", "K. Lund"]}),
    ("settle", "next"),
    ("supervisor", {"who": "M. Ortiz", "decision": "dead_hand", "seat": 2}),
    ("supervisor", {"who": "M. Ortiz", "decision": "take_back"}),
]


def test_a_chip_handed_back_and_restored_after_the_reserve_was_released_is_in_order() -> None:
    usual = house()
    rules = replace(usual, progressive=replace(usual.progressive, hidden_rate=Fraction(5, 100)))
    table = new_table(rules, meter=Money(10_000_000), opened=True)
    written = Book()
    ledger = Ledger(written.entry(snapshot_draft(Standing(table))))
    odd: list[int] = []

    for verb, value in STEPS:
        for event in read_step(verb, value, table):
            table, draft = told(table, event)
            entry = written.entry(draft)
            ledger.take(entry, entry.content())
            odd += ledger.odd
            assert all(rate.holds for rate in ledger.rates)

    assert odd == []
    assert ledger.figures == Figures.of(table.meter)


def told(table, event: Event):  # type: ignore[no-untyped-def]
    done = step(table, event)
    return done.table, event_draft(event, done.effects, table, done.table, None)


class Book:
    """Entries in order, as the journal would number them."""

    def __init__(self) -> None:
        self.seq = 0

    def entry(self, draft: Draft) -> Entry:
        kind, body = draft
        self.seq += 1
        return Entry(self.seq, "", "", "", kind, canonical(body).decode(), "")
