"""Simulated hardware moved by hand: a step told in words becomes what the device would do.

The signals then take the way of all signals. It moves only devices that are simulated, and refuses where one is real.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TypeVar

from controller.core import events as told
from controller.core.events import AcceptorState, Event, Seat, ShoeState
from controller.core.state import Table
from controller.documents import meant
from controller.intake import SUPERVISOR_KEY
from controller.runtime.daemon import Ports
from controller.scenario.steps import DEVICE_VERBS, StepError, read_step
from drivers.ports import DriverError
from drivers.sim.keys import SimKeys
from drivers.sim.lines import SimLines
from drivers.sim.shoe import SimShoe, SimulatedShoe
from drivers.sim.wired_shoe import PtyShoe

_PRESSED: dict[type[Event], str] = {
    told.BetsClosed: "no_more_bets",
    told.DealCompleted: "deal_complete",
    told.RoundCleared: "clear",
}
Device = TypeVar("Device")
VERBS = DEVICE_VERBS | {"no_more_bets", "clear"}


@dataclass(frozen=True, slots=True)
class SimulatedFloor:
    """The devices that are simulated; None for those that are real. `line_of`: the acceptor's line by seat."""

    lines: SimLines | None
    keys: SimKeys | None
    shoe: SimulatedShoe | None
    line_of: Mapping[Seat, str]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    def of(cls, ports: Ports, line_of: Mapping[Seat, str]) -> SimulatedFloor | None:
        """None where every port is real."""
        lines = ports.acceptors if isinstance(ports.acceptors, SimLines) else None
        keys = ports.keys if isinstance(ports.keys, SimKeys) else None
        shoe = ports.shoe if isinstance(ports.shoe, SimShoe | PtyShoe) else None
        return cls(lines, keys, shoe, line_of) if lines or keys or shoe else None

    def __call__(self, verb: str, value: object, table: Table) -> None:
        """Raises StepError where the step makes no sense or its device is real."""
        if verb not in VERBS:
            raise StepError(f'"{verb}" moves no hardware; {meant(verb, VERBS)}')
        for event in read_step(verb, value, table):
            try:
                self._move(event)
            except DriverError as error:
                raise StepError(str(error)) from None

    def _move(self, event: Event) -> None:
        match event:
            case told.ChipInserted(seat=seat):
                self._acceptors().drop_chip(self.line_of[seat])
            case told.AcceptorCondition(seat=seat, kind=kind):
                self._trouble(self.line_of[seat], kind)
            case told.CardDrawn(card=card, face_up=face_up):
                self._shoe().draw(card, "u" if face_up else "d")
            case told.PacketEnded():
                self._shoe().end_packet()
            case told.StubCounted(count=counted):
                self._shoe().count_stub(counted)
            case told.ShoeCondition(kind=kind):
                self._condition(kind)
            case told.KeyTurned(on=on):
                self._keys().turn(SUPERVISOR_KEY, on)
            case told.DealCompleted() if self.shoe is not None:
                # A dealer reaches for the key when the cards lie on the table: no frame is on its way any more.
                self.shoe.when_heard(partial(self._keys().press, _PRESSED[type(event)]))
            case _:
                self._keys().press(_PRESSED[type(event)])

    def _trouble(self, line: str, kind: AcceptorState) -> None:
        lines = self._acceptors()
        match kind:
            case AcceptorState.STUCK:
                lines.stick(line)
            case AcceptorState.CHATTER:
                lines.chatter(line)
            case AcceptorState.EDGE_LOSS:
                lines.drop_edge(line)
                lines.drop_chip(line)
            case AcceptorState.RESTORED:
                lines.release(line)

    def _condition(self, kind: ShoeState) -> None:
        shoe = self._shoe()
        match kind:
            case ShoeState.SILENT:
                shoe.go_silent()
            case ShoeState.RESTORED:
                shoe.speak_again()
                shoe.restore()
            case ShoeState.NEW_PACK:
                shoe.load_pack(f"P{next(self.numbers):04}")
            case ShoeState.RESTARTED:
                shoe.reboot(f"SIM{next(self.numbers)}")
            case ShoeState.COUNT:
                shoe.miscount()
            case _:
                shoe.fail(kind.value)

    def _acceptors(self) -> SimLines:
        return _simulated(self.lines, "acceptors")

    def _keys(self) -> SimKeys:
        return _simulated(self.keys, "keys")

    def _shoe(self) -> SimulatedShoe:
        return _simulated(self.shoe, "shoe")


def _simulated(device: Device | None, name: str) -> Device:
    if device is None:
        raise StepError(f"the {name} of this table are real; nothing can be simulated there")
    return device
