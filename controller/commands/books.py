"""Where a command finds the journal it reads, and how it says that there is none to be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.words import RefusedError, UnusableError, settings_of

if TYPE_CHECKING:
    from controller.runtime.book import Book

path_argument = click.argument("path", type=click.Path(path_type=Path), required=False)


@contextmanager
def opened_book(path: Path | None, config: Path) -> Iterator[Book]:
    """The journal at `path`, or else that of the settings; one that is broken or missing ends the command."""
    from controller.places import state_directory
    from controller.runtime.chain import ChainError
    from controller.runtime.copies import JournalError
    from controller.runtime.daemon import JOURNAL
    from controller.runtime.reading import open_for_reading

    where = path or state_directory(settings_of(config).state.directory) / JOURNAL
    try:
        with open_for_reading(where) as book:
            yield book
    except ChainError as error:
        raise RefusedError(f"{where} is broken: {error}") from None
    except JournalError as error:
        raise UnusableError(str(error)) from None
