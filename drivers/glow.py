"""How a lamp looks over time: each glow is a rhythm of lit and dark, the same on every lamp bank.

Pure: time comes in. What a rhythm means to a player is decided elsewhere; a driver only renders it.
"""

from __future__ import annotations

from itertools import accumulate

from drivers.ports import Glow

# Lit, dark, lit, ... in milliseconds, over and over. All told apart at a glance from across the pit.
_RHYTHMS: dict[Glow, tuple[int, ...]] = {
    Glow.BLINKING: (500, 500),
    Glow.FAULT: (100, 100),
    Glow.INVITE: (60, 1940),
    Glow.TEST: (100, 150, 100, 650),
}


def is_lit(glow: Glow, at_ms: int) -> bool:
    """Lamps of the same glow keep step, since the rhythm starts at 0 and not when the lamp was told."""
    rhythm = _RHYTHMS.get(glow)
    if rhythm is None:
        return glow is Glow.ON
    return _beat(rhythm, at_ms)[0] % 2 == 0


def next_change_ms(glow: Glow, at_ms: int) -> int | None:
    """When the lamp changes next; None when it is steady."""
    rhythm = _RHYTHMS.get(glow)
    return None if rhythm is None else at_ms + _beat(rhythm, at_ms)[1]


def _beat(rhythm: tuple[int, ...], at_ms: int) -> tuple[int, int]:
    """Which step of the rhythm it is, and for how long still."""
    phase = at_ms % sum(rhythm)
    return next((step, end - phase) for step, end in enumerate(accumulate(rhythm)) if phase < end)
