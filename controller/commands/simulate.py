"""`tablehand simulate`: rounds through the real rules, beside what the exact analysis expects."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.bars import bars
from controller.commands.game import us_house
from controller.commands.words import UnusableError, json_option, settings_of
from controller.places import SETTINGS

if TYPE_CHECKING:
    from controller.core.house import House
    from controller.simulation.floor import Plan

PLAYERS = ("optimal", "rule", "random", "three-rules", "A-K-J-8-3", "matched", "pair", "ace-king", "blind")


@click.command(short_help="Play rounds through the real rules against the odds.")
@click.option("--rounds", type=click.IntRange(min=1), required=True, metavar="N", help="How many rounds.")
@click.option(
    "--players",
    type=click.Choice(PLAYERS),
    default="optimal",
    metavar="HOW",
    help="optimal (without it), random, rule (A-K-J-8-3 or better), or another rule of thumb by its name in odds.",
)
@click.option("--seats", type=click.IntRange(1, 7), metavar="N", help="How many play; without it, all seats.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes; without it, one a core.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="The same seed gives the same rounds.")
@click.option("--fast", is_flag=True, help="The bare game, one seat, for billions of rounds. Needs numpy.")
@click.option(
    "--irregular",
    multiple=True,
    metavar="KIND=RATE",
    help="Let this go wrong in that part of all rounds: talker=0.01, four-card-dealer=1/50. May be repeated.",
)
@click.option("--lenient", is_flag=True, help="A supervisor plays on wherever the house leaves it open.")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="TABLEHAND_CONFIG",
    help=f"The table's settings file. Without it: {SETTINGS} where there is one, else US house rules.",
)
@json_option
def simulate(
    rounds: int,
    players: str,
    seats: int | None,
    jobs: int | None,
    seed: int | None,
    fast: bool,
    irregular: tuple[str, ...],
    lenient: bool,
    config: Path | None,
    as_json: bool,
) -> None:
    """Play rounds through the real rules, and say how far they come out from the exact odds.

    Every player bets the table's least ante. Rounds in which something goes wrong are told apart, and what that costs
    the house beside the same cards with nothing going wrong.

    \b
    tablehand simulate --rounds 10000
    tablehand simulate --rounds 1000000000 --fast
    tablehand simulate --rounds 20000 --irregular exposed-hole-card=1/10 --lenient

    What can go wrong: four-card-dealer, three-card-dealer, six-card-dealer, four-card-player, six-card-player,
    unread-card, boxed-card, card-twice, joker, unshuffled-pack, shoe-jam, exposed-player-card, exposed-in-the-deal,
    exposed-hole-card, talker, touched-again, touched-another, out-of-view.
    """
    if fast:
        _demand_numpy(seats, irregular)
    rates = _rates(irregular)
    house, title = _house(config)
    house = replace(house, seats=seats or house.seats)
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed

    from controller.odds.shelf import counted
    from controller.simulation.comparison import compare
    from controller.simulation.crew import run
    from controller.simulation.exact import exact
    from controller.simulation.told import Simulated, told
    from controller.simulation.told import as_json as json_of

    with bars() as bar:
        plan = _plan(house, players, rates, lenient, bar("how players decide", 1.0))
        expected = exact(plan.style, lambda game, parts: counted(game, parts, bar("counting the game", 1.0)))
        tally = run(plan, rounds, seed, jobs or _cores(), fast, bar(f"{rounds:,} rounds", rounds))
    comparison = compare(tally.plain, expected, plan.ante) if tally.plain.rounds else None
    simulated = Simulated(title, plan, seed, fast, tally, expected, comparison)
    if as_json:
        import orjson

        click.echo(orjson.dumps(json_of(simulated)))
    else:
        from rich.console import Console

        Console(highlight=False, soft_wrap=True).print(told(simulated))


def _demand_numpy(seats: int | None, irregular: tuple[str, ...]) -> None:
    if irregular:
        raise click.UsageError("--fast plays the bare game, where nothing goes wrong; leave --irregular or --fast out")
    if seats not in (None, 1):
        raise click.UsageError("--fast plays one seat against the dealer; leave --seats or --fast out")
    try:
        import numpy  # noqa: F401  # only whether it is there
    except ImportError:
        raise UnusableError("tablehand simulate: --fast needs numpy: pip install 'tablehand[numpy]'") from None


def _rates(told: tuple[str, ...]) -> dict[str, Fraction]:
    from difflib import get_close_matches

    from controller.simulation.irregular import IRREGULARITIES

    rates: dict[str, Fraction] = {}
    for one in told:
        kind, _, text = one.partition("=")
        if kind not in IRREGULARITIES:
            near = get_close_matches(kind, IRREGULARITIES, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(IRREGULARITIES)}"
            raise click.UsageError(f'--irregular knows no "{kind}"; {hint}')
        try:
            rate = Fraction(text)
        except (ValueError, ZeroDivisionError):
            rate = Fraction(-1)
        if not 0 < rate <= 1:
            raise click.UsageError(f'--irregular has "{one}"; write the part of all rounds, like {kind}=0.01')
        rates[kind] = rate
    if sum(rates.values()) > 1:
        raise click.UsageError("--irregular: the rates add up to more than all rounds")
    return rates


def _house(config: Path | None) -> tuple[House, str]:
    file = config or (SETTINGS if SETTINGS.exists() else None)
    if file is None:
        return us_house(), "US house rules"
    settings = settings_of(file)
    return settings.house, settings.table.name


def _plan(
    house: House, players: str, rates: dict[str, Fraction], lenient: bool, progress: Callable[[float], None]
) -> Plan:
    from controller.odds.report import capped_pays, game_of
    from controller.simulation.decisions import style
    from controller.simulation.floor import Plan

    game = game_of(house)
    if len(game.raises) > 1 and house.max_bet_win < house.ante_min * max(game.raises) * max(house.paytable.pays):
        raise UnusableError(
            f"tablehand simulate: at an ante of {house.ante_min} the cap of {house.max_bet_win} would change which bet "
            "is right; raise max_bet_win or lower the least ante"
        )
    pays = capped_pays(house.paytable.pays, max(game.raises), house.ante_min, house.max_bet_win)
    return Plan(house, style(players, game, pays, progress), house.ante_min, rates, lenient)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
