"""Reads a settings file whole: either frozen values, or every fault in it at once.

Each part is understood on its own, and what lies between parts is checked for those that are sound, so that one fault
hides as few others as possible. Faults in a profile or a table that the file names are told with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from controller.core.house import AwardsFrom, Deal, House, Progressive
from controller.documents import Document, Fault, FaultyError, Place, meant, read_document, shown
from controller.explain import at, is_missing, understand
from controller.library import Library, NotOnShelfError
from controller.settings import wiring
from controller.settings.daemon import ControlSettings, StateSettings
from controller.settings.hardware import HardwareSettings
from controller.settings.table import TableSettings

Taken = TypeVar("Taken")
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


def house_from_settings(settings: Settings) -> House:
    """What the rules need to know of this table."""
    return settings.house


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


class HouseShelf:
    """What the file takes from the library by name; looked up as written, even while other keys are wrong."""

    def __init__(self, document: Document, library: Library) -> None:
        self.faults: list[Fault] = []
        self._document = document
        self.profile = self._take(("table", "profile"), library.profile, "house")
        self.awards = self._take(("table", "progressive", "awards"), library.awards, "us-500-100-50")
        own = self.profile.paytable if self.profile else "us"
        self.paytable = self._take(("table", "paytable"), library.paytable, own)

    def _take(self, place: Place, take: Callable[[str], Taken], default: str) -> Taken | None:
        written = at(self._document.value, place)
        name = default if is_missing(written) or written is None else written
        if not isinstance(name, str):
            return None  # told already: it is no name
        try:
            return take(name)
        except NotOnShelfError as error:
            self.faults.append(self._document.fault(place, error.wrong, error.right))
        except FaultyError as error:
            self.faults.extend(error.faults)
        return None

    def house(self, table: TableSettings, shoe_counts_pack: bool = False) -> House:
        """Raises FaultyError when a name was not found or what it names is wrong."""
        if self.profile is None or self.paytable is None or self.awards is None:
            raise FaultyError(self.faults)
        progressive = table.progressive
        return House(
            profile=self.profile,
            paytable=self.paytable,
            progressive=Progressive(
                base=progressive.base, rate=progressive.rate_percent, chip=progressive.chip, awards=self.awards
            ),
            seats=table.seats,
            deal=Deal(table.deal),
            ante_min=table.ante.min,
            ante_max=table.ante.max,
            max_bet_win=table.max_bet_win,
            fixed_awards_from=AwardsFrom(table.fixed_awards_from),
            count_chips=table.count_chips,
            supervisor_key=table.supervisor_key,
            shoe_counts_pack=shoe_counts_pack,
        )
