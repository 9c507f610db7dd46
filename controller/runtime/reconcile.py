"""The meter twice: added up from the journal's entries alone, and as the table has it.

It names every figure that differs and the first entry where that is seen. It never writes and never mends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from controller.core.money import Money
from controller.runtime.book import Book
from controller.runtime.copies import JournalError
from controller.runtime.ledger import FIGURES, Figures, Ledger, Rate
from controller.runtime.reading import live_table


@dataclass(frozen=True, slots=True)
class Reconciled:
    """`differs_at` is, by figure, the first sealed snapshot that is not the sum of the entries before it."""

    opening: Figures
    summed: Figures
    live: Figures
    moved: dict[tuple[str, str], Fraction]
    rates: tuple[Rate, ...]
    paid: Money
    odd: tuple[int, ...]
    differs_at: dict[str, int]

    @property
    def agrees(self) -> bool:
        return not any(self.differences())

    def differences(self) -> Iterator[str]:
        """What differs and where, a sentence each."""
        now = self.summed.differing(self.live)
        for name in FIGURES:
            if name in now or name in self.differs_at:
                yield self._difference(name, name in now)
        for rate in self.rates:
            if not rate.holds:
                yield f"rate x chips is not what the chips raised, from entry {rate.since} on"
        if self.odd:
            yield f"entry {self.odd[0]} leaves a chip with another share on the meter than its rate says"

    def _difference(self, name: str, now: bool) -> str:
        word = name.replace("_", " ")
        seen = self.differs_at.get(name)
        where = f"first seen at entry {seen}" if seen else "since the last sealed snapshot"
        if not now:
            return f"{word} differed for a while, {where}"
        if name == "last_hits":
            return f"the last hits are not the same, {where}"
        theirs, ours = getattr(self.live, name), getattr(self.summed, name)
        return f"{word} is {spelled(theirs)} on the table and {spelled(ours)} by the entries, {where}"


def reconcile(book: Book) -> Reconciled:
    """Walks the journal from its first entry. Raises ChainError, JournalError."""
    ledger: Ledger | None = None
    opening = Figures()
    differs_at: dict[str, int] = {}
    for entry in book.sound():
        if ledger is None:
            if entry.kind == "snapshot":
                ledger = Ledger(entry)
                opening = ledger.figures
            continue
        body = entry.content()
        ledger.take(entry, body)
        if entry.kind == "snapshot":
            for name in ledger.figures.differing(Figures.sealed_in(body["table"]["meter"])):
                differs_at.setdefault(name, entry.seq)
    if ledger is None:
        raise JournalError(f"the journal {book.path} has no snapshot: no table was ever opened on it")
    return Reconciled(
        opening=opening,
        summed=ledger.figures,
        live=Figures.of(live_table(book).meter),
        moved=dict(ledger.moved),
        rates=tuple(ledger.rates),
        paid=ledger.paid,
        odd=tuple(ledger.odd),
        differs_at=differs_at,
    )


def spelled(value: Fraction | int) -> str:
    """A count as it is, money with two decimals; a carried fraction of a cent is written out."""
    if isinstance(value, Money):
        return value.spoken()
    if isinstance(value, int):
        return f"{value:,}"
    whole, rest = divmod(abs(value), 1)
    amount = Money(whole).spoken()
    return f"{'-' if value < 0 else ''}{amount}" + (f" and {rest} c" if rest else "")
