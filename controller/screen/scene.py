"""The whole screen for a view of a table, at whatever size the terminal has.

The table is seen from the dealer's side: seat 1 at the left hand, the seats in an arc, the dealer below them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from controller.screen import look, panels
from controller.screen.canvas import Box, sheet
from controller.screen.seats import dealer_box, dealer_line, seat_box, seat_line
from controller.screen.view import View

_LEAST = (77, 22)
_SEAT_WIDTHS = (11, 22)
_DEALER_WIDTH, _DEALER_HEIGHT = 34, 4


@dataclass(frozen=True, slots=True)
class Grade:
    """How generously a screen of some height is drawn."""

    air: int
    bold_meter: bool
    seat_height: int
    arc: int

    @property
    def meter_height(self) -> int:
        return 5 if self.bold_meter else 3


_GRADES = ((40, Grade(1, True, 10, 4)), (28, Grade(1, False, 9, 2)), (0, Grade(0, False, 8, 2)))


@dataclass(frozen=True, slots=True)
class Scene:
    """Fills the terminal; `now_ms` is only for what blinks."""

    view: View
    now_ms: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or console.height
        small = width < _LEAST[0] or height < _LEAST[1]
        boxes = self._small(width, height) if small else self._whole(width, height)
        return sheet(console, options, list(boxes), width, height, look.GROUND)

    def _whole(self, width: int, height: int) -> Iterator[Box]:
        grade = next(grade for least, grade in _GRADES if height >= least)
        top = 1 + grade.air
        yield Box(0, 0, width, 1, panels.title(self.view, width))
        bold = grade.bold_meter and panels.meter_width(self.view.picture, True) < width - 36
        broad = panels.meter_width(self.view.picture, bold)
        yield Box(2, top, broad, grade.meter_height, panels.meter(self.view.picture, bold))
        yield Box(broad + 5, top, width - broad - 6, grade.meter_height,
                  panels.state(self.view, self.now_ms, roomy=grade.bold_meter))  # fmt: skip
        top += grade.meter_height + grade.air
        arc = list(self._arc(width, top, grade))
        yield from arc
        bottom = max(box.bottom for box in arc)
        yield Box(1, bottom, width - 2, 1, panels.message(self.view.picture))
        yield from self._below(width, bottom + 1, height)

    def _arc(self, width: int, top: int, grade: Grade) -> Iterator[Box]:
        """The seats, those at the ends nearer to the dealer, and the dealer within."""
        seats = list(self.view.picture["seats"])
        least, most = _SEAT_WIDTHS
        each = max(least, min(most, width // len(seats)))
        left = (width - each * len(seats)) // 2
        middle = (len(seats) - 1) / 2
        within = (width - _DEALER_WIDTH) // 2
        deepest = top
        for place, number in enumerate(seats):
            drop = round(grade.arc * ((place - middle) / middle) ** 2) if middle else 0
            box = Box(left + place * each, top + drop, each, grade.seat_height,
                      seat_box(number, self.view.picture, each, grade.seat_height, self.now_ms))  # fmt: skip
            if box.left + each > within and box.left < within + _DEALER_WIDTH:
                deepest = max(deepest, box.bottom)
            yield box
        yield Box(within, deepest, _DEALER_WIDTH, _DEALER_HEIGHT,
                  dealer_box(self.view.picture, _DEALER_WIDTH, _DEALER_HEIGHT))  # fmt: skip

    def _below(self, width: int, top: int, height: int) -> Iterator[Box]:
        """Rulings and news side by side; the question instead of or above them while the table is halted."""
        left = height - top
        if self.view.halted:
            needed = panels.question_height(self.view.picture)
            asked = left if left < 10 else (needed if left >= needed + 4 else 6)
            yield Box(0, top, width, asked, panels.question(self.view.picture, self.now_ms, asked))
            top, left = top + asked, left - asked
        half = width * 11 // 20
        yield Box(0, top, half, left, panels.rulings(self.view, left))
        yield Box(half, top, width - half, left, panels.news(self.view, left))

    def _small(self, width: int, height: int) -> Iterator[Box]:
        table = self.view.picture
        amount = panels.spoken(table["meter"]) if table["meter"] else "not opened"
        head = Text.assemble((f" {amount} ", look.GOLD), " ", panels.phase(table, self.now_ms))
        lines = [head, *(seat_line(number, table, self.now_ms) for number in table["seats"]), dealer_line(table)]
        for line in lines:
            line.no_wrap, line.overflow = True, "crop"
        yield Box(0, 0, width, 1, panels.title(self.view, width))
        yield Box(0, 1, width, len(lines), Group(*lines))
        yield Box(0, len(lines) + 1, width, 1, panels.message(table))
        left = height - len(lines) - 2
        panel = panels.question(table, self.now_ms, left) if self.view.halted else panels.rulings(self.view, left)
        yield Box(0, len(lines) + 2, width, left, panel)
