"""House profiles as files: for each clause what is ruled, and who rules it.

A profile that `extends` another writes only what differs. A clause is written in full
(`{ruling: dead_hand, authority: supervisor, choices: [dead_hand, play_on]}`) or, where the house has no such rule, as
the single word `none`. A profile that contradicts itself is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, model_validator

from controller.core.house import VARIANTS, Authority, Origin, Profile, RaiseRule, Ruling, Verdict
from controller.documents import Document, Fault
from controller.explain import Strict, wrong
from controller.units import Name

RulingWord = Literal[
    "void_round",
    "dead_hand",
    "forfeit_hand",
    "play_on",
    "give_card",
    "burn_card",
    "enter_card",
    "set_right",
    "turn_up",
    "offer_withdrawal",
    "progressive_only",
    "none",
]
RaiseWord = Literal["exactly_twice", "at_least_twice", "once_or_twice"]
ClauseId = Literal[
    "DEAL-1", "DEAL-2",
    "CNT-1", "CNT-2", "CNT-3", "CNT-4", "CNT-5",
    "EXP-1", "EXP-2", "EXP-3", "EXP-4", "EXP-5",
    "DEAD-1", "DEAD-2", "DEAD-3", "DEAD-4", "DEAD-5",
    "WAG-2", "WAG-6", "WAG-7",
    "SET-8",
    "EQP-1", "EQP-4", "EQP-5",
]  # fmt: skip
CLAUSES: tuple[str, ...] = get_args(ClauseId)
"""Every clause that a profile rules."""

_ONLY_UNDER: dict[str, tuple[str, ...]] = {
    "give_card": ("DEAL-1", "CNT-1"),
    "burn_card": ("DEAL-2", "EXP-5"),
    "enter_card": ("SET-8", "EQP-1"),
    "set_right": ("CNT-1", "CNT-2"),
    "turn_up": ("EXP-2",),
    "offer_withdrawal": ("CNT-3",),
    "progressive_only": ("CNT-5",),
}
"""Rulings that make sense only under the clauses that they were made for."""

_SAYS = {
    "paytable": ("SET-4",),
    "raise_rule": ("WAG-3",),
    "fold_keeps_award": ("PRG-3",),
    "qualifier": ("SET-2",),
    "carry_chips": ("CNT-5", "PRG-14"),
}
"""What a profile says of clauses outside of `clauses`."""


class Ruled(Strict):
    """One clause as a profile writes it."""

    ruling: RulingWord
    authority: Literal["controller", "supervisor", "note"]
    choices: tuple[RulingWord, ...] = ()
    again: ClauseId | None = None
    too_many: RulingWord | None = None
    dealt_singly: RulingWord | None = None
    once_looked: RulingWord | None = None
    source: str = ""
    standing: str = ""

    @model_validator(mode="after")
    def does_not_contradict_itself(self) -> Ruled:
        if self.authority == "supervisor":
            if self.choices[:1] != (self.ruling,):
                raise wrong(
                    f"a supervisor decides, but the choices do not begin with the proposal {self.ruling}",
                    f"write choices: [{', '.join((self.ruling, *(c for c in self.choices if c != self.ruling)))}]",
                )
            if len(set(self.choices)) < len(self.choices):
                raise wrong("a choice is written twice", "name each choice once")
            if "none" in self.choices:
                raise wrong('"none" is no decision that a supervisor can make', "write play_on")
        elif self.choices:
            raise wrong(f"it has choices, but nobody is asked: the authority is {self.authority}", "remove the choices")
        if self.authority == "note" and self.ruling not in {"play_on", "none"}:
            raise wrong(f"a note changes nothing, but the ruling is {self.ruling}", "write ruling: play_on")
        if self.authority == "controller" and self.ruling in {"play_on", "none"}:
            raise wrong(f"the controller rules, but {self.ruling} changes nothing", "write authority: note")
        return self

    def value(self) -> Verdict:
        return Verdict(
            ruling=Ruling(self.ruling),
            authority=Authority(self.authority),
            choices=tuple(map(Ruling, self.choices)),
            again=self.again or "",
            variants={name: Ruling(word) for name in VARIANTS if (word := getattr(self, name)) is not None},
            source=self.source,
            standing=self.standing,
        )


def _none_is_a_note(value: object) -> Any:
    return {"ruling": "none", "authority": "note"} if value == "none" else value


class ProfileFile(Strict):
    about: str = ""
    source: str = ""
    standing: str = ""
    extends: Name | None = None
    paytable: Name | None = None
    raise_rule: RaiseWord | None = Field(default=None, alias="raise")
    fold_keeps_award: bool | None = None
    qualifier: bool | None = None
    carry_chips: bool | None = None
    bank_passes: bool | None = None
    clauses: Mapping[ClauseId, Annotated[Ruled, BeforeValidator(_none_is_a_note)]] = Field(default_factory=dict)

    def value(self, name: str, base: Profile | None) -> Profile:
        """Over `base`, what this file writes; without one, over the defaults of a profile."""
        base = base or Profile(name=name, verdicts={})
        verdicts = base.verdicts | {clause: ruled.value() for clause, ruled in self.clauses.items()}
        return Profile(
            name=name,
            verdicts={clause: verdicts[clause] for clause in CLAUSES if clause in verdicts},
            fold_keeps_award=base.fold_keeps_award if self.fold_keeps_award is None else self.fold_keeps_award,
            raise_rule=RaiseRule(self.raise_rule) if self.raise_rule else base.raise_rule,
            qualifier=base.qualifier if self.qualifier is None else self.qualifier,
            carry_chips=base.carry_chips if self.carry_chips is None else self.carry_chips,
            bank_passes=base.bank_passes if self.bank_passes is None else self.bank_passes,
            paytable=self.paytable or base.paytable,
            source=self.source,
            standing=self.standing,
            origins=(Origin(self.source, self.standing, self._written() if self.extends else None), *base.origins),
        )

    def _written(self) -> tuple[str, ...]:
        """The clauses that this file itself says something of."""
        said = [clause for key, clauses in _SAYS.items() if getattr(self, key) is not None for clause in clauses]
        return tuple(dict.fromkeys((*self.clauses, *said)))


def contradictions(document: Document, profile: Profile) -> Iterator[Fault]:
    """What is wrong between the clauses of a profile that are each well written."""
    for clause in CLAUSES:
        if clause not in profile.verdicts:
            yield document.fault(
                ("clauses", clause), "is missing", "write it, or begin the profile with `extends: house`"
            )
    for clause, verdict in profile.verdicts.items():
        place = ("clauses", clause)
        for ruling in dict.fromkeys((verdict.ruling, *verdict.choices, *verdict.variants.values())):
            if clause not in _ONLY_UNDER.get(ruling, CLAUSES):
                allowed = " and ".join(_ONLY_UNDER[ruling])
                yield document.fault(place, f"{ruling} means nothing under this clause", f"it belongs to {allowed}")
        if verdict.again:
            yield from _second_time(document, profile, clause, verdict)


def _second_time(document: Document, profile: Profile, clause: str, verdict: Verdict) -> Iterator[Fault]:
    place = ("clauses", clause, "again")
    other = profile.verdicts.get(verdict.again)
    if other and other.again:
        yield document.fault(place, f"{verdict.again} itself changes the second time", "name a clause that does not")
    elif other and other.authority is Authority.NOTE:
        yield document.fault(place, f"{verdict.again} is only noted", "name a graver clause, or leave `again` out")
