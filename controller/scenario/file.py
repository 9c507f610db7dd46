"""Scenario files: a round or an incident, told from the floor, read whole before anything is played.

Anything that is not understood is a fault with file and line, all of them at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from controller.core.house import House
from controller.core.money import Money
from controller.documents import Document, Fault, FaultyError, Place, meant, read_document, shown
from controller.explain import understand
from controller.library import Library
from controller.scenario.expect import EXPECTATIONS
from controller.scenario.steps import VERBS
from controller.settings.house import HouseShelf
from controller.settings.table import ProgressiveSettings, TableSettings
from controller.units import Amount

_OWN_VERBS = ("expect", "wait", "restart")
_KEYS = ("title", "clauses", "table", "steps")


class _ScenarioProgressive(ProgressiveSettings):
    meter: Amount = Money(10_000_000)


class _ScenarioTable(TableSettings):
    """A table as scenarios have it by default: no name, no chips to count, a meter at 100,000.00."""

    name: str = "scenario"
    id: str = "scenario"
    count_chips: bool = False
    progressive: _ScenarioProgressive = Field(default_factory=_ScenarioProgressive)


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    line: int
    verb: str
    value: Any


@dataclass(frozen=True, slots=True)
class Scenario:
    """`meter` is the amount displayed when the first step is played; `clauses` what it is about, for people."""

    file: str
    title: str
    clauses: tuple[str, ...]
    house: House
    meter: Money
    steps: tuple[ScenarioStep, ...]


def read_scenario(file: Path) -> Scenario:
    """Raises UnreadableError where there is nothing to read, FaultyError with every fault otherwise."""
    document = read_document(file)
    if not isinstance(document.value, Mapping):
        what = "the file is empty" if document.value is None else f"the file is {shown(document.value)}, not a mapping"
        raise FaultyError([Fault(document.file, 1, "", what, "a scenario has a title and steps")])
    faults = [*document.faults]
    for key in document.value:
        if key not in _KEYS:
            faults.append(document.fault((key,), "unknown key", meant(key, _KEYS)))
    title = _title(document, faults)
    clauses = _clauses(document, faults)
    steps = _steps(document, faults)
    table, found = understand(_ScenarioTable, document, ("table",))
    faults += found
    shelf = HouseShelf(document, Library(file.parent))
    faults += shelf.faults
    if faults or table is None:
        raise FaultyError(faults)
    return Scenario(document.file, title, clauses, shelf.house(table), table.progressive.meter, steps)


def _title(document: Document, faults: list[Fault]) -> str:
    title = document.value.get("title") if isinstance(document.value, Mapping) else None
    if not isinstance(title, str) or not title.strip():
        faults.append(document.fault(("title",), "is missing or no text", "say in a sentence what happens"))
        return ""
    return title


def _clauses(document: Document, faults: list[Fault]) -> tuple[str, ...]:
    clauses = document.value.get("clauses") if isinstance(document.value, Mapping) else None
    if clauses is None:
        return ()
    if not isinstance(clauses, tuple) or not all(isinstance(clause, str) for clause in clauses):
        faults.append(document.fault(("clauses",), f"is {shown(clauses)}", "write a list, like [CNT-1, SET-2]"))
        return ()
    return clauses


def _steps(document: Document, faults: list[Fault]) -> tuple[ScenarioStep, ...]:
    steps = document.value.get("steps") if isinstance(document.value, Mapping) else None
    if not isinstance(steps, tuple):
        faults.append(document.fault(("steps",), "is missing or no list", "write a list of steps"))
        return ()
    read: list[ScenarioStep] = []
    for number, step in enumerate(steps, 1):
        place: Place = ("steps", number)
        verb, value = _verb(step)
        if verb is None:
            faults.append(document.fault(place, f"is {shown(step)}", "a step is one verb, like no_more_bets:"))
        elif verb not in VERBS and verb not in _OWN_VERBS:
            known = (*VERBS, *_OWN_VERBS)
            faults.append(document.fault((*place, verb), "is no step", meant(verb, known)))
        else:
            if verb == "expect":
                faults += _unknown_expectations(document, (*place, verb), value)
            read.append(ScenarioStep(document.line(place), verb, value))
    return tuple(read)


def _verb(step: object) -> tuple[str | None, object]:
    if isinstance(step, str):
        return step, None
    if isinstance(step, Mapping) and len(step) == 1:
        ((verb, value),) = step.items()
        return str(verb), value
    return None, None


def _unknown_expectations(document: Document, place: Place, value: object) -> list[Fault]:
    if not isinstance(value, Mapping) or not value:
        return [document.fault(place, f"is {shown(value)}", "write what is expected, like {phase: betting}")]
    return [
        document.fault((*place, key), "cannot be expected", meant(key, EXPECTATIONS))
        for key in value
        if key not in EXPECTATIONS
    ]
