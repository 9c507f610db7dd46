"""The structure is tested like everything else: who imports whom, who may ask the clock, how long a file grows."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted([*ROOT.glob("controller/**/*.py"), *ROOT.glob("drivers/**/*.py")])
CLOCKS = {"time", "monotonic", "monotonic_ns", "time_ns", "perf_counter", "perf_counter_ns", "sleep"}
MAY_ASK_THE_CLOCK = {
    "controller/runtime/clock.py",
    "controller/commands",  # progress and waiting at a terminal
    "controller/demo",
    "drivers",  # a driver stamps at the source
}


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def _calls(file: Path, module: str) -> set[str]:
    """Names of `module` that a file uses, imported in whatever way."""
    used: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            used.update(alias.name for alias in node.names)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == module:
            used.add(node.attr)
    return used


@pytest.mark.parametrize("file", SOURCES, ids=_name)
def test_a_file_stays_short_enough_to_be_read(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").count("\n")

    assert lines < 600


@pytest.mark.parametrize("file", [file for file in SOURCES if file.stat().st_size], ids=_name)
def test_a_module_says_what_it_is_for(file: Path) -> None:
    module = ast.parse(file.read_text(encoding="utf-8"))

    assert ast.get_docstring(module)


@pytest.mark.parametrize("file", SOURCES, ids=_name)
def test_only_the_rim_asks_the_clock(file: Path) -> None:
    asked = _calls(file, "time") & CLOCKS

    assert not asked or any(_name(file).startswith(place) for place in MAY_ASK_THE_CLOCK)


@pytest.mark.parametrize(
    "file", sorted(ROOT.glob("controller/core/*.py")) + sorted(ROOT.glob("controller/rules/**/*.py")), ids=_name
)
def test_core_and_rules_use_no_float_and_no_chance(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))

    floats = [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]

    assert not floats
    assert not _calls(file, "random")


@pytest.mark.parametrize("file", SOURCES, ids=_name)
def test_names_come_from_the_floor(file: Path) -> None:
    patterns = ("Manager", "Handler", "Helper", "Data")

    classes = [
        node.name for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.ClassDef)
    ]

    assert not [name for name in classes if name.endswith(patterns)]
