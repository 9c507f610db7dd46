"""Between the rounds and until "no more bets": opening, antes, chips, counting, clearing.

The light is the only proof of a progressive wager (WAG-4): it goes on here and nowhere else.
"""

from __future__ import annotations

from dataclasses import replace

from controller.core.events import (
    DEALER,
    AntePlaced,
    BankPassed,
    BetsClosed,
    ChipInserted,
    ChipsCounted,
    PlayerLeft,
    RoundCleared,
    Seat,
    ShoeState,
    TableClosed,
    TableOpened,
    WagerWithdrawn,
)
from controller.core.frozen import changed
from controller.core.money import NOTHING
from controller.core.state import Chip, Dealt, Phase, Player, Standing, Table
from controller.rules.book import findings
from controller.rules.dealing import resume
from controller.rules.equipment import TROUBLE
from controller.rules.metering import test_chip
from controller.rules.progressive import (
    give_chip_back,
    hand_share_back,
    is_unreasonable,
    raise_by_chip,
    return_unclaimed,
)
from controller.rules.rulings import rule
from controller.rules.step import Step, refuse

STUB_EVERY = 5
"""Rounds after which the stub must have been counted (EQP-4)."""


# -- cells: opening and closing ------------------------------------------------------------------------------------


def open_table(table: Table, _event: TableOpened) -> Step:
    if not table.meter.opened:
        return refuse(
            table, "The table opens once two persons have entered the meter's opening amount.", clause="PRG-10"
        )
    return Step(changed(table, opened=True, message=""))


def close_table(table: Table, event: TableClosed) -> Step:
    """Closes between rounds: nothing may lie on the layout."""
    if table.play_phase is Phase.CLEARING:
        step = clear(table, RoundCleared(at=event.at))
        return step.but(opened=False)
    if any((player.ante and player.standing is not Standing.TAKEN_OFF) or player.lit for player in table.players):
        return refuse(table, "Wagers are on the layout; the table closes when they are settled or taken back.")
    return Step(changed(table, opened=False, message=""))


def _next_round(player: Player) -> Player:
    """A chip that was carried is lit again, its share still on the meter (CNT-5)."""
    if player.chip is not Chip.CARRIED:
        return Player(player.seat)
    return Player(player.seat, chip=Chip.LIT, share=player.share, beyond=player.beyond, hidden=player.hidden)


def clear(table: Table, _event: RoundCleared) -> Step:
    """Cards are in, the round is over; the next one opens. A share nobody could be paid goes back on the meter."""
    step = return_unclaimed(Step(table))
    uncounted = 0 if table.stub_counted or table.house.shoe_counts_pack else table.rounds_uncounted + bool(table.pack)
    fresh = replace(
        step.table,
        players=tuple(_next_round(player) for player in table.players),
        dealer=Dealt(),
        bets_closed=False,
        chips_counted=False,
        deal_told=False,
        deal_judged=False,
        revealed=False,
        void=False,
        progressive_only=False,
        looked=False,
        withdrawal_open=False,
        order=(),
        packet=0,
        pack=(),
        aside=(),
        up_card=None,
        layout_unknown=False,
        offences=(),
        rulings=(), jackpot=None, message="", stub_counted=False,
        rounds=table.rounds + 1, rounds_uncounted=uncounted,
    )  # fmt: skip
    step = Step(fresh, step.effects)
    if uncounted >= STUB_EVERY:
        says = f"The stub has not been counted for {uncounted} rounds; count it now. (EQP-4)"
        step = step.alert("EQP-4", says, None, "EQP-4")
    return step


# -- cells: wagers -------------------------------------------------------------------------------------------------


