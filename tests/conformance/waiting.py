"""Waiting for real threads: on a condition, with a bound, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

_BOUND_S = 10.0
_LOOK_S = 0.005


def until(truth: Callable[[], bool], what: str = "it never came true") -> None:
    """Fails with `what` when `truth` has not come true within ten seconds."""
    bound = time.monotonic() + _BOUND_S
    while not truth():
        assert time.monotonic() < bound, what
        time.sleep(_LOOK_S)
