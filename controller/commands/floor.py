"""`tablehand status`, `watch`, `act`, `rule` and `sim`: the running table, seen and moved from a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from controller.commands.client import Answer, ask, listen, socket_option
from controller.commands.picture import drawn
from controller.commands.steps import step_of, step_of_words
from controller.commands.words import as_option, json_option, second_option, secret_option, two_persons
from controller.screen.words import line, without_clause


@click.command(short_help="Show the running table as it stands.")
@json_option
@socket_option
def status(as_json: bool, socket_path: Path | None) -> None:
    """Show the running table: phase, seats with their lamps and cards, meter, rulings, and what a supervisor is asked.

    No hidden card is shown before it is revealed; until then only counts are.
    """
    answer = ask({"do": "status"}, socket_path)
    click.echo(json.dumps(_without_ok(answer)) if as_json else drawn(answer))


@click.command(short_help="Show what happens at the running table, as it happens.")
@json_option
@socket_option
def watch(as_json: bool, socket_path: Path | None) -> None:
    """Show the table once, then one line for everything that happens, until Ctrl-C or the table ends."""
    told = listen({"do": "watch"}, socket_path)
    first = next(told)
    click.echo(json.dumps(_without_ok(first)) if as_json else drawn(first))
    before = first["table"]
    for event in told:
        after = event["table"]
        click.echo(json.dumps(event) if as_json else line(event, before, after))
        before = after


@click.command(short_help="Do what a dealer does at the running table.")
@click.argument("step")
@as_option
@second_option
@secret_option
@json_option
@socket_option
def act(
    step: str,
    who: str,
    second: str | None,
    secret_file: Path | None,
    second_secret_file: Path | None,
    as_json: bool,
    socket_path: Path | None,
) -> None:
    """Do STEP at the running table, as the dealer does: written as in a scenario file.

    \b
    tablehand act no_more_bets --as ortiz
    tablehand act '{ante: {1: "10.00"}}' --as ortiz
    tablehand act '{decide: {1: fold, 3: raise}}' --as ortiz
    tablehand act '{approve: {seat: 5, by: [ortiz, lund]}}' --as ortiz --and lund
    """
    request: dict[str, Any] = {"do": "act", "step": step_of(step)}
    _answered(ask(request | two_persons(who, second, secret_file, second_secret_file), socket_path), as_json)


@click.command(short_help="Decide as a supervisor at the running table.")
@click.argument("decision")
@click.option("--seat", metavar="N", help="The hand that is meant: a seat, or dealer.")
@click.option("--cards", metavar="CARDS", help='For enter_card: the cards, like "Kd 9c".')
@click.option("--note", required=True, metavar="TEXT", help="Why; it goes into the journal.")
@as_option
@second_option
@secret_option
@json_option
@socket_option
def rule(
    decision: str,
    seat: str | None,
    cards: str | None,
    note: str,
    who: str,
    second: str | None,
    secret_file: Path | None,
    second_secret_file: Path | None,
    as_json: bool,
    socket_path: Path | None,
) -> None:
    """Decide as a supervisor; what may be decided, `tablehand status` shows.

    DECISION is accept, a clause (DEAD-2), void_round, dead_hand, forfeit_hand, play_on, give_card, burn_card,
    enter_card, or take_back to undo your last decision. Until the round is cleared every ruling can be replaced.

    \b
    tablehand rule accept --note "seen on camera" --as lund
    tablehand rule dead_hand --seat 3 --note "phone" --as lund
    """
    told = {"decision": decision, "seat": _hand(seat), "cards": cards, "note": note}
    request = {"do": "rule"} | {key: value for key, value in told.items() if value is not None}
    _answered(ask(request | two_persons(who, second, secret_file, second_secret_file), socket_path), as_json)


@click.command(short_help="Drive the simulated hardware of the running table.")
@click.argument("verb")
@click.argument("words", nargs=-1)
@json_option
@socket_option
def sim(verb: str, words: tuple[str, ...], as_json: bool, socket_path: Path | None) -> None:
    """Drive simulated hardware with the verbs of a scenario file; refused where the ports are real.

    \b
    tablehand sim chip 3
    tablehand sim draw Kd
    tablehand sim shoe jam
    tablehand sim fault acceptor=3 kind=stuck
    """
    answer = ask({"do": "sim", "step": step_of_words(verb, words)}, socket_path)
    if as_json:
        click.echo(json.dumps(_without_ok(answer)))


def _hand(seat: str | None) -> int | str | None:
    if seat is None or seat == "dealer":
        return seat
    if seat.isascii() and seat.isdigit():
        return int(seat)
    raise click.UsageError(f'--seat is a number or dealer, not "{seat}"')


def _answered(answer: Answer, as_json: bool) -> None:
    """What came of an act: rulings and alerts; nothing to say means that it was done."""
    if as_json:
        click.echo(json.dumps(_without_ok(answer)))
        return
    for ruling in answer.get("rulings", []):
        click.echo(f"ruled: {ruling['clause']}  {without_clause(ruling['says'])}")
    for alert in answer.get("alerts", []):
        click.echo(f"note: {alert['says']}")


def _without_ok(answer: Answer) -> Answer:
    return {key: value for key, value in answer.items() if key != "ok"}
