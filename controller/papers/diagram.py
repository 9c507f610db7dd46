"""The phases of a round as a drawing: SVG, computed from the ways between them, nothing placed by hand.

Phases stand in a column, in the order of a round. What stops the table leads left to `halted`, and back; what leads
elsewhere than to the next phase goes right, onto the line of the phase it leads to. Every label has room of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from controller.core.state import Phase
from controller.papers.phases import Ways

_ROUND = tuple(phase for phase in Phase if phase is not Phase.HALTED)
_LETTER, _LINE = 6.1, 15
_LABEL, _NODE, _BAR, _LANE, _EDGE = 300, 132, 96, 30, 28
_GAP, _PAD = 54, 16
_LEFT = _EDGE + _BAR + _LABEL
_RIGHT = _LEFT + _NODE

_STYLE = """
text { font: 11px "DejaVu Sans", "Liberation Sans", Verdana, sans-serif; fill: #23292d }
.name { font-size: 14px; font-weight: bold; fill: #fff; text-anchor: middle }
.title { font-size: 17px; font-weight: bold }
.dim { fill: #68727a }
rect.phase { fill: #14503c } rect.halted { fill: #8a1a1a }
path { fill: none; stroke-width: 1.4 }
.on { stroke: #14503c; stroke-width: 2.4 } .stop, .back { stroke: #8a1a1a } .back { stroke-dasharray: 5 3 }
.jump { stroke: #4a5f8a } .by { stroke: #4a5f8a; stroke-dasharray: 5 3 }
circle { fill: #4a5f8a }
"""


@dataclass(frozen=True, slots=True)
class _Label:
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        return _LINE * len(self.lines) + 9


@dataclass(slots=True)
class _Row:
    """One phase with what leads to `halted` and back on its left, and what leads elsewhere on its right."""

    phase: Phase
    stop: _Label | None
    back: _Label | None
    jumps: tuple[tuple[Phase, _Label, bool], ...]
    onward: _Label | None
    top: int = 0

    @property
    def height(self) -> int:
        left = sum(label.height for label in (self.stop, self.back) if label)
        right = sum(label.height for _, label, _ in self.jumps)
        return max(left, right + _LINE, 40) + _PAD


def drawn(ways: Ways, title: str) -> str:
    """The drawing, whole."""
    rows = [_row(phase, ways) for phase in _ROUND]
    y = 70
    for row in rows:
        row.top = y
        y += row.height + _GAP + (_LINE * (len(row.onward.lines) - 1) if row.onward else 0)
    lanes = _lanes(rows)
    width = _RIGHT + _LABEL + _LANE * (len(lanes) + 1) + _EDGE
    height = y - _GAP + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        _MARKERS,
        f'<text class="title" x="{_EDGE}" y="36">{escape(title)}</text>',
        *_halted(rows),
        *(part for row in rows for part in _phase(row)),
        *(part for row, below in pairwise(rows) for part in _onward(row, below)),
        *(part for target, x in lanes.items() for part in _lane(target, x, rows)),
        *_legend(height),
        "</svg>",
    ]
    return "\n".join(parts)


_MARKERS = "<defs>" + "".join(
    f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    f'<path d="M0 0L8 4L0 8z" style="fill:{colour};stroke:none"/></marker>'
    for name, colour in (("on", "#14503c"), ("stop", "#8a1a1a"), ("jump", "#4a5f8a"))
) + "</defs>"  # fmt: skip


# -- what is drawn -------------------------------------------------------------------------------------------------


def _row(phase: Phase, ways: Ways) -> _Row:
    after = _next(phase)
    jumps = tuple(
        (to, _label(names, f"{to.value}:"), names == ("supervisor_decided",))
        for (at, to), names in ways.items()
        if at is phase and to not in (Phase.HALTED, after)
    )
    return _Row(
        phase,
        stop=_label_of(ways, phase, Phase.HALTED),
        back=_label_of(ways, Phase.HALTED, phase),
        jumps=tuple(sorted(jumps, key=lambda jump: _ROUND.index(jump[0]))),
        onward=_label_of(ways, phase, after) if after else None,
    )


def _next(phase: Phase) -> Phase | None:
    at = _ROUND.index(phase)
    return _ROUND[at + 1] if at + 1 < len(_ROUND) else None


def _label_of(ways: Ways, at: Phase, to: Phase) -> _Label | None:
    return _label(ways[at, to]) if (at, to) in ways else None


def _label(names: tuple[str, ...], head: str = "") -> _Label:
    """The events, as many in a line as have room."""
    lines = [head]
    for place, name in enumerate(names):
        word = name.replace("_", " ") + ("," if place + 1 < len(names) else "")
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) * _LETTER > _LABEL - 34:
            lines.append(word)
        else:
            lines[-1] = longer
    return _Label(tuple(lines))


def _lanes(rows: list[_Row]) -> dict[Phase, int]:
    """A line for each phase that is jumped to, by where it runs."""
    targets = {to for row in rows for to, _, _ in row.jumps}
    ordered = [phase for phase in _ROUND if phase in targets]
    return {phase: _RIGHT + _LABEL + _LANE * (place + 1) for place, phase in enumerate(ordered)}


# -- how it is drawn -----------------------------------------------------------------------------------------------


def _halted(rows: list[_Row]) -> Iterator[str]:
    top, bottom = rows[0].top, rows[-1].top + rows[-1].height
    yield f'<rect class="halted" x="{_EDGE}" y="{top}" width="{_BAR}" height="{bottom - top}" rx="8"/>'
    middle = _EDGE + _BAR // 2
    yield f'<text class="name" x="{middle}" y="{(top + bottom) // 2}">halted</text>'


def _phase(row: _Row) -> Iterator[str]:
    yield f'<rect class="phase" x="{_LEFT}" y="{row.top}" width="{_NODE}" height="{row.height}" rx="8"/>'
    yield f'<text class="name" x="{_LEFT + _NODE // 2}" y="{row.top + row.height // 2 + 5}">{row.phase.value}</text>'
    bar, y = _EDGE + _BAR, row.top + _PAD // 2
    for label, kind, ends in (
        (row.stop, "stop", (_LEFT, bar + 2)),
        (row.back, "back", (bar, _LEFT - 2)),
    ):
        if label is not None:
            yield from _text(label, bar + 22, y)
            y += label.height
            yield f'<path class="{kind}" marker-end="url(#stop)" d="M{ends[0]} {y - 3}H{ends[1]}"/>'


def _onward(row: _Row, below: _Row) -> Iterator[str]:
    if row.onward is None:
        return
    x, start = _LEFT + 30, row.top + row.height
    yield f'<path class="on" marker-end="url(#on)" d="M{x} {start}V{below.top - 2}"/>'
    middle = (start + below.top) // 2
    yield from _text(row.onward, x + 12, middle - (_LINE * len(row.onward.lines)) // 2 - 2)


def _lane(target: Phase, x: int, rows: list[_Row]) -> Iterator[str]:
    """Taps from every phase that jumps to `target`, one line, and an arrow into it."""
    goal = next(row for row in rows if row.phase is target)
    entry = goal.top + goal.height - 7
    ends = [entry]
    for row in rows:
        y = row.top + _PAD // 2
        for to, label, by_person in row.jumps:
            y += label.height
            if to is target:
                ends.append(y - 3)
                yield from _text(label, _RIGHT + 12, y - label.height)
                yield f'<path class="{"by" if by_person else "jump"}" d="M{_RIGHT} {y - 3}H{x}"/>'
                yield f'<circle cx="{x}" cy="{y - 3}" r="3"/>'
    yield f'<path class="jump" d="M{x} {min(ends)}V{max(ends)}"/>'
    yield f'<path class="jump" marker-end="url(#jump)" d="M{x} {entry}H{_RIGHT + 2}"/>'


def _text(label: _Label, x: int, y: int) -> Iterator[str]:
    for place, line in enumerate(label.lines):
        yield f'<text x="{x}" y="{y + _LINE * (place + 1) - 3}">{escape(line)}</text>'


def _legend(height: int) -> Iterator[str]:
    y, x = height - 26, _EDGE
    for kind, marker, says in (
        ("on", "on", "to the next phase"),
        ("stop", "stop", "stops the table"),
        ("back", "stop", "goes on where it was stopped"),
        ("jump", "jump", "to another phase"),
        ("by", "jump", "by a supervisor alone"),
    ):
        yield f'<path class="{kind}" marker-end="url(#{marker})" d="M{x} {y}h34"/>'
        yield f'<text class="dim" x="{x + 42}" y="{y + 4}">{says}</text>'
        x += 62 + int(len(says) * _LETTER) + 22
