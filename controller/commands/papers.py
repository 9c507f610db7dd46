"""`tablehand journal close-shift` and `slip`: papers that are signed and handed over."""

from __future__ import annotations

from pathlib import Path

import click
import orjson

from controller.commands.books import opened_book, path_argument
from controller.commands.client import ask, socket_option
from controller.commands.words import (
    UnusableError,
    as_option,
    config_option,
    json_option,
    secret_option,
    two_persons,
)


@click.command("close-shift", short_help="Close the shift at the running table.")
@as_option
@secret_option
@json_option
@socket_option
def close_shift(who: str, secret_file: Path | None, as_json: bool, socket_path: Path | None) -> None:
    """Close the shift at the running table: its figures are added up, signed by you, and journaled.

    What it says is what has happened since the shift before was closed. It takes a supervisor.

    tablehand journal close-shift --as lund
    """
    from controller.papers.shift import shift_text

    shift = ask({"do": "close_shift"} | two_persons(who, None, secret_file, None), socket_path)["shift"]
    if as_json:
        click.echo(orjson.dumps(shift, option=orjson.OPT_INDENT_2).decode())
        return
    for line in shift_text(shift):
        click.echo(line)


@click.command(short_help="Print a hand-pay slip, or list them all.")
@click.argument("number", required=False)
@path_argument
@click.option("--html", is_flag=True, help="A page to print and sign.")
@config_option
def slip(number: str | None, path: Path | None, html: bool, config: Path) -> None:
    """Print hand-pay slip NUMBER; without a number, list all slips there are.

    Each award of 500.00 and more has one. A number is never given twice.

    \b
    tablehand journal slip
    tablehand journal slip 3 --html > slip.html
    """
    from controller.papers.slip import slip_line, slip_page, slip_text
    from controller.runtime.slips import slips

    if number is not None and not number.isdecimal():
        path, number = Path(number), None
    with opened_book(path, config) as book:
        found = slips(book)
    if number is None:
        for line in map(slip_line, found):
            click.echo(line)
        if not found:
            click.echo("no award of 500.00 or more was paid yet")
        return
    if not 1 <= int(number) <= len(found):
        last = f"the last one is {len(found)}" if found else "there is none yet"
        raise UnusableError(f"there is no hand-pay slip {number}; {last}")
    if html:
        click.echo(slip_page(found[int(number) - 1]))
        return
    for line in slip_text(found[int(number) - 1]):
        click.echo(line)
