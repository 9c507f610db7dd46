"""`tablehand journal`: verify, read, reconcile and export what the table wrote down, and the papers made of it."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from controller.commands.books import opened_book, path_argument
from controller.commands.papers import close_shift, slip
from controller.commands.words import RefusedError, UnusableError, config_option, json_option, told

if TYPE_CHECKING:
    from controller.runtime.book import Book
    from controller.runtime.reading import Line

_COLUMNS = ("seq", "wall", "boot", "program", "kind", "round", "source", "body", "hash")
_USUAL = {"face_up": False, "only_next": False}
_BESIDE = ("event", "seq", "at", "wall", "source", "effects", "after", "shoe", "boot", "number")


@click.group(short_help="Verify, read and export the journal.")
def journal() -> None:
    """The journal: everything that happened at the table, chained so that no entry can be changed unseen.

    PATH is a journal file; without it, the one of the table's settings. The daemon may go on writing meanwhile. Cards
    of a round that is not yet revealed are hidden.
    """


journal.add_command(close_shift)
journal.add_command(slip)


@journal.command(short_help="Verify the hash chain.")
@path_argument
@config_option
def verify(path: Path | None, config: Path) -> None:
    """Verify the hash of every entry from the first on. Exit code 1 at the first that does not hold."""
    from controller.runtime.reading import verify as verified

    with opened_book(path, config) as book:
        verdict = verified(book)
        which = "the last" if verdict.shown == verdict.entries else f"entry {verdict.shown}, before any hidden card,"
        click.echo(f"{book.path} is sound: {verdict.entries} entries, {which} has the hash {verdict.head or 'none'}")


@journal.command(short_help="Show rounds in full, or a readable log.")
@path_argument
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="The last N rounds, each in full.")
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="Round N in full.")
@click.option(
    "--log", is_flag=True, help="Entries as they stand: with --last the last N of them, with --round its own."
)
@json_option
@config_option
def show(path: Path | None, last: int | None, number: int | None, log: bool, as_json: bool, config: Path) -> None:
    """Show rounds in full (wagers, cards, rulings, decisions, awards, who acted when), or all entries as a log.

    \b
    tablehand journal show --last 10
    tablehand journal show --round 42
    """
    from controller.runtime.reading import lines

    with opened_book(path, config) as book:
        if not log and (last or number):
            _show_rounds(book, last, number, as_json)
            return
        if as_json:
            raise click.UsageError("--json shows rounds, with --last or --round; entries as JSON: journal export")
        for line in lines(book, last=last, number=number):
            for text in _told(line):
                click.echo(text)


def _show_rounds(book: Book, last: int | None, number: int | None, as_json: bool) -> None:
    from controller.papers.round import told
    from controller.papers.text import round_text
    from controller.runtime.rounds import last_rounds, round_record

    records = [round_record(book, number)] if number else last_rounds(book, last or 1)
    if as_json:
        click.echo(orjson.dumps([told(record) for record in records], option=orjson.OPT_INDENT_2).decode())
        return
    if not records:
        click.echo("no round was played yet")
    for record in records:
        for text in round_text(told(record)):
            click.echo(text)
        click.echo()


@journal.command(short_help="Export entries, or the evidence pack of a round.")
@path_argument
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="The evidence pack of round N.")
@click.option(
    "--to", "directory", type=click.Path(path_type=Path, file_okay=False), default=".", help="Where the pack goes."
)
@click.option("--format", "form", type=click.Choice(["csv", "json", "html"]), help="What to write on standard output.")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N entries.")
@config_option
def export(
    path: Path | None, number: int | None, directory: Path, form: str | None, last: int | None, config: Path
) -> None:
    """Export entries to standard output: CSV with one row an entry (the default), or a JSON list.

    With --round: the evidence pack of that round, one JSON and one page that prints, as two files. With --format too,
    only that part of it on standard output; its entries as CSV.
    """
    with opened_book(path, config) as book:
        if number is not None and form != "csv":
            _export_round(book, number, directory, form)
        elif form == "html":
            raise click.UsageError("which round? for example: tablehand journal export --round 42 --format html")
        else:
            _export_entries(book, last, number, form or "csv")


def _export_round(book: Book, number: int, directory: Path, form: str | None) -> None:
    from controller.papers.evidence import evidence_json, evidence_page, file_name
    from controller.runtime.rounds import round_record

    record = round_record(book, number)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    parts = {"json": evidence_json(record), "html": evidence_page(record, made).encode()}
    if form is not None:
        click.echo(parts[form], nl=False)
        return
    for kind, content in parts.items():
        file = directory / file_name(number, kind)
        try:
            directory.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError as error:
            raise UnusableError(f"cannot write {file}: {told(error)}") from None
        click.echo(str(file))


def _export_entries(book: Book, last: int | None, number: int | None, form: str) -> None:
    from controller.runtime.reading import lines

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

    with opened_book(path, config) as book:
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


def _told(line: Line) -> Iterator[str]:
    entry, body = line.entry, line.body
    said = [
        f"{key.replace('_', ' ')} {_text(value)}"
        for key, value in body.items()
        if key not in _BESIDE and _says(key, value)
    ]
    if entry.kind == "shift_closed":
        said = [f"entries {body['first']} to {body['through']}, {body['rounds']} rounds, signed by {body['by']}"]
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
        "hash": line.hash,
    }


def _text(value: object) -> str:
    """One cell: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _cents(value: Fraction) -> str:
    """Cents as an amount; a carried fraction of a cent is written out."""
    whole, rest = divmod(abs(value), 1)
    amount = f"{'-' if value < 0 else ''}{whole // 100:,}.{whole % 100:02d}"
    return f"{amount} and {rest} c" if rest else amount
