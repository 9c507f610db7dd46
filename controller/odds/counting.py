"""Counts, for every hand and everything known of the dealer, how the dealer's unseen cards make the hand fare.

No hand of the dealer is dealt. In a world without suits the dealer's hands that hold the known cards, hold none of the
player's five and belong to a set of rank multisets are counted by inclusion and exclusion over the player's cards; the
set grows as a threshold sweeps all hands in ascending order, so each hand finds the dealer's lower hands counted when
its turn comes. A dealer's hand of one suit is then moved from its plain value to its flush value: it is of the known
card's suit, so only the ranks that the player holds in that suit matter.

Every number is an exact integer; `tests/odds` compares them with complete enumeration.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import mul, sub

from controller.core.ranking import QUALIFYING_PLACE, Category, ascending

Ranks = tuple[int, ...]
_UNIT = tuple(1 << (3 * rank) for rank in range(13))
_ONE_SUIT = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_SUITS, _OTHER_SUITS = 4, 3


@dataclass(frozen=True)
class Known:
    """What is seen of the dealer: the rank of the up card, perhaps of one card more, and whether one suit has them."""

    ranks: Ranks
    one_suit: bool = True

    @cached_property
    def key(self) -> int:
        return sum(_UNIT[rank] for rank in self.ranks)

    @cached_property
    def times(self) -> Counter[int]:
        return Counter(self.ranks)

    @cached_property
    def completions(self) -> int:
        """How many ways the dealer's other cards can lie, once the player's five are known too."""
        return comb(52 - 5 - len(self.ranks), 5 - len(self.ranks))


UP_CARDS = tuple(Known((rank,)) for rank in range(13))
UP_CARD_AND_ONE_MORE = (
    *(Known(ranks, one_suit=False) for ranks in combinations_with_replacement(range(13), 2)),
    *(Known(ranks) for ranks in combinations(range(13), 2)),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """One class of hands against one thing known: a situation for each choice of ranks the player can hold in the
    known suit (`held`, as keys). The rows run side by side, from most flushes left to the dealer to fewest.

    `weights`: how many hands and known cards are in that situation. `short`, `lower`, `ties`: of the `completions`,
    how many leave the dealer short of the qualifier, qualified and lower, equal; the rest beat the player.
    """

    category: Category
    ranks: Ranks
    place: int
    known: Known
    held: Sequence[int]
    weights: Sequence[int]
    short: Sequence[int]
    lower: Sequence[int]
    ties: Sequence[int]


def spots(knowns: Sequence[Known] = UP_CARDS, qualifying_place: int = QUALIFYING_PLACE) -> Iterator[Spot]:
    """Every class of hands in ascending order against each thing known; `qualifying_place` 1 is no qualifier."""
    hands = [_Hand(category, ranks, place) for place, (category, ranks) in enumerate(ascending(), start=1)]
    short, passed = _Tally(), _Tally()
    for hand in hands[: qualifying_place - 1]:
        short.add(hand)
        passed.add(hand)
    for hand in hands:
        plays = hand.place >= qualifying_place
        for known in knowns:
            if all(hand.times[rank] + times <= _SUITS for rank, times in known.times.items()):
                yield _spot(hand, known, short, passed if plays else None)
        if plays:
            passed.add(hand)


class _Hand:
    """A class of hands and its parts: each sub-multiset of its ranks as a key, with its factors in the sums."""

    def __init__(self, category: Category, ranks: Ranks, place: int) -> None:
        self.category, self.ranks, self.place = category, ranks, place
        self.one_suit = category in _ONE_SUIT
        self.times = Counter(ranks)
        self.different = sorted(self.times)
        self.unpaired = len(self.times) == 5
        self.parts, self.completed = [0], [1]
        sizes, signed = [0], [1]
        for rank, times in self.times.items():
            taken, unit = range(times + 1), _UNIT[rank]
            self.parts = [key + n * unit for n in taken for key in self.parts]
            self.completed = [comb(_SUITS - n, times - n) * ways for n in taken for ways in self.completed]
            signed = [(-1) ** n * comb(times, n) * sign for n in taken for sign in signed]
            sizes = [size + n for n in taken for size in sizes]
        # What a dealer's hand can hold beside so many known cards, with the signs of the sum.
        self.asked: dict[int, tuple[list[int], list[int]]] = {}
        for known in (1, 2):
            small = [at for at, size in enumerate(sizes) if size + known <= 5]
            self.asked[known] = [self.parts[at] for at in small], [signed[at] for at in small]

    def equal(self, known: Known) -> int:
        """Dealer's hands of the same ranks that hold the known cards, without regard to suits."""
        if self.one_suit or any(self.times[rank] < times for rank, times in known.times.items()):
            return 0
        return prod(comb(_SUITS - n - known.times[rank], n - known.times[rank]) for rank, n in self.times.items())


