"""Where a wire goes and how it is wired: pins, inputs and outputs as plain values.

Pure and importable everywhere, so that a configuration is checked without libgpiod and without touching a pin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

_HEADER = re.compile(r"GPIO(\d{1,2})", re.ASCII)
_LAST_HEADER_GPIO = 27


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of one GPIO chip, found by the chip's label and the line's name or offset, never by chip number.

    An empty `chip` is the Raspberry Pi's own header, whatever its model calls the chip.
    """

    chip: str
    line: str | int

    @classmethod
    def of(cls, written: object) -> Self:
        """Reads "GPIO17" or {chip: mcp23017, line: 3}. Raises ValueError with what would be right."""
        match written:
            case str() if (header := _HEADER.fullmatch(written)) and int(header[1]) <= _LAST_HEADER_GPIO:
                return cls("", f"GPIO{int(header[1])}")
            case {"chip": str(chip), "line": str() | int() as line, **rest} if chip and not rest and cls._is_line(line):
                return cls(chip, line)
            case Mapping():
                raise ValueError(f"{dict(written)} is no pin; write {{chip: mcp23017, line: 3}}")
            case _:
                raise ValueError(f"{written!r} is no pin; write GPIO0 to GPIO27 or {{chip: mcp23017, line: 3}}")

    @staticmethod
    def _is_line(line: str | int) -> bool:
        return bool(line) if isinstance(line, str) else not isinstance(line, bool) and line >= 0

    def __str__(self) -> str:
        return f"{self.chip}:{self.line}" if self.chip else str(self.line)


class Pull(StrEnum):
    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """`active_low`: the contact closes, or the open collector conducts, to ground."""

    pin: Pin
    active_low: bool = True
    pull: Pull = Pull.UP


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """`fail_safe` is whether the output is on when nobody is in charge: at start, on every exit, after a crash."""

    pin: Pin
    active_low: bool = False
    fail_safe: bool = False

    @property
    def safe_level(self) -> bool:
        """The wire's own level, high or low, that is fail-safe; the pull must go there too."""
        return self.fail_safe != self.active_low
