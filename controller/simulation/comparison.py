"""Simulated rounds beside the exact analysis: how far apart, in standard errors.

Pure. Hands of one round share a dealer, so a standard error is never taken smaller than what the rounds themselves
show.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from controller.core.money import Money
from controller.simulation.exact import Exact
from controller.simulation.tally import PLAYED_OUT, WORDS, Sums

ENOUGH = 25
"""Times an outcome must be expected before its standard error means anything; rarer ones are taken together."""
FAR = 4.0
"""Standard errors beyond which nobody calls it chance."""
TOGETHER = "rare outcomes together"


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome. `z`: standard errors between what was seen and what was expected; None where it is too rare."""

    word: str
    seen: int
    expected: float
    z: float | None


@dataclass(frozen=True, slots=True)
class Mean:
    """What a hand wins on average, in antes."""

    seen: float
    expected: float
    error: float

    @property
    def z(self) -> float:
        return (self.seen - self.expected) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    lines: tuple[Line, ...]
    mean: Mean

    @property
    def farthest(self) -> float:
        return max(abs(z) for z in [self.mean.z, *(line.z for line in self.lines)] if z is not None)

    @property
    def agrees(self) -> bool:
        return self.farthest <= FAR


def compare(sums: Sums, exact: Exact, ante: Money) -> Comparison:
    """At least one round."""
    lines = [_line(WORDS[at], [at], sums, exact) for at in range(PLAYED_OUT)]
    rare = [at for at in range(PLAYED_OUT) if lines[at].z is None]
    if len(rare) < PLAYED_OUT and (together := _line(TOGETHER, rare, sums, exact)).z is not None:
        lines.append(together)
    return Comparison(tuple(lines), mean(sums, exact, ante))


def mean(sums: Sums, exact: Exact, ante: Money) -> Mean:
    seen = Fraction(sums.net, sums.hands * int(ante))
    by_hand = exact.variance * sums.hands
    by_round = Fraction(spread(sums.net_squares, sums.net, sums.rounds), int(ante) ** 2)
    return Mean(float(seen), float(exact.mean), sqrt(max(by_hand, by_round)) / sums.hands)


def _line(word: str, outcomes: list[int], sums: Sums, exact: Exact) -> Line:
    chance = sum((exact.chances[at] for at in outcomes), Fraction(0))
    seen = sum(sums.times[at] for at in outcomes)
    expected = sums.hands * chance
    if expected < ENOUGH:
        return Line(word, seen, float(expected), None)
    variance = expected * (1 - chance)
    if len(outcomes) == 1:
        variance = max(variance, spread(sums.squares[outcomes[0]], seen, sums.rounds))
    return Line(word, seen, float(expected), float(seen - expected) / sqrt(variance))


def spread(squares: int, total: int, rounds: int) -> Fraction:
    """The variance of a total, from what its rounds came to."""
    if rounds < 2:
        return Fraction(0)
    return (squares - Fraction(total * total, rounds)) * rounds / (rounds - 1)
