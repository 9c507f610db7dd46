"""Each award of 500.00 and more has a slip, numbered once and for all."""

from __future__ import annotations

from controller.core.money import Money
from controller.runtime.reading import open_for_reading
from controller.runtime.slips import Slip, slips
from tests.runtime.rig import Rig
from tests.runtime.test_reconcile import FLUSH, ROYAL, deal

QUADS = {1: "9h Kd 8c 5s 2h", 3: "Th Td Tc Ts Ah", "dealer": "2c 2d 3s 4c Kc"}
FULL_HOUSE = {1: "9h Kd 8c 5s 2h", 3: "Th Td Tc Ah Ad", "dealer": "2c 2d 3s 4c Kc"}


def play(rig: Rig, hands: dict[object, str]) -> None:
    deal(rig, hands)
    rig.act(approve={"seat": 3, "by": ["lund", "ortiz"]}, settle=None, clear=None)


def issued(rig: Rig) -> list[Slip]:
    with open_for_reading(rig.daemon.journal.path) as book:
        return slips(book)


def test_an_award_of_500_has_a_slip_and_a_smaller_one_has_none(rig: Rig) -> None:
    rig.act(open_table=None)
    for hands in (FLUSH, QUADS, FULL_HOUSE):
        play(rig, hands)

    (slip,) = issued(rig)

    assert (slip.number, slip.table, slip.round, slip.seat, slip.hand) == (1, "Bench", 2, 3, "four_of_a_kind")
    assert (slip.amount, slip.approved, slip.reversed_at) == (Money(50_000), (), 0)


def test_a_jackpot_names_who_approved_it(rig: Rig) -> None:
    rig.act(open_table=None)
    play(rig, QUADS)
    play(rig, ROYAL)

    _, slip = issued(rig)

    assert (slip.number, slip.hand, slip.approved) == (2, "royal_flush", ("lund", "ortiz"))


def test_an_award_that_was_reversed_keeps_its_number_and_says_so(rig: Rig) -> None:
    rig.act(open_table=None)
    deal(rig, QUADS)
    rig.act(settle=None)
    rig.told("supervisor", {"who": "lund", "decision": "void_round", "note": "a marked card"})
    voided = issued(rig)
    rig.told("supervisor", {"who": "lund", "decision": "take_back", "note": "it was none"})

    first, again = issued(rig)

    assert (first.number, again.number) == (1, 2)
    assert first == voided[0]
    assert first.reversed_at > first.entry
    assert again.reversed_at == 0
