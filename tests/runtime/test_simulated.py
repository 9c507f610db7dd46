"""Hardware moved by hand: what one device says must not overtake another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.simulated import SimulatedFloor
from drivers.ports import CardLeft, LineChanged, PacketEnded, ShoeSignal, Signal
from drivers.sim.keys import SimKeys
from drivers.sim.shoe import SimShoe, SimulatedShoe
from drivers.sim.wired_shoe import PtyShoe
from tests.conformance.benches import Posted
from tests.rules.bench import Bench

DEAL = {"1": "Ah Kd 9c 5s 2h", "3": "7h 8h 3h Jh Th", "dealer": "2c 2d 3s 4c Kc"}


class Floor:
    """A shoe and keys whose signals one listener hears, who acknowledges whatever is numbered, as the daemon does."""

    def __init__(self, shoe: SimulatedShoe) -> None:
        self.posted = Posted()
        self.shoe = shoe
        self.keys = SimKeys(["deal_complete"])
        self.table = Bench()("ante", {1: "10.00", 3: "10.00"})("no_more_bets").table
        self._move = SimulatedFloor(None, self.keys, shoe, {})
        self.keys.start(self.posted)
        shoe.start(self._hear)

    def __call__(self, verb: str, value: object) -> None:
        self._move(verb, value, self.table)

    def pressed(self) -> bool:
        return bool(self.posted.edges("deal_complete"))

    def told(self) -> list[type[Signal]]:
        """Cards, packets and keys pressed, in the order in which they came."""
        kept = (CardLeft, PacketEnded, LineChanged)
        return [type(s) for s in self.posted.all() if isinstance(s, kept) and getattr(s, "active", True)]

    def _hear(self, signal: Signal) -> None:
        self.posted(signal)
        if isinstance(signal, ShoeSignal) and signal.number:
            self.shoe.acknowledge(signal.boot, signal.number)

    def close(self) -> None:
        self.shoe.close()
        self.keys.close()


@pytest.fixture(params=["sim", "pty"])
def floor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Floor]:
    made: dict[str, Callable[[], SimulatedShoe]] = {"sim": SimShoe, "pty": lambda: PtyShoe(tmp_path / "shoe")}
    floor = Floor(made[request.param]())
    yield floor
    floor.close()


def test_the_deal_is_told_complete_after_its_last_card(floor: Floor) -> None:
    floor("deal", DEAL)

    floor.posted.until(floor.pressed)
    assert floor.told() == [*([CardLeft] * 5 + [PacketEnded]) * 3, LineChanged]


def test_while_the_shoe_is_silent_nobody_takes_the_deal_for_complete(floor: Floor) -> None:
    floor.shoe.go_silent()
    floor("deal", DEAL)
    assert not floor.pressed()

    floor.shoe.speak_again()

    floor.posted.until(floor.pressed)
    assert floor.told()[-2:] == [PacketEnded, LineChanged]


def test_with_nothing_on_its_way_the_key_acts_at_once(floor: Floor) -> None:
    floor("deal", DEAL)
    floor.posted.until(floor.pressed)

    floor("deal_completed", None)

    assert floor.told()[-2:] == [LineChanged, LineChanged]
