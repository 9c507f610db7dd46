"""The observer on the board, a process of its own: `observer.py FOLDER WIDTH_MS INPUT:OUTPUT ...`.

For each pair of lines it sends one active-low pulse and measures, from the trailing edge on, until the output changes.
FOLDER has the simulated chip's `sim_gpioN`. Prints the milliseconds as a JSON list, null where nothing changed in time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

_PATIENCE_S = 2.0
_BETWEEN_S = 0.06
"""Longer than any gap that an acceptor's validator calls chatter, so that a pulse never meets the one before."""


def latency(folder: Path, trigger: int, lamp: int, width_s: float) -> float | None:
    pull = os.open(folder / f"sim_gpio{trigger}" / "pull", os.O_WRONLY)
    value = os.open(folder / f"sim_gpio{lamp}" / "value", os.O_RDONLY)
    try:
        before = os.pread(value, 1, 0)
        os.pwrite(pull, b"pull-down", 0)
        time.sleep(width_s)
        began = time.perf_counter()
        os.pwrite(pull, b"pull-up", 0)
        while os.pread(value, 1, 0) == before:
            if time.perf_counter() - began > _PATIENCE_S:
                return None
        return (time.perf_counter() - began) * 1000
    finally:
        os.close(pull)
        os.close(value)


def main(folder: Path, width_s: float, pairs: list[str]) -> None:
    taken = []
    for pair in pairs:
        trigger, lamp = map(int, pair.split(":"))
        taken.append(latency(folder, trigger, lamp, width_s))
        time.sleep(_BETWEEN_S)
    print(json.dumps(taken))


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) / 1000, sys.argv[3:])
