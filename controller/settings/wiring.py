"""What a single part of a settings file cannot see: pins with two users, seats without an acceptor, a key not wired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.documents import Document, Fault, Place, spelled, walk
from controller.explain import at
from controller.settings.daemon import StateSettings
from controller.settings.hardware import GpioAcceptors, GpioKeys, GpioLamps, HardwareSettings
from controller.settings.table import TableSettings
from drivers.gpio.pins import Pin

_UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
_UART_PINS = (Pin("", "GPIO14"), Pin("", "GPIO15"))


def pins_with_two_users(document: Document) -> Iterator[Fault]:
    """Looks at what is written, so that a conflict is told even while other keys are wrong."""
    port: Place = ("hardware", "shoe", "port")
    users: dict[Pin, Place] = {}
    if at(document.value, port) in _UART_PORTS:
        users.update(dict.fromkeys(_UART_PINS, port))
    for place, value in walk(at(document.value, ("hardware",)), ("hardware",)):
        pin = _pin(value)
        if pin is None:
            continue
        other = users.setdefault(pin, place)
        if other != place:
            taken = f"{pin} is already used by {spelled(other)} in line {document.line(other)}"
            yield document.fault(place, taken, "each pin has one user")


def _pin(value: object) -> Pin | None:
    """A pin of the Raspberry Pi's header has one name here, whichever way it was written."""
    if not isinstance(value, str) and not (isinstance(value, Mapping) and "chip" in value):
        return None
    try:
        pin = Pin.of(value)
    except ValueError:
        return None
    on_header = pin.chip.startswith("pinctrl-") and isinstance(pin.line, int)
    return Pin("", f"GPIO{pin.line}") if on_header else pin


def seats_not_wired(document: Document, table: TableSettings, hardware: HardwareSettings) -> Iterator[Fault]:
    """Every seat has an acceptor and a lamp, and nothing is wired to a seat that is not there."""
    for port, settings in (("acceptors", hardware.acceptors), ("lamps", hardware.lamps)):
        if not isinstance(settings, GpioAcceptors | GpioLamps):
            continue
        place: Place = ("hardware", port, "seats")
        at_table = set(range(1, table.seats + 1))
        for seat in sorted(at_table - settings.seats.keys()):
            yield document.fault((*place, seat), f"seat {seat} is not wired", f"the table has {table.seats} seats")
        for seat in sorted(settings.seats.keys() - at_table):
            yield document.fault((*place, seat), "there is no such seat", f"the table has {table.seats} seats")


def key_not_wired(document: Document, table: TableSettings, hardware: HardwareSettings) -> Iterator[Fault]:
    """A supervisor's key that no line reads could never be turned."""
    keys = hardware.keys
    if table.supervisor_key and isinstance(keys, GpioKeys) and keys.lines.supervisor_key is None:
        yield document.fault(
            ("table", "supervisor_key"),
            "decisions need the key switch, but none is wired",
            "write hardware.keys.lines.supervisor_key, or supervisor_key: false",
        )


def opening_meter(document: Document, table: TableSettings, state: StateSettings) -> Iterator[Fault]:
    """PRG-10: only a demonstration takes its opening amount from the configuration."""
    if table.progressive.meter is not None and not state.allow_volatile:
        yield document.fault(
            ("table", "progressive", "meter"),
            "the meter is not opened from the configuration",
            "remove it; two persons enter the amount once: tablehand meter open",
        )
