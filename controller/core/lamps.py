"""What should be lit and locked for a given table. Computed, never commanded."""

from __future__ import annotations

from enum import StrEnum

from controller.core.events import Seat
from controller.core.state import Chip, Phase, Player, Standing, Table


class Glow(StrEnum):
    OFF = "off"
    ON = "on"
    BLINKING = "blinking"
    FAULT = "fault"
    TEST = "test"


def seat_lamps(table: Table) -> dict[Seat, Glow]:
    """A seat's lamp says that its progressive chip is in play this round (WAG-4).

    On until the round is cleared, blinking while the table is halted, off at once when the chip went back or the hand
    was forfeited; an acceptor that was taken out shows its fault unless the seat is lit (EQP-2). In
    test mode all lamps show a pattern of their own (EQP-3).
    """
    return {player.seat: _glow(table, player) for player in table.players}


def _glow(table: Table, player: Player) -> Glow:
    if table.test_on:
        return Glow.TEST
    if light_is_on(table, player):
        return Glow.BLINKING if table.stops else Glow.ON
    return Glow.FAULT if player.seat in table.acceptors_out else Glow.OFF


def light_is_on(table: Table, player: Player) -> bool:
    """A folded hand is lit only while it can still win, or its chip stays for the next round."""
    can_win = player.standing is not Standing.FOLDED or table.house.profile.fold_keeps_award
    return player.chip is Chip.CARRIED or (player.lit and can_win)


def acceptors_locked(table: Table) -> bool:
    """The lock line makes the acceptors refuse, from "no more bets" to the next round and whenever play is stopped."""
    return table.phase is not Phase.BETTING or not table.meter.opened
