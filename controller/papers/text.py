"""A round as lines of text, for a floor manager at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from controller.core.money import Money
from controller.papers.round import Told, clock

_FACTS = {True: "yes", False: "no"}


def round_text(told: Told) -> Iterator[str]:
    yield f"ROUND {told['round']}  {told['table']}, {told['profile']} rules, dealt {_DEALT[told['deal']]}"
    yield f"  {_span(told)}, entries {told['first_entry']} to {told['last_entry']}"
    for note in told["notes"]:
        yield f"  ! {note}"
    yield ""
    yield from _hands(told)
    yield from _meter(told["meter"])
    yield from _listed("rulings", (_ruling(ruling) for ruling in told["rulings"]))
    yield from _listed("asked", (_question(question) for question in told["questions"]))
    yield from _listed("decided", (_decision(decision) for decision in told["decisions"]))
    yield from _listed("awards", (_award(award) for award in told["awards"]))
    yield ""
    yield "  what happened"
    for deed in told["deeds"]:
        yield f"    {clock(deed['wall'])}  {deed['entry']:>6}  {deed['what']}  ({deed['who']})"
        for said in deed["followed"]:
            yield f"                      {said}"


_DEALT = {"packets": "in packets", "single": "singly"}


def _span(told: Told) -> str:
    began, ended = told["began"], told["ended"]
    until = f"to {clock(ended)} UTC" if ended else f"UTC, still {told['state']}"
    return f"{began[:10]} {clock(began)} {until}"


def _hands(told: Told) -> Iterator[str]:
    head = (
        f"{'ante':>9} {'bet':>9}  {'cards':<15} {'hand':<16}{'outcome':<11}{'on ante':>9} {'on bet':>9} {'award':>11}"
    )
    yield f"  seat    chip     {head}"
    for seat in told["seats"]:
        result = seat["result"] or {}
        outcome = result.get("outcome") or seat["decided"] or seat["standing"]
        money = {name: spoken(result.get(name, "")) for name in ("ante", "bet", "award")}
        wagers = f"{_CHIPS[seat['light']]:<8} {spoken(seat['ante']):>9} {spoken(seat['bet']):>9}"
        hand = f"{_cards(seat):<15} {_word(seat['hand']):<16}{_word(outcome):<11}"
        award = "" if money["award"] == "0.00" else money["award"]
        yield f"  {seat['seat']:>4}    {wagers}  {hand}{money['ante']:>9} {money['bet']:>9} {award:>11}".rstrip()
    dealer = told["dealer"]
    said = [_word(dealer["hand"])] if dealer["hand"] else []
    if dealer["up_card"]:
        said.append(f"up card {dealer['up_card']}")
    if dealer["plays"] is not None:
        said.append("qualifies" if dealer["plays"] else "does not qualify")
    yield f"  dealer{'':>32}{_cards(dealer):<15} {', '.join(said)}".rstrip()
    if told["aside"]:
        yield f"  aside (burned or not due): {' '.join(told['aside'])}"
    if told["paid_order"]:
        yield f"  paid in this order: {', '.join(map(str, told['paid_order']))}"


_CHIPS = {"none": "-", "lit": "lit", "taken": "lit", "returned": "returned", "carried": "carried"}


def _cards(hand: Told) -> str:
    if hand["cards"] is None:
        return f"{hand['count']} hidden" if hand["count"] else ""
    return " ".join(hand["cards"])


def _meter(meter: Told) -> Iterator[str]:
    before, after = meter["before"], meter["after"]
    yield ""
    yield f"  meter  {before['displayed']} before, {after['displayed']} after"
    changed = [name for name in before if name != "displayed" and before[name] != after[name]]
    for name in changed:
        yield f"         {name.replace('_', ' ')} {before[name]} before, {after[name]} after"


def _listed(head: str, rows: Iterable[tuple[Told, str]]) -> Iterator[str]:
    for number, (at, says) in enumerate(rows):
        if not number:
            yield ""
            yield f"  {head}"
        yield f"    {clock(at['wall'])}  {at['entry']:>6}  {says}"


def _ruling(ruling: Told) -> tuple[Told, str]:
    by = "" if ruling["by"] == "the controller" or ruling["by"] in ruling["says"] else f", by {ruling['by']}"
    note = f', "{ruling["note"]}"' if ruling["note"] else ""
    return ruling, f"{ruling['clause']}  {ruling['says']}{by}{note}{_facts(ruling['facts'])}"


def _question(question: Told) -> tuple[Told, str]:
    choices = ", ".join(map(_word, question["choices"]))
    return question, f"{question['clause']}  {question['says']}; open: {choices}{_facts(question['facts'])}"


def _facts(facts: list[Any]) -> str:
    said = [f"{_FACTS[fact['held']]}: {fact['fact']}" for fact in facts]
    return f"  [{'; '.join(said)}]" if said else ""


def _decision(decision: Told) -> tuple[Told, str]:
    hand = {None: "", "dealer": " on the dealer"}.get(decision["hand"], f" on seat {decision['hand']}")
    reason = f', "{decision["note"]}"' if decision["note"] else ", no reason given"
    refused = ", refused" if decision["refused"] else ""
    return decision, f"{' and '.join(decision['by'])}: {_word(decision['decision'])}{hand}{reason}{refused}"


def _award(award: Told) -> tuple[Told, str]:
    names = sorted({name for approval in award["approvals"] for name in approval["by"]})
    approved = f", approved by {' and '.join(names)}" if names else ""
    done = "reversed" if award["reversed"] else "paid"
    return award, f"seat {award['seat']}: {award['amount']} {done} for {_word(award['hand'])}{approved}"


def spoken(amount: str) -> str:
    """ "+5000.00" as people read it: +5,000.00."""
    sign = "+" if amount.startswith("+") else ""
    return f"{sign}{Money.parse(amount).spoken()}" if amount else ""


def _word(name: str) -> str:
    return name.replace("_", " ")
