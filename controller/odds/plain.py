"""The report as text for a terminal, and as JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from controller.core.cards import RANKS
from controller.core.money import Money
from controller.core.ranking import Category
from controller.odds.chart import chart, merged
from controller.odds.report import Report
from controller.odds.result import Result


def percent(part: Fraction, digits: int = 4) -> str:
    return f"{float(100 * part):.{digits}f} %"


def amount(cents: Fraction | int) -> str:
    """Rounded down to the cent, as people read it."""
    return Money(int(cents)).spoken()


def amount_up(cents: Fraction) -> str:
    """Rounded up to the cent: from here on."""
    return Money(ceil(cents)).spoken()


def outcomes(result: Result) -> list[tuple[str, int, str]]:
    """The outcome table: what happens, in how many combinations, and what it wins in antes."""
    bets = result.game.raises
    won = {hand: [1 + bet * pay for bet in bets] for hand, pay in zip(Category, result.pays, strict=True)}
    return [
        ("fold", result.fold, "-1"),
        ("dealer does not qualify", result.of(lambda raised: raised.dealer_not_qualified), "+1"),
        ("lose", result.of(lambda raised: raised.lose), _either([-1 - bet for bet in bets])),
        ("tie", result.of(lambda raised: raised.tie), "0"),
        *((f"win with {hand.spoken}", result.won_with(hand), _either(won[hand])) for hand in Category),
    ]


def _either(amounts: Sequence[Fraction | int]) -> str:
    """One for each bet that can be chosen."""
    return " or ".join(f"{won:+}" for won in amounts)


def share(part: Fraction) -> str:
    """A square of the chart: all, nothing, or the part in whole percent, never rounded to all or nothing."""
    if part in (0, 1):
        return "R" if part else "·"
    return str(min(99, max(1, round(100 * part))))


def told(report: Report) -> RenderableType:
    return Group(*_parts(report))


def _parts(report: Report) -> Iterator[RenderableType]:
    question, best = report.question, report.best
    yield Text(question.title, style="bold")
    yield Text(f"{question.game.says}; pays {' '.join(map(str, question.pays))} from high card to royal flush\n")
    yield _figures(best)
    yield _outcomes(best)
    yield _decisions(report)
    yield _mistakes(report)
    yield _meter(report)


def _titled(title: str, *columns: str, says: str = "") -> Table:
    headers = [Column(name, justify="right" if at else "left", no_wrap=at > 0) for at, name in enumerate(columns)]
    return Table(
        *headers,
        title=title,
        caption=says or None,
        box=SIMPLE,
        title_justify="left",
        title_style="bold",
        caption_justify="left",
    )


def _figures(best: Result) -> Table:
    columns = [Column(), Column(no_wrap=True), Column(overflow="fold")]
    table = Table(
        *columns,
        box=SIMPLE,
        show_header=False,
        title="Played without a mistake",
        title_justify="left",
        title_style="bold",
    )
    edge, risk = best.house_edge, best.element_of_risk
    table.add_row("house edge, of the ante", percent(edge), f"{edge}")
    table.add_row("element of risk, of all money staked", percent(risk), f"{risk}")
    table.add_row("hands raised", percent(best.raise_frequency), f"{best.raise_frequency}")
    table.add_row("staked on average", f"{float(Fraction(best.staked, best.combinations)):.4f} antes", "")
    table.add_row("standard deviation", f"{best.standard_deviation:.4f} antes", "")
    return table


def _outcomes(best: Result) -> Table:
    table = _titled("Outcomes", "", "combinations", "probability", "wins, antes")
    for name, combinations, won in outcomes(best):
        part = Fraction(combinations, best.combinations)
        table.add_row(name, f"{combinations:,}", percent(part), won)
    table.add_row("all", f"{best.combinations:,}", "", f"{float(best.net / best.combinations):+.6f}", style="bold")
    return table


def _decisions(report: Report) -> RenderableType:
    lines = chart(report.counted, report.question.pays)
    if not lines:
        return Text()
    table = Table(
        "hand \\ up card",
        *[Column(rank, justify="right", min_width=2) for rank in RANKS],
        title="When to raise",
        caption="R: always, ·: never, else percent of these hands: the kickers and the suit of the up card decide",
        box=SIMPLE,
        title_justify="left",
        title_style="bold",
        caption_justify="left",
        padding=(0, 0, 0, 1),
    )
    for line in reversed(merged(lines)):
        table.add_row(line.label, *["" if part is None else share(part) for part in line.raised])
    return table


def _mistakes(report: Report) -> Table:
    table = _titled("What else it could be", "", *COMPARED)
    for rows in compared(report):
        table.add_section()
        for row in rows:
            table.add_row(*row)
    return table


COMPARED = ("house edge", "costs the player", "raised")


def compared(report: Report) -> list[list[tuple[str, ...]]]:
    """Other ways to play the game, other rules, and other pay tables, each beside the game played without a mistake."""
    best, cap, most = report.best, report.cap, report.question.max_bet_win.spoken()

    def row(name: str, result: Result) -> tuple[str, ...]:
        cost = f"{float(100 * (result.house_edge - best.house_edge)):+.4f} %"
        return name, percent(result.house_edge), cost, percent(result.raise_frequency, 2)

    capped = (
        f"bets win {most} at most, at ante {cap.ante.spoken()} (felt above {amount(cap.felt_above)})" if cap else ""
    )
    rules = [row(capped, cap.result)] if cap else []
    return [
        [row(f"raise {thumb.says}", result) for thumb, result in report.thumbs],
        [*rules, *(row(result.game.says, result) for result in report.variants)],
        [row(f"pay table {name}", result) for name, result in report.tables],
    ]


def _meter(report: Report) -> Table:
    table = Table(box=SIMPLE, show_header=False, title="The progressive", title_justify="left", title_style="bold")
    for name, value in progressive_rows(report):
        table.add_row(name, value)
    return table


def progressive_rows(report: Report) -> list[tuple[str, str]]:
    """What there is to say of the progressive, each with its figure."""
    question, meter, long_run = report.question, report.meter, report.meter.long_run
    with_ante = f"breaks even with the loss on an ante of {question.least_ante.spoken()} at"
    return [
        (f"return of a chip at {question.meter.spoken()} ({question.meter_from})", percent(meter.returns)),
        ("breaks even at", _from(meter.break_even)),
        (with_ante, _from(meter.break_even_with_ante)),
        (f"next royal flush, with {question.seats} chips a round, on average in", f"{round(meter.rounds):,} rounds"),
        (f"at {question.rounds_a_day:,} rounds a day ({question.pace_from})", f"{float(meter.days):,.1f} days"),
        ("straight flush, on average every", f"{round(meter.straight_flush_rounds):,} rounds"),
        ("of a chip, in the long run, goes to the meter", percent(long_run.to_meter, 2)),
        ("goes to the reserve", percent(long_run.to_reserve, 2)),
        ("the house adds, to seed the meter after each royal flush", percent(long_run.seed, 2)),
        ("the house adds, to pay fixed awards", percent(long_run.fixed, 2)),
        (
            "so that the house keeps" if long_run.keeps >= 0 else "so that the house LOSES",
            percent(abs(long_run.keeps), 2),
        ),
        ("a royal flush is paid, on average", "-" if long_run.mean_jackpot is None else amount(long_run.mean_jackpot)),
    ]


def _from(cents: Fraction | None) -> str:
    if cents is None:
        return "never"
    return amount_up(cents) if cents > 0 else "always"


def as_json(report: Report) -> dict[str, Any]:
    """Integers as they are, fractions as text in lowest terms; amounts of money as fractions of its unit."""
    best, question, meter = report.best, report.question, report.meter
    return {
        "combinations": best.combinations,
        "net_units": int(best.net) if best.net.denominator == 1 else str(best.net),
        "raise_pairs": best.raise_spots,
        "outcomes": {
            "fold": best.fold,
            "dealer_not_qualified": best.of(lambda raised: raised.dealer_not_qualified),
            "lose": best.of(lambda raised: raised.lose),
            "tie": best.of(lambda raised: raised.tie),
            "win": {category.word: best.won_with(category) for category in Category},
        },
        "house_edge": str(best.house_edge),
        "element_of_risk": str(best.element_of_risk),
        "raise_frequency": str(best.raise_frequency),
        "variance": str(best.variance),
        "game": question.game.says,
        "pays": list(question.pays),
        "thumbs": {thumb.name: _briefly(result) for thumb, result in report.thumbs},
        "paytables": {name: _briefly(result) for name, result in report.tables},
        "capped": None if report.cap is None else {"ante": str(report.cap.ante), **_briefly(report.cap.result)},
        "variants": {result.game.name: _briefly(result) for result in report.variants},
        "chart": {
            line.label: [None if part is None else str(part) for part in line.raised]
            for line in chart(report.counted, question.pays, cards=5)
        },
        "progressive": {
            "meter": str(question.meter),
            "return": str(meter.returns),
            "break_even_meter": _unit(meter.break_even),
            "break_even_meter_with_ante": _unit(meter.break_even_with_ante),
            "rounds_to_royal": str(meter.rounds),
            "days_to_royal": str(meter.days),
            "house_keeps": str(meter.long_run.keeps),
            "seed": str(meter.long_run.seed),
            "mean_jackpot": _unit(meter.long_run.mean_jackpot),
        },
    }


def _briefly(result: Result) -> dict[str, str]:
    return {"house_edge": str(result.house_edge), "element_of_risk": str(result.element_of_risk)}


def _unit(cents: Fraction | None) -> str | None:
    return None if cents is None else str(cents / 100)
