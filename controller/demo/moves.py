"""What anybody at the demonstration table can do: requests to the daemon, and what is heard once they are done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

DEALER = "Ortiz"
SUPERVISOR = "Lund"
SECOND = "Kaya"
STAFF = {SUPERVISOR: "supervisor", SECOND: "supervisor", DEALER: "dealer"}
"""By name; the first one hires the others."""

_HEARD = {
    "open_table": "table_opened",
    "ante": "ante_placed",
    "withdraw": "wager_withdrawn",
    "no_more_bets": "bets_closed",
    "count_chips": "chips_counted",
    "deal_completed": "deal_completed",
    "expose": "card_exposed",
    "look": "hand_looked_at",
    "touch": "hand_touched",
    "out_of_view": "hand_out_of_view",
    "talk": "players_talked",
    "decide": "player_decided",
    "reveal": "dealer_revealed",
    "settle": "settlement_called",
    "approve": "award_approved",
    "clear": "round_cleared",
    "chip": "chip_inserted",
    "draw": "card_drawn",
    "packet_ended": "packet_ended",
    "fault": "acceptor_condition",
    "shoe": "shoe_condition",
}


@dataclass(frozen=True, slots=True)
class Move:
    """`pause`: seconds that people take before it. `hears`: the event by which it shows that it was carried out.

    `who` name themselves with the request; simulated hardware is moved by nobody.
    """

    request: Mapping[str, Any]
    hears: str
    pause: float = 0.0
    who: tuple[str, ...] = ()

    def after(self, pause: float) -> Move:
        return replace(self, pause=pause)


def act(verb: str, value: object = None, *, who: tuple[str, ...] = (DEALER,), pause: float = 0.0) -> Move:
    return Move({"do": "act", "step": {verb: value}}, _HEARD[verb], pause, who)


def sim(verb: str, value: object = None, *, pause: float = 0.0) -> Move:
    return Move({"do": "sim", "step": {verb: value}}, _HEARD[verb], pause)


def rule(
    decision: str, note: str, *, who: tuple[str, ...] = (SUPERVISOR,), pause: float = 0.0, **details: object
) -> Move:
    return Move({"do": "rule", "decision": decision, "note": note, **details}, "supervisor_decided", pause, who)
