"""Every figure of the reference, to the last integer."""

from __future__ import annotations

from controller.odds.rows import Counted
from tests.odds.reference import GIVEN, figures, leaves


def test_every_figure_of_the_reference_is_met(base: Counted) -> None:
    given = dict(leaves({key: value for key, value in GIVEN.items() if key != "_about"}))

    computed = dict(leaves(figures(base)))

    assert computed == given
    assert sum(type(figure) is int for figure in given.values()) == 343
