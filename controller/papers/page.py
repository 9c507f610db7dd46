"""Papers as self-contained HTML pages: one file each, no picture, font or script from anywhere else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from controller.papers.round import Told, clock
from controller.papers.text import spoken
from controller.screen.words import SUITS


def page(template: str, told: Told) -> str:
    """The page of that name with these values."""
    return _pages().get_template(template).render(told, style=_style())


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("controller.papers", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"clock": clock, "day": _day, "spoken": spoken, "word": _word, "suits": _suits}
    return pages


@cache
def _style() -> Markup:
    """Ours, and so nothing to escape."""
    return Markup((files("controller.papers") / "style.css").read_text(encoding="utf-8"))


def _day(wall: str) -> str:
    return wall[:10]


def _word(name: str) -> str:
    return name.replace("_", " ")


def _suits(sentence: str) -> str:
    """Cards within a sentence with their suits: "9h Kd to seat 1" as 9♥ K♦."""
    words = sentence.split(" ")
    return " ".join(f"{one[0]}{SUITS[one[1]]}" if _is_card(one) else one for one in words)


def _is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in SUITS
