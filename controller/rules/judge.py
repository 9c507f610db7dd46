"""The judge: clause rows, the facts they ask for, and findings that explain themselves.

A row says on which events it looks, about which hands, and which facts must all hold. What is ruled is not the row's
business but the profile's (`House.profile`), so the same row serves every house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from controller.core.effects import Fact
from controller.core.events import Event, Hand
from controller.core.state import Table
from controller.rules.step import name_of

About = Callable[[Table, Event], Iterable[Hand | None]]
Test = Callable[[Table, Event, Hand | None], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of the rulebook in our words; `acts` names what enforces it where no ruling does."""

    id: str
    says: str
    acts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A row: when all facts `when` hold for a hand that `about` names, the clause has been broken on that hand.

    `about` yields None for a finding on the whole round. A fact is a function whose name reads as a truth; those
    `given` say something of the event alone, and only where they hold is it asked which hands it is about.
    """

    clause: str
    says: str
    on: tuple[type[Event], ...]
    about: About
    when: tuple[Test, ...] = ()
    given: tuple[Test, ...] = ()

    @property
    def facts(self) -> tuple[Test, ...]:
        return (*self.given, *self.when)


@dataclass(frozen=True, slots=True)
class Finding:
    rule: Rule
    hand: Hand | None
    facts: tuple[Fact, ...]

    @property
    def clause(self) -> str:
        return self.rule.clause

    @property
    def sentence(self) -> str:
        """As a supervisor reads it: "Seat 3 does not hold five cards. (CNT-3)"."""
        about = "" if self.hand is None else f"{name_of(self.hand)} "
        return f"{about}{self.rule.says}. ({self.clause})"


class Judge:
    """Looks an event up in the rows that ask for it. The order of the rows does not matter; a test permutes them."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        pairs = [(kind, rule) for rule in rules for kind in rule.on]
        pairs.sort(key=lambda pair: pair[0].__name__)
        self._rows = {kind: tuple(rule for _, rule in group) for kind, group in groupby(pairs, key=lambda p: p[0])}

    def considered(self, table: Table, event: Event) -> list[Finding]:
        """Every row that looked at this event and each of its facts, held or not."""
        return [
            Finding(rule, hand, tuple(Fact(_truth(test), test(table, event, hand)) for test in rule.facts))
            for rule in self._rows.get(type(event), ())
            for hand in rule.about(table, event)
        ]

    def findings(self, table: Table, event: Event) -> list[Finding]:
        """The rows that hold, by clause and hand, each with what nearly held beside it."""
        found = self._held(table, event)
        if not found:
            return found
        near = list(dict.fromkeys(self._near_misses(table, event)))
        found = [replace(one, facts=(*one.facts, *(fact for hand, fact in near if hand == one.hand))) for one in found]
        return sorted(found, key=_by_clause_and_hand)

    def _near_misses(self, table: Table, event: Event) -> Iterator[tuple[Hand | None, Fact]]:
        """The facts that alone kept another row from holding for this hand, each with the clause it belongs to."""
        for finding in sorted(self.considered(table, event), key=_by_clause_and_hand):
            failed = [fact for fact in finding.facts if not fact.held]
            if len(failed) == 1:
                yield finding.hand, Fact(f"{failed[0].name} ({finding.clause})", False)

    def _held(self, table: Table, event: Event) -> list[Finding]:
        found = []
        for rule in self._rows.get(type(event), ()):
            if rule.given and not all(test(table, event, None) for test in rule.given):
                continue
            for hand in rule.about(table, event):
                for test in rule.when:
                    if not test(table, event, hand):
                        break
                else:
                    found.append(Finding(rule, hand, tuple(Fact(_truth(test), True) for test in rule.facts)))
        return found


def _by_clause_and_hand(finding: Finding) -> tuple[str, int]:
    return finding.clause, -1 if finding.hand is None else finding.hand


def _truth(test: Test) -> str:
    return test.__name__.replace("_", " ")


def the_round(_table: Table, _event: Event) -> tuple[None]:
    return (None,)
