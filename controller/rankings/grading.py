"""How a ranking grades a hand: the pack it is played with, what counts, in which order, and whether low wins.

A ranking is data; there is one way of grading for all of them. Pure, and made for explaining a few hands to people:
the table itself ranks with `controller.core.ranking`, millions are ranked in `controller.rankings.batch`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from operator import attrgetter

from controller.core.cards import SUITS, Card, read_card, spoken

JOKER = Card("Jo")


class Kind(StrEnum):
    """The words of results, and the one only wild cards make."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"


_ALIKE = {
    (5,): Kind.FIVE_OF_A_KIND,
    (4, 1): Kind.FOUR_OF_A_KIND,
    (3, 2): Kind.FULL_HOUSE,
    (3, 1, 1): Kind.THREE_OF_A_KIND,
    (3,): Kind.THREE_OF_A_KIND,
    (2, 2, 1): Kind.TWO_PAIR,
    (2, 1, 1, 1): Kind.PAIR,
    (2, 1): Kind.PAIR,
}


@dataclass(frozen=True, slots=True)
class Grade:
    """`ranks` as rank letters, gravest first; of two grades by one ranking the greater `worth` is the better hand."""

    kind: Kind
    ranks: str
    worth: tuple[int, ...]


@dataclass(frozen=True)
class Ranking:
    """`ladder`: the rank letters of the pack, the lowest first. `straights`: as read, the lowest first; empty where
    they do not count. `order`: what beats what, the plainest kind first. `jokers`: how many the pack may have.
    """

    name: str
    says: str
    ladder: str
    order: tuple[Kind, ...]
    straights: tuple[str, ...] = ()
    flushes: bool = True
    low: bool = False
    size: int = 5
    jokers: int = 0
    best: dict[str, str] = field(default_factory=dict)
    """Nicknames of whole hands by their ranks: {"75432": "number one"}."""

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Without jokers."""
        return tuple(Card(rank + suit) for rank in self.ladder for suit in SUITS)

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards of one hand, parted by blanks. Raises ValueError with a sentence for a person."""
        cards = tuple(Card(word) if word == JOKER else read_card(word) for word in text.split())
        if len(cards) != self.size:
            raise ValueError(
                f'"{text}" has {_counted(cards)}; a hand of {self.name} has {self.size}: write each hand in quotes'
            )
        for card, times in Counter(cards).items():
            if card == JOKER and times > self.jokers:
                plays = f"with at most {self.jokers}" if self.jokers else "without"
                raise ValueError(f'{self.name} plays {plays} jokers; "{text}" has {times}')
            if card != JOKER and card not in self.pack:
                lowest, highest = self.ladder[0], self.ladder[-1]
                raise ValueError(f"the pack of {self.name} ({lowest} to {highest}) has no {spoken(card)}")
            if card != JOKER and times > 1:
                raise ValueError(f'"{text}" has the {spoken(card)} {_often(times)}')
        return cards

    def grade(self, cards: Sequence[Card]) -> Grade:
        """Of a hand as `read` gives it. A joker plays as the card that makes the hand best."""
        plain = [card for card in cards if card != JOKER]
        wild = len(cards) - len(plain)
        if not wild:
            return self._graded([card[0] for card in plain], len({card[1] for card in plain}) == 1)
        if not self.low and len({card[0] for card in plain}) == 1:
            return self._graded([plain[0][0]] * self.size, False)
        # A joker is no second ace of hearts: it plays as a card the hand has not.
        absent = [card for card in self.pack if card not in plain]
        return max((self.grade([*plain, *played]) for played in combinations(absent, wild)), key=attrgetter("worth"))

    def _graded(self, ranks: Sequence[str], one_suit: bool) -> Grade:
        counts = Counter(ranks)
        groups = sorted(counts, key=lambda rank: (counts[rank], self.ladder.index(rank)), reverse=True)
        told = "".join(rank * counts[rank] for rank in groups)
        kind = _ALIKE.get(tuple(counts[rank] for rank in groups), Kind.HIGH_CARD)
        weights = [self.ladder.index(rank) for rank in told]
        run = self._runs.get(frozenset(ranks)) if kind is Kind.HIGH_CARD else None
        flush = self.flushes and one_suit
        if run is not None:
            told = self.straights[run]
            weights = [run]
            kind = Kind.STRAIGHT_FLUSH if flush else Kind.STRAIGHT
            if flush and Kind.ROYAL_FLUSH in self.order and told[0] == "A":
                kind = Kind.ROYAL_FLUSH
        elif flush:
            kind = Kind.FLUSH
        worth = (self.order.index(kind), *weights)
        return Grade(kind, told, tuple(-weight for weight in worth) if self.low else worth)

    @cached_property
    def _runs(self) -> dict[frozenset[str], int]:
        return {frozenset(run): place for place, run in enumerate(self.straights)}


def _often(times: int) -> str:
    return "twice" if times == 2 else f"{times} times"


def _counted(cards: Sequence[Card]) -> str:
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"


def runs(ladder: str, size: int, *, ace_below: bool) -> tuple[str, ...]:
    """Straights over a ladder, the lowest first, each told from its top; `ace_below`: the ace also ends them below."""
    whole = (ladder[-1] + ladder) if ace_below else ladder
    return tuple(whole[at : at + size][::-1] for at in range(len(whole) - size + 1))
