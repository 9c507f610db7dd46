"""Events, effects and tables as JSON and back: what the journal keeps, the socket sends and a restart reads.

Money is written "10.00", an exact fraction "7/10", a person {"name", "role"}; there are no floats. Reading is strict:
whatever does not fit raises RecordError with one sentence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar, get_origin

import orjson
from cattrs import BaseValidationError, Converter, transform_error
from cattrs.preconf.orjson import make_converter

from controller.core.effects import Effect
from controller.core.events import KINDS, NAMES, Event, snake
from controller.core.money import Money
from controller.core.ranking import Category
from controller.core.state import Table

Body = dict[str, Any]
_DEEP = (float, dict, list, tuple)
Kind = TypeVar("Kind")


class RecordError(ValueError):
    """What was read is no event or table of ours."""


def _is_a_set(kind: Any) -> bool:
    return get_origin(kind) is frozenset


def _converter() -> Converter:
    converter = make_converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Money, str)
    converter.register_structure_hook(Money, lambda text, _: Money.parse(text))
    converter.register_unstructure_hook(Fraction, lambda value: f"{value.numerator}/{value.denominator}")
    converter.register_structure_hook(Fraction, lambda text, _: Fraction(text))
    converter.register_unstructure_hook(Category, lambda category: category.word)
    converter.register_structure_hook(Category, lambda word, _: Category[str(word).upper()])
    # A set has no order of its own; the canonical form needs one.
    converter.register_unstructure_hook_func(_is_a_set, sorted)
    return converter


_CONVERTER = _converter()


def event_to_dict(event: Event) -> Body:
    """{"event": "chip_inserted", "seq": 4, ..., "seat": 3}"""
    return {"event": NAMES[type(event)], **_CONVERTER.unstructure(event, type(event))}


def event_from_dict(body: Body) -> Event:
    """Raises RecordError for an unknown event, a missing or unknown field, or a value that does not fit."""
    fields = dict(body)
    kind = KINDS.get(str(fields.pop("event", "")))
    if kind is None:
        raise RecordError(f"{body.get('event')!r} is no table event")
    return _structure(fields, kind)


def effect_to_dict(effect: Effect) -> Body:
    """{"effect": "raise_alert", ...}"""
    return {"effect": snake(type(effect).__name__), **_CONVERTER.unstructure(effect, type(effect))}


def table_to_dict(table: Table) -> Body:
    body: Body = _CONVERTER.unstructure(table, Table)
    return body


def table_from_dict(body: Body) -> Table:
    return _structure(body, Table)


def _structure(body: Body, kind: type[Kind]) -> Kind:
    try:
        return _CONVERTER.structure(body, kind)
    except BaseValidationError as error:
        raise RecordError(f"{snake(kind.__name__)}: {'; '.join(transform_error(error))}") from None
    except (ValueError, TypeError, KeyError) as error:
        raise RecordError(f"{snake(kind.__name__)}: {error}") from None


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no blanks, UTF-8. Raises RecordError for a float or anything that is no JSON."""
    _refuse_floats(value)
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise RecordError(f"this cannot be written as JSON: {error}") from None


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise RecordError(f"{value!r} is a float; money and counts are whole numbers or text")
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for part in parts:
        if isinstance(part, _DEEP):
            _refuse_floats(part)
