"""Amounts in large digits, for a meter that is read from across the room."""

from __future__ import annotations

_FINE = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": (" ╻ ", " ┃ ", " ╹ "),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", "╺━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
    "-": ("   ", "╺━╸", "   "),
    ".": (" ", " ", "•"),
    ",": (" ", " ", "╻"),
}
# Three by five dots each, every dot two columns wide.
_BOLD = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
    ".": (" ", " ", " ", " ", "#"),
    ",": (" ", " ", " ", "#", "#"),
}
DASHES = "--,---.--"


def fine(amount: str) -> list[str]:
    """Three lines, four columns a digit. `amount` as people read it: "25,004.90"."""
    return [" ".join(rows) for rows in zip(*(_FINE.get(sign, ("   ",) * 3) for sign in amount), strict=True)]


def bold(amount: str) -> list[str]:
    """Five lines, eight columns a digit."""
    drawn = [" ".join(rows) for rows in zip(*(_BOLD.get(sign, ("   ",) * 5) for sign in amount), strict=True)]
    return ["".join({"#": "██"}.get(dot, "  ") for dot in row) for row in drawn]
