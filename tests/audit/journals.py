"""Journals of tables that were really played: steps in words, through the rules and the journal's own writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from controller.core.cards import PACK
from controller.core.house import House
from controller.core.money import Money
from controller.core.state import Phase, Table, new_table
from controller.rules.grid import step
from controller.runtime.journal import Draft, Journal
from controller.runtime.replay import Standing, event_draft, snapshot_draft
from controller.scenario.steps import read_step
from tests.runtime.writing import journal_at

Shuffle = Callable[[int, Random], list[int]]


class Played:
    """A table whose every round is written down. Seats not named in `antes` are empty."""

    def __init__(self, journal: Journal, house: House) -> None:
        self._journal = journal
        self.table: Table = new_table(house, meter=Money.parse("10000.00"), opened=True)
        self._drafts: list[Draft] = [snapshot_draft(Standing(self.table))]

    def __call__(self, verb: str, value: object = None) -> Played:
        for event in read_step(verb, value, self.table):
            before, done = self.table, step(self.table, event)
            self.table = done.table
            self._drafts.append(event_draft(event, done.effects, before, done.table, None))
            if done.table.rounds != before.rounds:
                self._drafts.append(snapshot_draft(Standing(done.table)))
        return self

    def round(self, pack: list[int], seats: int = 7) -> None:
        """Everyone raises; a question is accepted."""
        cards = [PACK[number] for number in pack]
        hands = {str(seat): " ".join(cards[5 * seat - 5 : 5 * seat]) for seat in range(1, seats + 1)}
        self("ante", dict.fromkeys(range(1, seats + 1), "10.00"))("no_more_bets")
        self("deal", hands | {"dealer": " ".join(cards[5 * seats : 5 * seats + 5])})
        self.finish()

    def finish(self) -> None:
        while self.table.phase is Phase.HALTED:
            self("supervisor", {"who": "Lund", "decision": "accept"})
        if self.table.phase is Phase.DECIDING:
            self("decide", {player.seat: "raise" for player in self.table.players if player.undecided})
        if self.table.phase is Phase.REVEALING:
            self("reveal")("settle")
        self("stub", 52 - len(self.table.pack))("clear")
        self.write()

    def write(self) -> None:
        self._journal.append_many(self._drafts)
        self._drafts.clear()


@contextmanager
def played(path: Path, house: House) -> Iterator[Played]:
    journal = journal_at(path)
    table = Played(journal, house)
    try:
        yield table
        table.write()
    finally:
        journal.close()
