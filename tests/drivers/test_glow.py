"""How each glow looks over time."""

from __future__ import annotations

from itertools import groupby

import pytest

from drivers.glow import is_lit, next_change_ms
from drivers.ports import Glow

RHYTHMS = {
    Glow.BLINKING: [(True, 500), (False, 500)],
    Glow.FAULT: [(True, 100), (False, 100)],
    Glow.INVITE: [(True, 60), (False, 1940)],
    Glow.TEST: [(True, 100), (False, 150), (True, 100), (False, 650)],
}


@pytest.mark.parametrize("glow", RHYTHMS)
def test_a_rhythm_repeats_for_ever(glow: Glow) -> None:
    period = sum(length for _, length in RHYTHMS[glow])

    seen = [(lit, len(list(run))) for lit, run in groupby(is_lit(glow, 7 * period + ms) for ms in range(period))]

    assert seen == RHYTHMS[glow]


@pytest.mark.parametrize(("glow", "lit"), [(Glow.ON, True), (Glow.OFF, False)])
def test_a_steady_glow_never_changes(glow: Glow, lit: bool) -> None:
    assert {is_lit(glow, ms) for ms in range(0, 5000, 7)} == {lit}
    assert next_change_ms(glow, 1234) is None


@pytest.mark.parametrize("glow", RHYTHMS)
def test_the_next_change_is_the_first_moment_that_looks_different(glow: Glow) -> None:
    for now in range(0, 2000, 13):
        change = next_change_ms(glow, now)

        assert change is not None
        assert {is_lit(glow, ms) for ms in range(now, change)} == {is_lit(glow, now)}
        assert is_lit(glow, change) is not is_lit(glow, now)


def test_every_glow_looks_different_within_two_seconds() -> None:
    looks = {tuple(is_lit(glow, ms) for ms in range(0, 2000, 10)) for glow in Glow}

    assert len(looks) == len(Glow)
