"""`tablehand completion`: the shell finishes what you begin to type."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(short_help="Print completion for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the lines that teach SHELL to complete tablehand's commands and options.

    \b
    bash: tablehand completion bash > /etc/bash_completion.d/tablehand
    zsh:  tablehand completion zsh  > "${fpath[1]}/_tablehand"
    fish: tablehand completion fish > ~/.config/fish/completions/tablehand.fish
    """
    speaks = get_completion_class(shell)
    root = click.get_current_context().find_root()
    assert speaks is not None, "click speaks every shell that can be chosen"
    click.echo(speaks(root.command, {}, "tablehand", "_TABLEHAND_COMPLETE").source())
