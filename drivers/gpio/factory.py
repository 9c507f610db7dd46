"""A gpiozero pin factory on libgpiod v2: `GpiodFactory`, also registered as the entry point `gpiod`.

It finds chips by label or line name, stamps edges with the kernel's own time, names both users of a pin that two want,
and drives an output to its fail-safe level before it lets go. It never falls back to another library.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic_ns
from typing import Any
from weakref import ref

from gpiozero import Factory, GPIOPinInUse, PinInvalidPin
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiBoardInfo

from drivers.gpio import chips
from drivers.gpio.edges import EdgeWatch
from drivers.gpio.pin import GpiodPin
from drivers.gpio.pins import Pin
from drivers.ports import DriverError


class Claim:
    """A reservation by something that is no gpiozero device; it lasts as long as it is kept."""

    def __init__(self, user: str) -> None:
        self.user = user

    def _conflicts_with(self, _other: object) -> bool:
        return True


class GpiodFactory(Factory):  # type: ignore[misc]  # gpiozero has no types
    """Pins are `drivers.gpio.pins.Pin`, or what gpiozero users write: 17, "GPIO17", "BOARD11", "mcp23017:3"."""

    def __init__(
        self, consumer: str = "tablehand", *, scan: Callable[[], tuple[chips.SeenChip, ...]] = chips.scan
    ) -> None:
        """`consumer` is what others are told who holds the lines; `scan` finds the chips, on first use."""
        super().__init__()
        self._consumer = consumer
        self._scan = scan
        self._chips: tuple[chips.SeenChip, ...] = ()
        self._pins: dict[chips.Place, GpiodPin] = {}
        self._watch = EdgeWatch()

    def locate(self, spec: Any) -> chips.Place:
        """Raises gpiozero.PinInvalidPin with a sentence for a technician."""
        try:
            self._chips = self._chips or self._scan()
            return chips.locate(self._pin_of(spec), self._chips)
        except DriverError as error:
            raise PinInvalidPin(str(error)) from error

    def _pin_of(self, spec: Any) -> Pin:
        match spec:
            case Pin():
                return spec
            case int():
                return Pin("", f"GPIO{spec}")
            case str() if (number := spec.removeprefix("GPIO")).isdecimal():
                return Pin("", f"GPIO{int(number)}")
            case str() if ":" in spec and not spec.startswith("J8:"):
                chip, _, line = spec.rpartition(":")
                return Pin(chip, int(line) if line.isdecimal() else line)
        for _header, info in self.board_info.find_pin(spec):
            return Pin("", info.name)
        raise PinInvalidPin(f"{spec!r} is not a valid pin name")

    def claim(self, user: str, *pins: Pin) -> Claim:
        """Reserves pins for lines that are taken without gpiozero. Raises gpiozero.GPIOPinInUse."""
        claim = Claim(user)
        self.reserve_pins(claim, *pins)
        return claim

    def reserve_pins(self, requester: Any, *names: Any) -> None:
        places = [self.locate(name) for name in names]
        with self._res_lock:
            for place in places:
                for holder in self._holders(place):
                    if requester._conflicts_with(holder):  # noqa: SLF001 - gpiozero's own protocol between devices
                        raise GPIOPinInUse(
                            f"{place.name} is wanted by {_who(requester)} but already used by {_who(holder)}; "
                            "give one of them another pin"
                        )
            for place in places:
                self._reservations[place].append(ref(requester))

    def release_pins(self, reserver: Any, *names: Any) -> None:
        with self._res_lock:
            for place in [place for place in self._reservations if place.name in names]:
                self._reservations[place] = [ref(other) for other in self._holders(place) if other is not reserver]

    def release_all(self, reserver: Any) -> None:
        self.release_pins(reserver, *{place.name for place in self._reservations})

    def _holders(self, place: chips.Place) -> list[Any]:
        return [holder for weak in self._reservations[place] if (holder := weak()) is not None]

    def pin(self, name: Any) -> GpiodPin:
        place = self.locate(name)
        if place not in self._pins:
            holders = self._holders(place)
            user = " ".join([self._consumer, *(_who(holder) for holder in holders if hasattr(holder, "user"))])
            self._pins[place] = GpiodPin(place, user, self._watch, self._forget)
        return self._pins[place]

    def close(self) -> None:
        """Drives every output to its fail-safe level and lets go of all lines."""
        for pin in tuple(self._pins.values()):
            pin.close()
        self._watch.close()

    def look_again(self) -> None:
        """Forgets where the chips were; one that was unplugged may come back under another number."""
        self._chips = ()

    def _forget(self, place: chips.Place) -> None:
        # Made anew for its next user, with that one's name and fail-safe level.
        self._pins.pop(place, None)

    def ticks(self) -> int:
        """Nanoseconds of the clock that the kernel stamps edges with."""
        return monotonic_ns()

    def ticks_diff(self, later: int, earlier: int) -> float:
        return (later - earlier) / 1_000_000_000

    def _get_board_info(self) -> Any:
        return PiBoardInfo.from_revision(get_pi_revision())


def _who(requester: object) -> str:
    return str(getattr(requester, "user", None) or repr(requester))
