"""What is asked on the control socket, and by whom: proves the person, puts the request into table events, answers.

Everything that changes anything names its operator and is journaled, the refused requests too. It decides nothing about
the table; whether an act is possible, the rules say.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import orjson

from controller.core.effects import IssueRuling
from controller.core.events import Event, MeterOpened, Person, Role
from controller.core.money import Money
from controller.core.state import Table
from controller.documents import meant
from controller.rules.conversation import picture
from controller.runtime.chain import ChainError
from controller.runtime.control import Visitor, refusal
from controller.runtime.copies import JournalError
from controller.runtime.loop import Ask, Happened
from controller.runtime.people import People, PeopleError
from controller.runtime.reading import open_for_reading
from controller.runtime.shift import KIND, shift
from controller.scenario.steps import DEALER_VERBS, SUPERVISOR_VERBS, StepError, read_step

Request = Mapping[str, Any]

_LONGEST_ASKED = 500
_PATIENCE_S = 5
_ACTS = (DEALER_VERBS | SUPERVISOR_VERBS) - {"supervisor", "key"}
"""A supervisor decides through `rule`; a key switch is turned by hand, or it would prove nothing (SUP-2)."""
_ACTS_FOR = {
    Role.DEALER: DEALER_VERBS,
    Role.SUPERVISOR: _ACTS,
    Role.TECHNICIAN: frozenset({"test_mode"}),
    Role.AUDITOR: frozenset[str](),
}
_KEEPERS = (Role.SUPERVISOR, Role.TECHNICIAN)
"""Who may add and disable operators."""


class RefusedError(Exception):
    """A request that is not carried out: one sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What the desk can reach. `simulate` is None where ports are real; `facts` are the daemon's own, for status."""

    table: Callable[[], Table]
    ask: Callable[[Ask], None]
    people: People
    facts: Callable[[], Mapping[str, object]]
    journal: Path
    simulate: Callable[[str, object, Table], None] | None = None


