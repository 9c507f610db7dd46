"""Which game a question is about: the configured table's, or the one that most US houses print."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.core.house import House


def us_house() -> House:
    """Where no table is configured."""
    from controller.core.house import House, Progressive
    from controller.core.money import Money
    from controller.library import load_awards, load_paytable, load_profile

    progressive = Progressive(Money(1_000_000), Fraction(7, 10), Money(100), load_awards("us-500-100-50"))
    return House(profile=load_profile("house"), paytable=load_paytable("us"), progressive=progressive)
