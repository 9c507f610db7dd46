"""Where the money of one seat stands, and what has to move between two states of it.

Money moved is computed, not commanded: whatever a ruling does to a hand, the difference of the accounts before and
after is what the dealer pays, returns or takes, so nothing can be forgotten and nothing paid twice. What was journaled
is never rewritten: an entry that no longer holds is reversed by a new one (SUP-1).
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.effects import MoveMoney, Wager, Way
from controller.core.money import NOTHING, Money
from controller.core.state import Chip, Player, Standing

Account = dict[tuple[Wager, Way], Money]


def account(player: Player, chip_value: Money, void: bool) -> Account:
    """All that was placed at a seat this round and what became of it so far."""
    entries: Account = {}
    for wager, stake in ((Wager.ANTE, player.ante), (Wager.BET, player.bet)):
        if stake:
            entries[wager, Way.PLACED] = stake
            _end_of_stake(entries, player, wager, stake, void)
    if player.chip is not Chip.NONE:
        entries[Wager.CHIP, Way.PLACED] = chip_value
        if player.chip is Chip.RETURNED:
            entries[Wager.CHIP, Way.RETURNED] = chip_value
        elif player.chip is Chip.TAKEN or (player.chip is Chip.LIT and player.result is not None):
            entries[Wager.CHIP, Way.TAKEN] = chip_value
    if player.result is not None and player.result.award:
        entries[Wager.AWARD, Way.PAID] = player.result.award
    return entries


def _end_of_stake(entries: Account, player: Player, wager: Wager, stake: Money, void: bool) -> None:
    if void or player.standing in (Standing.DEAD, Standing.TAKEN_OFF):
        entries[wager, Way.RETURNED] = stake
    elif player.standing is Standing.FORFEITED:
        entries[wager, Way.TAKEN] = stake
    elif player.result is not None:
        net = player.result.ante if wager is Wager.ANTE else player.result.bet
        if net < 0:
            entries[wager, Way.TAKEN] = stake
        else:
            entries[wager, Way.RETURNED] = stake
            if net:
                entries[wager, Way.PAID] = net


def moves(before: Account, after: Account, seat: int, clause: str) -> Iterator[MoveMoney]:
    """What leads from one account to the other, reversals first. A stake that shrinks goes back to its player."""
    keys = sorted({*before, *after})
    changes = [
        (wager, way, after.get((wager, way), NOTHING) - before.get((wager, way), NOTHING)) for wager, way in keys
    ]
    for wager, way, change in changes:
        if change < 0 and way is Way.PLACED:
            yield MoveMoney(seat, wager, Way.RETURNED, -change, clause)
        elif change < 0:
            yield MoveMoney(seat, wager, Way.REVERSED, -change, clause, undoes=way)
    for wager, way, change in changes:
        if change > 0:
            yield MoveMoney(seat, wager, way, change, clause)
