"""One box for each seat and one for the dealer."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.text import Text

from controller.core.cards import Card
from controller.core.ranking import Category, qualifies, strength
from controller.screen import look
from controller.screen.words import Picture, word

_SHORT = {
    "win": "wins",
    "lose": "loses",
    "push": "pushes",
    "fold": "folded",
    "no_qualify": "no qual.",
    "dead": "dead",
    "forfeit": "forfeit",
    "void": "void",
}
_CASINO = {
    "three_of_a_kind": "trips",
    "four_of_a_kind": "quads",
    "straight_flush": "st. flush",
    "royal_flush": "royal",
    "full_house": "full",
}
"""Hands whose names are too long for a small box."""
_BORDERS = 2


def seat_box(number: str, table: Picture, width: int, height: int, now_ms: int) -> RenderableType:
    """Light, wagers, cards, what became of the hand: six lines, with room between them where there is room."""
    seat = table["seats"][number]
    inner = width - _BORDERS
    cards = look.cards(_cards(seat), inner)
    lines = [look.lamp(seat["lamp"], now_ms), _wagers(seat, inner), *cards, _word(seat, table, inner), _paid(seat)]
    if height - _BORDERS > len(lines):
        lines.insert(1, Text())
    if height - _BORDERS > len(lines):
        lines.insert(-2, Text())
    for line in lines:
        line.truncate(inner, overflow="ellipsis")
        line.align("center", inner)
    asked = bool(table["question"]) and table["question"]["hand"] == number
    border = look.ALARM if asked else _border(seat, table)
    return Panel(Group(*lines), box=box.HEAVY if asked else box.ROUNDED, title=f"[bold]{number}[/]", style=look.GROUND,
                 border_style=border, padding=0, width=width, height=height)  # fmt: skip


def dealer_box(table: Picture, width: int, height: int) -> RenderableType:
    dealer = table["dealer"]
    said = hand_says(dealer["shown"])
    title = "dealer" if not said else f"dealer: {said}"
    asked = bool(table["question"]) and table["question"]["hand"] == "dealer"
    border = look.ALARM if asked else (look.PLAIN if dealer["cards"] else look.FAINT)
    lines = look.cards(_dealer_cards(dealer), width - _BORDERS) if dealer["cards"] else [Text(), Text()]
    if dealer["lacking"] and table["phase"] == "dealing" and not lines[1].cell_len:
        lines[1] = Text(f"{dealer['lacking']} to come", look.FAINT)
    for line in lines:
        line.align("center", width - _BORDERS)
    return Panel(Group(*lines), box=box.HEAVY if asked else box.ROUNDED, title=title, style=look.GROUND,
                 border_style=border, padding=0, width=width, height=height)  # fmt: skip


def hand_says(shown: list[str] | None) -> str:
    """The name of five open cards, empty for anything else."""
    try:
        hand = strength(Card(card) for card in shown or ())
    except ValueError:
        return ""
    return "ace-king" if hand.category is Category.HIGH_CARD and qualifies(hand) else hand.category.spoken


def seat_line(number: str, table: Picture, now_ms: int) -> Text:
    """All of a seat in one line, for small terminals."""
    seat = table["seats"][number]
    glow = look.lamp(seat["lamp"], now_ms)
    shown = look.card_row(_cards(seat))
    row = Text.assemble((f" {number}  ", look.BRIGHT), glow, " " * (10 - glow.cell_len), _wagers(seat, 12))
    row.pad_right(28 - row.cell_len)
    row.append_text(shown)
    row.pad_right(44 - row.cell_len)
    return row.append_text(_word(seat, table, 14)).append(" ").append_text(_paid(seat))


def dealer_line(table: Picture) -> Text:
    row = Text.assemble((" D  ", look.BRIGHT), (hand_says(table["dealer"]["shown"]) or "dealer", look.PLAIN))
    row.pad_right(28 - row.cell_len)
    return row.append_text(look.card_row(_dealer_cards(table["dealer"])))


def _cards(hand: Picture) -> list[str | None]:
    return list(hand["shown"]) if hand["shown"] else [None] * hand["cards"]


def _dealer_cards(dealer: Picture) -> list[str | None]:
    cards = _cards(dealer)
    if dealer["up_card"] and not dealer["shown"] and cards:
        cards[-1] = dealer["up_card"]
    return cards


def _wagers(seat: Picture, width: int) -> Text:
    if seat["ante"] == "0.00":
        return Text()
    ante = look.amount(seat["ante"])
    if seat["bet"] == "0.00":
        long = f"ante {ante}"
        return Text(long if len(long) <= width else ante, look.PLAIN)
    both = f"{ante} + {look.amount(seat['bet'])}"
    return Text(both if len(both) <= width else both.replace(" ", ""), look.BRIGHT)


def _word(seat: Picture, table: Picture, width: int) -> Text:
    result = seat["result"]
    if result:
        name = word(result["hand"]) if result["award"] != "0.00" or result["outcome"] == "win" else ""
        if len(name) > width:
            name = _CASINO.get(result["hand"], name)
        return Text(name or _SHORT.get(result["outcome"], word(result["outcome"])), _tone(result))
    if seat["hand"] in ("dead", "void"):
        return Text(seat["hand"], look.BAD)
    if seat["decided"]:
        folds = seat["decided"] == "fold"
        return Text("folded" if folds else "raises", look.FAINT if folds else look.GOOD)
    if seat["hand"] != "live":
        return Text()
    if table["phase"] == "deciding":
        return Text("decides…", look.BRIGHT)
    lacks = seat["lacking"] and seat["cards"] and table["phase"] != "dealing"
    return Text(f"lacks {seat['lacking']}", look.BAD) if lacks else Text()


def _paid(seat: Picture) -> Text:
    result = seat["result"]
    if not result:
        return Text()
    if result["award"] != "0.00":
        return Text(f"★ {look.amount(result['award'])}", look.GOLD)
    net = _cents(result["ante"]) + _cents(result["bet"])
    return Text("±0" if net == 0 else look.amount(f"{net // 100:+}.{net % 100:02}" if net > 0 else _negative(net)),
                _tone(result))  # fmt: skip


def _negative(cents: int) -> str:
    return f"-{-cents // 100}.{-cents % 100:02}"


def _cents(signed: str) -> int:
    return int(signed.replace(".", ""))


def _tone(result: Picture) -> Style:
    if result["award"] != "0.00":
        return look.GOLD
    net = _cents(result["ante"]) + _cents(result["bet"])
    return look.GOOD if net > 0 else (look.BAD if net < 0 else look.PLAIN)


def _border(seat: Picture, table: Picture) -> Style:
    result = seat["result"]
    if result and (result["award"] != "0.00" or result["outcome"] == "win"):
        return look.GOLD
    if seat["hand"] in ("dead", "void"):
        return look.BAD
    if table["phase"] == "deciding" and seat["hand"] == "live" and not seat["decided"]:
        return look.BRIGHT
    playing = seat["ante"] != "0.00" and seat["hand"] not in ("folded",)
    return look.GOOD if playing else look.FAINT
