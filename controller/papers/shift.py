"""The close of a shift as lines of text, to be read, printed and filed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from controller.core.money import NOTHING, Money
from controller.papers.round import clock, signed
from controller.runtime.reconcile import spelled

Shift = Mapping[str, Any]

_WIDE = 22
_RULE = "-" * 80


def shift_text(told: Shift) -> Iterator[str]:
    """`told` is the body of the journal entry."""
    yield "SHIFT CLOSE"
    yield f"{_moment(told['began'])} to {_moment(told['until'])}, entries {told['first']} to {told['through']}"
    yield f"{told['rounds']} rounds ended; the table is {told['phase']}"
    if told["starts"]:
        yield f"the controller started {told['starts']} times, {told['power_cuts']} of them after a power cut"
    yield _RULE
    yield from _figures(told["opening"], told["closing"])
    yield ""
    yield from _moved(told["moved"])
    yield _RULE
    yield from _chips(told["chips"])
    yield from _awards(told["awards"], told["slips"])
    yield from _money(told["money"])
    yield _RULE
    yield _counts("rulings", told["rulings"])
    yield _counts("alerts and refusals", told["alerts"])
    yield _counts("refused at the desk", told["refused"])
    yield f"{'questions to a supervisor':<26}{told['questions']} asked, {len(told['open_questions'])} open"
    for question in told["open_questions"]:
        yield f"{'':<26}open: {question['clause']}  {question['says']}"
    yield _RULE
    for difference in told["differences"]:
        yield f"! {difference}"
    if not told["differences"]:
        yield "Every figure is the sum of its entries."
    yield f"Signed: {told['by']}"


def _moment(wall: str) -> str:
    return f"{wall[:10]} {clock(wall)}"


def _figures(opening: Shift, closing: Shift) -> Iterator[str]:
    yield f"{'':<14}{'opening':>{_WIDE}}{'closing':>{_WIDE}}{'change':>{_WIDE}}"
    for name in opening:
        before, after = _value(name, opening[name]), _value(name, closing[name])
        change = after - before
        shown = (
            signed(change) if isinstance(change, Fraction) else f"{'+' if change > 0 else ''}{_spelled(name, change)}"
        )
        yield (
            f"{name.replace('_', ' '):<14}{_spelled(name, before):>{_WIDE}}{_spelled(name, after):>{_WIDE}}"
            f"{shown:>{_WIDE}}"
        )


def _value(name: str, told: Any) -> Any:
    if name == "wins":
        return Money.parse(told)
    return Fraction(told) if isinstance(told, str) else told


def _spelled(name: str, value: Any) -> str:
    return spelled(Money(value) if name == "wins" else value)


def _moved(moved: list[Shift]) -> Iterator[str]:
    for one in moved:
        figure = "" if one["of"] == "displayed" else f" ({one['of']})"
        yield f"{one['reason'].replace('_', ' ') + figure:<36}{signed(Fraction(one['cents'])):>{_WIDE}}"


def _chips(chips: Shift) -> Iterator[str]:
    stay = chips["put_in"] - chips["handed_back"]
    yield _row("chips in", f"{chips['put_in']} put in, {chips['handed_back']} handed back, {stay} stay")
    due, raised = Fraction(chips["rate_x_chips"]), Fraction(chips["raised"])
    yield _row("rate x chips", f"{spelled(due)}; the meter and its overflow rose by {spelled(raised)}")
    if chips["rounds_counted"]:
        over = chips["counted"] - chips["accepted_when_counted"]
        differs = f", {abs(over)} {'too many' if over > 0 else 'too few'}" if over else ""
        yield _row(
            "chips counted",
            f"{chips['counted']} in {chips['rounds_counted']} rounds, against "
            f"{chips['accepted_when_counted']} wagers{differs}",
        )
    else:
        yield _row("chips counted", "none; chips are not counted at this table, or no round came so far")


def _awards(awards: Shift, slips: Shift) -> Iterator[str]:
    owed, paid = Money.parse(awards["owed"]), Money.parse(awards["paid"])
    yield _row("awards", f"{awards['hits']} hits; owed {owed.spoken()}, paid {paid.spoken()}")
    for waiting in awards["waiting"]:
        yield _row("", f"waiting: {waiting['says']}")
    if slips["last"] >= slips["first"]:
        yield _row("hand-pay slips", f"{slips['first']} to {slips['last']}")


def _money(money: Shift) -> Iterator[str]:
    table = NOTHING
    for wager in ("ante", "bet", "award"):
        taken, paid = (Money.parse(money[wager][way]) for way in ("taken", "paid"))
        table = table + taken - paid if wager != "award" else table
        yield _row(f"{wager}s", f"taken {taken.spoken()}, paid {paid.spoken()}" if taken else f"paid {paid.spoken()}")
    yield _row("table result", f"{table.spoken()} on antes and bets")


def _counts(head: str, counts: Mapping[str, int]) -> str:
    return _row(head, ", ".join(f"{name} {count}" for name, count in counts.items()) or "none")


def _row(head: str, says: str) -> str:
    return f"{head:<26}{says}"
