"""From many questions to one verdict: an honest table is accused no more often than the level says.

Pure. Holm's correction holds for any number of questions, however they hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.audit.checks import Check

LEVEL = 0.01
"""How often an honest table may be accused, all questions of an audit together."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`p` is corrected for all that was asked; `level` is what a single question must then go below."""

    check: Check
    p: float
    level: float

    @property
    def accuses(self) -> bool:
        return self.p <= LEVEL

    def rounds(self, bias: float) -> int | None:
        """How many show something that comes by this part too often; None where a single round does."""
        return None if self.check.needs is None else self.check.needs(self.level, bias)


def answers(asked: Sequence[Check]) -> list[Answer]:
    """In the order in which they were asked."""
    least_first = sorted(range(len(asked)), key=lambda at: asked[at].p)
    corrected = [0.0] * len(asked)
    highest = 0.0
    for place, at in enumerate(least_first):
        highest = max(highest, min(1.0, asked[at].p * (len(asked) - place)))
        corrected[at] = highest
    level = LEVEL / max(1, len(asked))
    return [Answer(check, p, level) for check, p in zip(asked, corrected, strict=True)]
