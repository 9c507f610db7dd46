"""Operators are proven by their secret, locked after wrong ones, and never lost in a power cut."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from controller.core.events import Person, Role
from controller.runtime.journal import JournalError
from controller.runtime.people import People, PeopleError

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECOND = 1_000_000_000


class Pit:
    """A list of operators, the time on the wall, and what was journaled."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "operators.json"
        self.time = 0
        self.journaled: list[tuple[str, dict[str, object]]] = []
        self.people = self.restarted()

    def restarted(self) -> People:
        self.people = People(self.path, lambda: self.time, QUICK)
        return self.people

    def record(self, kind: str, body: Mapping[str, object]) -> None:
        self.journaled.append((kind, dict(body)))

    def add(self, name: str, role: str = "dealer", secret: str = "open sesame") -> None:
        self.people.add(name, role, secret, "somebody", self.record)

    def wrong(self, times: int, name: str = "ortiz") -> None:
        for _ in range(times):
            with pytest.raises(PeopleError):
                self.people.prove(name, "wrong")

    def wait(self, seconds: int) -> None:
        self.time += seconds * SECOND


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path)


def test_the_right_secret_proves_a_person_also_after_a_restart(pit: Pit) -> None:
    pit.add("ortiz", "supervisor")

    assert pit.people.prove("ortiz", "open sesame") == Person("ortiz", Role.SUPERVISOR)
    assert pit.restarted().prove("ortiz", "open sesame") == Person("ortiz", Role.SUPERVISOR)


@pytest.mark.parametrize(
    ("name", "secret"), [("ortiz", "open"), ("lund", "open sesame"), ("", ""), ("Ortiz", "open sesame")]
)
def test_a_wrong_secret_and_an_unknown_name_get_the_same_answer(pit: Pit, name: str, secret: str) -> None:
    pit.add("ortiz")

    with pytest.raises(PeopleError) as refused:
        pit.people.prove(name, secret)

    assert str(refused.value) == f'"{name}" is no operator here, or the secret is wrong'


def test_the_secret_is_in_no_file_and_in_no_journal_entry(pit: Pit) -> None:
    pit.add("ortiz", "technician")

    assert pit.journaled == [("operator", {"verb": "add", "name": "ortiz", "role": "technician", "by": "somebody"})]
    stored = pit.path.read_text()
    assert "open sesame" not in stored
    assert "$argon2id$" in stored
    assert pit.path.stat().st_mode & 0o777 == 0o600


def test_five_wrong_secrets_lock_for_a_minute(pit: Pit) -> None:
    pit.add("ortiz")
    pit.wrong(5)

    with pytest.raises(PeopleError) as refused:
        pit.people.prove("ortiz", "open sesame")
    pit.wait(59)
    pit.wrong(1)
    pit.wait(1)

    assert str(refused.value) == "ortiz is locked after wrong secrets; try again in 60 s"
    assert pit.people.prove("ortiz", "open sesame").name == "ortiz"


def test_four_wrong_secrets_do_not_lock_and_a_right_one_forgives_them(pit: Pit) -> None:
    pit.add("ortiz")
    pit.wrong(4)
    pit.people.prove("ortiz", "open sesame")
    pit.wrong(4)

    assert pit.people.prove("ortiz", "open sesame").name == "ortiz"


def test_the_lock_doubles_with_every_wrong_secret_after_it(pit: Pit) -> None:
    pit.add("ortiz")
    pit.wrong(5)

    for seconds in [60, 120, 240, 480]:
        pit.wait(seconds - 1)
        with pytest.raises(PeopleError, match="try again in 1 s"):
            pit.people.prove("ortiz", "open sesame")
        pit.wait(1)
        pit.wrong(1)


def test_a_restart_does_not_open_a_lock(pit: Pit) -> None:
    pit.add("ortiz")
    pit.wrong(5)
    pit.wait(60)
    pit.wrong(1)
    pit.time = 7
    pit.restarted()

    with pytest.raises(PeopleError, match="try again in 120 s"):
        pit.people.prove("ortiz", "open sesame")


def test_one_operators_lock_is_not_anothers(pit: Pit) -> None:
    pit.add("ortiz")
    pit.add("lund", secret="let me in")
    pit.wrong(5)

    assert pit.people.prove("lund", "let me in").name == "lund"


def test_a_disabled_operator_proves_nothing_and_may_come_back(pit: Pit) -> None:
    pit.add("ortiz", "dealer")
    pit.people.disable("ortiz", "lund", pit.record)

    with pytest.raises(PeopleError):
        pit.people.prove("ortiz", "open sesame")
    pit.add("ortiz", "supervisor", "another one")

    assert pit.people.prove("ortiz", "another one") == Person("ortiz", Role.SUPERVISOR)
    assert [body["verb"] for _, body in pit.journaled] == ["add", "disable", "add"]


BAD: list[tuple[str, str, str, str]] = [
    ("", "dealer", "long enough", "a name has 1 to 40 letters and no blanks at its ends"),
    (" lund", "dealer", "long enough", "a name has 1 to 40 letters and no blanks at its ends"),
    ("lu\nnd", "dealer", "long enough", "a name has 1 to 40 letters and no blanks at its ends"),
    ("lund", "boss", "long enough", '"boss" is no role; it is dealer, supervisor, technician or auditor'),
    ("lund", "dealer", "short", "a secret has 6 to 200 characters"),
    ("ORTIZ", "dealer", "long enough", "ortiz is an operator already; one person has one account"),
    ("ortiz", "dealer", "long enough", "ortiz is an operator already; one person has one account"),
]


@pytest.mark.parametrize(("name", "role", "secret", "sentence"), BAD)
def test_what_makes_no_operator_gets_a_sentence_and_changes_nothing(
    pit: Pit, name: str, role: str, secret: str, sentence: str
) -> None:
    pit.add("ortiz")
    before = pit.people.listed()

    with pytest.raises(PeopleError) as refused:
        pit.add(name, role, secret)

    assert str(refused.value) == sentence
    assert pit.people.listed() == before
    assert len(pit.journaled) == 1


def test_an_operator_who_cannot_be_journaled_does_not_come_to_be(pit: Pit) -> None:
    def full(kind: str, body: Mapping[str, object]) -> None:
        raise JournalError("the disk is full")

    with pytest.raises(JournalError):
        pit.people.add("ortiz", "dealer", "long enough", "lund", full)

    assert pit.people.listed() == ()
    assert not pit.path.exists()


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '[{"name": "ortiz"}]', json.dumps([{"name": "x", "role": "boss", "secret": ""}])]
)
def test_a_list_that_cannot_be_read_says_so_and_is_left_as_it_is(pit: Pit, text: str) -> None:
    pit.path.write_text(text)

    with pytest.raises(PeopleError, match=r"the list of operators .* cannot be read"):
        pit.restarted()

    assert pit.path.read_text() == text
