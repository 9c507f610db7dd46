"""After any history the books kept from the journal's entries alone are the table's own meter."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.core.events import Event
from controller.core.house import House
from controller.core.money import Money
from controller.core.state import new_table
from controller.record import canonical
from controller.rules.grid import step
from controller.runtime.chain import Entry
from controller.runtime.journal import Draft
from controller.runtime.ledger import Figures, Ledger
from controller.runtime.replay import Standing, event_draft, snapshot_draft
from tests.properties.drawn import any_event, houses, sensible


class KeptBooks(RuleBasedStateMachine):
    """Every event goes into a journal as the daemon writes it, and from there into the books."""

    @initialize(house=houses())
    def set_up(self, house: House) -> None:
        self.seq = 0
        self.table = new_table(house, meter=Money(10_000_001), opened=True)
        self.ledger = Ledger(self.written(snapshot_draft(Standing(self.table))))

    def post(self, event: Event) -> None:
        before = self.table
        done = step(before, event)
        self.table = done.table
        self.take(event_draft(event, done.effects, before, self.table, None))
        if self.table.rounds != before.rounds:
            self.take(snapshot_draft(Standing(self.table)))

    def take(self, draft: Draft) -> None:
        entry = self.written(draft)
        self.ledger.take(entry, entry.content())

    def written(self, draft: Draft) -> Entry:
        kind, body = draft
        self.seq += 1
        return Entry(self.seq, "", "", "", kind, canonical(body).decode(), "")

    @rule(event=any_event())
    def anything_happens(self, event: Event) -> None:
        self.post(event)

    @rule(data=st.data(), steps=st.integers(1, 12))
    def play_goes_on(self, data: st.DataObject, steps: int) -> None:
        for _ in range(steps):
            self.post(data.draw(sensible(self.table)))

    @invariant()
    def the_books_are_the_meter(self) -> None:
        assert self.ledger.figures == Figures.of(self.table.meter)
        assert self.ledger.paid == self.table.meter.wins

    @invariant()
    def what_chips_raised_is_rate_times_chips(self) -> None:
        assert all(rate.holds for rate in self.ledger.rates)
        assert not self.ledger.odd

    @invariant()
    def lit_chips_are_the_wagers_accepted(self) -> None:
        assert self.ledger.lit == self.table.accepted


TestKeptBooks = KeptBooks.TestCase
