"""The single questions of an audit: each compares one count with its exact expectation.

Pure. `p` is how likely an honest table looks at least so odd; whether that accuses it, `verdict` says, since who asks
many questions gets some odd answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import perm, sqrt

from controller.audit import chances, expected
from controller.audit.expected import Winnings
from controller.audit.sums import FIRST_OF_A_WINDOW, WINDOW, AtSeat, Shoe, Stretch, Sums
from controller.core.cards import PACK, RANKS, spoken
from controller.core.events import DEALER, Hand
from controller.core.ranking import Category, ascending

ENOUGH = 30
"""Rounds that there must be before a count is asked about."""
_OFTEN = 25.0
"""How often each group of a chi-square must be expected, so that it is one even far out."""
_WINDOWS = len(FIRST_OF_A_WINDOW) * perm(len(PACK) - 1, WINDOW - 1)
"""How many there can be."""
_CERTAIN = 0.001
"""Rounds are named when an honest table has any of them in no more than so many audits."""
_NAMED = 5
_OF_ONE_PACK = 0.007
"""Hands of one round have one pack. By so much at most each further hand makes a count of categories vary more than
with a pack each: measured over 400,000 rounds, 3.7 % with seven hands for high cards, less for all others.
"""

Needs = Callable[[float, float], int]
"""How many rounds show a bias of this part, at this level."""


@dataclass(frozen=True, slots=True)
class Check:
    """`about`: which seat, shoe or rounds. `seen` and `expected` are short, `says` tells both in words. `needs` is None
    where a single round tells.
    """

    name: str
    about: str
    seen: str
    expected: str
    says: str
    p: float
    needs: Needs | None = None


def checks(sums: Sums, winnings: Winnings | None) -> list[Check]:
    """`winnings` is None where what can be won depends on how much is bet."""
    asked = [*_shuffles(sums)]
    if sums.dealt >= ENOUGH:
        asked += [*_hands(sums), *_dealer(sums), *_cards(sums)]
        for hand, at in sorted(sums.seats.items()):
            if at.places.total() >= ENOUGH:
                asked += _at_seat(sums, hand, at, winnings)
    return asked


# -- hands ---------------------------------------------------------------------------------------------------------


def category_counts(at: AtSeat) -> list[int]:
    counts = [0] * len(Category)
    category_of = [Category.HIGH_CARD, *(category for category, _ in ascending())]
    for place, times in at.places.items():
        counts[category_of[place]] += times
    return counts


def all_categories(sums: Sums) -> list[int]:
    return [sum(column) for column in zip(*map(category_counts, sums.seats.values()), strict=True)]


def _hands(sums: Sums) -> Iterator[Check]:
    most = max(sums.hands_a_round)
    dealt = sum(hands * rounds for hands, rounds in sums.hands_a_round.items())
    inflated = 1 + _OF_ONE_PACK * (most - 1)
    yield _categories("categories", "all hands", all_categories(sums), dealt / sums.dealt, inflated)


def _categories(name: str, about: str, seen: list[int], a_round: float, inflated: float = 1.0) -> Check:
    hands = sum(seen)
    groups, means = chances.pooled(seen, [hands * chance for chance in expected.CATEGORIES], _OFTEN)
    statistic = sum((times - mean) ** 2 / mean for times, mean in zip(groups, means, strict=True)) / inflated
    freedom = max(1, len(groups) - 1)
    p = chances.chi_square(statistic, freedom) if len(groups) > 1 else 1.0
    pair = expected.CATEGORIES[Category.PAIR]
    return Check(
        name,
        about,
        f"chi² {statistic:.1f}",
        f"{freedom}.0",
        f"chi-square {statistic:.1f} of {freedom} in {hands:,} hands",
        p,
        lambda level, bias: chances.chi_square_needs(level, freedom, a_round * pair * bias**2 / (1 - pair) / inflated),
    )


def _at_seat(sums: Sums, hand: Hand, at: AtSeat, winnings: Winnings | None) -> Iterator[Check]:
    about = "the dealer" if hand == DEALER else f"seat {hand}"
    hands = at.places.total()
    often = hands / sums.dealt
    yield _categories("categories", about, category_counts(at), often)
    scores = expected.scores()
    mean = sum(scores[place] * times for place, times in at.places.items()) / hands
    variance = expected.score_variance()
    yield Check(
        "strength",
        about,
        f"{100 * mean:.1f} %",
        "50.0 %",
        f"better than {100 * mean:.1f} % of all hands on average, 50.0 % expected",
        chances.normal_both_sides((mean - 0.5) / sqrt(variance / hands)),
        lambda level, bias: int(chances.shift_needs(level, variance, bias / 2) / often) + 1,
    )
    if hand == DEALER:
        return
    decided = at.above + at.below
    yield Check(
        "beats the dealer",
        about,
        f"{at.above:,}",
        f"{decided / 2:,.1f}",
        f"{at.above:,} of {decided:,}, {decided / 2:,.1f} expected",
        chances.binomial_both_sides(at.above, decided, 0.5),
        lambda level, bias: int(chances.shift_needs(level, 0.25, bias / 2) / often) + 1,
    )
    if winnings is not None:
        won = at.won / hands
        yield Check(
            "winnings",
            about,
            f"{won:+.3f}",
            f"{winnings.mean:+.3f}",
            f"{won:+.3f} antes a hand, without a mistake {winnings.mean:+.3f}",
            chances.normal_above((won - winnings.mean) / sqrt(winnings.variance / hands)),
            lambda level, bias: int(chances.shift_needs(level, winnings.variance, bias) / often) + 1,
        )


def _dealer(sums: Sums) -> Iterator[Check]:
    chance = expected.qualifies()
    yield Check(
        "qualifies",
        "the dealer",
        f"{sums.qualified:,}",
        f"{chance * sums.dealt:,.1f}",
        f"{sums.qualified:,} of {sums.dealt:,}, {chance * sums.dealt:,.1f} expected",
        chances.binomial_both_sides(sums.qualified, sums.dealt, chance),
        lambda level, bias: chances.shift_needs(level, chance * (1 - chance), chance * bias),
    )
    mean = sums.dealt / len(RANKS)
    seen, means = chances.pooled([sums.up_ranks[rank] for rank in range(len(RANKS))], [mean] * len(RANKS), _OFTEN)
    statistic = sum((times - often) ** 2 / often for times, often in zip(seen, means, strict=True))
    freedom = max(1, len(seen) - 1)
    yield Check(
        "up card ranks",
        "the dealer",
        f"chi² {statistic:.1f}",
        f"{freedom}.0",
        f"chi-square {statistic:.1f} of {freedom} in {sums.dealt:,} up cards",
        chances.chi_square(statistic, freedom) if len(seen) > 1 else 1.0,
        lambda level, bias: chances.chi_square_needs(level, freedom, bias**2 / (len(RANKS) - 1)),
    )


# -- cards ---------------------------------------------------------------------------------------------------------


def together(sums: Sums) -> Shoe:
    every = Shoe()
    for shoe in sums.shoes.values():
        every.rounds.update(shoe.rounds)
        every.cards.update(shoe.cards)
    return every


def _cards(sums: Sums) -> Iterator[Check]:
    """Every shoe that dealt enough rounds, and all of them together where there are several."""
    enough = {name: shoe for name, shoe in sums.shoes.items() if shoe.rounds.total() >= ENOUGH}
    for name, shoe in sorted(enough.items()):
        yield from _of_shoe(f"shoe {name}" if name else "the shoe", shoe)
    if len(sums.shoes) > 1:
        yield from _of_shoe("all shoes", together(sums))


def _of_shoe(about: str, shoe: Shoe) -> Iterator[Check]:
    """Without replacement a card's count varies by f (1 - f) a round, f being the part of the pack that is out."""
    rounds, packs = shoe.rounds.total(), len(PACK)
    parts = [(out / packs, times) for out, times in shoe.rounds.items() if out < packs]
    mean = sum(part * times for part, times in parts)
    variance = sum(part * (1 - part) * times for part, times in parts)
    if not variance:
        return
    counts = [shoe.cards[number] for number in range(packs)]
    statistic = sum((times - mean) ** 2 for times in counts) / variance * (packs - 1) / packs
    part = mean / rounds
    yield Check(
        "card frequencies",
        about,
        f"chi² {statistic:.1f}",
        f"{packs - 1}.0",
        f"chi-square {statistic:.1f} of {packs - 1} in {rounds:,} rounds",
        chances.chi_square(statistic, packs - 1),
        lambda level, bias: chances.chi_square_needs(level, packs - 1, part * bias**2 / (1 - part)),
    )
    oddest = max(range(packs), key=lambda number: abs(counts[number] - mean))
    p = chances.binomial_both_sides(counts[oddest], rounds, part)
    yield Check(
        "one card",
        about,
        f"{PACK[oddest]} {counts[oddest]:,}",
        f"{mean:,.1f}",
        f"the {spoken(PACK[oddest])} was out {counts[oddest]:,} times, {mean:,.1f} expected",
        min(1.0, packs * p),
        lambda level, bias: chances.shift_needs(level / packs, part * (1 - part), part * bias),
    )


