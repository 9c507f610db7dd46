"""Everything that is counted of a table's rounds, one round after the other.

It keeps sums, and of past orders only what is needed to know them again; a journal of any length fits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from controller.audit.rounds import NO_CARD, Finished
from controller.core.events import DEALER, Hand, Seat
from controller.core.ranking import QUALIFYING_PLACE, Strength, tree

CLIP = 5
"""What a hand wins is counted up to so many antes, as two pair win: single great wins would drown everything else."""
WINDOW = 10
"""So many cards one after the other are known again in any later round."""
FIRST_OF_A_WINDOW = frozenset(range(44, 52))
"""Kings and aces: every longer stretch of a pack has some."""


@dataclass(slots=True)
class AtSeat:
    """`places` by how often; `above` and `below` the dealer; `won` in antes, clipped."""

    places: Counter[int] = field(default_factory=Counter)
    above: int = 0
    below: int = 0
    won: float = 0.0


@dataclass(slots=True)
class Shoe:
    """`rounds` in which so many cards were out, by that number; how often each card was among them."""

    rounds: Counter[int] = field(default_factory=Counter)
    cards: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbours in a round that were to be expected so often on average, and how often they came."""

    round: int
    seen: int
    expected: float


@dataclass(slots=True)
class Sums:
    rounds: int = 0
    dealt: int = 0
    """Rounds whose hands are counted: those without a ruling."""
    ruled: int = 0
    hands_a_round: Counter[int] = field(default_factory=Counter)
    seats: defaultdict[Hand, AtSeat] = field(default_factory=lambda: defaultdict(AtSeat))
    qualified: int = 0
    up_ranks: Counter[int] = field(default_factory=Counter)
    shoes: defaultdict[str, Shoe] = field(default_factory=lambda: defaultdict(Shoe))
    in_order: list[Stretch] = field(default_factory=list)
    """By round: neighbours that follow each other in a new deck."""
    as_before: list[Stretch] = field(default_factory=list)
    """By round: neighbours that were neighbours in the round before."""
    known_again: list[tuple[int, int]] = field(default_factory=list)
    """Rounds with a window of cards of an earlier round, and that round."""
    windows: dict[int, int] = field(default_factory=dict)
    """Round by window."""
    _before: frozenset[tuple[int, int]] = frozenset()

    def add(self, over: Finished) -> None:
        self.rounds += 1
        if over.pack:
            self._add_order(over)
        if not over.hands:
            self.ruled += bool(over.pack)
            return
        self.dealt += 1
        self.hands_a_round[len(over.hands)] += 1
        shoe = self.shoes[over.shoe]
        shoe.rounds[len(over.pack)] += 1
        shoe.cards.update(over.pack)
        dealer = _strength(over.hands[DEALER])
        self.qualified += dealer.place >= QUALIFYING_PLACE
        self.up_ranks[over.hands[DEALER][-1] >> 2] += 1
        for hand, cards in over.hands.items():
            self._add_hand(self.seats[hand], _strength(cards), dealer)
        for seat, won in over.won.items():
            self.seats[seat].won += min(float(won), CLIP)

    def players(self) -> dict[Seat, AtSeat]:
        return {seat: at for seat, at in sorted(self.seats.items()) if seat != DEALER}

    def _add_hand(self, at: AtSeat, hand: Strength, dealer: Strength) -> None:
        at.places[hand.place] += 1
        at.above += hand.place > dealer.place
        at.below += hand.place < dealer.place

    def _add_order(self, over: Finished) -> None:
        pairs = [pair for pair in pairwise(over.pack) if NO_CARD not in pair]
        follows = sum(map(_follows, pairs))
        self.in_order.append(Stretch(over.number, follows, 2 * len(pairs) / 51))
        repeated = sum(pair in self._before for pair in pairs)
        self.as_before.append(Stretch(over.number, repeated, len(pairs) * len(self._before) / (52 * 51)))
        self._before = frozenset(pairs)
        self._know_again(over)

    def _know_again(self, over: Finished) -> None:
        pack, earlier = over.pack, 0
        for at, card in enumerate(pack[: len(pack) - WINDOW + 1]):
            window = pack[at : at + WINDOW]
            if card in FIRST_OF_A_WINDOW and NO_CARD not in window:
                earlier = earlier or self.windows.get(_key(window), 0)
                self.windows[_key(window)] = over.number
        if earlier:
            self.known_again.append((over.number, earlier))


def _strength(cards: tuple[int, ...]) -> Strength:
    a, b, c, d, e = cards
    found: Strength = tree()[a][b][c][d][e]
    return found


def _follows(pair: tuple[int, int]) -> bool:
    """Next to each other in one suit of a new deck, up or down, the ace beside both two and king (EQP-5)."""
    one, other = pair
    return one % 4 == other % 4 and (other // 4 - one // 4) % 13 in (1, 12)


def _key(window: tuple[int, ...]) -> int:
    key = 0
    for card in window:
        key = key << 6 | card
    return key
