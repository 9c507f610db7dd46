"""What the commands have in common: how they fail, where they find settings, and how they learn a secret."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from controller.places import SETTINGS

if TYPE_CHECKING:
    from controller.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
SECRET_VARIABLE = "TABLEHAND_SECRET"
SECOND_VARIABLE = "TABLEHAND_SECOND_SECRET"
NEW_VARIABLE = "TABLEHAND_NEW_SECRET"


class RefusedError(click.ClickException):
    """A check or an expectation failed, or the table refused."""

    exit_code = 1


class UnusableError(click.ClickException):
    """What was given cannot be used at all."""

    exit_code = 2


def told(error: Exception) -> str:
    """One sentence of an operating system's error."""
    return getattr(error, "strerror", None) or str(error)


def settings_of(file: Path) -> Settings:
    """Raises UnusableError where there is nothing to read, RefusedError with every fault of the file."""
    from controller.documents import FaultyError, UnreadableError
    from controller.settings import read_settings

    try:
        return read_settings(file)
    except UnreadableError as error:
        raise UnusableError(str(error)) from None
    except FaultyError as error:
        raise RefusedError(str(error)) from None


config_option: Callable[[F], F] = click.option(
    "--config",
    "config",
    type=click.Path(path_type=Path),
    default=SETTINGS,
    show_default=True,
    envvar="TABLEHAND_CONFIG",
    help="The table's settings file.",
)
json_option: Callable[[F], F] = click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")
as_option: Callable[[F], F] = click.option("--as", "who", metavar="NAME", required=True, help="Who you are.")


def secret_option(command: F) -> F:
    """Where the secret comes from that goes with --as."""
    return click.option(
        "--secret-file",
        type=click.Path(path_type=Path),
        help=f"File with your secret. Without it: the variable {SECRET_VARIABLE}, else you are asked.",
    )(command)


def second_option(command: F) -> F:
    """A second person, where it takes two."""
    command = click.option(
        "--and-secret-file",
        "second_secret_file",
        type=click.Path(path_type=Path),
        help=f"File with the other's secret. Without it: the variable {SECOND_VARIABLE}, else they are asked.",
    )(command)
    return click.option("--and", "second", metavar="NAME", help="Who acts with you, where it takes two.")(command)


def two_persons(who: str, second: str | None, file: Path | None, second_file: Path | None) -> dict[str, Any]:
    """The part of a request that says who asks, each with their secret."""
    request: dict[str, Any] = {"operator": who, "secret": secret_of(who, file)}
    if second is not None:
        request["also"] = {"operator": second, "secret": secret_of(second, second_file, SECOND_VARIABLE)}
    return request


def secret_of(who: str, file: Path | None = None, variable: str = SECRET_VARIABLE) -> str:
    """A person's secret: never an argument, since everybody on the machine can read those."""
    if file is not None:
        try:
            return file.read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableError(f"cannot read the secret of {who} from {file}: {told(error)}") from None
    if variable in os.environ:
        return os.environ[variable]
    return asked(f"Secret of {who}", variable)


def asked(question: str, variable: str, *, again: bool = False) -> str:
    """`again`: typed twice, so that nobody is locked out by a slip of the finger."""
    if not sys.stdin.isatty():
        raise UnusableError(f"{question}: nobody to ask here; name a file with the secret, or set {variable}")
    answer: str = click.prompt(question, hide_input=True, confirmation_prompt=again, err=True)
    return answer
