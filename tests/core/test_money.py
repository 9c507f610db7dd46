"""Money is whole cents, read strictly and written the way people write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.money import Money


@pytest.mark.parametrize(("text", "cents"), [("0.00", 0), ("10.00", 1000), ("+10.00", 1000), ("-0.50", -50)])
def test_an_amount_is_read_to_the_cent(text: str, cents: int) -> None:
    assert Money.parse(text) == Money(cents)


@pytest.mark.parametrize("text", ["10", "10.0", "10.000", "1,000.00", " 1.00", "1e2", "", "ten", 10, 10.0, None, True])
def test_what_is_no_amount_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(ValueError, match="is not an amount; write it as a string with two decimals"):
        Money.parse(text)


@given(st.integers(-(10**13), 10**13))
def test_an_amount_that_was_written_is_read_back(cents: int) -> None:
    money = Money(cents)

    assert Money.parse(str(money)) == money
    assert Money.parse(money.signed()) == money


def test_money_adds_up_with_money_only() -> None:
    assert Money(1000) + Money(50) == Money(1050)
    assert -Money(1) * 3 == Money(-3)
    assert not isinstance(Money(1000) + 50, Money)
    with pytest.raises(TypeError):
        Money(2) * Money(2)


def test_people_read_thousands_with_commas() -> None:
    assert Money(10_000_070).spoken() == "100,000.70"
    assert Money(-150).spoken() == "-1.50"
