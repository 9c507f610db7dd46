"""`tablehand check`: is this settings file sound?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.commands.words import UnusableError


@click.command(short_help="Check a settings file; touches no pin.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a settings file, for your editor.")
def check(file: Path | None, schema: bool) -> None:
    """Check the settings in FILE, without touching a pin.

    Every fault is told at once: file and line, key, what is wrong, and what would be right. The house profile, pay
    table and award table that FILE names are checked with it. Exit code 1 when there is a fault.

    \b
    tablehand check /etc/tablehand/table.yaml
    tablehand check --schema > table.schema.json
    """
    from controller.documents import FaultyError, UnreadableError
    from controller.settings import read_settings, settings_schema

    if schema:
        click.echo(json.dumps(settings_schema(), indent=2))
        return
    if file is None:
        raise click.UsageError("which file? for example: tablehand check /etc/tablehand/table.yaml")
    try:
        settings = read_settings(file)
    except UnreadableError as error:
        raise UnusableError(str(error)) from None
    except FaultyError as error:
        for fault in error.faults:
            click.echo(str(fault))
        raise click.exceptions.Exit(1) from None
    table, house = settings.table, settings.house
    click.echo(
        f"{file} is sound: {table.name} ({table.id}), {house.seats} seats, profile {house.profile.name}, "
        f"pay table {house.paytable.name}, awards {house.progressive.awards.name}"
    )
