"""The book: every clause this controller enforces and every row, one judge over them all."""

from __future__ import annotations

from controller.core.events import Event
from controller.core.state import Table
from controller.rules.clauses import conduct, dealing, equipment, exposure, progressive, settlement, wagers
from controller.rules.judge import Clause, Finding, Judge, Rule

_CHAPTERS = (wagers, dealing, exposure, conduct, settlement, progressive, equipment)

CLAUSES: dict[str, Clause] = {clause.id: clause for chapter in _CHAPTERS for clause in chapter.CLAUSES}
RULES: tuple[Rule, ...] = tuple(rule for chapter in _CHAPTERS for rule in chapter.RULES)

_JUDGE = Judge(RULES)


def findings(table: Table, event: Event) -> list[Finding]:
    """What the clauses say of this event on this table, before any of it is ruled."""
    return _JUDGE.findings(table, event)
