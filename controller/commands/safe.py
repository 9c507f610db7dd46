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
    from controller.app import make_safe as make_outputs_safe
    from controller.documents import FaultyError, UnreadableError
    from controller.settings import read_outputs

    try:
        outputs = read_outputs(config)
    except UnreadableError as error:
        raise UnusableError(f"nothing was made safe: {error}") from None
    except FaultyError as error:
        raise RefusedError(f"nothing was made safe; the outputs cannot be understood:\n{error}") from None
    failures = make_outputs_safe(outputs)
    if failures:
        raise RefusedError("\n".join(failures))
    click.echo(f"{', '.join(outputs)}: at their fail-safe level" if outputs else "no output here is real")
