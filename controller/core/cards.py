"""Cards as the shoe and the floor write them: rank and suit, "Kd" for the king of diamonds, "Th" for the ten of hearts.

A card is its text. A label that is not one of the 52 can still leave a shoe (a joker, a card of another pack): the
table keeps it as told and lets the rules speak (CNT-4). "??" is a card the shoe could not read.
"""

from __future__ import annotations

from typing import NewType

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
NUMBER: dict[Card, int] = {card: number for number, card in enumerate(PACK)}
UNREAD = Card("??")

_RANK_NAMES = dict(
    zip(
        RANKS,
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def read_card(text: str) -> Card:
    """One card of the pack. Raises ValueError with a sentence for a person."""
    card = Card(text)
    if card not in NUMBER:
        raise ValueError(
            f'"{text}" is not a card; write rank and suit, like "Kd" or "Th" (ranks {RANKS}, suits {SUITS})'
        )
    return card


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards parted by blanks, in the order written. Raises ValueError for the first that is none."""
    return tuple(read_card(word) for word in text.split())


def is_foreign(card: Card) -> bool:
    """A label that was read but belongs to no pack of 52."""
    return card not in NUMBER and card != UNREAD


def spoken(card: Card) -> str:
    """ "king of diamonds"; what is no card of the pack is quoted as it came."""
    if card in NUMBER:
        return f"{_RANK_NAMES[card[0]]} of {_SUIT_NAMES[card[1]]}"
    return "an unread card" if card == UNREAD else f'a foreign card "{card}"'
