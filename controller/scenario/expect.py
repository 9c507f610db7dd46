"""What a scenario expects, compared with what the table shows: one comparison a key, each failure in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.core.effects import ALERTS, Effect, IssueRuling, RaiseAlert
from controller.core.events import DEALER
from controller.core.lamps import Glow, seat_lamps
from controller.core.money import Money
from controller.core.ranking import Category
from controller.core.state import Outcome, Phase, Table
from controller.documents import meant, shown
from controller.scenario.steps import CLAUSE


class ExpectationError(ValueError):
    """An expectation that cannot be understood, in one sentence."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The table now, and what was issued since the last expectation."""

    table: Table
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    what: str
    expected: str
    got: str


def compare(expected: Mapping[Any, Any], seen: Seen) -> list[Difference]:
    """Raises ExpectationError where the expectation itself makes no sense."""
    return [
        difference for key, value in expected.items() for difference in EXPECTATIONS[str(key)](str(key), value, seen)
    ]


def _word(what: str, expected: object, got: object) -> Iterator[Difference]:
    if expected != got:
        yield Difference(what, str(expected), str(got))


def _known(what: str, value: object, words: Sequence[str]) -> object:
    """A word that can never come is a slip in the file, not a difference."""
    if value not in words:
        raise ExpectationError(f"{what} cannot be {shown(value)}; {meant(value, words)}")
    return value


def _phase(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    yield from _word(key, _known(key, value, tuple(Phase)), seen.table.phase.value)


def _lamps(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    lamps = seat_lamps(seen.table)
    for name, glow in _mapping(key, value).items():
        word = {True: "on", False: "off"}.get(glow, glow) if isinstance(glow, bool) else glow
        _known(f"lamps {name}", word, tuple(Glow))
        shown_now = lamps[_seat(key, name, seen.table)]
        yield from _word(f"lamps {name}", word, (Glow.OFF if shown_now is Glow.TEST else shown_now).value)


def _meter(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    yield from _word(key, _money(key, value), seen.table.meter.displayed)


def _money(what: str, value: object) -> Money:
    try:
        return Money.parse(value)
    except ValueError:
        raise ExpectationError(f'{what}: {shown(value)} is not an amount; write it like "10.00"') from None


def _accepted(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    yield from _word(key, value, seen.table.accepted)


def _rulings(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    issued = [effect.clause for effect in seen.effects if isinstance(effect, IssueRuling)]
    for clause in _list(key, value):
        if not CLAUSE.fullmatch(str(clause)):
            raise ExpectationError(f"{key}: {shown(clause)} is no clause id, like CNT-1")
    yield from _any_order(key, value, issued)


def _alerts(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    raised = [effect.name for effect in seen.effects if isinstance(effect, RaiseAlert)]
    for name in _list(key, value):
        if not CLAUSE.fullmatch(str(name)):
            _known(key, name, ALERTS)
    yield from _any_order(key, value, raised)


def _any_order(key: str, value: object, got: list[str]) -> Iterator[Difference]:
    expected = sorted(str(item) for item in _list(key, value))
    if expected != sorted(got):
        yield Difference(key, _listed(expected), _listed(sorted(got)))


def _halted(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    if not isinstance(value, bool):
        raise ExpectationError(f"{key} is true or false")
    yield from _word(key, value, bool(seen.table.stops))


def _proposal(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    yield from _word(key, value, seen.table.stops[0].choices[0] if seen.table.stops else "none")


def _choices(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    open_now = list(seen.table.stops[0].choices) if seen.table.stops else []
    expected = [str(item) for item in _list(key, value)]
    if expected != open_now:
        yield Difference(key, _listed(expected), _listed(open_now))


def _hands(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    for name, word in _mapping(key, value).items():
        _known(f"hands {name}", word, ("live", "dead", "folded", "void", "none"))
        yield from _word(f"hands {name}", word, seen.table.standing_word(_hand(key, name, seen.table)))


def _lacking(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    for name, count in _mapping(key, value).items():
        yield from _word(f"lacking {name}", count, seen.table.lacking(_hand(key, name, seen.table)))


def _results(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    for name, expected in _mapping(key, value).items():
        seat = _seat(key, name, seen.table)
        what, result = f"results {seat}", seen.table.player(seat).result
        parts = {
            str(part): _part(f"{what} {part}", str(part), wanted) for part, wanted in _mapping(what, expected).items()
        }
        if result is None:
            yield Difference(what, "a result", "none yet")
            continue
        for part, wanted in parts.items():
            yield from _word(f"{what} {part}", wanted, getattr(result, part))


def _part(what: str, part: str, wanted: object) -> object:
    """What a part of a result must be; a word or amount that can never come is a slip in the file."""
    if part in ("ante", "bet", "award"):
        return _money(what, wanted)
    if part in _RESULT_WORDS:
        return _known(what, wanted, _RESULT_WORDS[part])
    raise ExpectationError(f'{what}: a result has outcome, hand, ante, bet, award and chip, no "{part}"')


def _paid_order(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    expected = [_seat(key, seat, seen.table) for seat in _list(key, value)]
    if expected != list(seen.table.paid_order):
        yield Difference(key, _listed(expected), _listed(seen.table.paid_order))


def _text_shown(key: str, value: object, seen: Seen) -> Iterator[Difference]:
    if not isinstance(value, str):
        raise ExpectationError(f"{key} is a text")
    if value.casefold() not in seen.table.message.casefold():
        yield Difference(key, value, seen.table.message or "nothing")


def _mapping(key: str, value: object) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise ExpectationError(f"{key} is a mapping")
    return value


def _list(key: str, value: object) -> tuple[object, ...]:
    if not isinstance(value, tuple | list):
        raise ExpectationError(f"{key} is a list, like [CNT-1]")
    return tuple(value)


def _seat(key: str, name: object, table: Table) -> int:
    if not isinstance(name, int) or isinstance(name, bool) or not 1 <= name <= table.house.seats:
        raise ExpectationError(f'{key}: "{name}" is no seat; seats are 1 to {table.house.seats}')
    return name


def _hand(key: str, name: object, table: Table) -> int:
    return DEALER if name == "dealer" else _seat(key, name, table)


def _listed(items: object) -> str:
    return f"[{', '.join(str(item) for item in items)}]" if isinstance(items, list | tuple) else str(items)


_RESULT_WORDS: dict[str, tuple[str, ...]] = {
    "outcome": tuple(Outcome),
    "hand": tuple(category.word for category in Category),
    "chip": ("none", "taken", "returned", "carried"),
}

EXPECTATIONS: dict[str, Callable[[str, Any, Seen], Iterator[Difference]]] = {
    "phase": _phase,
    "lamps": _lamps,
    "meter": _meter,
    "accepted": _accepted,
    "rulings": _rulings,
    "alerts": _alerts,
    "halted": _halted,
    "proposal": _proposal,
    "choices": _choices,
    "hands": _hands,
    "lacking": _lacking,
    "results": _results,
    "paid_order": _paid_order,
    "shown": _text_shown,
}
