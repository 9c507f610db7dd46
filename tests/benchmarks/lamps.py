"""From a chip pulse's trailing edge to the lamp, on the virtual board, as a process beside the daemon sees it.

Against a bare gpiod loop with one commit, pulse by pulse in turns. The wager is durable before the light in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import median, quantiles

from tests.benchmarks.ratio import Ratio
from tests.hil import card
from tests.hil.rig import SEATS, STATE, Rig
from tests.hil.trouble import ProofError

_ONBOARD = f"{card.HOME}/kit/tests/benchmarks/onboard"
_BARE = (40, 41)
"""Lines that no table uses: what triggers the bare loop, and its lamp."""
_WIDTH_MS = 30
_TURNS = 15


def measure(rig: Rig) -> Iterator[Ratio]:
    """On a board whose power is on, with the table open and nobody's chip in play."""
    _start_bare_loop(rig)
    bare: list[float] = []
    ours: list[float] = []
    for _ in range(_TURNS):
        rig.ante(SEATS)
        taken = _observed(rig)
        bare += taken[0::2]
        ours += taken[1::2]
        rig.act({"ante": {str(seat): "0.00" for seat in SEATS}})
        rig.until_lit([])
    against = "a bare gpiod loop plus one commit"
    for what, of, ceiling in (("median", median, 1.5), ("99th percentile", _p99, 3.0)):
        value = of(ours) / of(bare)
        yield Ratio(f"chip to lamp, {what}", against, value, _ms(of(ours)), _ms(of(bare)), ceiling=ceiling)


def _start_bare_loop(rig: Rig) -> None:
    trigger, lamp = _BARE
    rig.board.ask("pull", line=trigger, pull="up")
    lines = (f"/dev/{rig.gpio.name}", str(trigger), str(lamp))
    loop = (f"{card.HOME}/bin/python3", f"{_ONBOARD}/bare_loop.py", *lines, f"{STATE}/bare-loop.db")
    rig.board.must("systemd-run", "--quiet", "--unit", "bare-loop", *loop)
    rig.board.until(lambda: rig.holder(trigger) == "bare loop", "the bare loop holds its lines")


def _observed(rig: Rig) -> list[float]:
    """One pulse at each seat, each after one for the bare loop."""
    pairs = []
    for seat in SEATS:
        acceptor, lamp = rig.wires[f"acceptor_{seat}"], rig.wires[f"lamp_{seat}"]
        pairs += [f"{_BARE[0]}:{_BARE[1]}", f"{acceptor.line}:{lamp.line}"]
    printed = rig.board.must("/usr/bin/python3", f"{_ONBOARD}/observer.py", str(rig.gpio), str(_WIDTH_MS), *pairs)
    taken = json.loads(printed)
    if None in taken:
        raise ProofError(f"no light within two seconds of a pulse: {taken}")
    return list(taken)


def _p99(taken: Sequence[float]) -> float:
    return quantiles(taken, n=100, method="inclusive")[-1]


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.1f} ms"