class _Tally:
    """Dealer's hands of the classes added so far, by the key of ranks that they hold: `hands` without regard to suits,
    and the choices of five ranks that one suit moves out of these classes, less those it moves into them.
    """

    def __init__(self) -> None:
        self._hands: defaultdict[int, int] = defaultdict(int)
        self._choices: defaultdict[int, int] = defaultdict(int)
        self._moved: dict[tuple[int, Ranks], list[int]] = {}

    def add(self, hand: _Hand) -> None:
        if not hand.one_suit:
            for key, ways in zip(hand.parts, hand.completed, strict=True):
                self._hands[key] += ways
        if hand.unpaired:
            for key in hand.parts:
                self._choices[key] += -1 if hand.one_suit else 1
            self._moved.clear()

    def avoiding(self, asked: Sequence[int], signed: Sequence[int]) -> int:
        """How many hold the known cards and none of the player's."""
        return sum(map(mul, signed, map(self._hands.__getitem__, asked)))

    def moved(self, known: int, ranks: Ranks) -> list[int]:
        """How many one suit moves out, for each choice of `ranks` that the player holds in that suit."""
        found = self._moved.get((known, ranks))
        if found is None:
            found = [self._choices[known + held] for held in subsets(ranks)]
            for bit in range(len(ranks)):
                step = 1 << bit
                for at in range(0, len(found), 2 * step):
                    without, within = found[at : at + step], found[at + step : at + 2 * step]
                    found[at + step : at + 2 * step] = map(sub, without, within)
            self._moved[known, ranks] = found
        return found

    def moved_at_the_ends(self, known: int, ranks: Ranks) -> list[int]:
        """Only for none of `ranks` held and for all five, if there are five."""
        ends = [self._choices[known]]
        if len(ranks) == 5:
            ends.append(sum(map(mul, _SIGNS_OF_FIVE, [self._choices[known + held] for held in subsets(ranks)])))
        return ends


_SIGNS_OF_FIVE = [(-1) ** choice.bit_count() for choice in range(32)]


@cache
def subsets(ranks: Ranks) -> list[int]:
    """Keys of every choice among different ranks; bit n of a choice's place says whether the n-th is in it."""
    keys = [0]
    for rank in ranks:
        keys += [key + _UNIT[rank] for key in keys]
    return keys


def _spot(hand: _Hand, known: Known, short: _Tally, lower: _Tally | None) -> Spot:
    """`lower` is None where the hand itself is short of the qualifier: nobody who plays is lower or equal."""
    parts, signed = hand.asked[len(known.ranks)]
    asked = [part + known.key for part in parts]
    held, weights, moved = _situations(hand, known)
    all_short = short.avoiding(asked, signed)
    shorts = [all_short - out for out in moved(short)]
    lowers = ties = [0] * len(held)
    if lower:
        all_lower = lower.avoiding(asked, signed)
        lowers = [all_lower - out - before for out, before in zip(moved(lower), shorts, strict=True)]
        ties = [hand.equal(known)] * len(held)
        if known.one_suit and hand.unpaired and all(rank in hand.times for rank in known.ranks):
            ties[0] += 1 if hand.one_suit else -1  # the dealer's hand of the very same ranks is of one suit
    return Spot(hand.category, hand.ranks, hand.place, known, held, weights, shorts, lowers, ties)


def _situations(hand: _Hand, known: Known) -> tuple[list[int], Sequence[int], Callable[[_Tally], list[int]]]:
    """The ranks held of the known suit, how many hands hold them so, and what one suit then moves out of a tally."""
    if not known.one_suit:
        return [0], [_beside_two_suits(hand, known)], lambda tally: [0]
    rest = tuple([rank for rank in hand.different if rank not in known.times])
    if hand.one_suit:
        in_other_suit = _SUITS * _OTHER_SUITS
        if len(rest) < 5:
            return [0], [in_other_suit], lambda tally: tally.moved_at_the_ends(known.key, rest)
        ends = [0, subsets(rest)[-1]]
        return ends, [in_other_suit, _SUITS], lambda tally: tally.moved_at_the_ends(known.key, rest)
    fixed = tuple([hand.times[rank] for rank in known.ranks])
    weights = _beside_one_suit(fixed, tuple([hand.times[rank] for rank in rest]))
    return subsets(rest), weights, lambda tally: tally.moved(known.key, rest)


@cache
def _beside_one_suit(fixed: tuple[int, ...], rest: tuple[int, ...]) -> list[int]:
    """Suits of the known card times those of the player's: `fixed` cards of the known ranks, `rest` of each other."""
    weights = [_SUITS * prod(comb(_OTHER_SUITS, times) for times in fixed)]
    for times in rest:
        without, within = comb(_OTHER_SUITS, times), comb(_OTHER_SUITS, times - 1)
        weights = [weight * without for weight in weights] + [weight * within for weight in weights]
    if {*fixed, *rest} <= {0, 1}:  # hands of one suit are a class of their own
        weights[0] -= _SUITS * _OTHER_SUITS
        if len(rest) == 5:
            weights[-1] -= _SUITS
    return weights


def _beside_two_suits(hand: _Hand, known: Known) -> int:
    """As above where the known cards are of two suits: one situation, since no dealer's flush is left."""
    suits = comb(_SUITS, 2) * len(set(known.ranks))
    one_suited = _SUITS - sum(1 for rank in known.ranks if rank in hand.times)
    if hand.one_suit:
        return suits * one_suited
    hands = prod(comb(_SUITS - known.times[rank], times) for rank, times in hand.times.items())
    return suits * (hands - one_suited if hand.unpaired else hands)
