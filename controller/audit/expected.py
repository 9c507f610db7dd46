"""What the mathematics expects of an honest table, exactly: hands, the dealer, the up card, cards, winnings.

Pure; the figures come from counting, none is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb

from controller.audit.sums import CLIP
from controller.core.ranking import QUALIFYING_PLACE, Category, ascending
from controller.odds.progressive import HANDS, HOW_MANY
from controller.odds.result import Result

CATEGORIES = tuple(HOW_MANY[category] / HANDS for category in Category)
"""How likely a hand is of each."""


@dataclass(frozen=True, slots=True)
class Winnings:
    """What a hand wins when it is played without a mistake, in antes, wins above CLIP counted as CLIP."""

    mean: float
    variance: float


@cache
def scores() -> tuple[float, ...]:
    """By place: the part of all hands that are worse, and half of the equal ones; 1/2 on average."""
    often = [0, *(_how_many(category, ranks) for category, ranks in ascending())]
    return tuple((upto - equal / 2) / HANDS for upto, equal in zip(accumulate(often), often, strict=True))


@cache
def score_variance() -> float:
    often = [0, *(_how_many(category, ranks) for category, ranks in ascending())]
    return sum(times * (score - 0.5) ** 2 for times, score in zip(often, scores(), strict=True)) / HANDS


@cache
def qualifies() -> float:
    """How likely the dealer has ace-king or better."""
    often = [_how_many(category, ranks) for category, ranks in ascending()]
    return sum(often[QUALIFYING_PLACE - 1 :]) / HANDS


def winnings(best: Result) -> Winnings:
    won: list[tuple[Fraction | int, int]] = [(-1, best.fold)]
    for raised in best.raised:
        won += [(1, raised.dealer_not_qualified), (-1 - raised.bet, raised.lose), (0, raised.tie)]
        won += [(min(1 + raised.bet * best.pays[hand], CLIP), times) for hand, times in raised.win.items()]
    mean = sum((Fraction(amount) * times for amount, times in won), Fraction(0)) / best.combinations
    squares = sum((Fraction(amount) ** 2 * times for amount, times in won), Fraction(0)) / best.combinations
    return Winnings(float(mean), float(squares - mean**2))


def _how_many(category: Category, ranks: tuple[int, ...]) -> int:
    """Hands of five with these ranks."""
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return 4
    hands = 1
    for rank in set(ranks):
        hands *= comb(4, ranks.count(rank))
    return hands - 4 if len(set(ranks)) == 5 else hands
