"""`tablehand odds`: what the configured game is worth, exactly."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.game import us_house
from controller.commands.words import UnusableError, json_option, settings_of, told
from controller.places import SETTINGS

if TYPE_CHECKING:
    from controller.core.house import Awards, House
    from controller.core.money import Money
    from controller.odds.games import Game
    from controller.odds.report import Question
    from controller.odds.rows import Counted

_USUAL_ROUNDS_A_DAY = 640
_PAPER = 120


@click.command(short_help="Analyse the configured game exactly.")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="TABLEHAND_CONFIG",
    help=f"The table's settings file. Without it: {SETTINGS} where there is one, else US house rules.",
)
@click.option(
    "--pays", metavar="LIST", help="Another pay table: ten numbers, high card to royal: 1,1,2,3,4,5,7,20,50,100"
)
@click.option("--progressive", "fixed", metavar="A/B/C", help="Other fixed awards: quads/full house/flush, 500/100/50")
@click.option("--meter", metavar="AMOUNT", help="The progressive meter; without it, what the running table shows.")
@click.option("--ante", metavar="AMOUNT", help="For caps and break-even; without it, the table's greatest and least.")
@click.option("--rounds-a-day", type=click.IntRange(min=1), metavar="N", help="The table's pace.")
@click.option(
    "--variants", is_flag=True, help="Also other bets, no qualifier, an exposed hole card. Takes longer once."
)
@click.option("--html", "page", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots.")
@json_option
def odds(
    config: Path | None,
    pays: str | None,
    fixed: str | None,
    meter: str | None,
    ante: str | None,
    rounds_a_day: int | None,
    variants: bool,
    page: Path | None,
    as_json: bool,
) -> None:
    """Analyse the configured game exactly: house edge, strategy, and what the progressive is worth.

    Nothing is simulated: every combination is counted, once; the counts are kept, so the next answer comes at once.

    \b
    tablehand odds
    tablehand odds --pays 1,1,2,3,5,8,10,20,50,100
    tablehand odds --progressive 500/100/50 --meter 100000.00
    tablehand odds --variants --html odds.html
    """
    from controller.odds.plain import as_json as json_of
    from controller.odds.plain import told as text_of
    from controller.odds.report import report

    question = _question(config, pays, fixed, meter, ante, rounds_a_day)
    with _counting() as counted_by:
        answer = report(question, counted_by, question.game.variants() if variants else ())
    if page is not None:
        from controller.odds.page import page_of

        try:
            page.write_text(page_of(answer), encoding="utf-8")
        except OSError as error:
            raise UnusableError(f"cannot write {page}: {told(error)}") from None
    if as_json:
        import orjson

        click.echo(orjson.dumps(json_of(answer)))
    elif page is None:
        from rich.console import Console

        Console(highlight=False, width=None if sys.stdout.isatty() else _PAPER).print(text_of(answer))
    else:
        click.echo(f"{page} is written")


@contextmanager
def _counting() -> Iterator[Callable[[Game, int], Counted]]:
    """Counts from the shelf, with a bar on the terminal for what has to be counted first."""
    from controller.commands.bars import bars
    from controller.odds.shelf import counted

    with bars() as bar:
        yield lambda game, parts: counted(game, parts, bar(f"counting: {game.says}", 1.0))


def _question(
    config: Path | None, pays: str | None, fixed: str | None, meter: str | None, ante: str | None, rounds: int | None
) -> Question:
    """The table's own values, where the command line does not say otherwise."""
    from controller.commands.records import rounds_a_day, shown_meter
    from controller.library import Library
    from controller.odds.report import Question, game_of

    file = config or (SETTINGS if SETTINGS.exists() else None)
    settings = None if file is None else settings_of(file)
    house = us_house() if settings is None else settings.house
    library = Library() if file is None else Library(file.parent)
    table_pays = house.paytable.pays if pays is None else _pays(pays)
    progressive = house.progressive
    if fixed is not None:
        progressive = replace(progressive, awards=_awards(fixed))
    shown = None if settings is None or meter is not None else shown_meter(settings)
    pace = None if settings is None or rounds is not None else rounds_a_day(settings)
    return Question(
        title=_title(settings.table.name if settings else "US house rules", house, pays),
        game=game_of(house),
        pays=table_pays,
        progressive=progressive,
        paid_from=house.fixed_awards_from,
        meter=shown or (progressive.base if meter is None else _amount("--meter", meter)),
        meter_from="the running table" if shown else "its base" if meter is None else "as asked",
        least_ante=house.ante_min if ante is None else _amount("--ante", ante),
        greatest_ante=house.ante_max if ante is None else _amount("--ante", ante),
        max_bet_win=house.max_bet_win,
        seats=house.seats,
        rounds_a_day=rounds or pace or _USUAL_ROUNDS_A_DAY,
        pace_from="as asked" if rounds else "by the journal" if pace else "assumed: 16 hours of 40",
        tables=tuple((name, library.paytable(name).pays) for name in library.names("paytables")),
    )


def _title(name: str, house: House, pays: str | None) -> str:
    return f"{name}: profile {house.profile.name}, pay table {'as asked' if pays else house.paytable.name}"


def _pays(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if len(words) != 10 or not all(re.fullmatch(r" *\d{1,6} *", word, re.ASCII) for word in words):
        raise click.UsageError(
            f'--pays is "{text}"; write ten whole numbers from high card to royal flush: 1,1,2,3,4,5,7,20,50,100'
        )
    return tuple(map(int, words))


def _awards(text: str) -> Awards:
    """The whole meter for a royal flush and a tenth for a straight flush, as in every published table."""
    from controller.core.house import Awards
    from controller.core.ranking import Category

    words = text.split("/")
    if len(words) != 3:
        raise click.UsageError(f'--progressive is "{text}"; write quads/full house/flush: 500/100/50')
    fixed = [_amount("--progressive", word) for word in words]
    hands = (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH)
    shares = {Category.ROYAL_FLUSH: Fraction(1), Category.STRAIGHT_FLUSH: Fraction(1, 10)}
    return Awards("as asked", shares, dict(zip(hands, fixed, strict=True)))


def _amount(option: str, text: str) -> Money:
    """ "100000" or "100000.00", and more than nothing."""
    from controller.core.money import Money

    try:
        value = Money.parse(text if "." in text else f"{text}.00")
    except ValueError:
        value = Money(0)
    if value <= 0 or text[:1] in "+-":
        raise click.UsageError(f'{option} has "{text}"; write an amount above nothing, like 100 or 100.00')
    return value
