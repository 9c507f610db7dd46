"""`tablehand journal`: verify, read and export what the table wrote down."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from controller.commands.words import RefusedError, UnusableError, config_option, json_option, settings_of

if TYPE_CHECKING:
    from controller.runtime.book import Book
    from controller.runtime.reading import Line

_COLUMNS = ("seq", "wall", "boot", "program", "kind", "round", "source", "body", "hash")
path_argument = click.argument("path", type=click.Path(path_type=Path), required=False)
_USUAL = {"face_up": False, "only_next": False}
_BESIDE = ("event", "seq", "at", "wall", "source", "effects", "after", "shoe", "boot", "number")


@click.group(short_help="Verify, read and export the journal.")
def journal() -> None:
    """The journal: everything that happened at the table, chained so that no entry can be changed unseen.

    PATH is a journal file; without it, the one of the table's settings. The daemon may go on writing meanwhile. Cards
    of a round that is not yet revealed are hidden.
    """


@journal.command(short_help="Verify the hash chain.")
@path_argument
@config_option
def verify(path: Path | None, config: Path) -> None:
    """Verify the hash of every entry from the first on. Exit code 1 at the first that does not hold."""
    from controller.runtime.reading import verify as verified

    with _book(path, config) as book:
        verdict = verified(book)
        click.echo(f"{book.path} is sound: {verdict.entries} entries, the last has the hash {verdict.head or 'none'}")


@journal.command(short_help="Show a readable log.")
@path_argument
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N entries.")
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="Only round N.")
@config_option
def show(path: Path | None, last: int | None, number: int | None, config: Path) -> None:
    """Show the entries as a readable log."""
    from controller.runtime.reading import lines

    with _book(path, config) as book:
        for line in lines(book, last=last, number=number):
            for text in _told(line):
                click.echo(text)


@journal.command(short_help="Export as CSV or JSON.")
@path_argument
@click.option(
    "--format", "form", type=click.Choice(["csv", "json"]), default="csv", show_default=True, help="What to write."
)
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N entries.")
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="Only round N.")
@config_option
def export(path: Path | None, form: str, last: int | None, number: int | None, config: Path) -> None:
    """Export entries to standard output: CSV with one row an entry, or a JSON list."""
    from controller.runtime.reading import lines

    with _book(path, config) as book:
        rows = (_row(line) for line in lines(book, last=last, number=number))
        if form == "csv":
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_COLUMNS)
            for row in rows:
                writer.writerow([_text(row[name]) for name in _COLUMNS])
            return
        begin = "["
        for row in rows:
            click.echo(begin + orjson.dumps(row).decode(), nl=False)
            begin = ",\n"
        click.echo("]" if begin != "[" else "[]")


@journal.command(short_help="Recompute the six meters from the entries.")
@path_argument
@json_option
@config_option
def reconcile(path: Path | None, as_json: bool, config: Path) -> None:
    """Recompute the six meters and the last 25 hits from the entries alone and compare them with the table's own.

    Exit code 1 when they differ, with what differs and at which entry it is first seen.
    """
    from controller.papers import meter as paper
    from controller.runtime.reconcile import reconcile as reconciled

    with _book(path, config) as book:
        meter = reconciled(book)
    if as_json:
        click.echo(orjson.dumps(paper.as_json(meter), option=orjson.OPT_INDENT_2).decode())
    else:
        for line in paper.told(meter):
            click.echo(line)
    if not meter.agrees:
        raise RefusedError(
            f"the meter does not agree with its entries: {'; '.join(meter.differences())}. "
            "Keep the journal and call the table office"
        )


@contextmanager
def _book(path: Path | None, config: Path) -> Iterator[Book]:
    from controller.places import state_directory
    from controller.runtime.chain import ChainError
    from controller.runtime.copies import JournalError
    from controller.runtime.daemon import JOURNAL
    from controller.runtime.reading import open_for_reading

    where = path or state_directory(settings_of(config).state.directory) / JOURNAL
    try:
        with open_for_reading(where) as book:
            yield book
    except ChainError as error:
        raise RefusedError(f"{where} is broken: {error}") from None
    except JournalError as error:
        raise UnusableError(str(error)) from None


def _told(line: Line) -> Iterator[str]:
    entry, body = line.entry, line.body
    said = [
        f"{key.replace('_', ' ')} {_text(value)}"
        for key, value in body.items()
        if key not in _BESIDE and _says(key, value)
    ]
    if entry.kind == "snapshot":
        said = [f"sealed, meter {_cents(Fraction(body['table']['meter']['amount']))}"]
    source = f"({body['source']})" if body.get("source") else ""
    yield "  ".join(
        filter(None, [f"{entry.seq:>8}", entry.wall, f"{line.round:>6}", f"{entry.kind:<20}", "; ".join(said), source])
    )
    for effect in body.get("effects", ()):
        yield f"{'':>10}{_followed(effect)}"


def _says(key: str, value: object) -> bool:
    return value not in (None, "", [], ()) and _USUAL.get(key) is not value


def _followed(effect: dict[str, Any]) -> str:
    match effect:
        case {"effect": "issue_ruling" | "ask_supervisor" | "raise_alert", "says": says}:
            return str(says)
        case {"effect": "move_meter", "cents": cents, "reason": reason}:
            return f"meter {_cents(Fraction(cents))}  {reason.replace('_', ' ')}"
        case {"effect": "move_money", "seat": seat, "wager": wager, "way": way, "amount": amount}:
            return f"seat {seat}: {wager} {amount} {way}"
        case {"effect": "hand_back_chip", "seat": seat}:
            return f"seat {seat}: the chip is handed back"
        case _:
            return str(effect["effect"]).replace("_", " ")


def _row(line: Line) -> dict[str, Any]:
    entry = line.entry
    return {
        "seq": entry.seq,
        "wall": entry.wall,
        "boot": entry.boot,
        "program": entry.program,
        "kind": entry.kind,
        "round": line.round,
        "source": line.body.get("source", ""),
        "body": line.body,
        "hash": entry.hash,
    }


def _text(value: object) -> str:
    """One cell: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _cents(value: Fraction) -> str:
    """Cents as an amount; a carried fraction of a cent is written out."""
    whole, rest = divmod(abs(value), 1)
    amount = f"{'-' if value < 0 else ''}{whole // 100:,}.{whole % 100:02d}"
    return f"{amount} and {rest} c" if rest else amount
