"""Who may say what: operators with a role and a secret, kept beside the journal.

Secrets are stored as argon2 hashes only, and never reach the journal, a log or an answer. Every change is journaled
before it takes effect. This module proves persons; what a role may do, the desk says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.core.events import Person, Role
from controller.runtime.clock import NS_PER_S
from controller.runtime.copies import sync_directory

WRONG_BEFORE_LOCK = 5
FIRST_LOCK_S = 60
LONGEST_LOCK_S = 24 * 3600
SHORTEST_SECRET = 6
LONGEST_SECRET = 200
LONGEST_NAME = 40

Record = Callable[[str, Mapping[str, object]], None]
"""Journals one entry durably, or raises JournalError."""


class PeopleError(Exception):
    """Somebody is not known, not proven or not allowed: one sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Operator:
    """`wrong` counts wrong secrets since the last right one; it survives a restart, and so does the lock."""

    name: str
    role: Role
    secret: str
    disabled: bool = False
    wrong: int = 0


class People:
    """Not for more than one thread at a time."""

    def __init__(self, path: Path, now: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        """Raises PeopleError when the file is there and cannot be understood."""
        self._path = path
        self._now = now
        # The least that OWASP asks of argon2id: a dealer's secret is proven at every act, and a Pi must not hesitate.
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._operators = _read(path)
        self._locked_until = {
            name: now() + _lock_s(operator.wrong) * NS_PER_S
            for name, operator in self._operators.items()
            if operator.wrong >= WRONG_BEFORE_LOCK
        }
        self._nobody = self._hasher.hash("nobody has this secret")

    def listed(self) -> tuple[Operator, ...]:
        return tuple(sorted(self._operators.values(), key=lambda operator: operator.name.casefold()))

    def prove(self, name: str, secret: str) -> Person:
        """The person whose secret this is. Raises PeopleError; a wrong secret is counted and may lock the operator."""
        operator = self._operators.get(name)
        if operator is None or operator.disabled:
            self._matches(self._nobody, secret)  # takes as long as for a known name
            raise PeopleError(f'"{name}" is no operator here, or the secret is wrong')
        left = self._locked_until.get(name, 0) - self._now()
        if left > 0:
            raise PeopleError(f"{name} is locked after wrong secrets; try again in {-(-left // NS_PER_S)} s")
        if not self._matches(operator.secret, secret):
            self._count_wrong(operator)
            raise PeopleError(f'"{name}" is no operator here, or the secret is wrong')
        if operator.wrong:
            self._store(replace(operator, wrong=0))
        return Person(name, operator.role)

    def add(self, name: str, role: str, secret: str, by: str, record: Record) -> Operator:
        """A new operator, or a disabled one who comes back with a new secret. Raises PeopleError, JournalError."""
        _demand_name(name)
        _demand_secret(secret)
        if role not in list(Role):
            raise PeopleError(f'"{role}" is no role; it is dealer, supervisor, technician or auditor')
        for known in self._operators.values():
            if known.name.casefold() == name.casefold() and not (known.disabled and known.name == name):
                raise PeopleError(f"{known.name} is an operator already; one person has one account")
        operator = Operator(name, Role(role), self._hasher.hash(secret))
        record("operator", {"verb": "add", "name": name, "role": role, "by": by})
        self._locked_until.pop(name, None)
        self._store(operator)
        return operator

    def disable(self, name: str, by: str, record: Record) -> None:
        """The name stays taken; its secret is forgotten. Raises PeopleError, JournalError."""
        operator = self._operators.get(name)
        if operator is None or operator.disabled:
            raise PeopleError(f'"{name}" is no operator here')
        record("operator", {"verb": "disable", "name": name, "by": by})
        self._store(replace(operator, disabled=True, secret=""))

    def _matches(self, hashed: str, secret: str) -> bool:
        try:
            return self._hasher.verify(hashed, secret[:LONGEST_SECRET])
        except (VerificationError, InvalidHashError):
            return False

    def _count_wrong(self, operator: Operator) -> None:
        counted = replace(operator, wrong=operator.wrong + 1)
        if counted.wrong >= WRONG_BEFORE_LOCK:
            self._locked_until[operator.name] = self._now() + _lock_s(counted.wrong) * NS_PER_S
        self._store(counted)

    def _store(self, operator: Operator) -> None:
        self._operators[operator.name] = operator
        _write(self._path, self._operators)


def _lock_s(wrong: int) -> int:
    """A minute at the fifth wrong secret; each further one, after the lock, doubles it."""
    return min(FIRST_LOCK_S << min(wrong - WRONG_BEFORE_LOCK, 20), LONGEST_LOCK_S)


def _demand_name(name: str) -> None:
    if not 0 < len(name) <= LONGEST_NAME or name != " ".join(name.split()) or not name.isprintable():
        raise PeopleError(f"a name has 1 to {LONGEST_NAME} letters and no blanks at its ends")


def _demand_secret(secret: str) -> None:
    if not SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET:
        raise PeopleError(f"a secret has {SHORTEST_SECRET} to {LONGEST_SECRET} characters")


def _read(path: Path) -> dict[str, Operator]:
    try:
        rows = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, orjson.JSONDecodeError) as error:
        raise PeopleError(_unreadable(path, str(error))) from None
    try:
        operators = [Operator(**row | {"role": Role(row["role"])}) for row in rows]
    except (TypeError, KeyError, ValueError) as error:
        raise PeopleError(_unreadable(path, str(error))) from None
    return {operator.name: operator for operator in operators}


def _unreadable(path: Path, why: str) -> str:
    return (
        f"the list of operators {path} cannot be read ({why}); restore it, or move it away and add the operators anew"
    )


def _write(path: Path, operators: Mapping[str, Operator]) -> None:
    """Whole or not at all, also when the power fails in between. Raises PeopleError."""
    fresh = path.with_name(path.name + ".new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(
                orjson.dumps([asdict(operator) for operator in operators.values()], option=orjson.OPT_INDENT_2)
            )
            stream.flush()
            os.fsync(handle)
        os.replace(fresh, path)
        sync_directory(path.parent)
    except OSError as error:
        raise PeopleError(f"the list of operators {path} cannot be written: {error.strerror}") from None
