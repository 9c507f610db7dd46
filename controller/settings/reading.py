"""Reads a settings file whole: either frozen values, or every fault in it at once.

Each part is understood on its own, and what lies between parts is checked for those that are sound, so that one fault
hides as few others as possible. Faults in a profile or a table that the file names are told with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from controller.core.house import House
from controller.documents import Document, Fault, FaultyError, meant, read_document, shown
from controller.explain import understand
from controller.library import Library
from controller.settings import wiring
from controller.settings.daemon import ControlSettings, StateSettings
from controller.settings.hardware import HardwareSettings
from controller.settings.house import HouseShelf
from controller.settings.table import TableSettings
from drivers.gpio.pins import Output

Part = TypeVar("Part", bound=BaseModel)
PARTS = {"table": TableSettings, "hardware": HardwareSettings, "state": StateSettings, "control": ControlSettings}
NEEDED = ("table", "hardware")


@dataclass(frozen=True, slots=True)
class Settings:
    """`file` as it was named; `house` is what the rules need of it all."""

    file: str
    table: TableSettings
    hardware: HardwareSettings
    state: StateSettings
    control: ControlSettings
    house: House


def read_settings(file: Path) -> Settings:
    """Raises UnreadableError where there is nothing to read, FaultyError with every fault of the file otherwise."""
    document = read_document(file)
    written = document.value
    if not isinstance(written, Mapping):
        raise FaultyError([_not_settings(document)])
    faults = [*document.faults, *_unknown_and_missing_parts(document, written)]

    def part(model: type[Part], name: str) -> Part | None:
        if name in NEEDED and name not in written:
            return None
        understood, found = understand(model, document, (name,))
        faults.extend(found)
        return understood

    table = part(TableSettings, "table")
    hardware = part(HardwareSettings, "hardware")
    state = part(StateSettings, "state")
    control = part(ControlSettings, "control")
    shelf = HouseShelf(document, Library(file.parent))
    faults += shelf.faults
    faults += wiring.pins_with_two_users(document)
    if table and hardware:
        faults += wiring.seats_not_wired(document, table, hardware)
        faults += wiring.key_not_wired(document, table, hardware)
    if table and state:
        faults += wiring.opening_meter(document, table, state)
    if faults or not (table and hardware and state and control):
        raise FaultyError(faults)
    return Settings(document.file, table, hardware, state, control, shelf.house(table, hardware.shoe.counts_pack))


def read_outputs(file: Path) -> dict[str, Output]:
    """Every real output, whatever else in the file is wrong: what is needed to make a table safe.

    Raises UnreadableError and, when the outputs themselves cannot be understood, FaultyError.
    """
    document = read_document(file)
    hardware, faults = understand(HardwareSettings, document, ("hardware",))
    if hardware is None:
        raise FaultyError(faults)
    return hardware.outputs


def _not_settings(document: Document) -> Fault:
    told = "the file is empty" if document.value is None else f"the file is {shown(document.value)}, not a mapping"
    return Fault(document.file, 1, "", told, "it needs at least table: and hardware:, like config/table.yaml")


def _unknown_and_missing_parts(document: Document, value: Mapping[object, object]) -> Iterator[Fault]:
    for key in value:
        if key not in PARTS:
            yield document.fault((str(key),), "unknown key", meant(key, PARTS))
    for part in NEEDED:
        if part not in value:
            yield Fault(document.file, 1, part, "is missing", f"write {part}: and its keys, as in config/table.yaml")
