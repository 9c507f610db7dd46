"""`tablehand`: the commands, nothing else.

A command is imported when it is called, so that help and completion answer at once. Whatever goes wrong is one sentence
on stderr and an exit code: 1 a check or expectation failed, 2 bad usage or unreadable input. A traceback is a defect
of ours.
"""

from __future__ import annotations

import os
import signal
import sys
from gettext import gettext
from importlib import import_module
from typing import NoReturn

import click

# name: (where it lives, what help says of it)
COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("controller.commands.run:run", "Run the table: the daemon that systemd starts."),
    "check": ("controller.commands.check:check", "Check a settings file; touches no pin."),
    "play": ("controller.commands.play:play", "Play scenario files and compare what came of them."),
    "rulebook": ("controller.commands.rulebook:rulebook", "Show every clause, its ruling and who rules it."),
    "status": ("controller.commands.floor:status", "Show the running table as it stands."),
    "watch": ("controller.commands.floor:watch", "Show what happens at the running table, as it happens."),
    "act": ("controller.commands.floor:act", "Do what a dealer does at the running table."),
    "rule": ("controller.commands.floor:rule", "Decide as a supervisor at the running table."),
    "sim": ("controller.commands.floor:sim", "Drive the simulated hardware of the running table."),
    "meter": ("controller.commands.meter:meter", "Open the progressive meter."),
    "operator": ("controller.commands.operator:operator", "Manage who may work at the table."),
    "journal": ("controller.commands.journal:journal", "Verify, read and export the journal."),
    "make-safe": ("controller.commands.safe:make_safe", "Put every output at its fail-safe level."),
    "rank": ("controller.commands.rank:rank", "Name hands and put them in order, best first."),
    "odds": ("controller.commands.odds:odds", "Analyse the configured game exactly."),
    "simulate": ("controller.commands.simulate:simulate", "Play rounds through the real rules against the odds."),
    "audit": ("controller.commands.audit:audit", "Ask whether the table behaves like its mathematics."),
    "completion": ("controller.commands.completion:completion", "Print completion for your shell."),
}


class LateCommands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        import difflib

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {near[0]}?" if near else "tablehand --help shows the commands"
            raise click.UsageError(f'there is no command "{args[0]}"; {hint}', ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=LateCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablehand", message="tablehand %(version)s")
def tablehand() -> None:
    """The controller inside a Caribbean Stud Poker table.

    Each command explains itself: tablehand COMMAND --help
    """


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    try:
        code = tablehand.main(prog_name="tablehand", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        asked = error.ctx.command_path if error.ctx else "tablehand"
        code = _say(f"{asked}: a command is missing; {asked} --help shows them all", 2)
    except click.UsageError as error:
        code = _say(f"{error.ctx.command_path if error.ctx else 'tablehand'}: {_one_line(error.format_message())}", 2)
    except click.ClickException as error:
        code = _say(error.format_message(), error.exit_code)
    except click.Abort:
        code = 128 + signal.SIGINT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; nothing is left to flush
        code = 128 + signal.SIGPIPE
    sys.exit(code if isinstance(code, int) else 0)


def _say(sentence: str, code: int) -> int:
    click.echo(sentence, err=True)
    return code


def _one_line(text: str) -> str:
    return " ".join(text.split())