# -- shuffles ------------------------------------------------------------------------------------------------------


def _shuffles(sums: Sums) -> Iterator[Check]:
    yield from _order("new-deck order", "neighbours of a new deck", sums.in_order)
    yield from _order("as the round before", "neighbours of the round before", sums.as_before)
    if sums.windows:
        again, rounds = sums.known_again, ", ".join(f"{n} as {earlier}" for n, earlier in sums.known_again[:_NAMED])
        by_chance = len(sums.windows) ** 2 / 2 / _WINDOWS
        yield Check(
            "dealt before",
            "all rounds",
            f"{len(again):,}",
            f"{by_chance:.1f}",
            f"{WINDOW} cards in an order dealt before in {len(again):,} of {sums.rounds:,} rounds: round {rounds}",
            min(1.0, by_chance) if again else 1.0,
        )


def _order(name: str, what: str, stretches: list[Stretch]) -> Iterator[Check]:
    """Over all rounds, and the oddest round, which may be the oddest of many.

    The counts are rarer far out than Poisson's, since a card has but two neighbours.
    """
    if not stretches:
        return
    seen, mean = sum(one.seen for one in stretches), sum(one.expected for one in stretches)
    says = f"{seen:,} {what}, {mean:,.1f} expected"
    p = chances.poisson_at_least(seen, mean) if mean else 1.0
    yield Check(name, "all rounds", f"{seen:,}", f"{mean:,.1f}", says, p)
    odds = [(chances.poisson_at_least(one.seen, one.expected) if one.expected else 1.0, one) for one in stretches]
    least, oddest = min(odds, key=lambda pair: (pair[0], pair[1].round))
    named = [str(one.round) for p, one in odds if p * len(stretches) <= _CERTAIN]
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    others = f"; odd is round {', '.join(named[:_NAMED])}{more}" if named else ""
    yield Check(
        name,
        "oddest round",
        f"{oddest.seen}",
        f"{oddest.expected:.1f}",
        f"{oddest.seen} {what} in round {oddest.round}, {oddest.expected:.1f} expected{others}",
        min(1.0, least * len(stretches)),
    )
