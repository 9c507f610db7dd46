"""A step: the table after an event, and what is ordered by it.

Cells of the grid and rulings are functions from steps to steps; this is the little vocabulary they share.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from controller.core.effects import AskSupervisor, Effect, HandBackChip, IssueRuling, MoveMeter, RaiseAlert
from controller.core.events import DEALER, Hand, Seat
from controller.core.frozen import changed
from controller.core.state import Dealt, Player, Stop, Table


class Step(NamedTuple):
    table: Table
    effects: tuple[Effect, ...] = ()

    def but(self, **changes: Any) -> Step:
        """The same step with fields of its table replaced."""
        return Step(changed(self.table, **changes), self.effects)

    def tell(self, effect: Effect) -> Step:
        """Adds an effect; what it says to people becomes the dealer's message line."""
        table = self.table
        if isinstance(effect, RaiseAlert | IssueRuling | AskSupervisor) and effect.says:
            table = changed(table, message=effect.says)
        return Step(table, (*self.effects, effect))

    def seat(self, seat: Seat, **changes: Any) -> Step:
        """The same step with fields of one player replaced."""
        players = self.table.players
        player = changed(players[seat - 1], **changes)
        table = changed(self.table, players=(*players[: seat - 1], player, *players[seat:]))
        return Step(table, self.effects)

    def hand(self, hand: Hand, **changes: Any) -> Step:
        """The same step with fields of one dealt hand replaced, the dealer's or a player's."""
        dealt: Dealt = changed(self.table.dealt(hand), **changes)
        return self.but(dealer=dealt) if hand == DEALER else self.seat(hand, hand=dealt)

    def meter(
        self,
        cents: Fraction,
        reason: str,
        seat: Seat | None = None,
        clause: str = "",
        *,
        of: str = "displayed",
        **counts: Any,
    ) -> Step:
        """Moves one of the meter's figures by an exact fraction of cents and says why.

        `of` is displayed, overflow or reserve; `counts` are other fields of the meter to replace.
        """
        if not cents and not counts:
            return self
        figure = "amount" if of == "displayed" else of
        moved = {figure: getattr(self.table.meter, figure) + cents}
        table = changed(self.table, meter=changed(self.table.meter, **moved, **counts))
        return Step(table, (*self.effects, MoveMeter(cents, reason, seat, clause, of)) if cents else self.effects)

    def alert(self, name: str, says: str, seat: Hand | None = None, clause: str = "") -> Step:
        return self.tell(RaiseAlert(name, says, seat, clause))

    def hand_back(self, seat: Seat) -> Step:
        return self.tell(HandBackChip(seat))

    def ask(self, stop: Stop) -> Step:
        """Halts the table with a question; a second one waits until the first is decided."""
        step = self.but(stops=(*self.table.stops, stop))
        return step.tell(AskSupervisor(stop.clause, stop.says, stop.choices, stop.hand, stop.facts))

    def without(self, stop: Stop) -> Step:
        return self.but(stops=tuple(other for other in self.table.stops if other is not stop))


def refuse(table: Table, says: str, seat: Hand | None = None, *, alert: str = "out_of_turn", clause: str = "") -> Step:
    """An act the table does not take: nothing changes but the journal, and people are told why."""
    return Step(table).alert(alert, says, seat, clause)


def name_of(hand: Hand) -> str:
    """As a sentence about a hand begins: "The dealer", "Seat 3"."""
    return "The dealer" if hand == DEALER else f"Seat {hand}"


def player_of(table: Table, hand: Hand) -> Player | None:
    return None if hand == DEALER else table.player(hand)
