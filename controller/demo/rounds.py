"""What will happen in each round of a show: who plays for how much, and which cards lie in the shoe.

Pure and seeded: the same seed gives the same rounds. It knows every card, as the world does; the table learns them only
as the shoe tells them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from controller.core.cards import PACK, Card
from controller.core.ranking import Category, strength
from controller.demo.moves import Move, act, sim

DEALER = 0
Hand = int

_ANTES = ("5.00", "10.00", "10.00", "25.00", "25.00", "50.00", "100.00")
_WAGER_S = 0.25


@dataclass(frozen=True, slots=True)
class Answer:
    """What a supervisor says to a question that is not simply accepted."""

    decision: str
    note: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """`hands` are the cards as they truly are; `told` is what leaves the shoe for each hand, as the shoe tells it.

    `stub`: the cards that follow. `asides`: moves that are made, by phase, before people go on as usual; `last`: after
    the last wager. `answers`: a supervisor's by clause, where they are no plain "accept".
    """

    antes: Mapping[Hand, str]
    chips: tuple[Hand, ...]
    hands: Mapping[Hand, tuple[Card, ...]]
    told: Mapping[Hand, tuple[str, ...]]
    stub: tuple[Card, ...]
    asides: Mapping[str, tuple[Move, ...]] = field(default_factory=dict)
    last: tuple[Move, ...] = ()
    answers: Mapping[str, Answer] = field(default_factory=dict)

    def wagers(self) -> Iterator[Move]:
        for seat, ante in self.antes.items():
            yield act("ante", {str(seat): ante}, pause=_WAGER_S)
            if seat in self.chips:
                yield sim("chip", seat, pause=_WAGER_S)
        yield from self.last

    def decision(self, seat: Hand, up_card: str | None) -> str:
        return "raise" if raises(self.hands[seat], up_card) else "fold"

    @property
    def raising(self) -> list[Hand]:
        """The seats that will raise; the dealer's last card is turned up (DEAL-1)."""
        return [seat for seat in self.antes if raises(self.hands[seat], self.hands[DEALER][-1])]


def raises(cards: Sequence[Card], up_card: str | None) -> bool:
    """The rule of thumb: a pair or better, or ace-king with a card of the dealer's rank."""
    hand = strength(cards)
    if hand.category is not Category.HIGH_CARD:
        return True
    ranks = {card[0] for card in cards}
    return {"A", "K"} <= ranks and up_card is not None and up_card[0] in ranks


def plain_round(rng: Random, seats: int) -> Round:
    """A round in which nothing unusual happens."""
    playing = sorted(rng.sample(range(1, seats + 1), rng.randint(min(3, seats), seats)))
    antes = {seat: rng.choice(_ANTES) for seat in playing}
    chips = tuple(seat for seat in playing if rng.random() < 0.6)
    return dealt(antes, chips, shuffled(rng))


def shuffled(rng: Random, first: Mapping[Hand, Sequence[Card]] | None = None) -> list[Card]:
    """A pack; the cards of `first` are left out."""
    out = Counter(card for cards in (first or {}).values() for card in cards)
    pack = [card for card in PACK if card not in out]
    rng.shuffle(pack)
    return pack


def dealt(
    antes: Mapping[Hand, str],
    chips: tuple[Hand, ...],
    pack: Sequence[Card],
    given: Mapping[Hand, Sequence[Card]] | None = None,
) -> Round:
    """Five cards each from the top of `pack`, the dealer last; `given` hands are as they are."""
    given = given or {}
    left = iter(pack)
    hands = {
        hand: tuple(given[hand]) if hand in given else tuple(next(left) for _ in range(5)) for hand in (*antes, DEALER)
    }
    return Round(antes, chips, hands, dict(hands), tuple(left))
