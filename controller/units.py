"""The values people write in files, with their units: amounts, percentages, milliseconds, names.

Each reads one value or says in a sentence what would be right. No float is ever made of anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, WithJsonSchema

from controller.core.money import Money
from controller.documents import shown
from controller.explain import wrong

_PERCENT = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))?")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _amount(value: object) -> Money:
    try:
        amount = Money.parse(value)
    except ValueError:
        raise wrong(f"{shown(value)} is no amount", 'write it in quotes and with two decimals, like "10.00"') from None
    if amount < 0:
        raise wrong(f"{shown(value)} is less than nothing", 'write an amount, like "10.00"')
    return amount


def _above_nothing(amount: Money) -> Money:
    if amount == 0:
        raise wrong("is nothing", "write more than 0.00")
    return amount


def read_percent(value: object) -> Fraction:
    """ "70" is 7/10. Raises a sentence unless it lies above 0 and at most at 100."""
    match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise wrong(f"{shown(value)} is no percentage", 'write it in quotes, like "70" or "72.5"')
    whole, part = match[1], match[2] or ""
    percent = Fraction(int(whole + part), 10 ** len(part))
    if not 0 < percent <= 100:
        raise wrong(f"{shown(value)} percent", "it is more than 0 and at most 100")
    return percent / 100


def spelled_percent(part: Fraction) -> str:
    """7/10 is "70"."""
    whole, rest = divmod(part.numerator * 1_000_000 // part.denominator, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".")


def _name(value: object) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise wrong(f"{shown(value)} is no name", "write small letters, digits and hyphens, like us-500-100-50")
    return value


def _absolute(value: object) -> Path:
    if not isinstance(value, str) or not value.startswith("/") or "\0" in value:
        raise wrong(f"{shown(value)} is no full path", "it begins with /, like /var/lib/tablehand")
    return Path(value)


def _path(value: object) -> Path:
    if not isinstance(value, str) or not value or "\0" in value:
        raise wrong(f"{shown(value)} is no path", "write a path, like /var/lib/tablehand")
    return Path(value)


_AMOUNT_SCHEMA = WithJsonSchema({"type": "string", "pattern": r"^\d{1,12}\.\d\d$", "examples": ["10.00"]})
_NAME_SCHEMA = WithJsonSchema({"type": "string", "pattern": f"^{_NAME.pattern}$"})
_PATH_SCHEMA = WithJsonSchema({"type": "string", "minLength": 1})

Amount = Annotated[Money, PlainValidator(_amount), _AMOUNT_SCHEMA]
"""Money that may be nothing."""
Sum = Annotated[Amount, AfterValidator(_above_nothing)]
"""Money that is more than nothing."""
Percent = Annotated[
    Fraction, PlainValidator(read_percent), WithJsonSchema({"type": "string", "pattern": _PERCENT.pattern})
]
"""A part of one, written as a percentage."""
Name = Annotated[str, PlainValidator(_name), _NAME_SCHEMA]
AbsolutePath = Annotated[Path, PlainValidator(_absolute), WithJsonSchema({"type": "string", "pattern": "^/"})]
AnyPath = Annotated[Path, PlainValidator(_path), _PATH_SCHEMA]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]
Text = Annotated[str, Field(min_length=1, max_length=60)]
"""A short text for people."""

K = TypeVar("K")
V = TypeVar("V")


def _sealed(mapping: Mapping[K, V]) -> Mapping[K, V]:
    return MappingProxyType(dict(mapping))


def switched(value: object) -> Any:
    """YAML reads a bare on or off as a boolean; "on" and "off" are meant."""
    return {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value


Sealed = AfterValidator(_sealed)
"""A mapping that cannot be changed."""
OnOff = BeforeValidator(switched)
