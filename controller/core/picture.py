"""The public picture of a table: what status, watchers and screens may know.

No hole card is in it before it is revealed; until then only counts are.
"""

from __future__ import annotations

from typing import Any

from controller.core.events import DEALER, Hand
from controller.core.lamps import acceptors_locked, seat_lamps
from controller.core.state import Player, Result, Standing, Table


def public(table: Table) -> dict[str, Any]:
    """JSON-able; amounts as text, hands by seat number as text and "dealer"."""
    return {
        "phase": table.phase.value,
        "interrupted": table.play_phase.value if table.stops else None,
        "round": table.rounds + 1,
        "message": table.message,
        "meter": str(table.meter.displayed) if table.meter.opened else None,
        "accepted": table.accepted,
        "locked": acceptors_locked(table),
        "seats": {str(player.seat): _seat(table, player) for player in table.players},
        "dealer": {
            "hand": table.standing_word(DEALER),
            "cards": len(table.dealer.cards),
            "lacking": table.lacking(DEALER),
            "up_card": table.up_card,
            "shown": list(table.dealer.cards) if cards_are_open(table, DEALER) else None,
        },
        "question": question(table),
        "waiting": max(0, len(table.stops) - 1),
        "rulings": [
            {
                "clause": ruled.clause,
                "decision": ruled.decision.value,
                "hand": None if ruled.hand is None else hand_word(ruled.hand),
                "by": ruled.by,
            }
            for ruled in table.rulings
        ],
        "paid_order": list(table.paid_order),
        "faults": {
            "acceptors": sorted(table.acceptors_out),
            "shoe": table.shoe_trouble,
            "devices": dict(table.devices_out),
        },
        "profile": table.house.profile.name,
    }


def _seat(table: Table, player: Player) -> dict[str, Any]:
    return {
        "lamp": seat_lamps(table)[player.seat].value,
        "hand": table.standing_word(player.seat),
        "ante": str(player.ante),
        "bet": str(player.bet),
        "decided": None if player.raised is None else ("fold" if player.standing is Standing.FOLDED else "raise"),
        "cards": len(player.hand.cards),
        "lacking": table.lacking(player.seat),
        "shown": list(player.hand.cards) if cards_are_open(table, player.seat) else None,
        "result": None if player.result is None else result(player.result, cards_are_open(table, player.seat)),
    }


def question(table: Table) -> dict[str, Any] | None:
    """What the supervisor is asked, None while nothing is."""
    if not table.stops:
        return None
    stop = table.stops[0]
    return {
        "clause": stop.clause,
        "says": stop.says,
        "hand": None if stop.hand is None else hand_word(stop.hand),
        "proposal": stop.choices[0],
        "choices": list(stop.choices),
        "facts": [{"fact": fact.name, "held": fact.held} for fact in stop.facts],
    }


def result(value: Result, hand_is_open: bool) -> dict[str, str]:
    return {
        "outcome": value.outcome.value,
        "ante": value.ante.signed(),
        "bet": value.bet.signed(),
        "award": str(value.award),
        "chip": value.chip,
        "hand": value.hand if hand_is_open else "",
    }


def hand_word(hand: Hand) -> str:
    return "dealer" if hand == DEALER else str(hand)


def cards_are_open(table: Table, hand: Hand) -> bool:
    """The dealer's cards from the reveal on; a player's when the seat is settled with a hand that was shown down.

    A folded hand stays hidden unless it won the progressive.
    """
    if not table.revealed or table.void:
        return False
    if hand == DEALER:
        return True
    player = table.player(hand)
    if player.result is None:
        return False
    return player.standing is Standing.LIVE or player.result.award > 0
