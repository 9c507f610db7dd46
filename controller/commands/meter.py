"""`tablehand meter`: the opening amount of the progressive, once, by two persons (PRG-10)."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.client import ask, socket_option
from controller.commands.words import as_option, second_option, secret_option, two_persons
from controller.core.money import Money


@click.group(short_help="Open the progressive meter.")
def meter() -> None:
    """The progressive meter of the running table."""


@meter.command("open", short_help="Enter the opening amount, once, by two persons.")
@click.argument("amount")
@as_option
@second_option
@secret_option
@socket_option
def open_meter(
    amount: str,
    who: str,
    second: str | None,
    secret_file: Path | None,
    second_secret_file: Path | None,
    socket_path: Path | None,
) -> None:
    """Enter the opening AMOUNT of the progressive, like 10000.00.

    It takes two persons, and it is done once: from then on the meter lives in the journal, and no setting overwrites
    it.

    tablehand meter open 10000.00 --as lund --and ortiz
    """
    try:
        opening = Money.parse(amount)
    except ValueError:
        raise click.UsageError(f'"{amount}" is not an amount; write two decimals, like 10000.00') from None
    if second is None:
        raise click.UsageError("it takes two persons: --as NAME --and NAME")
    persons = two_persons(who, second, secret_file, second_secret_file)
    ask({"do": "meter", "amount": str(opening)} | persons, socket_path)
    click.echo(f"the meter is open at {opening.spoken()}")
