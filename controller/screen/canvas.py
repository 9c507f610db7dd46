"""Boxes set side by side and below each other on one sheet of an exact size.

Whatever does not fit is cut off, so that nothing ever runs over the edge of a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style


@dataclass(frozen=True, slots=True)
class Box:
    """`left` and `top` count from the sheet's corner; boxes must not overlap."""

    left: int
    top: int
    width: int
    height: int
    content: RenderableType

    @property
    def bottom(self) -> int:
        return self.top + self.height


def sheet(
    console: Console, options: ConsoleOptions, boxes: Sequence[Box], width: int, height: int, ground: Style
) -> Iterator[Segment]:
    """The boxes on a sheet of exactly `width` by `height`."""
    drawn = [(box, _drawn(console, options, box, ground)) for box in boxes if box.width > 0 and box.height > 0]
    for row in range(height):
        line: list[Segment] = []
        at = 0
        for box, lines in sorted(drawn, key=lambda placed: placed[0].left):
            if box.top <= row < box.bottom and box.left >= at:
                line.append(Segment(" " * (box.left - at), ground))
                line.extend(lines[row - box.top])
                at = box.left + box.width
        yield from Segment.adjust_line_length(line, width, ground)
        if row < height - 1:
            yield Segment.line()


def _drawn(console: Console, options: ConsoleOptions, box: Box, ground: Style) -> list[list[Segment]]:
    within = options.update(width=box.width, height=box.height)
    lines = console.render_lines(box.content, within, style=ground, pad=True)
    return Segment.set_shape(lines, box.width, box.height, ground)
