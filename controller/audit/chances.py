"""How likely honest chance is to look at least so odd: tails of the usual distributions, and how much one must see.

Pure; the standard library alone. Where a tail is not exact it is the greater one, so that nobody is accused by a
formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, exp, lgamma, log, log1p
from statistics import NormalDist

_NORMAL = NormalDist()
_SMALL = 1e-300
_DIGITS = 1e-14
POWER = 0.9
"""How surely a bias is found in the number of rounds that is told for it."""


def gamma_above(shape: float, x: float) -> float:
    """The upper regularised incomplete gamma function Q(shape, x)."""
    if x <= 0:
        return 1.0
    if x < shape + 1:
        return max(0.0, 1.0 - _series(shape, x))
    return _fraction(shape, x)


def gamma_below(shape: float, x: float) -> float:
    """P(shape, x) = 1 - Q, without losing the digits of a small one."""
    if x <= 0:
        return 0.0
    return _series(shape, x) if x < shape + 1 else 1.0 - _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    n = shape
    while term > total * _DIGITS:
        n += 1
        term *= x / n
        total += term
    return total * exp(shape * log(x) - x - lgamma(shape))


def _fraction(shape: float, x: float) -> float:
    """Lentz's continued fraction."""
    b = x + 1.0 - shape
    c, d = 1.0 / _SMALL, 1.0 / b
    product = d
    n = 0
    while True:
        n += 1
        a = n * (shape - n)
        b += 2.0
        d = a * d + b
        c = b + a / c
        d = 1.0 / (d if abs(d) > _SMALL else _SMALL)
        c = c if abs(c) > _SMALL else _SMALL
        product *= d * c
        if abs(d * c - 1.0) < _DIGITS:
            return exp(shape * log(x) - x - lgamma(shape)) * product


def chi_square(statistic: float, freedom: int) -> float:
    return gamma_above(freedom / 2, statistic / 2)


def poisson_at_least(times: int, mean: float) -> float:
    return 1.0 if times <= 0 else gamma_below(times, mean)


def binomial_at_least(times: int, of: int, chance: float) -> float:
    if times <= 0:
        return 1.0
    if times <= of * chance:
        return 1.0 - _binomial_sum(of - times + 1, of, 1.0 - chance)
    return _binomial_sum(times, of, chance)


def _binomial_sum(times: int, of: int, chance: float) -> float:
    """The tail beyond the mean, where terms fall."""
    if times > of:
        return 0.0
    term = exp(
        lgamma(of + 1)
        - lgamma(times + 1)
        - lgamma(of - times + 1)
        + times * log(chance)
        + (of - times) * log1p(-chance)
    )
    total = 0.0
    while times <= of and term > total * _DIGITS:
        total += term
        term *= (of - times) / (times + 1) * chance / (1.0 - chance)
        times += 1
    return min(1.0, total)


def binomial_both_sides(times: int, of: int, chance: float) -> float:
    above, below = binomial_at_least(times, of, chance), binomial_at_least(of - times, of, 1.0 - chance)
    return min(1.0, 2.0 * min(above, below))


def normal_above(z: float) -> float:
    return _NORMAL.cdf(-z)


def normal_both_sides(z: float) -> float:
    return 2.0 * _NORMAL.cdf(-abs(z))


def pooled(seen: Sequence[int], expected: Sequence[float], least: float) -> tuple[list[int], list[float]]:
    """Neighbours taken together from the end, until each group is expected at least so often."""
    groups: list[tuple[int, float]] = []
    rest_seen, rest_expected = 0, 0.0
    for times, mean in zip(reversed(seen), reversed(expected), strict=True):
        rest_seen, rest_expected = rest_seen + times, rest_expected + mean
        if rest_expected >= least:
            groups.append((rest_seen, rest_expected))
            rest_seen, rest_expected = 0, 0.0
    if rest_expected and groups:
        groups[-1] = (groups[-1][0] + rest_seen, groups[-1][1] + rest_expected)
    return [times for times, _ in groups], [mean for _, mean in groups]


# -- how much one must see -----------------------------------------------------------------------------------------


def shift_needs(level: float, variance: float, shift: float) -> int:
    """How many values of this variance show that their mean is off by `shift`."""
    both = _NORMAL.inv_cdf(1.0 - level / 2) + _NORMAL.inv_cdf(POWER)
    return ceil(both**2 * variance / shift**2)


def chi_square_needs(level: float, freedom: int, each: float) -> int:
    """How many rounds show a bias of which each adds so much to the statistic's noncentrality."""
    limit = _solved(lambda x: chi_square(x, freedom) <= level)

    def found(away: float) -> bool:
        # Patnaik: a noncentral chi-square is nearly a central one, stretched.
        stretched = (freedom + 2 * away) / (freedom + away)
        return gamma_above((freedom + away) ** 2 / (freedom + 2 * away) / 2, limit / stretched / 2) >= POWER

    return ceil(_solved(found) / each)


def _solved(holds: Callable[[float], bool]) -> float:
    """The least number at which it holds, if it holds from there on."""
    low, high = 0.0, 1.0
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