def place_ante(table: Table, event: AntePlaced) -> Step:
    """A second ante replaces the first; 0.00 takes ante and chip back (WAG-1). Limits as in WAG-8."""
    house, seat = table.house, event.seat
    if table.test_on:
        return refuse(table, "The table is in test mode; no wagers are taken. (EQP-3)", seat, clause="EQP-3")
    if (out := _ruled_out(table, seat)) is not None:
        return out
    if seat == table.bank:
        return refuse(table, f"Seat {seat} holds the bank and does not play.", seat)
    if event.amount == NOTHING:
        return withdraw(table, WagerWithdrawn(seat=seat, at=event.at))
    if event.amount < house.ante_min:
        says = f"Seat {seat}: {event.amount} is under the minimum of {house.ante_min}; the ante is refused. (WAG-8)"
        return refuse(table, says, seat, alert="wrong_ante", clause="WAG-8")
    step = Step(table).seat(seat, ante=min(event.amount, house.ante_max))
    if event.amount > house.ante_max:
        says = f"Seat {seat}: {house.ante_max} plays, {event.amount - house.ante_max} goes back. (WAG-8)"
        step = step.alert("wrong_ante", says, seat, "WAG-8")
    return step


def take_back_light(table: Table, event: WagerWithdrawn) -> Step:
    """While the deal is stopped for a light without ante, taking the chip back lifts that stop (WAG-6)."""
    stop = next((stop for stop in table.stops if stop.clause == "WAG-6" and stop.hand == event.seat), None)
    if stop is None:
        return refuse(table, "Wagers are closed; nothing is withdrawn.", event.seat, clause="WAG-1")
    return resume(withdraw(table, event).without(stop).but(message=""))


def _ruled_out(table: Table, seat: Seat) -> Step | None:
    """The refusal at a seat whose hand was ruled out while wagers are still open; None where it plays."""
    standing = table.player(seat).standing
    if standing is Standing.LIVE:
        return None
    if standing is Standing.TAKEN_OFF:
        says = f"Seat {seat}: a second hand was taken off there; one hand a player. (WAG-2)"
        return refuse(table, says, seat, clause="WAG-2")
    return refuse(table, f"Seat {seat}: that hand is dead.", seat, alert="hand_is_dead")


def withdraw(table: Table, event: WagerWithdrawn) -> Step:
    """Ante and chip are taken back, the chip's share comes off the meter (PRG-10)."""
    if table.player(event.seat).ante and (out := _ruled_out(table, event.seat)) is not None:
        return out
    step = Step(table).seat(event.seat, ante=NOTHING)
    if table.player(event.seat).lit:
        step = hand_share_back(step, event.seat, "withdrawn").seat(event.seat, chip=Chip.NONE)
    return step


def take_chip(table: Table, event: ChipInserted) -> Step:
    """One chip, one light (WAG-4). A second one at a lit seat goes back (WAG-5)."""
    seat = event.seat
    if table.test_on:
        return test_chip(table, event)
    if is_unreasonable(table):
        says = "One chip would raise the meter by more than is reasonable; hand it back. (PRG-12)"
        return refuse(table, says, seat, alert="meter_fault", clause="PRG-12").hand_back(seat)
    if (out := _ruled_out(table, seat)) is not None:
        return out.hand_back(seat)
    if seat in table.acceptors_out:
        says = f"Seat {seat}: the acceptor is out of order; hand the chip back. (EQP-2)"
        return refuse(table, says, seat, alert="chip_refused", clause="EQP-2").hand_back(seat)
    if table.player(seat).lit:
        says = f"Seat {seat} is lit already; hand the second chip back. (WAG-5)"
        return refuse(table, says, seat, alert="second_chip", clause="WAG-5").hand_back(seat)
    return raise_by_chip(Step(table), seat)


def give_back(table: Table, event: ChipInserted) -> Step:
    """No light, no meter movement: wagers are not open (WAG-5)."""
    says = f"Seat {event.seat}: a chip after wagers closed; hand it back. (WAG-5)"
    return refuse(table, says, event.seat, alert="late_chip", clause="WAG-5").hand_back(event.seat)


def chip_when_closed(table: Table, event: ChipInserted) -> Step:
    return test_chip(table, event) if table.test_on else give_back(table, event)


