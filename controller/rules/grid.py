"""The grid: every event in every phase, and the one function that moves a table.

The table of cells is total and checked when this module is imported. A cell is a small function with a name a dealer would
understand; what it may not know (files, clocks, wires) it is never given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from controller.core import events as e
from controller.core.account import account, moves
from controller.core.effects import Effect, IssueRuling
from controller.core.state import Phase, Player, Table
from controller.rules import betting, dealing, equipment, metering, reports, settling, supervisor
from controller.rules.step import Step, name_of, refuse

Cell = Callable[[Table, Any], Step]


_ACTS: dict[type[e.Event], str] = {
    e.TableOpened: "open the table",
    e.TableClosed: "close the table",
    e.AntePlaced: "ante",
    e.WagerWithdrawn: "withdraw",
    e.BetsClosed: "no more bets",
    e.ChipsCounted: "count the chips",
    e.DealCompleted: "deal complete",
    e.CountReported: "wrong count",
    e.PlayerDecided: "decide",
    e.DealerRevealed: "reveal",
    e.HandShown: "show a hand",
    e.SettlementCalled: "settle",
    e.AwardApproved: "approve",
    e.RoundCleared: "clear",
    e.BankPassed: "pass the bank",
    e.TestModeSet: "test mode",
}
"""Acts as the floor calls them."""


def out_of_turn(table: Table, event: e.Event) -> Step:
    """An act this phase does not allow."""
    act = _ACTS.get(type(event), e.NAMES[type(event)].replace("_", " "))
    if table.stops:
        return refuse(table, f"The table is halted ({table.stops[0].clause}); a supervisor decides first.")
    return refuse(table, f'"{act}" is not possible while the table is {table.phase.value}.')


def note(table: Table, _event: e.Event) -> Step:
    """Journaled; nothing follows."""
    return Step(table)


# Short names, so that the grid can be read as one.
no = out_of_turn
chip, late = betting.take_chip, betting.give_back
back, light = betting.withdraw, betting.take_back_light
card, told = dealing.lay_card, reports.report
early = settling.decide_early_or_late
sup, shown = supervisor.decide, supervisor.show_hand
gave_up = betting.withdraw_from_round
gone, awry = betting.leave_quietly, equipment.set_device
mend, bank = metering.correct_meter, betting.pass_bank

# fmt: off
_ROWS: dict[type[e.Event], tuple[Cell, ...]] = {
    #                    CLOSED               BETTING              COUNTING             DEALING                DECIDING        REVEALING        SETTLING         CLEARING             HALTED
    e.TableOpened:       (betting.open_table, no,                  no,                  no,                    no,             no,              no,              no,                  no),
    e.TableClosed:       (no,                 betting.close_table, no,                  no,                    no,             no,              no,              betting.close_table, no),
    e.ChipInserted:      (betting.chip_when_closed, chip,          late,                late,                  late,           late,            late,            late,                late),
    e.AntePlaced:        (no,                 betting.place_ante,  no,                  no,                    no,             no,              no,              no,                  no),
    e.WagerWithdrawn:    (no,                 back,                no,                  no,                    gave_up,        gave_up,         gave_up,         no,                  light),
    e.BetsClosed:        (no,                 betting.close_bets,  no,                  no,                    no,             no,              no,              no,                  no),
    e.ChipsCounted:      (no,                 no,                  betting.count_chips, no,                    no,             no,              no,              no,                  betting.count_again),
    e.CardDrawn:         (card,               card,                card,                card,                  card,           card,            card,            card,                card),
    e.PacketEnded:       (note,               note,                note,                dealing.end_packet,    note,           note,            note,            note,                dealing.end_packet),
    e.DealCompleted:     (no,                 no,                  no,                  dealing.complete_deal, no,             no,              no,              no,                  dealing.complete_deal),
    e.CardExposed:       (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.CountReported:     (no,                 no,                  no,                  dealing.report_count,  dealing.report_count, dealing.report_count, no,   no,                  dealing.report_count),
    e.HandLookedAt:      (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.HandTouched:       (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.OtherHandTouched:  (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.HandOutOfView:     (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.PlayersTalked:     (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.SecondHandFound:   (told,               told,                told,                told,                  told,           told,            told,            told,                told),
    e.PlayerDecided:     (no,                 no,                  no,                  early,                 settling.decide, early,          early,           early,               no),
    e.DealerRevealed:    (no,                 no,                  no,                  no,                    no,             settling.reveal, no,              no,                  no),
    e.HandShown:         (no,                 no,                  no,                  shown,                 shown,          shown,           shown,           shown,                  shown),
    e.SettlementCalled:  (no,                 no,                  no,                  no,                    no,             no,              settling.settle, settling.settle_early, no),
    e.SupervisorDecided: (sup,                sup,                 sup,                 sup,                   sup,            sup,             sup,             sup,                 sup),
    e.AwardApproved:     (no,                 no,                  no,                  no,                    no,             no,              metering.approve, no,              metering.approve),
    e.RoundCleared:      (no,                 no,                  no,                  no,                    no,             no,              no,              betting.clear,       no),
    e.PlayerLeft:        (betting.leave,      betting.leave,       gone,                gone,                  gone,           gone,            gone,            gone,                gone),
    e.BankPassed:        (bank,               bank,                no,                  no,                    no,             no,              no,              bank,                no),
    e.KeyTurned:         (supervisor.turn_key,) * 9,
    e.StubCounted:       (note,) + (dealing.count_stub,) * 8,
    e.ShoeCondition:     (equipment.set_shoe,) * 9,
    e.AcceptorCondition: (equipment.set_acceptor,) * 9,
    e.DeviceCondition:   (awry,) * 9,
    e.ConductNoted:      (reports.note_conduct,) * 9,
    e.ParameterChanged:  (metering.change_parameters,) * 9,
    e.MeterOpened:       (metering.open_meter,) * 9,
    e.MeterCorrected:    (mend,               mend,                mend,                mend,                  mend,           mend,            mend,            mend,                mend),
    e.TestModeSet:       (metering.set_test_mode, metering.set_test_mode, no,        no,                    no,             no,              no,              metering.set_test_mode, no),
    e.TimerRang:         (metering.ring,) * 9,
}
# fmt: on

GRID: dict[type[e.Event], dict[Phase, Cell]] = {
    event: dict(zip(Phase, row, strict=True)) for event, row in _ROWS.items()
}
if set(GRID) != set(e.KINDS.values()):
    raise TypeError(f"the grid lacks {sorted(kind.__name__ for kind in set(e.KINDS.values()) ^ set(GRID))}")

_SEATED: dict[type[e.Event], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.name in ("seat", "hand", "of", "seats"))
    for kind in e.KINDS.values()
}
_MAY_BE_THE_DEALER = ("hand",)


def step(table: Table, event: e.Event) -> Step:
    """Moves the table by one event. Pure and total: the same table and event give the same step, and none raises."""
    if (stranger := _no_such_seat(table, event)) is not None:
        return refuse(table, f"There is no {name_of(stranger).lower()} at this table of {table.house.seats}.")
    done = GRID[type(event)][table.phase](table, event)
    if done.table.players is table.players or type(event) in (e.RoundCleared, e.TableClosed):
        return done
    if type(event) is e.CardDrawn and not done.effects:
        return done  # a card that nothing is ruled on moves no money; most events are such cards
    return Step(done.table, (*done.effects, *_money_moved(table, done)))


def _money_moved(before: Table, done: Step) -> list[Effect]:
    """Whatever a step did to the seats, this is what the dealer pays, returns or takes for it."""
    after = done.table
    turned = before.void is not after.void
    moved: list[Effect] = []
    for old, new in zip(before.players, after.players, strict=True):
        if turned or (old is not new and _stakes(old) != _stakes(new)):
            chip = before.house.progressive.chip
            clause = next((effect.clause for effect in done.effects if isinstance(effect, IssueRuling)), "")
            moved.extend(moves(account(old, chip, before.void), account(new, chip, after.void), new.seat, clause))
    return moved


def _stakes(player: Player) -> tuple[object, ...]:
    """All of a seat that its account is made of."""
    return player.ante, player.raised, player.chip, player.standing, player.result


def _no_such_seat(table: Table, event: e.Event) -> int | None:
    for name in _SEATED[type(event)]:
        named = getattr(event, name)
        for seat in named if isinstance(named, tuple) else (named,):
            lowest = 0 if name in _MAY_BE_THE_DEALER or isinstance(event, e.SupervisorDecided) else 1
            if seat is not None and not lowest <= seat <= table.house.seats:
                return int(seat)
    return None
