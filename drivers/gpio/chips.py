"""Finds GPIO lines on this machine and takes them, with a sentence for a technician when it cannot.

The one module that decides whether the installed `gpiod` can be used, and the only one that knows how chips are named.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from drivers.gpio.pins import Pin
from drivers.ports import DriverError

if TYPE_CHECKING:
    import gpiod as _gpiod

_GET_GPIOD = "install libgpiod's Python binding from PyPI into this environment: pip install 'gpiod>=2.2'"


def refuse_v1(module: ModuleType) -> ModuleType:
    """Debian's own python3-libgpiod is the v1 API under the same name; it can stamp no edge and count none."""
    if not hasattr(module, "request_lines"):
        where = getattr(module, "__file__", None) or "an unknown place"
        raise DriverError(f"the module gpiod at {where} is libgpiod version 1; {_GET_GPIOD}")
    return module


try:
    import gpiod

    refuse_v1(gpiod)
except ModuleNotFoundError as error:
    raise DriverError(f"the module gpiod is missing; {_GET_GPIOD}") from error

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chips behind a Raspberry Pi's header (Pi 5, Pi 4, older). On all of them GPIO17 is offset 17."""


@dataclass(frozen=True, slots=True)
class SeenChip:
    """A GPIO chip of this machine; `names` are its lines' names by offset, "" where a line has none."""

    path: str
    label: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A line as the kernel knows it, and the name it goes by in messages."""

    path: str
    offset: int
    name: str


def scan(devices: Path = Path("/dev")) -> tuple[SeenChip, ...]:
    """All GPIO chips, each once: Raspberry Pi OS keeps a second name for the Pi 5's chip as a symbolic link."""
    paths = sorted({path.resolve() for path in devices.glob("gpiochip*")})
    return tuple(_look(str(path)) for path in paths if gpiod.is_gpiochip_device(str(path)))


def _look(path: str) -> SeenChip:
    try:
        with gpiod.Chip(path) as chip:
            info = chip.get_info()
            names = tuple(chip.get_line_info(offset).name or "" for offset in range(info.num_lines))
            return SeenChip(path, info.label, names)
    except PermissionError as error:
        raise DriverError(
            f"no permission to open {path}; add this user to the group that owns it (ls -l {path}) "
            "or install the udev rules in systemd/"
        ) from error
    except OSError as error:
        raise DriverError(f"cannot open {path}: {error.strerror}; check the GPIO driver with 'dmesg'") from error


def locate(pin: Pin, chips: Iterable[SeenChip]) -> Place:
    """Raises DriverError when there is no such line, or more than one."""
    chips = tuple(chips)
    if not chips:
        raise DriverError(f"{pin} cannot be had: this machine has no GPIO chip (/dev/gpiochip*)")
    labels = (pin.chip,) if pin.chip else HEADER_LABELS
    fitting = [chip for chip in chips if chip.label in labels]
    if len(fitting) > 1:
        raise DriverError(
            f"{pin} is ambiguous: {_listed(fitting)} have the label {fitting[0].label!r}; "
            "name the lines in the device tree and give each chip a label of its own"
        )
    if fitting:
        return _on_chip(pin, fitting[0])
    if pin.chip:
        raise DriverError(f"{pin} cannot be had: no GPIO chip has the label {pin.chip!r}; there is {_listed(chips)}")
    return _anywhere(pin, chips)


def _on_chip(pin: Pin, chip: SeenChip) -> Place:
    if isinstance(pin.line, int):
        offset = pin.line
    elif not pin.chip:
        offset = int(pin.line.removeprefix("GPIO"))
    elif chip.names.count(pin.line) == 1:
        offset = chip.names.index(pin.line)
    else:
        raise DriverError(f"{pin} cannot be had: {_listed([chip])} has no line or several lines of that name")
    if offset >= len(chip.names):
        raise DriverError(f"{pin} cannot be had: {_listed([chip])} has only lines 0 to {len(chip.names) - 1}")
    return Place(chip.path, offset, str(pin))


def _anywhere(pin: Pin, chips: Iterable[SeenChip]) -> Place:
    """A header pin of a board that is no known Raspberry Pi: by its line's name, if that is unique."""
    places = [
        Place(chip.path, offset, str(pin))
        for chip in chips
        for offset, name in enumerate(chip.names)
        if name == pin.line
    ]
    if len(places) != 1:
        many = "several lines have that name" if places else "no line has that name"
        raise DriverError(
            f"{pin} cannot be had: no Raspberry Pi header here and {many}; there is {_listed(chips)}; "
            "write {chip: LABEL, line: N}"
        )
    return places[0]


def _listed(chips: Iterable[SeenChip]) -> str:
    return ", ".join(f"{chip.path} ({chip.label}, {len(chip.names)} lines)" for chip in chips)


def take(
    path: str,
    lines: Mapping[Place, _gpiod.LineSettings],
    *,
    user: str,
    event_buffer_size: int | None = None,
) -> _gpiod.LineRequest:
    """Requests lines of one chip in one go. Raises DriverError that names both users when one of them is taken."""
    settings: dict[Iterable[int | str] | int | str, _gpiod.LineSettings | None] = {
        place.offset: setting for place, setting in lines.items()
    }
    try:
        return gpiod.request_lines(path, settings, consumer=user, event_buffer_size=event_buffer_size)
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise DriverError(_who_holds(path, lines, user)) from error
        names = ", ".join(place.name for place in lines)
        raise DriverError(f"{user} cannot have {names} on {path}: {error.strerror}; check the wiring table") from error


def _who_holds(path: str, lines: Iterable[Place], user: str) -> str:
    try:
        with gpiod.Chip(path) as chip:
            for place in lines:
                info = chip.get_line_info(place.offset)
                if info.used:
                    return (
                        f"{user} cannot have {place.name}: {info.consumer or 'the kernel'} holds it; "
                        "stop that program or choose another pin"
                    )
    except OSError as error:
        return f"{user} cannot have a line of {path} that is in use, and who uses it cannot be read: {error.strerror}"
    return f"{user} cannot have a line of {path}: another program held it a moment ago; try again"
