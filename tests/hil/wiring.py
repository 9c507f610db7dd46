"""The board is wired as drivers/WIRING.md draws it: this reads that table, so a wrong guide fails the proofs.

Must never read config/table.yaml: that the configuration agrees with the guide is one of the things to be seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "drivers" / "WIRING.md"


@dataclass(frozen=True, slots=True)
class Wire:
    """One line of the guide. `safe` is the level on the wire at which an output does no harm, None for an input."""

    name: str
    line: int
    active_high: bool
    pull: str
    safe: int | None

    @property
    def pressed(self) -> str:
        """The pull that makes an input active."""
        return "up" if self.active_high else "down"

    def level(self, on: bool) -> int:
        """What is measured on the wire while the line is `on`."""
        return int(on == self.active_high)


def read(guide: Path = GUIDE) -> dict[str, Wire]:
    """Every wire by name; serial lines and spares are not ours."""
    rows = (line.strip("|").split("|") for line in guide.read_text().splitlines() if line.startswith("| `"))
    wires = (_wire([cell.strip(" `") for cell in row]) for row in rows)
    return {wire.name: wire for wire in wires}


def _wire(cells: list[str]) -> Wire:
    name, pin, _, direction, active, pull, safe, *_ = cells
    level = None if direction == "in" else int("(high)" in safe)
    return Wire(name, int(pin.removeprefix("GPIO")), active == "high", pull, level)
