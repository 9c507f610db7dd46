"""Three small drawings as inline SVG: a line over a range, a grid of squares, and bars. No script, no font, no file.

Colours come from the page's style sheet by class, so that they follow a dark screen. Nothing here knows what it draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

_WIDTH = 720
_ROW = 22
_LEFT = 150


@dataclass(frozen=True, slots=True)
class Mark:
    """A value on one axis, with what it says."""

    at: float
    says: str


@dataclass(frozen=True, slots=True)
class Square:
    """`part` from 0 to 1 shades it; None leaves it out."""

    part: float | None
    says: str = ""


def line(
    points: Sequence[tuple[float, float]],
    *,
    across: Sequence[Mark],
    down: Sequence[Mark],
    dot: tuple[float, float, str],
    x_name: str,
    y_name: str,
) -> str:
    """A line through the points; `down` are values of x marked by a line from top to bottom, `across` values of y."""
    height, left, right, top, bottom = 360, 64, 20, 34, 46
    x_end = _round_up(max(x for x, _ in points))
    y_end = _round_up(max([y for _, y in points] + [mark.at for mark in across]))

    def px(x: float) -> float:
        return left + x / x_end * (_WIDTH - left - right)

    def py(y: float) -> float:
        return height - bottom - y / y_end * (height - top - bottom)

    parts = []
    for tick in _ticks(y_end):
        parts.append(_stroke("grid", left, py(tick), _WIDTH - right, py(tick)))
        parts.append(_text(left - 8, py(tick) + 4, f"{100 * tick:g} %", "end"))
    for tick in _ticks(x_end):
        parts.append(_stroke("grid", px(tick), top, px(tick), height - bottom))
        anchor = "middle" if px(tick) < _WIDTH - right - 20 else "end"
        parts.append(_text(px(tick), height - bottom + 18, f"{tick:,.0f}", anchor))
    parts.append(_text(_WIDTH - right, height - 8, x_name, "end", "name"))
    parts.append(_text(left, 16, y_name, "start", "name"))
    for mark in across:
        parts.append(_stroke("mark", left, py(mark.at), _WIDTH - right, py(mark.at)))
        parts.append(_text(left + 8, py(mark.at) - 6, mark.says, "start", "says"))
    for number, mark in enumerate(down):
        parts.append(_stroke("mark", px(mark.at), top, px(mark.at), height - bottom))
        side, anchor = (-6, "end") if number == 0 else (6, "start")
        parts.append(_text(px(mark.at) + side, height - bottom - 10 - 18 * number, mark.says, anchor, "says"))
    path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
    parts.append(f'<polyline class="line" points="{path}"/>')
    x, y, says = dot
    parts.append(f'<circle class="dot" cx="{px(x):.1f}" cy="{py(y):.1f}" r="5"/>')
    parts.append(_text(px(x) + 10, py(y) + 16, says, "start", "says strong"))
    return _svg(height, parts, f"{y_name}: {says}")


def grid(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Square]]], *, corner: str, says: str) -> str:
    """Squares shaded by their part, best read from the top."""
    step = (_WIDTH - _LEFT) / len(columns)
    parts = [_text(_LEFT - 10, 16, corner, "end", "name")]
    parts += [_text(_LEFT + step * (at + 0.5), 16, name, "middle", "name") for at, name in enumerate(columns)]
    for number, (name, squares) in enumerate(rows):
        y = 26 + number * _ROW
        parts.append(_text(_LEFT - 10, y + 15, name, "end"))
        for at, square in enumerate(squares):
            if square.part is None:
                continue
            x = _LEFT + at * step
            box = f'x="{x + 1:.1f}" y="{y + 1}" width="{step - 2:.1f}" height="{_ROW - 2}" rx="3"'
            parts.append(f'<rect class="none" {box}/><rect class="some" {box} fill-opacity="{square.part:.3f}"/>')
            dark = " on" if square.part > 0.62 else ""
            parts.append(_text(x + step / 2, y + 15, square.says, "middle", f"square{dark}"))
    return _svg(30 + len(rows) * _ROW, parts, says)


def bars(rows: Sequence[tuple[str, float, str]], *, says: str) -> str:
    """One bar a row, to the right or, where the value is negative, to the left of a common line."""
    low, high = min(0.0, *(value for _, value, _ in rows)), max(0.0, *(value for _, value, _ in rows))
    unit = (_WIDTH - _LEFT - 90) / ((high - low) or 1)
    zero = _LEFT - low * unit
    parts = []
    for number, (name, value, label) in enumerate(rows):
        y = 6 + number * 26
        length = abs(value) * unit
        start = zero if value >= 0 else zero - length
        parts.append(_text(_LEFT - 10, y + 14, name, "end"))
        kind = "bar" if value >= 0 else "bar less"
        parts.append(f'<rect class="{kind}" x="{start:.1f}" y="{y}" width="{max(length, 1):.1f}" height="18" rx="2"/>')
        parts.append(_text(max(start + length, zero) + 8, y + 14, label, "start", "says"))
    return _svg(10 + len(rows) * 26, parts, says)


def _svg(height: float, parts: Sequence[str], says: str) -> str:
    head = f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(says, quote=True)}">'
    return head + "".join(parts) + "</svg>"


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _stroke(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _step(end: float) -> float:
    """A round step that parts a range in four to nine."""
    size = 10.0 ** floor(log10(end)) if end > 0 else 1.0
    return next(step for step in (size / 5, size / 4, size / 2, size, size * 2) if end / step <= 9)


def _round_up(end: float) -> float:
    step = _step(end)
    return ceil(end / step - 1e-9) * step


def _ticks(end: float) -> list[float]:
    step = _step(end)
    return [step * number for number in range(round(end / step) + 1)]
