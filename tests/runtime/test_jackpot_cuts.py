"""A jackpot is a transaction: whatever entry was the last before a power cut, it is finished and paid once."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from controller.core.money import Money
from controller.core.state import Phase
from controller.runtime.book import Book
from controller.runtime.chain import Entry
from controller.runtime.reading import open_for_reading
from controller.runtime.reconcile import reconcile
from tests.runtime.rig import Rig, settings_in

HANDS = {
    2: "Ad Kd Qd Jd Td",
    4: "5c 6c 7c 8c 9c",
    5: "Ah Kh Qh Jh Th",
    "dealer": "2c 2s 3s 4c 9d",
}
SEATS = (2, 4, 5)


def approvals(rig: Rig) -> None:
    """As two persons walk up to the table, one after the other, and the dealer settles as far as it goes."""
    for seat in (5, 4, 2):
        rig.act(approve={"seat": seat, "by": ["M. Ortiz"]})
        rig.act(approve={"seat": seat, "by": ["K. Lund"]}, settle="next")


def entries_of(path: Path) -> list[Entry]:
    with closing(Book.for_reading(path)) as book:
        return list(book.sound())


def awards_paid(entries: list[Entry]) -> Counter[int]:
    """How often each seat was paid an award, reversals taken off, as the entries have it."""
    paid: Counter[int] = Counter()
    for entry in entries:
        for effect in entry.content().get("effects", ()):
            if effect.get("effect") == "move_money" and effect["wager"] == "award":
                paid[effect["seat"]] += 1 if effect["way"] == "paid" else -1
    return paid


@pytest.mark.clause("PRG-9")
def test_a_jackpot_cut_after_any_entry_is_finished_and_paid_once(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    with closing(Rig(settings_in(whole))) as rig:
        rig.act(open_table=None, ante=dict.fromkeys(SEATS, "10.00"), chip=list(SEATS), no_more_bets=None)
        rig.act(deal=HANDS, decide=dict.fromkeys(SEATS, "raise"))
        first = len(entries_of(rig.daemon.journal.path))
        rig.act(reveal=None)
        approvals(rig)
        assert rig.table.phase is Phase.CLEARING
        expected = {seat: result.award for seat in SEATS if (result := rig.table.player(seat).result)}
        meter = rig.table.meter.amount
        journal = rig.daemon.journal.path
        last = len(entries_of(journal))
    assert all(award > Money(0) for award in expected.values())
    assert awards_paid(entries_of(journal)) == dict.fromkeys(SEATS, 1)

    for seq in range(first, last + 1):
        place = tmp_path / f"cut-{seq}"
        shutil.copytree(whole, place)
        settings = settings_in(place)
        kept = place / journal.relative_to(whole)
        with closing(sqlite3.connect(kept)) as book:
            book.execute("DELETE FROM entries WHERE seq > ?", (seq,))
            book.commit()
        with closing(Rig(settings)) as again:
            again.act(reveal=None)
            approvals(again)
            assert again.table.phase is Phase.CLEARING, seq
            results = {seat: result.award for seat in SEATS if (result := again.table.player(seat).result)}
            assert (results, again.table.meter.amount) == (expected, meter), seq
            assert awards_paid(entries_of(kept)) == dict.fromkeys(SEATS, 1), seq
            with open_for_reading(kept) as reading:
                assert reconcile(reading).agrees, seq
    assert last - first > 6
