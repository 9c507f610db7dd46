"""A simulation as text for a terminal, and as JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from controller.core.ranking import Category
from controller.simulation.comparison import FAR, Comparison, spread
from controller.simulation.exact import Exact
from controller.simulation.floor import Plan
from controller.simulation.tally import FOLD, LOSE, SHORT, TIE, WIN, WORDS, Sums, Tally


@dataclass(frozen=True, slots=True)
class Simulated:
    """`comparison` is None where no round went without irregularity."""

    title: str
    plan: Plan
    seed: int
    fast: bool
    tally: Tally
    exact: Exact
    comparison: Comparison | None


def told(simulated: Simulated) -> RenderableType:
    return Group(*_parts(simulated))


def _parts(simulated: Simulated) -> Iterator[RenderableType]:
    plan = simulated.plan
    how = "without the table" if simulated.fast else "through the real rules"
    yield Text(simulated.title, style="bold")
    yield Text(
        f"{simulated.tally.rounds:,} rounds {how}, {_seats(1 if simulated.fast else plan.house.seats)}, "
        f"players {plan.style.name}, seed {simulated.seed}\n"
    )
    if simulated.comparison is not None:
        yield _outcomes(simulated.comparison, simulated.tally.plain)
        yield _verdict(simulated.comparison)
    if simulated.tally.spoiled:
        yield _costs(simulated)


def _seats(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


def _outcomes(comparison: Comparison, sums: Sums) -> Table:
    columns = [Column(name, justify="right") for name in ("seen", "expected", "standard errors")]
    title = f"{sums.hands:,} hands of {sums.rounds:,} rounds without irregularity, and the exact analysis"
    table = Table("", *columns, title=title, box=SIMPLE, title_justify="left")
    for line in comparison.lines:
        far = line.z is not None and abs(line.z) > FAR
        z = "too rare" if line.z is None else f"{line.z:+.2f}"
        table.add_row(_word(line.word), f"{line.seen:,}", f"{line.expected:,.1f}", z, style="bold red" if far else "")
    won = comparison.mean
    table.add_section()
    table.add_row("won with a hand, antes", f"{won.seen:+.5f}", f"{won.expected:+.5f}", f"{won.z:+.2f}")
    return table


def _verdict(comparison: Comparison) -> Text:
    if comparison.agrees:
        return Text(f"All within {FAR:g} standard errors; the farthest is {comparison.farthest:.2f} away.\n")
    return Text(f"NOT within {FAR:g} standard errors: {comparison.farthest:.2f} away.\n", style="bold red")


def _costs(simulated: Simulated) -> Table:
    columns = ("rounds", "a round")
    table = Table(
        Column("what went wrong", no_wrap=True),
        *[Column(name, justify="right", no_wrap=True) for name in columns],
        Column("ruled", no_wrap=True),
        title="What irregularities cost the house, in antes a round",
        caption="Beside the same cards with nothing going wrong; ± is one standard error.",
        box=SIMPLE,
        title_justify="left",
        caption_justify="left",
    )
    for kind, sums in sorted(simulated.tally.spoiled.items()):
        cost = cost_of(simulated, sums)
        ruled = [f"{ruling.replace('_', ' ')} {times}" for ruling, times in simulated.tally.rulings[kind].most_common()]
        table.add_row(
            kind,
            f"{sums.rounds:,}",
            f"{cost.a_round:+.3f} ± {cost.error:.3f}",
            "\n".join(ruled),
        )
    return table


@dataclass(frozen=True, slots=True)
class Cost:
    """What the house wins less for it, in antes, on average, with its standard error."""

    a_round: float
    error: float


def cost_of(simulated: Simulated, sums: Sums) -> Cost:
    ante, rounds = int(simulated.plan.ante), sums.rounds
    return Cost(sums.lost / (ante * rounds), sqrt(spread(sums.lost_squares, sums.lost, rounds)) / (ante * rounds))


def _word(word: str) -> str:
    return word.replace("win_", "win with ").replace("_", " ")


def as_json(simulated: Simulated) -> dict[str, Any]:
    """Counts as whole numbers, the exact figures as fractions, measured ones as floats."""
    plan, plain, exact, comparison = simulated.plan, simulated.tally.plain, simulated.exact, simulated.comparison
    return {
        "rounds": simulated.tally.rounds,
        "hands": plain.hands,
        "seats": 1 if simulated.fast else plan.house.seats,
        "players": plan.style.name,
        "path": "fast" if simulated.fast else "rules",
        "seed": simulated.seed,
        "outcomes": _outcome_table(plain.times),
        "exact": _outcome_table([str(chance) for chance in exact.chances]),
        "net_units": str(Fraction(plain.net, plan.ante)),
        "house_edge": None if comparison is None else -comparison.mean.seen,
        "exact_house_edge": str(-exact.mean),
        "z": None if comparison is None else _z(comparison),
        "agrees": None if comparison is None else comparison.agrees,
        "irregularities": {
            kind: _irregularity(simulated, kind, sums) for kind, sums in simulated.tally.spoiled.items()
        },
    }


def _outcome_table(by_outcome: list[Any] | tuple[Any, ...]) -> dict[str, Any]:
    """As `odds --json` tells it."""
    return {
        "fold": by_outcome[FOLD],
        "dealer_not_qualified": by_outcome[SHORT],
        "lose": by_outcome[LOSE],
        "tie": by_outcome[TIE],
        "win": {category.word: by_outcome[WIN + category] for category in Category},
    }


def _z(comparison: Comparison) -> dict[str, float | None]:
    return {**{line.word: line.z for line in comparison.lines}, "net": comparison.mean.z}


def _irregularity(simulated: Simulated, kind: str, sums: Sums) -> dict[str, Any]:
    cost = cost_of(simulated, sums)
    return {
        "rounds": sums.rounds,
        "hands": sums.hands,
        "outcomes": dict(zip(WORDS, sums.times, strict=True)),
        "net_units": str(Fraction(sums.net, simulated.plan.ante)),
        "costs_the_house_a_round": cost.a_round,
        "standard_error": cost.error,
        "rulings": dict(simulated.tally.rulings[kind]),
    }
