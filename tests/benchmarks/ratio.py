"""What a benchmark says: one thing, its peer, measured in turns in the same run, and their ratio."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Ratio:
    """`value` is ours over the peer's; `floor` is what it must at least be, `ceiling` what at most.

    `ours` and `peer` are what was measured, as text with its unit.
    """

    what: str
    against: str
    value: float
    ours: str
    peer: str
    floor: float | None = None
    ceiling: float | None = None

    @property
    def met(self) -> bool:
        return (self.floor is None or self.value >= self.floor) and (self.ceiling is None or self.value <= self.ceiling)

    @property
    def wanted(self) -> str:
        return f"at least {self.floor:g}x" if self.floor is not None else f"at most {self.ceiling:g}x"


def in_turns(works: Sequence[Callable[[], int]], turns: int) -> list[list[float]]:
    """Runs the works one after the other, `turns` times; seconds per unit of each, as each returns how many it did.

    Taking turns lets a slow spell of the machine hit all alike. One turn before is not counted.
    """
    taken: list[list[float]] = [[] for _ in works]
    for turn in range(turns + 1):
        for work, seconds in zip(works, taken, strict=True):
            began = time.perf_counter()
            units = work()
            if turn:
                seconds.append((time.perf_counter() - began) / units)
    return taken


def rate(seconds: Sequence[float]) -> str:
    """Units a second at the median, as text."""
    return f"{1 / median(seconds):,.0f}/s"


def faster(what: str, against: str, ours: Sequence[float], peer: Sequence[float], floor: float) -> Ratio:
    """How many times as many units a second as the peer, at the median."""
    return Ratio(what, against, median(peer) / median(ours), rate(ours), rate(peer), floor=floor)
