"""The exact analysis: from scratch against three seconds, any pay table against a millisecond.

There is no peer that counts; what others enumerate takes hours. So the peer here is the time that people may wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from controller.odds.games import BASE
from controller.odds.result import optimal
from controller.odds.rows import count
from tests.benchmarks.ratio import Ratio, in_turns

_US = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)


def measure() -> Iterator[Ratio]:
    kept = count(BASE)

    def from_scratch() -> int:
        count(BASE)
        return 1

    def pay_tables() -> int:
        for _ in range(100):
            assert optimal(kept, _US).house_edge > 0
        return 100

    ((*scratch,), (*pays,)) = in_turns([from_scratch, pay_tables], 3)
    yield _within("exact analysis from scratch", median(scratch), 3.0)
    yield _within("exact return of a pay table", median(pays), 0.001)


def _within(what: str, seconds: float, allowed: float) -> Ratio:
    ours, peer = (f"{1000 * time:.3g} ms" for time in (seconds, allowed))
    return Ratio(what, "the time allowed", seconds / allowed, ours, peer, ceiling=1)
