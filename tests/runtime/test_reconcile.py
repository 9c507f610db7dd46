"""The six figures are added up from the entries alone, and are the table's own."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction

import pytest

from controller.core.money import Money
from controller.core.state import Hit
from controller.runtime.ledger import Figures
from controller.runtime.reading import open_for_reading
from controller.runtime.reconcile import Reconciled, reconcile
from tests.runtime.rig import Rig

FLUSH = {1: "9h Kd 8c 5s 2h", 3: "7h 8h 3h Jh Th", "dealer": "2c 2d 3s 4c Kc"}
ROYAL = {1: "9h Kd 8c 5s 2h", 3: "Th Jh Qh Kh Ah", "dealer": "2c 2d 3s 4c Kc"}


def deal(rig: Rig, hands: dict[object, str]) -> None:
    rig.act(ante={1: "10.00", 3: "25.00"}, chip=[1, 3], no_more_bets=None)
    rig.act(deal=hands, decide={1: "fold", 3: "raise"}, reveal=None)


def added_up(rig: Rig) -> Reconciled:
    with open_for_reading(rig.daemon.journal.path) as book:
        return reconcile(book)


@pytest.mark.clause("PRG-11", "PRG-1")
def test_chips_raise_the_meter_by_the_rate_and_a_flush_is_a_hit(rig: Rig) -> None:
    rig.act(open_table=None)
    deal(rig, FLUSH)
    rig.act(settle=None, clear=None)

    meter = added_up(rig)

    assert meter.summed == Figures(
        chips_in=2,
        displayed=Fraction(10_000_140),
        hits=1,
        wins=Money(5000),
        last_hits=(Hit(0, 3, "flush", Money(5000)),),
    )
    assert [(rate.chips, rate.due, rate.raised) for rate in meter.rates] == [(2, Fraction(140), Fraction(140))]
    assert meter.agrees


@pytest.mark.clause("PRG-11", "SUP-1")
def test_a_voided_jackpot_leaves_no_trace_in_the_figures_but_its_reasons(rig: Rig) -> None:
    rig.act(open_table=None)
    deal(rig, ROYAL)
    rig.act(approve={"seat": 3, "by": ["lund", "ortiz"]}, settle=None)

    rig.told("supervisor", {"who": "lund", "decision": "void_round", "note": "a marked card"})

    meter = added_up(rig)
    assert meter.agrees
    assert meter.summed == meter.opening
    assert meter.moved["displayed", "void_round"] == -140
    assert meter.moved["displayed", "award_reversed"] == -(
        meter.moved["displayed", "award"] + meter.moved["displayed", "restart"]
    )


@pytest.mark.clause("PRG-13", "PRG-11")
def test_each_rate_has_its_own_chips(rig: Rig) -> None:
    rig.act(open_table=None)
    deal(rig, ROYAL)
    rig.act(change={"rate_percent": "72", "hidden_rate_percent": "0.5", "by": ["lund", "ortiz"]})
    rig.act(approve={"seat": 3, "by": ["lund", "ortiz"]}, settle=None, clear=None)
    deal(rig, FLUSH)

    meter = added_up(rig)

    assert [(rate.rate, rate.chips, rate.raised, rate.reserved) for rate in meter.rates] == [
        (Fraction(70, 100), 2, 140, 0),
        (Fraction(72, 100), 2, 144, 1),
    ]
    assert meter.agrees


def test_a_power_cut_in_the_middle_of_a_round_changes_no_figure(rig: Rig) -> None:
    rig.act(open_table=None)
    deal(rig, ROYAL)
    rig.act(approve={"seat": 3, "by": ["lund"]})

    with closing(rig.power_cut()) as again:
        again.act(approve={"seat": 3, "by": ["ortiz"]}, settle=None)

        meter = added_up(again)

        assert meter.agrees
        assert (meter.summed.hits, meter.summed.displayed) == (1, Fraction(1_000_000))
        assert meter.live == Figures.of(again.table.meter)
