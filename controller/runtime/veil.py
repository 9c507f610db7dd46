"""What may be shown of an event before the cards of its round are revealed: counts, never cards.

Pure. Everything that leaves the daemon or the journal for people's eyes goes through here; nothing else decides what is
hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HIDDEN = "hidden"

_CARDS = frozenset({"card", "cards", "pack", "aside", "entered"})
_WORDS = frozenset({"asked", "error"})
"""What somebody asked for and was refused, in their words and in ours; both may name cards."""


def veiled(body: Mapping[str, Any]) -> dict[str, Any]:
    """The same body with every card hidden: one card as "hidden", several as their number."""
    return {key: _hidden(value) if key in _CARDS else _veiled(key, value) for key, value in body.items()}


def _veiled(key: str, value: Any) -> Any:
    if key in _WORDS:
        return HIDDEN
    if isinstance(value, Mapping):
        return veiled(value)
    if isinstance(value, list | tuple):
        return [_veiled("", part) for part in value]
    return value


def _hidden(value: Any) -> Any:
    if isinstance(value, str):
        return HIDDEN
    return len(value) if isinstance(value, list | tuple | Mapping) else value


def has_cards(body: Any) -> bool:
    """Whether anything in it would be hidden: a card, several, or words that may name one."""
    if isinstance(body, Mapping):
        return any((bool(value) and key in _CARDS | _WORDS) or has_cards(value) for key, value in body.items())
    return isinstance(body, list | tuple) and any(has_cards(part) for part in body)
