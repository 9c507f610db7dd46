"""`tablehand make-safe`: no daemon, no lamp lit, no chip accepted."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.words import RefusedError, UnusableError, config_option


@click.command("make-safe", short_help="Put every output at its fail-safe level.")
@config_option
def make_safe(config: Path) -> None:
    """Put every output of the table at its fail-safe level: lamps dark, acceptors refusing.

    systemd runs it after the daemon, however that ended. By hand it is safe at any time when the daemon is stopped. A
    fault elsewhere in the settings does not keep it from its work. Exit code 1 when an output is not known to be safe.
    """
    from controller.documents import FaultyError, UnreadableError
    from controller.settings import read_outputs

    try:
        outputs = read_outputs(config)
    except UnreadableError as error:
        raise UnusableError(f"nothing was made safe: {error}") from None
    except FaultyError as error:
        raise RefusedError(f"nothing was made safe; the outputs cannot be understood:\n{error}") from None
    if not outputs:
        click.echo("no output of this table is real")
        return
    from drivers.ports import DriverError

    try:
        from drivers.gpio.safe import make_safe as drive_safe

        failures = drive_safe(outputs)
    except DriverError as error:  # no libgpiod here, or not ours
        raise RefusedError(f"nothing was made safe: {error}") from None
    if failures:
        raise RefusedError("\n".join(failures))
    click.echo(f"at their fail-safe level: {', '.join(outputs)}")
