"""`tablehand rulebook`: every clause as this house has it, and what shows that it is enforced."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import orjson
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from controller.core.house import Authority, Profile, RaiseRule
from controller.documents import FaultyError
from controller.library import Library, NotOnShelfError
from controller.rules.book import CLAUSES
from controller.rules.judge import Clause

_TESTS = Path(__file__).resolve().parents[2] / "tests"
_MARK = re.compile(r"@pytest\.mark\.clause\(([^)]*)\)\s*(?:@[^\n]*\n\s*)*def (test_\w+)")
_CHAPTERS = {
    "WAG": "Wagers",
    "DEAL": "The deal",
    "CNT": "Wrong counts",
    "EXP": "Exposed cards",
    "DEAD": "Dead hands",
    "SET": "Settlement",
    "PRG": "Progressive",
    "SUP": "Supervisor",
    "EQP": "Equipment",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One clause as a profile has it; `tests` are scenario files and tests of a source checkout that show it."""

    clause: str
    sentence: str
    ruling: str
    authority: str
    source: str
    standing: str
    tests: list[str]


def entries(profile: Profile, shown_by: dict[str, list[str]]) -> list[Entry]:
    return [_entry(clause, profile, shown_by.get(clause.id, [])) for clause in CLAUSES.values()]


def _entry(clause: Clause, profile: Profile, tests: list[str]) -> Entry:
    verdict, origin = profile.verdicts.get(clause.id), profile.origin(clause.id)
    ruling = _own_way(profile, clause.id) if verdict is None else verdict.ruling.value
    authority = Authority.CONTROLLER if verdict is None else verdict.authority
    return Entry(clause.id, clause.says, ruling, authority.value, origin.source, origin.standing, tests)


def _own_way(profile: Profile, clause: str) -> str:
    """A clause that acts without a ruling is enforced as it reads, unless the house has it otherwise."""
    otherwise = {
        "WAG-3": profile.raise_rule is not RaiseRule.EXACTLY_TWICE and profile.raise_rule.value,
        "SET-2": not profile.qualifier and "no_qualifier",
        "PRG-3": not profile.fold_keeps_award and "fold_forfeits",
    }
    return otherwise.get(clause) or "enforced"


def shown_by_clause(folder: Path = _TESTS) -> dict[str, list[str]]:
    """Scenario files by their folder, and tests by their mark; nothing where the tests are not at hand."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.glob("scenarios/*/*.yaml")):
        if file.parent.name in CLAUSES:
            found.setdefault(file.parent.name, []).append(str(file.relative_to(folder.parent)))
    for file in sorted(folder.rglob("test_*.py")):
        for marks, name in _MARK.findall(file.read_text(encoding="utf-8")):
            for clause in re.findall(r"[A-Z]+-\d+", marks):
                found.setdefault(clause, []).append(f"{file.relative_to(folder.parent)}::{name}")
    return found


@click.command(short_help="Show every clause, its ruling and who rules it.")
@click.option("--profile", "name", default="house", show_default=True, help="The house profile to show.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list, with the tests that show each clause.")
@click.option("--diagram", is_flag=True, help="The phases of a round as an SVG drawing instead.")
def rulebook(name: str, as_json: bool, diagram: bool) -> None:
    """Show each clause: what it says, what is ruled, who rules it, and how many tests show it.

    \b
    tablehand rulebook --profile france
    tablehand rulebook --diagram > phases.svg
    """
    try:
        profile = Library().profile(name)
    except NotOnShelfError as error:
        raise click.UsageError(str(error)) from None
    except FaultyError as error:
        raise click.UsageError(str(error.faults[0])) from None
    if diagram:
        click.echo(_diagram(profile))
        return
    listed = entries(profile, shown_by_clause())
    if as_json:
        click.echo(orjson.dumps([asdict(entry) for entry in listed], option=orjson.OPT_INDENT_2))
    else:
        _print(profile, listed)


def _diagram(profile: Profile) -> str:
    from controller.papers.diagram import drawn
    from controller.papers.phases import ways

    return drawn(ways(profile), f"Phases of a round, {profile.name} rules")


def _print(profile: Profile, listed: list[Entry]) -> None:
    console = Console(highlight=False, width=None if Console().is_terminal else 120)
    sources = list(dict.fromkeys([(profile.source, profile.standing), *((e.source, e.standing) for e in listed)]))
    console.print(f"[bold]{profile.name}[/bold], from")
    for number, (source, standing) in enumerate(sources, 1):
        console.print(
            f"  {number}  {source or 'a source that the profile does not name'}"
            + (f" ({standing})" if standing else "")
        )
    console.print()
    for prefix, title in _CHAPTERS.items():
        sheet = Sheet(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", expand=True)
        sheet.add_column("clause", width=7)
        sheet.add_column("says", ratio=1)
        sheet.add_column("ruling", width=12)
        sheet.add_column("authority", width=10)
        sheet.add_column("source", width=6, justify="right")
        sheet.add_column("tests", width=5, justify="right")
        for entry in listed:
            if entry.clause.startswith(f"{prefix}-"):
                source = str(sources.index((entry.source, entry.standing)) + 1)
                words = (entry.ruling.replace("_", " "), entry.authority, source, str(len(entry.tests) or "-"))
                sheet.add_row(entry.clause, entry.sentence, *words)
        console.print(sheet)
