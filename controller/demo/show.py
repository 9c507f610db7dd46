"""A show: rounds played one after the other by the script's people at a running table, while somebody looks on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random

from controller.demo.floor import Floor, Line
from controller.demo.incidents import rounds
from controller.demo.people import play
from controller.demo.rounds import Round
from controller.demo.spectators import Spectator, Told
from controller.demo.tally import Tally


@dataclass(frozen=True, slots=True)
class Programme:
    """`rounds` None goes on without end. `pace`: 1 is what people can follow, 2 half as fast, 0 as fast as it goes."""

    seed: int
    rounds: int | None = None
    pace: float = 1.0


def perform(programme: Programme, lines: tuple[Line, Line], spectator: Spectator, tally: Tally) -> None:
    """Until the rounds are played. Raises FloorError when the table does not go on."""

    def told(event: Told) -> None:
        tally.hear(event)
        spectator.hear(event)

    floor = Floor(*lines, told, spectator.glance)
    answer = floor.begin()
    tally.begin(answer)
    spectator.begin(answer)
    floor.hire()
    planned = rounds(Random(programme.seed), len(floor.picture["seats"]))
    for round_ in islice(planned, programme.rounds):
        _play(round_, floor, programme.pace)


def _play(round_: Round, floor: Floor, pace: float) -> None:
    script = play(round_, floor.picture)
    move = next(script, None)
    while move is not None:
        floor.wait(move.pause * pace)
        try:
            move = script.send(floor.make(move))
        except StopIteration:
            return
