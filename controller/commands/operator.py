"""`tablehand operator`: the people who may work at the table, and the roles they have."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from controller.commands.client import ask, socket_option
from controller.commands.words import NEW_VARIABLE, asked, json_option, secret_of, secret_option, two_persons

ROLES = ["dealer", "supervisor", "technician", "auditor"]


@click.group(short_help="Manage who may work at the table.")
def operator() -> None:
    """The people who may work at the running table: one person, one account.

    A dealer acts, a supervisor also decides, a technician tests and maintains, an auditor reads.
    """


@operator.command(short_help="Add a person.")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), required=True, help="What the person may do.")
@click.option("--as", "who", metavar="NAME", help="Who you are; not needed for the very first person.")
@click.option(
    "--new-secret-file",
    type=click.Path(path_type=Path),
    help=f"File with the person's secret. Without it: the variable {NEW_VARIABLE}, else it is asked.",
)
@secret_option
@socket_option
def add(
    name: str,
    role: str,
    who: str | None,
    new_secret_file: Path | None,
    secret_file: Path | None,
    socket_path: Path | None,
) -> None:
    """Add NAME with a role; the person types the secret.

    The very first person needs nobody's leave. From then on a supervisor or a technician adds the others.

    \b
    tablehand operator add lund --role supervisor
    tablehand operator add ortiz --role dealer --as lund
    """
    leave = two_persons(who, None, secret_file, None) if who else {}
    if new_secret_file is not None or NEW_VARIABLE in os.environ:
        secret = secret_of(name, new_secret_file, NEW_VARIABLE)
    else:
        secret = asked(f"New secret for {name}", NEW_VARIABLE, again=True)
    ask({"do": "operator", "verb": "add", "name": name, "role": role, "new_secret": secret} | leave, socket_path)
    click.echo(f"{name} is {'an' if role[0] in 'aeiou' else 'a'} {role} now")


@operator.command(short_help="Take a person's rights away; the name stays in the journal.")
@click.argument("name")
@click.option("--as", "who", metavar="NAME", required=True, help="Who you are.")
@secret_option
@socket_option
def disable(name: str, who: str, secret_file: Path | None, socket_path: Path | None) -> None:
    """Take the rights of NAME away. The name stays taken, so that the journal's entries keep their meaning."""
    ask({"do": "operator", "verb": "disable", "name": name} | two_persons(who, None, secret_file, None), socket_path)
    click.echo(f"{name} may do nothing here any more")


@operator.command("list", short_help="Show everybody.")
@json_option
@socket_option
def list_operators(as_json: bool, socket_path: Path | None) -> None:
    """Show everybody with their role; secrets are shown to nobody."""
    people = ask({"do": "operator", "verb": "list"}, socket_path)["operators"]
    if as_json:
        click.echo(json.dumps(people))
        return
    for person in people:
        click.echo(f"{person['name']:<24} {person['role']}{'  (disabled)' if person['disabled'] else ''}")
    if not people:
        click.echo("nobody yet; begin with: tablehand operator add NAME --role supervisor")
