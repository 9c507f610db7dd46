"""An override and its opposite leave the money as before; a jackpot is paid exactly once, whatever comes between."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.account import account
from controller.core.effects import MoveMoney, Wager, Way
from controller.core.events import Person, Role, SupervisorDecided
from controller.core.money import NOTHING, Money
from controller.core.state import Phase, Table
from controller.record import canonical, table_from_dict, table_to_dict
from controller.rules.grid import step
from tests.properties.drawn import TWO, any_event, houses, sensible
from tests.rules.bench import Bench, house

ORTIZ = Person("Ortiz", Role.SUPERVISOR)


def money(table: Table) -> object:
    """Every account, the meter to the fraction, and what people see of it."""
    chip = table.house.progressive.chip
    accounts = [account(player, chip, table.void) for player in table.players]
    figures = table.meter
    return accounts, figures.amount, figures.overflow, figures.reserve, figures.chips_in, figures.wins, table.accepted


def played(data: st.DataObject, table: Table) -> Table:
    """Mostly to the end of a round, so that wagers are settled and awards paid, less often broken off before."""
    for _ in range(data.draw(st.sampled_from([90, 90, 90, 60, 30, 10]), label="events before")):
        if table.phase is Phase.CLEARING:
            break
        strange = data.draw(st.integers(0, 29)) == 29
        table = step(table, data.draw(any_event() if strange else sensible(table))).table
    return table


@given(data=st.data(), rules=houses())
def test_a_decision_and_its_taking_back_leave_everything_as_it_was(data: st.DataObject, rules: object) -> None:
    table = played(data, Bench(rules).table)  # type: ignore[arg-type]
    decision = data.draw(st.sampled_from(["accept", "void_round", "dead_hand", "forfeit_hand", "play_on", "give_card"]))
    seat = data.draw(st.none() | st.integers(0, table.house.seats))

    decided = step(table, SupervisorDecided(by=TWO, decision=decision, seat=seat))
    taken_back = step(decided.table, SupervisorDecided(by=TWO, decision="take_back"))

    in_force = [ruled for ruled in decided.table.rulings if ruled not in table.rulings and ruled.by]
    if len(in_force) == 1 and not decided.table.stops[len(table.stops) :]:
        assert money(taken_back.table) == money(table)
        assert taken_back.table.void is table.void


class Jackpot:
    """Two lit seats with hands that take a share of the meter, and every step of their settlement on record."""

    def __init__(self, hands: dict[int, str], dealer: str) -> None:
        self.bench = Bench(house(), meter="100000.01")
        seats = list(hands)
        self.bench("ante", dict.fromkeys(seats, "10.00"))("chip", seats)("no_more_bets")
        self.bench("deal", {**hands, "dealer": dealer})("decide", dict.fromkeys(seats, "raise"))("reveal")

    def restart(self) -> None:
        written = orjson.loads(canonical(table_to_dict(self.bench.table)))
        self.bench.table = table_from_dict(written)


HANDS = {
    "royal": {2: "Ad Kd Qd Jd Td", 5: "Ah Kh Qh Jh Th"},
    "straight flush and royal": {2: "5d 6d 7d 8d 9d", 5: "Ah Kh Qh Jh Th"},
    "royal and straight flush": {2: "Ad Kd Qd Jd Td", 5: "5h 6h 7h 8h 9h"},
    "two straight flushes": {2: "5d 6d 7d 8d 9d", 5: "5h 6h 7h 8h 9h"},
}
STEPS = st.sampled_from(["settle", "next", "restart", "approve 2", "approve 5", "one approves 2", "one approves 5"])


@pytest.mark.clause("PRG-9")
@pytest.mark.parametrize("hands", HANDS.values(), ids=HANDS)
@given(steps=st.lists(STEPS, max_size=14))
def test_a_jackpot_is_paid_exactly_once_under_any_placement_of_restarts(
    hands: dict[int, str], steps: list[str]
) -> None:
    jackpot = Jackpot(hands, "2c 2s 3s 4c 9c")
    bench = jackpot.bench
    before = bench.table.meter.amount

    for told in [*steps, "approve 5", "settle", "approve 2", "settle", "settle"]:
        match told.split():
            case ["settle"]:
                bench("settle")
            case ["next"]:
                bench("settle", "next")
            case ["restart"]:
                jackpot.restart()
            case ["approve", seat]:
                bench("approve", {"seat": int(seat), "by": ["M. Ortiz", "K. Lund"]})
            case ["one", "approves", seat]:
                bench("approve", {"seat": int(seat), "by": ["M. Ortiz"]})

    assert bench.table.phase is Phase.CLEARING
    paid = {seat: bench.moved(seat, Wager.AWARD, Way.PAID) for seat in hands}
    results = {seat: bench.table.player(seat).result for seat in hands}
    assert paid == {seat: result.award for seat, result in results.items() if result}
    assert all(amount > NOTHING for amount in paid.values())
    moved = [effect for effect in bench.effects if isinstance(effect, MoveMoney) and effect.wager is Wager.AWARD]
    assert len(moved) == len(hands)
    base = bench.table.house.progressive.base if bench.table.jackpot else Money(0)
    assert bench.table.meter.amount == before + base - sum(paid.values())


@given(data=st.data())
def test_an_award_is_never_paid_without_two_persons(data: st.DataObject) -> None:
    bench = Jackpot(HANDS["royal"], "2c 2s 3s 4c 9c").bench
    one = data.draw(st.sampled_from(["M. Ortiz", "K. Lund"]))

    for _ in range(data.draw(st.integers(1, 5))):
        bench("approve", {"seat": data.draw(st.sampled_from([2, 5])), "by": [one]})("settle")

    assert bench.table.phase is Phase.SETTLING
    assert not [effect for effect in bench.effects if isinstance(effect, MoveMoney) and effect.wager is Wager.AWARD]
