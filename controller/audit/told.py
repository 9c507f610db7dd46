"""An audit as text for a terminal, and as JSON for other programs. No order of cards is in either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from controller.audit.checks import ENOUGH, all_categories, together
from controller.audit.expected import CATEGORIES
from controller.audit.sums import Sums
from controller.audit.verdict import LEVEL, Answer
from controller.core.cards import PACK, RANKS
from controller.core.ranking import Category


@dataclass(frozen=True, slots=True)
class Audit:
    """`bias`: the part by which something would be too frequent, for the rounds that show it."""

    title: str
    sums: Sums
    answers: Sequence[Answer]
    bias: float

    @property
    def accusing(self) -> list[Answer]:
        return sorted((answer for answer in self.answers if answer.accuses), key=lambda answer: answer.p)

    @property
    def verdict(self) -> str:
        asked = f"{len(self.answers)} questions"
        if self.accusing:
            odd = "; ".join(f"{one.check.name}, {one.check.about}: {one.check.says}" for one in self.accusing)
            return f"This table does NOT behave like its mathematics: {odd}"
        few = f"; too few rounds to ask about hands, {ENOUGH} are needed" if self.sums.dealt < ENOUGH else ""
        return f"Nothing speaks against this table: {asked}, none answered oddly{few}"


def told(audit: Audit) -> RenderableType:
    return Group(*_parts(audit))


def _parts(audit: Audit) -> Iterator[RenderableType]:
    sums = audit.sums
    yield Text(audit.title, style="bold")
    yield Text(
        f"{sums.rounds:,} finished rounds; hands of {sums.dealt:,}, of {sums.ruled:,} with a ruling only the shuffle\n"
    )
    if sums.dealt:
        yield _counts(sums)
    yield _answers(audit)
    yield Text(f"{audit.verdict}.", style="bold red" if audit.accusing else "bold green")
    bias = f"{audit.bias:.0%}"
    yield Text(
        "\nchance: that an honest table answers any of these questions so oddly; one is accused in no more than "
        f"{LEVEL:.0%} of audits.\nrounds: that show what comes {bias} too often (winnings: {bias} of an ante a hand), "
        "in nine audits of ten."
    )


def _counts(sums: Sums) -> Table:
    columns = [Column(name, justify="right") for name in ("all hands", "expected", "", "up card", "expected")]
    table = Table("", *columns, box=SIMPLE)
    seen = all_categories(sums)
    hands = sum(seen)
    rows: list[list[str]] = [
        [category.spoken, f"{times:,}", f"{hands * chance:,.1f}"]
        for category, times, chance in zip(Category, seen, CATEGORIES, strict=True)
    ]
    rows += [[""] * 3] * (len(RANKS) - len(rows))
    for row, (rank, name) in zip(rows, enumerate(RANKS), strict=True):
        table.add_row(*row, name, f"{sums.up_ranks[rank]:,}", f"{sums.dealt / len(RANKS):,.1f}")
    return table


def _answers(audit: Audit) -> Table:
    columns = ("seen", "expected", "chance", "rounds")
    table = Table("question", "about", *[Column(name, justify="right") for name in columns], box=SIMPLE)
    for answer in audit.answers:
        check, needed = answer.check, answer.rounds(audit.bias)
        rounds = "1" if needed is None else f"{needed:,}"
        cells = (check.name, check.about, check.seen, check.expected, _chance(answer.p), rounds)
        table.add_row(*cells, style="bold red" if answer.accuses else "")
    return table


def _chance(p: float) -> str:
    return f"{100 * p:.0f} %" if p >= 0.1 else f"{100 * p:.2g} %"


def as_json(audit: Audit) -> dict[str, Any]:
    """`p` is as asked alone, `p_corrected` for all questions together; `accuses` goes by the latter."""
    sums = audit.sums
    return {
        "rounds": sums.rounds,
        "rounds_with_hands": sums.dealt,
        "rounds_ruled": sums.ruled,
        "level": LEVEL,
        "bias": audit.bias,
        "honest": not audit.accusing,
        "verdict": audit.verdict,
        "categories": dict(zip([category.word for category in Category], all_categories(sums), strict=True))
        if sums.dealt
        else {},
        "dealer_qualified": sums.qualified,
        "up_cards": {rank: sums.up_ranks[number] for number, rank in enumerate(RANKS)},
        "cards": {card: together(sums).cards[number] for number, card in enumerate(PACK)},
        "questions": [
            {
                "question": answer.check.name,
                "about": answer.check.about,
                "seen": answer.check.says,
                "p": answer.check.p,
                "p_corrected": answer.p,
                "accuses": answer.accuses,
                "rounds_needed": answer.rounds(audit.bias),
            }
            for answer in audit.answers
        ],
    }
