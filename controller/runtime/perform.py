"""Makes lamps, lock and sign what they should be for a table: a picture, compared with the last one that was shown.

It decides nothing about the table. A device that does not obey becomes a signal like any other, is tried again, and
keeps no other device waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from controller.core.events import Seat
from controller.core.lamps import acceptors_locked, seat_lamps
from controller.core.meter import face
from controller.core.state import Phase, Table
from drivers.ports import (
    DeviceFailed,
    DeviceRecovered,
    DriverError,
    Glow,
    LampBank,
    MeterDisplay,
    MeterFace,
    Shoe,
    Signal,
    Switches,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """What people see of a table, and what its shoe is told."""

    locked: bool
    glows: Mapping[Seat, Glow]
    face: MeterFace
    cards_due: bool


def picture(table: Table) -> Picture:
    glows = {seat: Glow(glow.value) for seat, glow in seat_lamps(table).items()}
    return Picture(acceptors_locked(table), glows, MeterFace(*face(table)), table.play_phase is Phase.DEALING)


@dataclass(frozen=True, slots=True)
class Outputs:
    """The ports that show, with the names that lamps and lock have there."""

    lamps: LampBank
    lamp_of: Mapping[Seat, str]
    switches: Switches
    lock: str
    meter: MeterDisplay
    shoe: Shoe


class Performer:
    def __init__(self, outputs: Outputs, remedy: str = "check its wiring") -> None:
        self._outputs = outputs
        self._remedy = remedy
        self._wanted: Picture | None = None
        self._shown: dict[str, object] = {}
        self._failing: set[str] = set()

    def show(self, table: Table) -> list[Signal]:
        """Changes what differs from the last picture, the lock first. Gives back what failed or obeys again."""
        self._wanted = picture(table)
        return self.again()

    def again(self) -> list[Signal]:
        """Tries once more what did not obey."""
        wanted, outputs = self._wanted, self._outputs
        if wanted is None:
            return []
        told: list[Signal] = []
        told += self._change("lock", wanted.locked, lambda: outputs.switches.set(outputs.lock, wanted.locked))
        told += self._change("lamps", wanted.glows, lambda: outputs.lamps.show(self._named(wanted.glows)))
        told += self._change("meter", wanted.face, lambda: outputs.meter.show(wanted.face))
        told += self._change("shoe", wanted.cards_due, lambda: outputs.shoe.expect_cards(wanted.cards_due))
        return told

    def acknowledge(self, boot: str, number: int) -> None:
        """What the shoe said up to `number` is durable."""
        self._outputs.shoe.acknowledge(boot, number)

    def shoe_is_whole(self) -> bool:
        return self._outputs.shoe.whole()

    def _named(self, glows: Mapping[Seat, Glow]) -> dict[str, Glow]:
        return {self._outputs.lamp_of[seat]: glow for seat, glow in glows.items()}

    def _change(self, device: str, wanted: object, change: Callable[[], None]) -> list[Signal]:
        if self._shown.get(device) == wanted:
            return []
        try:
            change()
        except DriverError as error:
            self._shown.pop(device, None)
            news = device not in self._failing
            self._failing.add(device)
            return [DeviceFailed(device, str(error), self._remedy)] if news else []
        self._shown[device] = wanted
        if device in self._failing:
            self._failing.remove(device)
            return [DeviceRecovered(device)]
        return []
