"""One question and its whole answer: everything `tablehand odds` tells of one configured game, as exact values.

How it is shown is the business of `plain`, `page` and the JSON; nothing is rounded here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from controller.core.house import AwardsFrom, House, Progressive, RaiseRule
from controller.core.money import Money
from controller.odds.games import THUMBS, Game, Thumb
from controller.odds.progressive import (
    LongRun,
    break_even,
    chip_return,
    fixed_return,
    long_run,
    royal_in_a_round,
    straight_flushes_in_a_round,
)
from controller.odds.result import Pays, Result, TooCoarseError, by_thumb, optimal
from controller.odds.rows import Counted

_RAISES = {
    RaiseRule.EXACTLY_TWICE: (2,),
    RaiseRule.AT_LEAST_TWICE: (2,),
    RaiseRule.ONCE_OR_TWICE: (1, 2),
}
CountedBy = Callable[[Game, int], Counted]
"""Where counts come from: a game, and into how many parts of one its pays are told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`title` says whose game it is, `meter_from` and `pace_from` where these were learned. Caps are told for the
    greatest ante, the meter that breaks even for the least; `tables` are other pay tables to compare with, by name.
    """

    title: str
    game: Game
    pays: tuple[int, ...]
    progressive: Progressive
    paid_from: AwardsFrom
    meter: Money
    meter_from: str
    least_ante: Money
    greatest_ante: Money
    max_bet_win: Money
    seats: int
    rounds_a_day: int
    pace_from: str
    tables: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Cap:
    """A bet's winnings capped (SET-5): above which ante the best hand feels it, and the game at one ante."""

    felt_above: Fraction
    ante: Money
    result: Result


@dataclass(frozen=True, slots=True)
class Meter:
    """`rounds` and `days` until the next royal flush, on average, with a chip at every seat."""

    fixed: Fraction
    returns: Fraction
    break_even: Fraction | None
    break_even_with_ante: Fraction | None
    rounds: Fraction
    days: Fraction
    straight_flush_rounds: Fraction
    long_run: LongRun


@dataclass(frozen=True, slots=True)
class Report:
    question: Question
    counted: Counted
    best: Result
    thumbs: tuple[tuple[Thumb, Result], ...]
    cap: Cap | None
    meter: Meter
    variants: tuple[Result, ...]
    tables: tuple[tuple[str, Result], ...]


def game_of(house: House) -> Game:
    """The game by a profile's verdicts; where the bet may be more than twice the ante, the least bet is played."""
    return Game(raises=_RAISES[house.profile.raise_rule], qualifier=house.profile.qualifier)


def report(question: Question, counted_by: CountedBy, variants: Iterable[Game] = ()) -> Report:
    counted = counted_by(question.game, 1)
    best = optimal(counted, question.pays)
    return Report(
        question,
        counted,
        best,
        tuple((thumb, by_thumb(counted, question.pays, thumb)) for thumb in THUMBS),
        _capped(question, counted, counted_by),
        _meter(question, best),
        tuple(optimal(counted_by(game, 1), question.pays) for game in variants),
        tuple((name, optimal(counted, pays)) for name, pays in question.tables),
    )


def capped_pays(pays: Pays, bet: int, ante: Money, cap: Money) -> tuple[Fraction | int, ...]:
    """What the bet then pays to one: never more than the cap."""
    return tuple(min(pay, Fraction(cap, bet * ante)) for pay in pays)


def _capped(question: Question, counted: Counted, counted_by: CountedBy) -> Cap | None:
    """None where the bet is a choice: the cap would then change which bet is right."""
    if len(question.game.raises) > 1 or not max(question.pays):
        return None
    (bet,) = question.game.raises
    ante = question.greatest_ante
    pays = capped_pays(question.pays, bet, ante, question.max_bet_win)
    try:
        result = optimal(counted, pays)
    except TooCoarseError:
        parts = Fraction(question.max_bet_win, bet * ante).denominator
        result = optimal(counted_by(question.game, parts), pays)
    return Cap(Fraction(question.max_bet_win, bet * max(question.pays)), ante, result)


def _meter(question: Question, best: Result) -> Meter:
    awards, chip = question.progressive.awards, question.progressive.chip
    rounds = 1 / royal_in_a_round(question.seats)
    return Meter(
        fixed=fixed_return(awards, chip),
        returns=chip_return(awards, chip, question.meter),
        break_even=break_even(awards, chip),
        break_even_with_ante=break_even(awards, chip, best.house_edge * question.least_ante),
        rounds=rounds,
        days=rounds / question.rounds_a_day,
        straight_flush_rounds=1 / straight_flushes_in_a_round(question.seats),
        long_run=long_run(question.progressive, question.paid_from),
    )
