"""What people at a simulated table do with a hand: as a table over hand, up card and suits, exact and computed once.

Pure. It looks only at what a player sees; the dealer's hidden cards never come into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from controller.core.cards import NUMBER, Card
from controller.core.ranking import PLACES, Category, ascending, strength, tree
from controller.odds.counting import Spot, spots
from controller.odds.games import THUMBS, Game, Thumb
from controller.odds.result import Pays

DEPENDS = 255
"""In `Decisions.plain`: which of the hand's cards are in the up card's suit decides."""
RULE = "A-K-J-8-3"
"""The rule of thumb that `--players rule` means: the best of those that fit in one line."""
STYLES = ("optimal", "rule", "random", *(thumb.name for thumb in THUMBS))


@dataclass(frozen=True, slots=True)
class Decisions:
    """Steps of the bet (0 folds) at `spot_of(place, up)`; where it is DEPENDS, by the ranks held in the up card's suit:
    `suited` has them as sets of bits, one a rank.
    """

    plain: bytes
    suited: Mapping[int, Mapping[int, int]]

    def steps(self, place: int, up: int, held: int) -> int:
        spot = spot_of(place, up)
        steps = self.plain[spot]
        return self.suited[spot][held] if steps == DEPENDS else steps


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play; without `decisions` folding and every bet are equally likely, whatever the cards."""

    name: str
    game: Game
    pays: tuple[Fraction | int, ...]
    decisions: Decisions | None = None

    @property
    def weighs_what_it_sees(self) -> bool:
        return self.name == "optimal"


def spot_of(place: int, up: int) -> int:
    """Where a hand of this place against an up card of this rank stands in `Decisions.plain`."""
    return place * 13 + up


def style(name: str, game: Game, pays: Pays, progress: Callable[[float], None] = lambda done: None) -> Style:
    """One of `STYLES`. "optimal" takes a second or two; `progress` is told the part done."""
    match name:
        case "optimal":
            decisions: Decisions | None = without_a_mistake(game, pays, progress)
        case "random":
            decisions = None
        case _:
            wanted = RULE if name == "rule" else name
            decisions = by_thumb(next(thumb for thumb in THUMBS if thumb.name == wanted))
    return Style(name, game, tuple(pays), decisions)


def without_a_mistake(game: Game, pays: Pays, progress: Callable[[float], None] = lambda done: None) -> Decisions:
    plain = bytearray(spot_of(PLACES + 1, 0))
    suited: dict[int, dict[int, int]] = {}
    place = 0
    for spot in spots(game.knowns, game.qualifying_place):
        at = spot_of(spot.place, spot.known.ranks[0])
        first, last = _step(spot, 0, game.raises, pays), _step(spot, -1, game.raises, pays)
        # Each flush more that is left to the dealer makes every raise worse against these hands: what is right with
        # most and with fewest of them is right between.
        if first == last and spot.category <= Category.THREE_OF_A_KIND:
            plain[at] = first
        else:
            by_suit = {
                _as_bits(held): _step(spot, n, game.raises, pays)
                for n, (held, weight) in enumerate(zip(spot.held, spot.weights, strict=True))
                if weight
            }
            one, *others = set(by_suit.values())
            plain[at] = DEPENDS if others else one
            if others:
                suited[at] = by_suit
        if spot.place > place:
            place = spot.place
            progress(place / PLACES)
    return Decisions(bytes(plain), suited)


def by_thumb(thumb: Thumb) -> Decisions:
    plain = bytearray(spot_of(PLACES + 1, 0))
    for place, (category, ranks) in enumerate(ascending(), start=1):
        for up in range(13):
            plain[spot_of(place, up)] = thumb.plays(category, ranks, place, up)
    return Decisions(bytes(plain), {})


def informed(hand: Sequence[Card], seen: Sequence[Card], game: Game, pays: Pays) -> int:
    """The right step for one who saw these cards of the dealer: every way the others can lie is tried.

    Some milliseconds for two cards seen; not for one.
    """
    mine = strength(hand)
    rest = [number for card, number in NUMBER.items() if card not in hand and card not in seen]
    branch: Any = tree()
    for card in seen:
        branch = branch[NUMBER[card]]
    short = lower = higher = every = 0
    for others in combinations(rest, 5 - len(seen)):
        leaf: Any = branch
        for number in others:
            leaf = leaf[number]
        every += 1
        if leaf.place < game.qualifying_place:
            short += 1
        elif leaf.place < mine.place:
            lower += 1
        elif leaf.place > mine.place:
            higher += 1
    return _best(short, lower, higher, every, pays[mine.category], game.raises)


def _step(spot: Spot, at: int, raises: tuple[int, ...], pays: Pays) -> int:
    short, lower, ties, every = spot.short[at], spot.lower[at], spot.ties[at], spot.known.completions
    return _best(short, lower, every - short - lower - ties, every, pays[spot.category], raises)


def _best(short: int, lower: int, higher: int, every: int, pay: Fraction | int, raises: tuple[int, ...]) -> int:
    """The least of the best steps; folding is step 0."""
    worth = [-every, *(short + (1 + bet * pay) * lower - (1 + bet) * higher for bet in raises)]
    return worth.index(max(worth))


def _as_bits(held: int) -> int:
    """The key of different ranks (three bits each, as they are counted) as a set of bits, one a rank."""
    return sum(1 << rank for rank in range(13) if held >> (3 * rank) & 1)
