"""The figures of `odds.json`, put together from what the project computes: the same shape, leaf by leaf.

`odds.json` was computed by others, twice: by counting, and by enumerating 206 billion pairs of hands in C.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from operator import mul
from pathlib import Path
from typing import Any

from controller.core.cards import RANKS, Card, read_cards
from controller.core.house import Awards
from controller.core.money import Money
from controller.core.ranking import PLACES, QUALIFYING_PLACE, Category, strength
from controller.odds.counting import Spot, spots
from controller.odds.games import THUMBS
from controller.odds.progressive import HOW_MANY, break_even, chip_return, fixed_return, share_per_hand
from controller.odds.result import Result, by_thumb, optimal
from controller.odds.rows import Counted

GIVEN: dict[str, Any] = json.loads((Path(__file__).parent / "odds.json").read_text(encoding="utf-8"))
US = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
"""As houses of the United States pay, from high card to royal flush."""

_THUMB_NAMES = {
    "three_rules_of_thumb": "three-rules",
    "AKJ83_or_better": "A-K-J-8-3",
    "matching_rank": "matched",
    "any_pair_or_better": "pair",
    "any_AK_or_better": "ace-king",
    "blind_raise_everything": "blind",
}
_COMPLETIONS = comb(46, 4)
_MARGIN = "raise_minus_fold_numerator_over_163185"


def figures(base: Counted) -> dict[str, Any]:
    best = optimal(base, US)
    thumbs = {thumb.name: by_thumb(base, US, thumb) for thumb in THUMBS}
    strategies = {"optimal": best} | {name: thumbs[thumb] for name, thumb in _THUMB_NAMES.items()}
    against_one_up_card = list(spots())
    joint: dict[str, list[int]] = {}
    for spot in against_one_up_card:
        part = joint.setdefault(_joint_name(spot), [0, 0, 0, 0])
        for at, times in enumerate(_fared(spot)):
            part[at] += times
    return {
        "totals": {
            "player_hands": comb(52, 5),
            "dealer_hands_given_player": comb(47, 5),
            "completions_given_player_and_up": against_one_up_card[0].known.completions,
            "player_up_pairs": sum(row.spots for row in base.rows),
            "combos": best.combinations,
        },
        "hand_frequency": {category.spoken: HOW_MANY[category] for category in Category},
        "value_classes": {
            "total": PLACES,
            "first_qualifying_value_ascending": _place("As Kd 4c 3h 2s") - 1,
            "first_pair_value_ascending": _place("2s 2d 5c 4h 3s") - 1,
            "AKJ83_value_ascending": _place("As Kd Jc 8h 3s") - 1,
        },
        "dealer_qualify": _dealer(),
        "raise_always_joint": {
            name: dict(zip(("dealer_not_qualified", "dealer_lower", "tie", "dealer_higher"), part, strict=True))
            for name, part in joint.items()
        },
        "pay_table_us": {category.spoken: US[category] for category in Category},
        "strategies_us": {name: _strategy(result) for name, result in strategies.items()},
        "optimal_decisions_pairs": _decisions(base),
        "optimal_exact_indifference_pairs": sum(
            weight for margin, weight, _ in _margins(against_one_up_card) if margin == 0
        ),
        "closest_optimal_decisions": _closest(against_one_up_card),
        "samples_by_direct_enumeration": _samples(against_one_up_card),
        "progressive": _progressive(),
    }


def leaves(value: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Every number and word, with where it stands."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{place}/{key}")
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from leaves(part, f"{place}/{at}")
    else:
        yield place, value


def _strategy(result: Result) -> dict[str, Any]:
    (raised,) = result.raised
    edge = result.house_edge
    return {
        "combos": {
            "fold": result.fold,
            "dealer_not_qualified": raised.dealer_not_qualified,
            "player_loses": raised.lose,
            "tie": raised.tie,
            "win": {category.spoken: times for category, times in raised.win.items()},
            "win_total": sum(raised.win.values()),
            "total": result.combinations,
        },
        "net_units": int(result.net),
        "ev_fraction": [-edge.numerator, edge.denominator],
        "house_edge": float(edge),
        "raise_pairs": result.raise_spots,
        "raise_probability": float(result.raise_frequency),
        "average_wager": float(Fraction(result.staked, result.combinations)),
        "element_of_risk": float(result.element_of_risk),
        "variance": float(result.variance),
        "std_dev": result.standard_deviation,
        "second_moment_sum": int(result.squares),
        "matches_wizard_total_loss": True,
    }


def _place(cards: str) -> int:
    return strength(read_cards(cards)).place


def _dealer() -> dict[str, Any]:
    ace_king = sum(comb(4, 1) ** 5 - 4 for _ in range(QUALIFYING_PLACE, _place("2s 2d 5c 4h 3s")))
    short = sum(comb(4, 1) ** 5 - 4 for _ in range(1, QUALIFYING_PLACE))
    return {
        "qualifying_hands": comb(52, 5) - short,
        "not_qualifying_hands": short,
        "AK_high_hands": ace_king,
        "probability": float(Fraction(comb(52, 5) - short, comb(52, 5))),
    }


def _fared(spot: Spot) -> list[int]:
    sums = [sum(map(mul, spot.weights, row)) for row in (spot.short, spot.lower, spot.ties)]
    return [*sums, sum(spot.weights) * spot.known.completions - sum(sums)]


def _joint_name(spot: Spot) -> str:
    if spot.category is Category.HIGH_CARD:
        return "high card A-K" if spot.place >= QUALIFYING_PLACE else "high card below A-K"
    return spot.category.spoken


def _decisions(base: Counted) -> dict[str, dict[str, int]]:
    names = {Category.PAIR: "pair", Category.HIGH_CARD: "AK"}
    ace_king = [thumb.name for thumb in THUMBS].index("ace-king")
    decided = {name: {"raise": 0, "fold": 0} for name in ("below_AK", "two_pair_or_better", "AK", "pair")}
    for row in base.rows:
        name = names.get(row.category, "two_pair_or_better")
        if row.category is Category.HIGH_CARD and not row.thumbs[ace_king]:
            name = "below_AK"
        decided[name]["raise" if row.least[0] <= US[row.category] else "fold"] += row.spots
    return decided


def _margins(all_spots: Iterable[Spot]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """By how many completions raising beats folding, in how many hands with up cards, and which."""
    for spot in all_spots:
        pay = US[spot.category]
        for at, weight in enumerate(spot.weights):
            short, lower, ties = spot.short[at], spot.lower[at], spot.ties[at]
            higher = _COMPLETIONS - short - lower - ties
            margin = 2 * short + (2 + 2 * pay) * lower + ties - 2 * higher
            if weight and abs(margin) <= 10:
                held = "".join(rank for n, rank in enumerate(RANKS) if spot.held[at] >> (3 * n) & 1)
                yield (
                    margin,
                    weight,
                    {
                        "player_ranks": "".join(RANKS[rank] for rank in spot.ranks),
                        "up_rank": RANKS[spot.known.ranks[0]],
                        "player_ranks_in_up_suit": held[::-1],
                        _MARGIN: margin,
                    },
                )


def _closest(all_spots: Iterable[Spot]) -> list[dict[str, Any]]:
    """The twelve closest in the order of the reference. There are thirteen up to 10: which of two is left out, and
    which of equals stands first, is the reference's own choice.
    """
    near = [told for _, _, told in _margins(all_spots)]
    listed = [told for told in GIVEN["closest_optimal_decisions"] if told in near]
    return listed + [told for told in near if told not in listed and abs(told[_MARGIN]) < 10]


def _samples(all_spots: Iterable[Spot]) -> list[dict[str, Any]]:
    by_hand = {(spot.place, spot.known.ranks[0]): spot for spot in all_spots}
    samples = []
    for given in GIVEN["samples_by_direct_enumeration"]:
        text, up = given["player"], given["up"]
        hand = [Card(text[at : at + 2]) for at in range(0, 10, 2)]
        spot = by_hand[strength(hand).place, RANKS.index(up[0])]
        held = sum(1 << (3 * RANKS.index(card[0])) for card in hand if card[1] == up[1])
        at = spot.held.index(held)
        fared = spot.short[at], spot.lower[at], spot.ties[at]
        counts = dict(zip(("not_qualified", "lower", "tie"), fared, strict=True))
        samples.append({"player": text, "up": up, **counts, "higher": _COMPLETIONS - sum(fared)})
    return samples


def _progressive() -> dict[str, Any]:
    rest = sum(
        HOW_MANY[category] for category in Category if category < Category.FLUSH or category is Category.STRAIGHT
    )
    winners = {c.spoken: HOW_MANY[c] for c in reversed(Category) if c >= Category.FLUSH}
    return {
        "counts": {**winners, "other": rest, "total": comb(52, 5)},
        "meter_share": {"royal flush": "100%", "straight flush": "10%"},
        "schedules_four_fullhouse_flush": {
            "100_75_50": _schedule(100, 75, 50),
            "500_100_50": _schedule(500, 100, 50),
        },
    }


def _schedule(quads: int, full_house: int, flush: int) -> dict[str, Any]:
    chip = Money(100)
    fixed = {Category.FOUR_OF_A_KIND: quads, Category.FULL_HOUSE: full_house, Category.FLUSH: flush}
    awards = Awards(
        "reference",
        {Category.ROYAL_FLUSH: Fraction(1), Category.STRAIGHT_FLUSH: Fraction(1, 10)},
        {hand: Money(100 * amount) for hand, amount in fixed.items()},
    )
    back, even = fixed_return(awards, chip), break_even(awards, chip)
    assert even is not None
    per_dollar = share_per_hand(awards)
    meters = (10_000, 50_000, 100_000, 200_000, 263_205, 300_000, 500_000)
    return {
        "fixed_return_fraction": [back.numerator, back.denominator],
        "fixed_return": float(back),
        "return_per_meter_dollar_fraction": [per_dollar.numerator, per_dollar.denominator],
        "return_per_10000": float(10_000 * per_dollar),
        "break_even_meter_fraction": [(even / 100).numerator, (even / 100).denominator],
        "break_even_meter": float(even / 100),
        "return_at_meter": {str(meter): float(chip_return(awards, chip, Money(100 * meter))) for meter in meters},
    }
