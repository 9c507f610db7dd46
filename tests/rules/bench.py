"""A table on the bench, for tests that need finer tools than a scenario file: told in the same words."""

from __future__ import annotations

from typing import Any

from controller.core.effects import Effect, IssueRuling, MoveMeter, MoveMoney, RaiseAlert, Wager, Way
from controller.core.events import Event
from controller.core.house import House, Progressive
from controller.core.money import NOTHING, Money
from controller.core.state import Table, new_table
from controller.library import load_awards, load_paytable, load_profile
from controller.rules.grid import step
from controller.scenario.steps import read_step
from controller.units import read_percent


def house(profile: str = "house", **changes: Any) -> House:
    """A house with the defaults of a scenario file."""
    known = load_profile(profile)
    usual: dict[str, Any] = {
        "profile": known,
        "paytable": load_paytable(known.paytable),
        "progressive": Progressive(
            base=Money(1_000_000), rate=read_percent("70"), chip=Money(100), awards=load_awards("us-500-100-50")
        ),
    }
    return House(**(usual | changes))


class Bench:
    """Takes steps in words and keeps every effect."""

    def __init__(self, rules: House | None = None, *, meter: str = "100000.00") -> None:
        self.table: Table = new_table(rules or house(), meter=Money.parse(meter), opened=True)
        self.effects: list[Effect] = []

    def __call__(self, verb: str, value: object = None) -> Bench:
        for event in read_step(verb, value, self.table):
            self.post(event)
        return self

    def post(self, event: Event) -> None:
        done = step(self.table, event)
        self.table = done.table
        self.effects.extend(done.effects)

    @property
    def rulings(self) -> list[str]:
        return [effect.clause for effect in self.effects if isinstance(effect, IssueRuling)]

    @property
    def alerts(self) -> list[str]:
        return [effect.name for effect in self.effects if isinstance(effect, RaiseAlert)]

    @property
    def meter_moves(self) -> list[tuple[str, str]]:
        return [(effect.reason, str(effect.cents)) for effect in self.effects if isinstance(effect, MoveMeter)]

    def moved(self, seat: int, wager: Wager, way: Way) -> Money:
        """The net of what moved this way, reversals taken off."""
        total = NOTHING
        for effect in self.effects:
            match effect:
                case MoveMoney(s, w, Way.REVERSED, amount, _, undone) if (s, w, undone) == (seat, wager, way):
                    total -= amount
                case MoveMoney(s, w, how, amount) if (s, w, how) == (seat, wager, way):
                    total += amount
        return total
