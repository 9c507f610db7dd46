"""What the progressive chip is worth: to its player at a given meter, and to the house in the long run.

Amounts are `Money` in cents; what is not a whole number of cents is a `Fraction` of them. A hand that folds still wins,
and no hand with an award is ever folded, so nothing here depends on how the base game is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from controller.core.house import Awards, AwardsFrom, Progressive
from controller.core.money import NOTHING, Money
from controller.core.ranking import Category

HANDS = comb(52, 5)
HOW_MANY = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.THREE_OF_A_KIND: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.FOUR_OF_A_KIND: 624,
    Category.STRAIGHT_FLUSH: 36,
    Category.ROYAL_FLUSH: 4,
}


@dataclass(frozen=True, slots=True)
class LongRun:
    """What the house gives of one chip on average, as parts of the chip. `keeps` is negative where it pays to play.

    `mean_jackpot`: what a royal flush is paid on average over the years, in cents; None where the meter cannot bear
    the awards that are paid from it.
    """

    to_meter: Fraction
    to_reserve: Fraction
    seed: Fraction
    fixed: Fraction
    mean_jackpot: Fraction | None

    @property
    def keeps(self) -> Fraction:
        return 1 - self.to_meter - self.to_reserve - self.seed - self.fixed


def fixed_return(awards: Awards, chip: Money) -> Fraction:
    """Part of a chip that fixed awards give back."""
    return Fraction(sum(HOW_MANY[hand] * int(amount) for hand, amount in awards.fixed.items()), HANDS * chip)


def share_per_hand(awards: Awards) -> Fraction:
    """Part of the meter that a hand with a chip takes on average."""
    return sum((HOW_MANY[hand] * share for hand, share in awards.shares.items()), Fraction(0)) / HANDS


def chip_return(awards: Awards, chip: Money, meter: Money) -> Fraction:
    """Part of a chip that comes back on average while the meter shows this."""
    return fixed_return(awards, chip) + share_per_hand(awards) * meter / chip


def break_even(awards: Awards, chip: Money, owed: Fraction = Fraction(0)) -> Fraction | None:
    """The meter, in cents, at which the chip gives back itself and what is `owed` beside it, in cents: the loss on the
    ante that must be placed to play it. None where no hand takes a share.
    """
    share = share_per_hand(awards)
    return ((1 - fixed_return(awards, chip)) * chip + owed) / share if share else None


def royal_in_a_round(chips: int) -> Fraction:
    """How likely at least one of so many hands of one pack is a royal flush."""
    together = (
        prod((Fraction(4 - royal, comb(52 - 5 * royal, 5)) for royal in range(hands)), start=Fraction(1))
        for hands in range(1, chips + 1)
    )
    return sum(((-1) ** at * comb(chips, at + 1) * part for at, part in enumerate(together)), Fraction(0))


def straight_flushes_in_a_round(chips: int) -> Fraction:
    """How many of so many hands on average."""
    return Fraction(chips * HOW_MANY[Category.STRAIGHT_FLUSH], HANDS)


def long_run(progressive: Progressive, paid_from: AwardsFrom) -> LongRun:
    """The house's cost over many jackpots: the contributions, which the meter and the reserve hand on to winners, the
    base that it seeds after each royal flush, and the fixed awards where it pays them.
    """
    chip, awards = progressive.chip, progressive.awards
    royal = Fraction(HOW_MANY[Category.ROYAL_FLUSH], HANDS)
    seed = royal * progressive.base / chip
    fixed = fixed_return(awards, chip)
    from_meter = paid_from is AwardsFrom.METER
    # In the long run what goes on the meter comes off it, and a hit finds the meter as it is on average.
    on_meter = progressive.rate + progressive.hidden_rate + seed - (fixed if from_meter else 0)
    share = share_per_hand(awards)
    return LongRun(
        to_meter=progressive.rate,
        to_reserve=progressive.hidden_rate,
        seed=seed,
        fixed=Fraction(0) if from_meter else fixed,
        mean_jackpot=on_meter * chip / share if share and on_meter > NOTHING else None,
    )