class Desk:
    """Called by the control socket, on its thread."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._closing = threading.Lock()
        self._does: dict[str, Callable[[Request, Visitor], None]] = {
            "status": self._status,
            "watch": self._watch,
            "act": self._act,
            "rule": self._rule,
            "meter": self._open_meter,
            "operator": self._operator,
            "close_shift": self._close_shift,
            "sim": self._sim,
        }

    def __call__(self, request: Request, visitor: Visitor) -> None:
        what = request.get("do")
        does = self._does.get(what) if isinstance(what, str) else None
        if does is None:
            visitor.reply(refusal(f'"do" is one of {", ".join(self._does)}, not {_shown(what)}'))
            return
        try:
            does(request, visitor)
        except (RefusedError, PeopleError, StepError, ValueError) as error:
            self._refuse(request, str(error), visitor)
        except JournalError as error:
            visitor.reply(refusal(str(error)))

    def status(self) -> dict[str, object]:
        return {"table": picture(self._floor.table()), **self._floor.facts()}

    # -- looking -------------------------------------------------------------------------------------------------

    def _status(self, request: Request, visitor: Visitor) -> None:
        visitor.reply({"ok": True, **self.status()})

    def _watch(self, request: Request, visitor: Visitor) -> None:
        visitor.watch({"ok": True, **self.status()})

    # -- acting --------------------------------------------------------------------------------------------------

    def _act(self, request: Request, visitor: Visitor) -> None:
        persons = self._proven(request)
        verb, value = _step(request)
        if verb == "supervisor":
            raise RefusedError("a supervisor decides with rule, not with act")
        if not any(verb in _ACTS_FOR[person.role] for person in persons):
            raise RefusedError(
                f"{persons[0].name} is {_a(persons[0].role)} and may not {verb.replace('_', ' ')}"
                if verb in _ACTS
                else f'"{verb}" is nothing a person does; {meant(verb, _ACTS)}'
            )
        self._do(request, visitor, self._read(verb, value, persons), persons)

    def _rule(self, request: Request, visitor: Visitor) -> None:
        persons = self._proven(request)
        told = {key: request[key] for key in ("decision", "seat", "cards", "note") if request.get(key) is not None}
        told["by"] = [person.name for person in persons]
        self._do(request, visitor, self._read("supervisor", told, persons), persons)

    def _open_meter(self, request: Request, visitor: Visitor) -> None:
        persons = self._proven(request)
        opened = MeterOpened(amount=Money.parse(request.get("amount")), by=persons)
        self._do(request, visitor, [opened], persons)

    def _read(self, verb: str, value: object, persons: tuple[Person, ...]) -> list[Event]:
        known = {person.name: person for person in persons}

        def proven(names: object) -> tuple[Person, ...]:
            listed = names if isinstance(names, list | tuple) else (names,)
            for name in listed:
                if name not in known:
                    raise StepError(f"{_shown(name)} has not proven who they are; everyone named gives their secret")
            return tuple(known[name] for name in listed)

        return read_step(verb, value, self._floor.table(), proven)

    def _do(self, request: Request, visitor: Visitor, events: list[Event], persons: tuple[Person, ...]) -> None:
        source = f"{' and '.join(person.name for person in persons)} ({request['do']})"
        named = tuple(replace(event, source=source) for event in events)
        self._floor.ask(Ask(lambda happened, trouble: visitor.reply(_answer(happened, trouble)), named))

    # -- closing a shift -----------------------------------------------------------------------------------------

    def _close_shift(self, request: Request, visitor: Visitor) -> None:
        """A shift has many entries: it is added up on a thread of its own, while the desk hears others."""
        person = self._proven(request)[0]
        if person.role is not Role.SUPERVISOR:
            raise RefusedError(f"{person.name} is {_a(person.role)}; a shift is closed by a supervisor")
        threading.Thread(target=self._sign_shift, args=(person, visitor), name="shift close", daemon=True).start()

    def _sign_shift(self, person: Person, visitor: Visitor) -> None:
        try:
            with self._closing, open_for_reading(self._floor.journal) as book:
                body = {**shift(book), "by": person.name, "source": f"{person.name} (close_shift)"}
                self._record(KIND, body)
        except (JournalError, ChainError) as error:
            visitor.reply(refusal(str(error)))
        else:
            visitor.reply({"ok": True, "shift": body})

    # -- people --------------------------------------------------------------------------------------------------

    def _operator(self, request: Request, visitor: Visitor) -> None:
        people, verb = self._floor.people, request.get("verb")
        if verb == "list":
            listed = [
                {"name": one.name, "role": one.role, "disabled": one.disabled, "wrong": one.wrong}
                for one in people.listed()
            ]
            visitor.reply({"ok": True, "operators": listed})
            return
        by = self._keeper(request)
        name = _text(request, "name")
        match verb:
            case "add":
                role, secret = _text(request, "role"), _text(request, "new_secret")
                people.add(name, role, secret, by, self._record)
            case "disable":
                people.disable(name, by, self._record)
            case _:
                raise RefusedError(f'"verb" is one of add, list, disable, not {_shown(verb)}')
        visitor.reply({"ok": True})

    def _keeper(self, request: Request) -> str:
        """Who keeps the list. Somebody has to be the first: while nobody is listed, anyone at this machine may be."""
        if not self._floor.people.listed():
            return "the first start"
        person = self._proven(request)[0]
        if person.role not in _KEEPERS:
            raise RefusedError(
                f"{person.name} is {_a(person.role)}; operators are kept by a supervisor or a technician"
            )
        return person.name

    def _record(self, kind: str, body: Mapping[str, object]) -> None:
        """Durable on return: the deciding thread alone writes, so this waits for it. Raises JournalError."""
        written: SimpleQueue[str] = SimpleQueue()
        self._floor.ask(Ask(lambda _happened, trouble: written.put(trouble), entries=((kind, body),)))
        try:
            trouble = written.get(timeout=_PATIENCE_S)
        except Empty:
            trouble = "the table does not answer; try again"
        if trouble:
            raise JournalError(trouble)

    # -- simulated hardware --------------------------------------------------------------------------------------

    def _sim(self, request: Request, visitor: Visitor) -> None:
        if self._floor.simulate is None:
            raise RefusedError("the ports of this table are real; nothing here is simulated")
        self._floor.simulate(*_step(request), self._floor.table())
        visitor.reply({"ok": True})

    # -- refusing ------------------------------------------------------------------------------------------------

    def _proven(self, request: Request) -> tuple[Person, ...]:
        """Who asks, and where it takes two, who asks with them ("also": {"operator", "secret"})."""
        also = request.get("also")
        asked = [request, *([] if also is None else [also])]
        persons = []
        for one in asked:
            if not isinstance(one, Mapping) or not all(isinstance(one.get(key), str) for key in ("operator", "secret")):
                raise RefusedError('name who you are: "operator" and "secret"')
            persons.append(self._floor.people.prove(one["operator"], one["secret"]))
        return tuple(persons)

    def _refuse(self, request: Request, sentence: str, visitor: Visitor) -> None:
        asked = {key: value for key, value in request.items() if "secret" not in key and key != "also"}
        body = {
            "do": str(request["do"]),
            "operator": str(request.get("operator", ""))[:_LONGEST_ASKED],
            "error": sentence,
            "asked": orjson.dumps(asked, option=orjson.OPT_SORT_KEYS).decode()[:_LONGEST_ASKED],
        }
        answer = refusal(sentence)
        self._floor.ask(Ask(lambda _happened, _trouble: visitor.reply(answer), entries=(("refused", body),)))


def _answer(happened: tuple[Happened, ...], trouble: str) -> dict[str, object]:
    if trouble:
        return refusal(trouble)
    alerts = [{"name": alert.name, "says": alert.says} for one in happened for alert in one.alerts]
    rulings = [
        {"clause": effect.clause, "says": effect.says}
        for one in happened
        for effect in one.effects
        if isinstance(effect, IssueRuling)
    ]
    answer: dict[str, object] = {"ok": True, "alerts": alerts, "rulings": rulings}
    refused = next((one for one in happened if one.refused), None)
    if refused is not None:
        answer |= refusal(refused.alerts[-1].says)
    return answer | {"phase": happened[-1].table.phase.value} if happened else answer


def _step(request: Request) -> tuple[str, object]:
    step = request.get("step")
    if not isinstance(step, Mapping) or len(step) != 1:
        raise RefusedError('"step" is an object with one verb, like {"decide": {"1": "fold"}}')
    return next(iter(step.items()))


def _text(request: Request, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise RefusedError(f'"{key}" is missing')
    return value


def _a(role: Role) -> str:
    return f"an {role.value}" if role is Role.AUDITOR else f"a {role.value}"


def _shown(value: object) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
