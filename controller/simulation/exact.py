"""What the exact analysis says a way of playing comes to: the figures that simulated rounds are held against.

Pure and exact; nothing here is sampled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from controller.core.ranking import Category
from controller.odds.games import THUMBS
from controller.odds.report import CountedBy
from controller.odds.result import Result, TooCoarseError, by_thumb, optimal
from controller.odds.rows import Counted
from controller.simulation.decisions import RULE, Style
from controller.simulation.tally import FOLD, LOSE, PLAYED_OUT, SHORT, TIE, WIN


@dataclass(frozen=True, slots=True)
class Exact:
    """`chances` by outcome, of one hand; `mean` and `variance` of what it wins, in antes; `staked` in antes."""

    chances: tuple[Fraction, ...]
    mean: Fraction
    variance: Fraction
    staked: Fraction


def exact(style: Style, counted_by: CountedBy) -> Exact:
    """Counts the style's game where it has not been counted yet."""
    counted = counted_by(style.game, 1)
    if style.name == "optimal":
        try:
            return _mixed([optimal(counted, style.pays)])
        except TooCoarseError:
            return _mixed([optimal(counted_by(style.game, _parts(style)), style.pays)])
    if style.name == "random":
        return _mixed(_at_random(counted, style))
    name = RULE if style.name == "rule" else style.name
    return _mixed([by_thumb(counted, style.pays, next(thumb for thumb in THUMBS if thumb.name == name))])


def _parts(style: Style) -> int:
    return max(Fraction(pay).denominator for pay in style.pays)


def _at_random(counted: Counted, style: Style) -> list[Result]:
    """Folding always, and each bet always: what is mixed where chance alone decides."""
    blind = by_thumb(counted, style.pays, next(thumb for thumb in THUMBS if thumb.name == "blind"))
    (raised,) = [raised for raised in blind.raised if raised.combinations]
    bets = [replace(blind, raised=(replace(raised, bet=bet),)) for bet in style.game.raises]
    return [replace(blind, fold=blind.combinations, raised=()), *bets]


def _mixed(results: list[Result]) -> Exact:
    """Each of the results as often as the others."""

    def mean_of(part: Callable[[Result], Fraction | int]) -> Fraction:
        return sum((Fraction(part(result), result.combinations) for result in results), Fraction(0)) / len(results)

    chances = [Fraction(0)] * PLAYED_OUT
    chances[FOLD] = mean_of(lambda result: result.fold)
    chances[SHORT] = mean_of(lambda result: result.of(lambda raised: raised.dealer_not_qualified))
    chances[LOSE] = mean_of(lambda result: result.of(lambda raised: raised.lose))
    chances[TIE] = mean_of(lambda result: result.of(lambda raised: raised.tie))
    for category in Category:
        chances[WIN + category] = mean_of(lambda result, hand=category: result.won_with(hand))  # type: ignore[misc]
    mean = mean_of(lambda result: result.net)
    return Exact(
        tuple(chances), mean, mean_of(lambda result: result.squares) - mean**2, mean_of(lambda result: result.staked)
    )