def close_bets(table: Table, event: BetsClosed) -> Step:
    """ "No more bets": the hands to be dealt are fixed. A light without ante stops the deal (WAG-6)."""
    if table.test_on:
        return refuse(table, "The table is in test mode; end it before the deal. (EQP-3)", clause="EQP-3")
    if table.shoe_trouble:
        trouble = TROUBLE[ShoeState(table.shoe_trouble)]
        says = f"The shoe is in trouble: {trouble}; restore it before the deal. (EQP-1)"
        return refuse(table, says, alert="shoe_fault", clause="EQP-1")
    antes = tuple(player.seat for player in table.players if player.ante and player.standing is Standing.LIVE)
    if not antes and not any(player.lit for player in table.players):
        return refuse(table, "No ante lies on the layout; there is nobody to deal to.", clause="WAG-1")
    step = Step(changed(table, bets_closed=True, order=(*antes, DEALER), message=""))
    lights = findings(table, event)
    for light in lights:
        step = step.alert("chip_without_ante", light.sentence, light.hand, light.clause)
    return rule(step, lights)


def count_chips(table: Table, event: ChipsCounted) -> Step:
    """A count that matches lets the deal begin, or lifts the stop of one that did not (WAG-7)."""
    step = Step(table)
    stop = next((stop for stop in table.stops if stop.clause == "WAG-7"), None)
    found = findings(table, event)
    if not found:
        step = step.without(stop) if stop else step
        return step.but(chips_counted=True, message="")
    says = f"{event.count} chips counted, {table.accepted} wagers accepted. (WAG-7)"
    step = step.alert("chips_do_not_match", says, None, "WAG-7")
    return step if stop else rule(step, found)


def count_again(table: Table, event: ChipsCounted) -> Step:
    """A recount while the table is halted for the count; halted for anything else it waits."""
    if any(stop.clause == "WAG-7" for stop in table.stops):
        return count_chips(table, event)
    return refuse(table, "The table is halted; a supervisor decides first.")


def leave(table: Table, event: PlayerLeft) -> Step:
    """A player leaves with what may still be taken back."""
    return withdraw(table, WagerWithdrawn(seat=event.seat, at=event.at))


def withdraw_from_round(table: Table, event: WagerWithdrawn) -> Step:
    """After a player's wrong count each other one may withdraw before deciding: the hand is dead (CNT-3)."""
    player = table.player(event.seat)
    if player.ante and player.standing in (Standing.DEAD, Standing.FORFEITED):
        return refuse(table, f"Seat {event.seat}: that hand is dead.", event.seat, alert="hand_is_dead")
    if not (table.withdrawal_open and player.undecided):
        return refuse(table, "Wagers are closed; nothing is withdrawn.", event.seat, clause="WAG-1")
    step = Step(table).seat(event.seat, standing=Standing.DEAD)
    return give_chip_back(step, event.seat, "withdrawn") if player.lit else step


def pass_bank(table: Table, event: BankPassed) -> Step:
    """Players take turns as the bank, between rounds; the one who holds it does not play (`home`)."""
    if not table.house.profile.bank_passes:
        return refuse(table, "The bank does not pass in this house.", event.seat)
    if any(player.ante or player.lit for player in table.players) and table.play_phase is not Phase.CLEARING:
        return refuse(table, "The bank passes between rounds.", event.seat)
    return Step(changed(table, bank=event.seat))


def leave_quietly(table: Table, event: PlayerLeft) -> Step:
    player = table.player(event.seat)
    if player.chip is Chip.CARRIED:
        step = hand_share_back(Step(table), event.seat, "left")
        told = player.result and replace(player.result, chip=Chip.RETURNED.value)
        return step.seat(event.seat, result=told)
    if player.in_play and table.play_phase is not Phase.CLEARING:
        return refuse(table, f"Seat {event.seat} has a hand in play; fold it or let a supervisor decide.", event.seat)
    return Step(table)
