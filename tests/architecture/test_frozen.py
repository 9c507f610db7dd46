"""A frozen value is copied without its guard, so the names it is given are checked here."""

from __future__ import annotations

import ast
from dataclasses import fields, replace

import pytest

from controller.core.frozen import changed
from controller.core.house import House, Progressive
from controller.core.money import Money
from controller.core.state import Dealt, Meter, Player, Table
from tests.architecture.test_structure import ROOT

FIELDS = {
    "but": {field.name for field in fields(Table)},
    "seat": {field.name for field in fields(Player)},
    "hand": {field.name for field in fields(Dealt)},
    "meter": {field.name for field in fields(Meter)} | {"of", "clause"},
}
ANY = {field.name for kind in (Table, Player, Dealt, Meter, House, Progressive) for field in fields(kind)}


def _named(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.parametrize("file", sorted(ROOT.glob("controller/**/*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_only_fields_that_exist_are_replaced(file) -> None:  # type: ignore[no-untyped-def]
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    if "rules" not in file.parts:
        calls = [call for call in calls if _named(call.func) == "changed"]

    unknown = [
        (call.lineno, keyword.arg)
        for call in calls
        if _named(call.func) in (*FIELDS, "changed")
        for keyword in call.keywords
        if keyword.arg is not None and keyword.arg not in FIELDS.get(_named(call.func), ANY)
    ]

    assert not unknown


def test_a_copy_equals_what_replace_would_make_and_leaves_the_old_one_alone() -> None:
    player = Player(3, ante=Money(500))

    other = changed(player, ante=Money(1000))

    assert other == replace(player, ante=Money(1000))
    assert player == Player(3, ante=Money(500))
    with pytest.raises(AttributeError):
        other.ante = Money(0)  # type: ignore[misc]
