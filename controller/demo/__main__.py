"""`make run`: the demonstration table, seen live in a terminal, or told line by line where there is none."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import SystemRandom
from tempfile import mkdtemp
from types import FrameType

import click
from rich.console import Console

from controller.commands.words import settings_of
from controller.demo.floor import FloorError
from controller.demo.show import Programme, perform
from controller.demo.spectators import Lines, Spectator, on_screen
from controller.demo.table import running_table
from controller.demo.tally import Tally

CONFIG = Path(__file__).resolve().parents[1] / "config" / "demo.yaml"
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rounds", type=click.IntRange(min=1), help="End after so many rounds; without it the show goes on.")
@click.option("--seed", type=int, help="Repeat the show with this seed.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 100),
    help="1 can be followed by eye, 2 is half as fast, 0 as fast as it goes. "
    "Default: 1; 0 where a number of rounds is printed and nobody watches.",
)
@click.option("--plain", is_flag=True, help="One line an event, also in a terminal.")
@click.option("--config", type=click.Path(path_type=Path), default=CONFIG, help="Settings with simulated hardware.")
@click.option(
    "--state", type=click.Path(path_type=Path), help="A directory for the journal; a new temporary one by default."
)
def demo(
    rounds: int | None, seed: int | None, pace: float | None, plain: bool, config: Path, state: Path | None
) -> int:
    """Show a table at play: the real daemon with simulated hardware, and an automatic dealer, players and supervisors.

    Ctrl-C ends the show. What was played can be read in the journal that it names at the end.
    """
    seen = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not plain
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    if pace is None:
        pace = 0.0 if rounds is not None and not sys.stdout.isatty() else 1.0
    settings_of(config)  # a fault in it is told here, not in the daemon's log
    directory = _directory(state)
    tally = Tally()
    spectators: AbstractContextManager[Spectator] = on_screen(Console()) if seen else nullcontext(Lines(sys.stdout))
    for number in _ENDS:
        signal.signal(number, _leave)
    code = 0
    if seen:
        click.echo("the table is being set up ...", err=True)
    try:
        with running_table(config, directory) as lines, spectators as spectator:
            perform(Programme(seed, rounds, pace), lines, spectator, tally)
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; nothing is left to flush
    except FloorError as error:
        click.echo(f"the show ends: {error}", err=True)
        code = 1
    for line in tally.lines():
        click.echo(line)
    click.echo(f"seed {seed}; to read it again: tablehand journal show {directory / 'journal.db'}")
    return code


def _directory(named: Path | None) -> Path:
    """Where the show keeps its journal: nothing of another table may lie there."""
    if named is None:
        return Path(mkdtemp(prefix="tablehand-demo-"))
    try:
        named.mkdir(parents=True, exist_ok=True)
        if any(named.iterdir()):
            raise click.UsageError(f"{named} is not empty; name a new directory")
    except OSError as error:
        raise click.UsageError(f"{named} cannot be used: {error.strerror}") from None
    return named.resolve()


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Once: who is impatient must not break off the leaving itself."""
    for number in _ENDS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> None:
    try:
        code = demo.main(prog_name="python -m controller.demo", standalone_mode=False)
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        code = error.exit_code
    sys.exit(code)


if __name__ == "__main__":
    main()
