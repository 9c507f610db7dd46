"""`tablehand audit`: does the table behave like its mathematics?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.bars import bars
from controller.commands.words import RefusedError, UnusableError, config_option, json_option, settings_of

if TYPE_CHECKING:
    from controller.audit.expected import Winnings
    from controller.audit.rounds import Reader
    from controller.audit.sums import Sums
    from controller.commands.bars import Bar


@click.command(short_help="Ask whether the table behaves like its mathematics.")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option(
    "--bias",
    type=click.FloatRange(min=0, max=100, min_open=True),
    default=10,
    show_default=True,
    metavar="PERCENT",
    help="Tell how many rounds show something that comes so much too often.",
)
@config_option
@json_option
def audit(path: Path | None, bias: float, config: Path, as_json: bool) -> None:
    """Ask whether the table behaves like its mathematics: hands, dealer, up cards, seats, cards and shuffles.

    PATH is a journal file; without it, the one of the table's settings. Every count is compared with its exact
    expectation, and all are judged together: an honest table is accused in no more than one audit of a hundred. Only
    rounds that are over are looked at.

    Exit code 0 when nothing speaks against the table, 1 when something does.
    """
    from controller.audit.checks import checks
    from controller.audit.told import Audit, told
    from controller.audit.told import as_json as json_of
    from controller.audit.verdict import answers

    journal = path or _configured(config)
    with bars() as bar:
        sums, winnings = _read(journal, bar)
    if not sums.rounds:
        raise UnusableError(f"{journal} has no round that is over; there is nothing to audit yet")
    audited = Audit(str(journal), sums, answers(checks(sums, winnings)), bias / 100)
    if as_json:
        import orjson

        click.echo(orjson.dumps(json_of(audited)))
    else:
        from rich.console import Console

        Console(highlight=False, soft_wrap=True).print(told(audited))
    sys.exit(1 if audited.accusing else 0)


def _configured(config: Path) -> Path:
    from controller.places import state_directory
    from controller.runtime.daemon import JOURNAL

    return state_directory(settings_of(config).state.directory) / JOURNAL


def _read(journal: Path, bar: Bar) -> tuple[Sums, Winnings | None]:
    from controller.audit.rounds import Reader
    from controller.audit.sums import Sums
    from controller.runtime.chain import ChainError
    from controller.runtime.copies import JournalError
    from controller.runtime.reading import open_for_reading

    sums, reader = Sums(), Reader()
    try:
        with open_for_reading(journal) as book:
            last, _ = book.head()
            progress = bar(f"{last:,} entries", max(1, last))
            for over in reader.finished(book.sound()):
                sums.add(over)
                progress(reader.entries)
        return sums, _winnings(reader, bar("counting the game", 1.0)) if sums.dealt else None
    except ChainError as error:
        raise RefusedError(f"{journal} is broken: {error}") from None
    except JournalError as error:
        raise UnusableError(str(error)) from None


def _winnings(reader: Reader, progress: Callable[[float], None]) -> Winnings | None:
    from controller.audit.expected import winnings
    from controller.core.house import RaiseRule
    from controller.odds.report import game_of
    from controller.odds.result import optimal
    from controller.odds.shelf import counted
    from controller.runtime.replay import from_snapshot

    if reader.sealed is None:
        return None
    house = from_snapshot(reader.sealed).table.house
    if house.profile.raise_rule is not RaiseRule.EXACTLY_TWICE:
        return None
    return winnings(optimal(counted(game_of(house), 1, progress), house.paytable.pays))
