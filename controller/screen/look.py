"""Colours and small words of the screen, in one place."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from controller.screen.words import SUITS, card_word

GROUND = Style.parse("#c6d0c9 on #0d211a")
BAR = Style.parse("#0d211a on #87af87")
FAINT = Style.parse("#6c8575")
PLAIN = Style.parse("#c6d0c9")
BRIGHT = Style.parse("bold #ffffff")
GOLD = Style.parse("bold #ffd75f")
GOOD = Style.parse("#87d787")
BAD = Style.parse("#ff8787")
ALARM = Style.parse("bold #ff5f5f")
ALARM_BAR = Style.parse("bold #ffffff on #af0000")
CLAUSE = Style.parse("bold #87d7ff")
LAMP_ON = Style.parse("bold #1c1c1c on #ffaf00")
LAMP_DARK = Style.parse("bold #ffaf00 on #4e3a00")
LAMP_FAULT = Style.parse("bold #ffffff on #af0000")

_RED = Style.parse("bold #d70000 on #eeeeee")
_BLACK = Style.parse("bold #121212 on #eeeeee")
_BACK = Style.parse("#87afd7 on #005f87")
_SHADE = Style.parse("on #d0d0d0")
_BACK_SHADE = Style.parse("on #005faf")

_CARD_WIDTH = 3
_BLINK_MS = 500


def lit_now(now_ms: int) -> bool:
    """The rhythm in which everything on the screen blinks."""
    return now_ms // _BLINK_MS % 2 == 0


def lamp(glow: str, now_ms: int) -> Text:
    """The seat's light; readable without colours too."""
    match glow:
        case "on":
            return Text(" ● lit ", LAMP_ON)
        case "blinking":
            return Text(" ● lit ", LAMP_ON) if lit_now(now_ms) else Text(" ○ lit ", LAMP_DARK)
        case "fault":
            return Text(" ✖ fault ", LAMP_FAULT)
        case _:
            return Text("○", FAINT)


def cards(shown: list[str | None], width: int) -> list[Text]:
    """Two lines; None is a card that lies face down. Broad cards where five of them fit, else three and two."""
    if width >= 5 * _CARD_WIDTH:
        return _broad(shown, width)
    more = len(shown) - 6
    lines = [Text(" ").join(_small(card) for card in part) for part in (shown[:3], shown[3:6])]
    if more > 0:
        lines[1].append(f"+{more}", ALARM)
    return lines


def card_row(shown: list[str | None]) -> Text:
    """All cards in one line."""
    return Text(" ").join(_small(card) for card in shown)


def _small(card: str | None) -> Text:
    return Text("▒▒", _BACK) if card is None else Text(card_word(card), _face(card))


def _broad(shown: list[str | None], width: int) -> list[Text]:
    upper, lower = Text(), Text()
    for place, card in enumerate(shown[: width // _CARD_WIDTH]):
        style = _BACK if card is None else _face(card)
        if place % 2:
            style += _BACK_SHADE if card is None else _SHADE
        rank, suit = ("▒▒▒", "▒▒▒") if card is None else (f"{card[:1]:<3}", f"{SUITS.get(card[1:], card[1:]):>3}")
        upper.append(rank, style)
        lower.append(suit, style)
    return [upper, lower]


def _face(card: str) -> Style:
    return _RED if card[1:] in ("d", "h") else _BLACK


def amount(text: str) -> str:
    """Short: whole amounts without their cents, thousands parted."""
    whole, _, cents = text.partition(".")
    sign = whole[:1] if whole[:1] in "+-" else ""
    grouped = f"{sign}{int(whole.removeprefix('+').removeprefix('-') or 0):,}"
    return grouped if cents in ("", "00") else f"{grouped}.{cents}"
