"""The rounds shared out among processes: in batches, each with its own seed, so that it does not matter who plays it.

What is played in a batch `floor` and `fast` know; this only hands out and adds up.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache
from itertools import islice
from random import Random

from controller.simulation import floor
from controller.simulation.floor import Plan
from controller.simulation.tally import Tally

_BATCH, _FAST_BATCH = 100, 1 << 20
_AHEAD = 4
"""Batches handed out in advance to each process."""

Batch = tuple[int, int]
"""Its number and its rounds."""


def run(
    plan: Plan, rounds: int, seed: int, jobs: int, fast: bool, progress: Callable[[int], None] = lambda played: None
) -> Tally:
    """The same tally for the same seed, whatever `jobs`. `progress` is told the rounds played so far.

    `fast` needs numpy and plays without table and irregularities.
    """
    tally = Tally()
    batches = _batches(rounds, _FAST_BATCH if fast else _BATCH)
    with closing(_played(plan, seed, fast, batches, min(jobs, rounds // (_FAST_BATCH if fast else _BATCH)))) as played:
        for part in played:
            tally.add(part)
            progress(tally.rounds)
    return tally


def _batches(rounds: int, size: int) -> Iterator[Batch]:
    for number, first in enumerate(range(0, rounds, size)):
        yield number, min(size, rounds - first)


def _played(plan: Plan, seed: int, fast: bool, batches: Iterator[Batch], jobs: int) -> Generator[Tally, None, None]:
    if jobs <= 1:
        yield from (_batch(plan, seed, fast, batch) for batch in batches)
        return
    # Spawned, not forked: a progress bar has a thread, and a fork would copy its locks.
    crew = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (plan, seed, fast))
    try:
        waiting = [crew.submit(_next_batch, batch) for batch in islice(batches, _AHEAD * jobs)]
        while waiting:
            done = waiting.pop(0).result()
            waiting += [crew.submit(_next_batch, batch) for batch in islice(batches, 1)]
            yield done
    finally:
        crew.shutdown(cancel_futures=True)


def _batch(plan: Plan, seed: int, fast: bool, batch: Batch) -> Tally:
    number, rounds = batch
    if not fast:
        return floor.play(plan, rounds, Random(f"{seed} {number}"))
    from numpy.random import default_rng

    from controller.simulation import fast as without_table

    return without_table.play(plan.style, plan.ante, plan.house.max_bet_win, rounds, default_rng((seed, number)))


# -- in a process of the crew --------------------------------------------------------------------------------------

_Order = tuple[Plan, int, bool]


@cache
def _orders() -> list[_Order]:
    """What this process was told when it began."""
    return []


def _begin(plan: Plan, seed: int, fast: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started the crew hears Ctrl-C and ends it
    _orders().append((plan, seed, fast))


def _next_batch(batch: Batch) -> Tally:
    return _batch(*_orders()[0], batch)
