"""What a table itself tells of its meter and its pace: asked of the running daemon, read from its journal.

Both are a help, not a need: where there is no daemon or no journal, there is no answer and no error.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from controller.commands.client import ask
from controller.commands.words import RefusedError, UnusableError
from controller.core.money import Money
from controller.places import state_directory

if TYPE_CHECKING:
    from controller.settings import Settings

_ENTRIES = 20_000
_DAY_S = 86_400


def shown_meter(settings: Settings) -> Money | None:
    """What the running table's meter shows."""
    with suppress(RefusedError, UnusableError):
        answer = ask({"do": "status"}, settings.control.socket)
        shown = answer.get("table", {}).get("meter")
        return None if shown is None else Money.parse(shown)
    return None


def rounds_a_day(settings: Settings) -> int | None:
    """By the latest entries of the journal, closed hours included; None where they cover less than a day."""
    from controller.runtime.copies import JournalError
    from controller.runtime.daemon import JOURNAL
    from controller.runtime.reading import open_for_reading

    journal = state_directory(settings.state.directory) / JOURNAL
    with suppress(JournalError, OSError, ValueError), open_for_reading(journal) as book:
        latest = islice(book.backwards(book.head()[0]), _ENTRIES)
        cleared = [datetime.fromisoformat(entry.wall) for entry in latest if entry.kind == "round_cleared"]
        seconds = (cleared[0] - cleared[-1]).total_seconds() if cleared else 0
        if seconds >= _DAY_S:
            return max(1, round((len(cleared) - 1) * _DAY_S / seconds))
    return None
