"""The report as one page that can be kept, printed or mailed: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from importlib import resources

from controller.core.cards import RANKS
from controller.core.ranking import Category
from controller.odds.chart import Line, chart, merged
from controller.odds.drawing import Mark, Square, bars, grid, line
from controller.odds.plain import COMPARED, amount, amount_up, compared, outcomes, percent, progressive_rows, share
from controller.odds.report import Report
from controller.odds.result import Result, optimal


def page_of(report: Report) -> str:
    """A whole HTML document."""
    style = resources.files("controller.odds").joinpath("page.css").read_text(encoding="utf-8")
    title = escape(report.question.title)
    body = "\n".join(_sections(report))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Odds: {title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>\n{style}</style></head>\n'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _sections(report: Report) -> Iterator[str]:
    question, best = report.question, report.best
    says, pays = escape(question.game.says), " ".join(map(str, question.pays))
    yield f"<header><h1>{escape(question.title)}</h1><p>{says}; pays {pays} from high card to royal flush</p></header>"
    yield _figures(best)
    lines = chart(report.counted, question.pays, cards=4)
    if lines:
        yield _section("When to raise", _LEGEND, _decisions(lines))
    yield _section("Outcomes", _DEALS, _outcomes(best))
    yield _section("What else it could be", _COSTS, _costs(report))
    yield _section("House edge against the pay table", _GRID, _pay_grid(report), *_pay_bars(report))
    yield _section("Return against the meter", _RETURN, _return(report))
    yield _section("The progressive", "", _table((), progressive_rows(report)))


_LEGEND = (
    "By hand and up card, the part of these hands that is raised, in per cent; the fifth card and the suits decide. "
    "R: always, ·: never."
)
_DEALS = "Every way to deal the player five cards, an up card, and the dealer's other four."
_COSTS = "The house edge by rules of thumb and under other rules, beside the game as configured and played well."
_GRID = "Per cent of the ante, by what full house (down) and flush (across) pay; all else as this table pays."
_RETURN = "The part of a progressive chip that comes back on average, by what the meter shows."


def _section(title: str, says: str, *content: str) -> str:
    note = f"<p>{escape(says)}</p>" if says else ""
    return f"<section><h2>{escape(title)}</h2>{note}{''.join(content)}</section>"


def _figures(best: Result) -> str:
    figures = [
        (percent(best.house_edge), "house edge, of the ante", str(best.house_edge)),
        (percent(best.element_of_risk), "of all money staked", str(best.element_of_risk)),
        (percent(best.raise_frequency, 2), "of hands raised", str(best.raise_frequency)),
        (f"{best.standard_deviation:.4f}", "antes, standard deviation", f"{best.combinations:,} combinations"),
    ]
    cards = (f"<div><b>{value}</b><span>{name}</span><small>{exact}</small></div>" for value, name, exact in figures)
    return f'<section class="figures">{"".join(cards)}</section>'


def _decisions(lines: list[Line]) -> str:
    rows = [(line.label, [_square(part) for part in line.raised]) for line in reversed(merged(lines))]
    return grid(RANKS, rows, corner="hand, up card", says="Part of each kind of hand that is raised, by up card")


def _square(part: Fraction | None) -> Square:
    return Square(None) if part is None else Square(float(part), share(part))


def _outcomes(best: Result) -> str:
    rows = [
        (name, f"{times:,}", percent(Fraction(times, best.combinations)), won) for name, times, won in outcomes(best)
    ]
    rows.append(("all", f"{best.combinations:,}", "", f"{float(best.net / best.combinations):+.6f}"))
    return _table(("", "combinations", "probability", "wins, antes"), rows)


def _costs(report: Report) -> str:
    best = ("without a mistake", percent(report.best.house_edge), "", percent(report.best.raise_frequency, 2))
    thumbs, rules, _ = compared(report)
    return _table(("", *COMPARED), [best, *thumbs, *rules])


def _pay_grid(report: Report) -> str:
    flush, full_house = (report.question.pays[hand] for hand in (Category.FLUSH, Category.FULL_HOUSE))
    across = range(max(1, flush - 3), max(1, flush - 3) + 8)
    down = range(max(1, full_house - 3), max(1, full_house - 3) + 8)
    edges = {
        (full, five): optimal(
            report.counted, _paying(report, {Category.FULL_HOUSE: full, Category.FLUSH: five})
        ).house_edge
        for full in down
        for five in across
    }
    low, high = min(edges.values()), max(edges.values())
    rows = [
        (
            f"full house {full}" + (" *" if full == full_house else ""),
            [
                Square(float((high - edges[full, five]) / (high - low)), f"{float(100 * edges[full, five]):.3f}")
                for five in across
            ],
        )
        for full in down
    ]
    columns = [f"flush {five}" + (" *" if five == flush else "") for five in across]
    return grid(columns, rows, corner="* this table", says="House edge by flush and full house pay")


def _pay_bars(report: Report) -> Iterator[str]:
    tables = [(f"pay table {name}", result) for name, result in report.tables]
    yield bars(
        [(name, float(edge := result.house_edge), percent(edge)) for name, result in tables], says="By pay table"
    )
    yield "<p>What one more to one for a single hand takes off the house edge:</p>"
    more = [
        (hand.spoken, report.best.house_edge - optimal(report.counted, _paying(report, {hand: pay + 1})).house_edge)
        for hand, pay in zip(Category, report.question.pays, strict=True)
    ]
    yield bars([(name, float(off), percent(off)) for name, off in more], says="Worth of one more to one, by hand")


def _paying(report: Report, other: dict[Category, int]) -> list[int]:
    return [other.get(hand, pay) for hand, pay in zip(Category, report.question.pays, strict=True)]


def _return(report: Report) -> str:
    question, meter = report.question, report.meter
    fixed = float(meter.fixed)
    at = question.meter / 100
    end = max(1.5 * float((meter.break_even or 0) / 100), 1.3 * at)
    slope = (float(meter.returns) - fixed) / at
    down = (
        []
        if meter.break_even is None
        else [Mark(float(meter.break_even / 100), f"breaks even at {amount_up(meter.break_even)}")]
    )
    if meter.long_run.mean_jackpot and meter.long_run.mean_jackpot / 100 < end:
        mean = meter.long_run.mean_jackpot
        down.append(Mark(float(mean / 100), f"paid on average: {amount(mean)}"))
    return line(
        [(0, fixed), (end, fixed + slope * end)],
        across=[Mark(1, "the chip comes back whole")],
        down=down,
        dot=(at, float(meter.returns), f"{percent(meter.returns, 2)} at {question.meter.spoken()}"),
        x_name="meter",
        y_name="return of the chip",
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if head else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{top}{body}</table>"
