"""`tablehand run`: the daemon."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.words import config_option, settings_of


@click.command(short_help="Run the table: the daemon that systemd starts.")
@config_option
def run(config: Path) -> int:
    """Run one table until it is told to stop (Ctrl-C, or systemctl stop tablehand).

    It refuses to start, and says why, when the settings have a fault, a pin or port cannot be had, or the journal is
    not sound. Every output is at its fail-safe level before it ends.
    """
    from controller.app import run as run_table

    return run_table(settings_of(config))
