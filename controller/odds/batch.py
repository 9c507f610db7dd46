"""Ranks millions of hands at once. Needs numpy, which is an optional extra: pip install 'tablehand[numpy]'.

The ranking's own tree, laid flat: a hand walks down five tables, all hands of a block side by side.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from controller.core.ranking import tree

_BLOCK = 65_536
"""Hands at a time, so that what lies between two tables stays in the processor's cache."""

Places = npt.NDArray[np.int16]


def places(hands: npt.NDArray[Any]) -> Places:
    """The place of each hand, 1 to 7,462, as `Strength.place`. `hands`: five different card numbers a row (`NUMBER`).

    It trusts its caller: what is no hand has no meaning.
    """
    first, second, third, fourth, last = _tables()
    found = np.empty(len(hands), np.int16)
    for start in range(0, len(hands), _BLOCK):
        cards = hands[start : start + _BLOCK].T
        at = first.take(cards[0])
        at += cards[1]
        at = second.take(at)
        at += cards[2]
        at = third.take(at)
        at += cards[3]
        at = fourth.take(at)
        at += cards[4]
        last.take(at, out=found[start : start + _BLOCK], mode="clip")  # the other modes copy what they write
    return found


@cache
def _tables() -> tuple[npt.NDArray[Any], ...]:
    """One table a card: from a node and a card, at node + card, to the next node; the last one to the place."""
    level = [tree()]
    tables: list[npt.NDArray[Any]] = []
    for _ in range(4):
        below: dict[int, tuple[int, Any]] = {}
        rows = [[below.setdefault(id(branch), (52 * len(below), branch))[0] for branch in node] for node in level]
        tables.append(np.array(rows, np.intp).ravel())
        level = [branch for _, branch in below.values()]
    tables.append(np.array([[leaf.place for leaf in node] for node in level], np.int16).ravel())
    return tuple(tables)
