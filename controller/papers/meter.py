"""The reconciliation of the meter as a table of text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from controller.runtime.ledger import FIGURES, Figures, Rate
from controller.runtime.reconcile import Reconciled, spelled
from controller.units import spelled_percent

_WIDE = 30


def told(meter: Reconciled) -> Iterator[str]:
    """Line by line, for a terminal of 80 columns."""
    yield f"{'':<12}{'by the entries':>{_WIDE}}{'on the table':>{_WIDE}}"
    for name in FIGURES:
        ours, theirs = _figure(meter.summed, name), _figure(meter.live, name)
        mark = "" if getattr(meter.summed, name) == getattr(meter.live, name) else "  <--"
        yield f"{name.replace('_', ' '):<12}{ours:>{_WIDE}}{theirs:>{_WIDE}}{mark}"
    yield ""
    yield "rate x chips in = increments"
    for rate in meter.rates:
        yield from _rate(rate)
    for figure in ("displayed", "overflow", "reserve", "test"):
        moved = {reason: cents for (of, reason), cents in sorted(meter.moved.items()) if of == figure}
        if moved or figure == "displayed":
            yield ""
            yield from _movements(figure, moved, getattr(meter.opening, figure, Fraction(0)))


def as_json(meter: Reconciled) -> dict[str, Any]:
    """Exact: amounts of the meter are fractions of cents, "280/1" is 2.80."""
    return {
        "agrees": meter.agrees,
        "differences": list(meter.differences()),
        "opening": _plain(meter.opening),
        "entries": _plain(meter.summed),
        "table": _plain(meter.live),
        "awards_paid": str(meter.paid),
        "rates": [
            {
                "since": rate.since,
                "chip": str(rate.chip),
                "rate": _exact(rate.rate),
                "hidden_rate": _exact(rate.hidden_rate),
                "chips_in": rate.chips,
                "due": _exact(rate.due),
                "raised": _exact(rate.raised),
                "due_reserve": _exact(rate.due_reserve),
                "reserved": _exact(rate.reserved),
            }
            for rate in meter.rates
        ],
        "moved": [
            {"of": of, "reason": reason, "cents": _exact(cents)} for (of, reason), cents in sorted(meter.moved.items())
        ],
    }


def _figure(figures: Figures, name: str) -> str:
    value = getattr(figures, name)
    return f"{len(value)} kept" if name == "last_hits" else spelled(value)


def _rate(rate: Rate) -> Iterator[str]:
    for word, part, due, moved in (
        ("", rate.rate, rate.due, rate.raised),
        ("hidden ", rate.hidden_rate, rate.due_reserve, rate.reserved),
    ):
        if part or moved:
            yield (
                f"  from entry {rate.since}: {word}{spelled_percent(part)} % x {rate.chip} x {rate.chips} chips"
                f" = {spelled(due)}; they raised {spelled(moved)}"
            )


def _movements(figure: str, moved: dict[str, Fraction], opening: Fraction) -> Iterator[str]:
    yield f"how the {figure} amount came about"
    if figure != "test":
        yield f"{spelled(opening):>{_WIDE}}  as the journal begins"
    for reason, cents in moved.items():
        yield f"{spelled(cents):>{_WIDE}}  {reason.replace('_', ' ')}"
    yield f"{spelled(opening + sum(moved.values())):>{_WIDE}}  by the entries"


def _plain(figures: Figures) -> dict[str, Any]:
    hits = [
        {"round": hit.round + 1, "seat": hit.seat, "hand": hit.hand, "amount": str(hit.amount)}
        for hit in figures.last_hits
    ]
    plain: dict[str, Any] = {"chips_in": figures.chips_in, "hits": figures.hits, "wins": str(figures.wins)}
    plain |= {name: _exact(getattr(figures, name)) for name in ("displayed", "overflow", "reserve")}
    return plain | {"last_hits": hits}


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
