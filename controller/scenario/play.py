"""Plays a scenario through the real rules, and compares what came of it.

`restart` is a power cut: the table is thrown away and comes back from what was recorded, through the same JSON that the
journal keeps.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import orjson

from controller.core.effects import Effect, StartTimer, StopTimer
from controller.core.events import Event, TimerRang
from controller.core.state import Table, new_table
from controller.record import canonical, event_from_dict, event_to_dict, table_from_dict, table_to_dict
from controller.rules.grid import step
from controller.scenario.expect import ExpectationError, Seen, compare
from controller.scenario.file import Scenario, ScenarioStep
from controller.scenario.steps import StepError, read_step

_WAIT = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)")
_CLOCK_ENDS = 2**63 - 1
"""Nanoseconds are journaled as 64-bit numbers: some 292 years."""
_UNITS = {"ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000}


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that did not hold, or a step that made no sense (`expected` is then what would be right)."""

    line: int
    expected: str
    got: str
    unreadable: bool = False


def play(scenario: Scenario) -> list[Failure]:
    """Every expectation that failed, in order. A step that makes no sense is the one failure: the file is not read."""
    bench = Bench(new_table(scenario.house, meter=scenario.meter, opened=True))
    failures: list[Failure] = []
    for told in scenario.steps:
        try:
            failures += bench.take(told)
        except (StepError, ExpectationError) as error:
            return [Failure(told.line, "a step that makes sense", str(error), unreadable=True)]
    return failures


class Bench:
    """A table on the bench: events in, effects collected, and a record from which it can come back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.now = 0
        self._issued: list[Effect] = []
        self._snapshot = canonical(table_to_dict(table))
        self._recorded: list[bytes] = []
        self._timers: dict[str, int] = {}

    def take(self, told: ScenarioStep) -> list[Failure]:
        match told.verb:
            case "expect":
                return self._expect(told)
            case "wait":
                self.wait(_nanoseconds(told.value, self.now))
            case "restart":
                self.restart()
            case verb:
                for event in read_step(verb, told.value, self.table):
                    self.post(event)
        return []

    def post(self, event: Event) -> None:
        """Records the event, then lets it take effect."""
        stamped = replace(event, seq=len(self._recorded) + 1, at=self.now, source="scenario")
        self._recorded.append(canonical(event_to_dict(stamped)))
        done = step(self.table, stamped)
        self.table = done.table
        self._issued.extend(done.effects)
        for effect in done.effects:
            match effect:
                case StartTimer(name, after_ms):
                    self._timers[name] = self.now + after_ms * _UNITS["ms"]
                case StopTimer(name):
                    self._timers.pop(name, None)

    def wait(self, nanoseconds: int) -> None:
        """Time passes, and timers that are due ring on the way."""
        until = self.now + nanoseconds
        while (
            self._timers and (first := min(self._timers, key=self._timers.__getitem__)) and self._timers[first] <= until
        ):
            self.now = self._timers.pop(first)
            self.post(TimerRang(name=first))
        self.now = until

    def restart(self) -> None:
        table = table_from_dict(orjson.loads(self._snapshot))
        for entry in self._recorded:
            table = step(table, event_from_dict(orjson.loads(entry))).table
        self.table = table

    def _expect(self, told: ScenarioStep) -> list[Failure]:
        seen = Seen(self.table, tuple(self._issued))
        self._issued.clear()
        return [
            Failure(told.line, f"{difference.what}: {difference.expected}", difference.got)
            for difference in compare(told.value, seen)
        ]


def _nanoseconds(value: object, now: int) -> int:
    match = _WAIT.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise StepError(f'wait: "{value}" is no time; write it like 5s, 250ms or 2m')
    whole, _, part = match[1].partition(".")
    waited = int(whole) * _UNITS[match[2]] + (int(part) * _UNITS[match[2]] // 10 ** len(part) if part else 0)
    if now + waited > _CLOCK_ENDS:
        raise StepError(f'wait: "{value}" is more than this clock can tell; wait at most some years')
    return waited
