"""`tablehand play`: scenario files through the real rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import orjson

from controller.documents import FaultyError, UnreadableError
from controller.scenario.file import read_scenario
from controller.scenario.play import Failure
from controller.scenario.play import play as play_scenario


@click.command(short_help="Play scenario files and compare what came of them.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
def play(files: tuple[Path, ...], as_json: bool) -> None:
    """Plays each scenario FILE and says which expectations did not hold.

    Exit code 0 when all held, 1 when one did not, 2 when a file could not be understood.
    """
    worst = 0
    for file in files:
        title, failures, code = _played(file)
        worst = max(worst, code)
        if as_json:
            told = [{"line": f.line, "expected": f.expected, "got": f.got} for f in failures]
            click.echo(orjson.dumps({"title": title, "passed": not failures, "failures": told}))
        else:
            _tell(file, title, failures, code)
    sys.exit(worst)


def _played(file: Path) -> tuple[str, list[Failure], int]:
    try:
        scenario = read_scenario(file)
    except UnreadableError as error:
        return "", [_unread(error.fault.line, str(error))], 2
    except FaultyError as error:
        return "", [_unread(fault.line, str(fault)) for fault in error.faults[:1]], 2
    failures = play_scenario(scenario)
    return scenario.title, failures, 2 if any(f.unreadable for f in failures) else (1 if failures else 0)


def _unread(line: int, says: str) -> Failure:
    return Failure(line, "a scenario that can be read", says, unreadable=True)


def _tell(file: Path, title: str, failures: list[Failure], code: int) -> None:
    if code == 2:
        for failure in failures:
            where = failure.got if failure.got.startswith(f"{file}") else f"{file}:{failure.line}: {failure.got}"
            click.echo(where, err=True)
        return
    click.echo(f"{click.style('passed', fg='green') if not failures else click.style('FAILED', fg='red')}  {title}")
    for failure in failures:
        click.echo(f"        {file}:{failure.line}: expected {failure.expected}, got {failure.got}")
