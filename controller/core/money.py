"""Money in whole cents.

No float comes near it: a fraction of a cent is a `fractions.Fraction` of cents and belongs to the meter alone.
"""

from __future__ import annotations

import re

_AMOUNT = re.compile(r"([+-]?)(\d{1,12})\.(\d\d)")


class Money(int):
    """A whole number of cents; sums and differences of money are money, anything else is a plain number."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: object) -> Money:
        """Reads "12.00", "+10.00" or "-0.50": always a string, always two decimals.

        Raises ValueError with a sentence for a person.
        """
        match = _AMOUNT.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(f'{text!r} is not an amount; write it as a string with two decimals, like "10.00"')
        sign, units, cents = match.groups()
        value = int(units) * 100 + int(cents)
        return cls(-value if sign == "-" else value)

    def __add__(self, other: int) -> Money:
        return Money(int(self) + other) if isinstance(other, Money) else NotImplemented

    def __sub__(self, other: int) -> Money:
        return Money(int(self) - other) if isinstance(other, Money) else NotImplemented

    def __mul__(self, times: int) -> Money:
        if isinstance(times, Money) or not isinstance(times, int):
            return NotImplemented
        return Money(int(self) * times)

    def __neg__(self) -> Money:
        return Money(-int(self))

    def __str__(self) -> str:
        cents = abs(int(self))
        return f"{'-' if self < 0 else ''}{cents // 100}.{cents % 100:02d}"

    def __repr__(self) -> str:
        return f"Money({str(self)!r})"

    def signed(self) -> str:
        """As results are written: "+10.00", "-10.00", and "0.00" for what merely went back."""
        return f"+{self}" if self > 0 else str(self)

    def spoken(self) -> str:
        """As people read it: "100,000.70"."""
        cents = abs(int(self))
        return f"{'-' if self < 0 else ''}{cents // 100:,}.{cents % 100:02d}"


NOTHING = Money(0)
