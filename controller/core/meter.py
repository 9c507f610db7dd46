"""What the public sign shows for a given table: the amount, and a text that alternates with it."""

from __future__ import annotations

from controller.core.state import Table


def face(table: Table) -> tuple[int | None, str]:
    """Cents to show (None for dashes: the meter was never opened) and the text beside them."""
    if not table.meter.opened:
        return None, "meter not opened"
    faults = [f"{device} {kind.replace('_', ' ')}" for device, kind in table.devices_out if device == "meter"]
    hits = [
        f"seat {player.seat} wins {player.result.award.spoken()}"
        for player in reversed(table.players)
        if (player.result is not None and player.result.award and player.from_meter)
        or (player.result is not None and table.jackpot is not None and table.jackpot.of(player.seat))
    ]
    return int(table.meter.displayed), "; ".join(faults or hits)
