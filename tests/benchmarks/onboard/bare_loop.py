"""The peer on the board: a bare gpiod loop that commits once and lights. `bare_loop.py CHIP INPUT OUTPUT DATABASE`.

The least that could do what a chip demands: wait for the trailing edge of an active-low pulse, make one row durable as
the journal does (SQLite, WAL, FULL), set the output. It runs alone, as the controller's peer, not as a part of it.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable

import gpiod
from gpiod.line import Bias, Direction, Edge, Value


def main(chip: str, trigger: int, lamp: int, database: str) -> None:
    link = sqlite3.connect(database, isolation_level=None)
    link.execute("PRAGMA journal_mode=WAL")
    link.execute("PRAGMA synchronous=FULL")
    link.execute("CREATE TABLE IF NOT EXISTS chips (seq INTEGER PRIMARY KEY, at INTEGER)")
    lines: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {
        trigger: gpiod.LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=Bias.PULL_UP),
        lamp: gpiod.LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE),
    }
    with gpiod.request_lines(chip, lines, consumer="bare loop") as request:
        print("ready", flush=True)
        lit = False
        while True:
            for event in request.read_edge_events():
                if event.event_type is event.Type.RISING_EDGE:
                    link.execute("INSERT INTO chips (at) VALUES (?)", (event.timestamp_ns,))
                    lit = not lit
                    request.set_value(lamp, Value.ACTIVE if lit else Value.INACTIVE)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
