"""A house as a file describes it: the `table:` part, and what it takes from the library by name.

Settings files and scenario files write it in the same words, so both become a `House` here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from controller.core.house import AwardsFrom, Deal, House, Progressive
from controller.documents import Document, Fault, FaultyError, Place
from controller.explain import at, is_missing
from controller.library import Library, NotOnShelfError
from controller.settings.table import TableSettings

Taken = TypeVar("Taken")


class HouseShelf:
    """What the file takes from the library by name; looked up as written, even while other keys are wrong."""

    def __init__(self, document: Document, library: Library) -> None:
        self.faults: list[Fault] = []
        self._document = document
        self.profile = self._take(("table", "profile"), library.profile, "house")
        self.awards = self._take(("table", "progressive", "awards"), library.awards, "us-500-100-50")
        own = self.profile.paytable if self.profile else "us"
        self.paytable = self._take(("table", "paytable"), library.paytable, own)

    def _take(self, place: Place, take: Callable[[str], Taken], default: str) -> Taken | None:
        written = at(self._document.value, place)
        name = default if is_missing(written) or written is None else written
        if not isinstance(name, str):
            return None  # told already: it is no name
        try:
            return take(name)
        except NotOnShelfError as error:
            self.faults.append(self._document.fault(place, error.wrong, error.right))
        except FaultyError as error:
            self.faults.extend(error.faults)
        return None

    def house(self, table: TableSettings, shoe_counts_pack: bool = False) -> House:
        """Raises FaultyError when a name was not found or what it names is wrong."""
        if self.profile is None or self.paytable is None or self.awards is None:
            raise FaultyError(self.faults)
        progressive = table.progressive
        return House(
            profile=self.profile,
            paytable=self.paytable,
            progressive=Progressive(
                base=progressive.base,
                rate=progressive.rate_percent,
                chip=progressive.chip,
                awards=self.awards,
                hidden_rate=progressive.hidden_rate_percent or Fraction(0),
                limit=progressive.limit,
                unreasonable_contribution=progressive.unreasonable_contribution,
            ),
            seats=table.seats,
            deal=Deal(table.deal),
            ante_min=table.ante.min,
            ante_max=table.ante.max,
            max_bet_win=table.max_bet_win,
            fixed_awards_from=AwardsFrom(table.fixed_awards_from),
            count_chips=table.count_chips,
            supervisor_key=table.supervisor_key,
            shoe_counts_pack=shoe_counts_pack,
        )
