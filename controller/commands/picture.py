"""The public picture of a table as lines of text, for a terminal. It shows what it was told and computes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from controller.screen.words import without_clause

Picture = Mapping[str, Any]

_LAMP = {"on": "(*)", "blinking": "(!)", "fault": "(x)", "off": "( )"}


def drawn(answer: Picture) -> str:
    """The answer to `status`."""
    return "\n".join(_lines(answer["table"]))


def _lines(table: Picture) -> Iterator[str]:
    phase = table["phase"] + (f" (was {table['interrupted']})" if table.get("interrupted") else "")
    meter = table["meter"] or "not opened; two persons do it: tablehand meter open"
    yield f"round {table['round']}  {phase}  meter {meter}  wagers {table['accepted']}"
    yield f"profile {table['profile']}  acceptors {'refuse' if table['locked'] else 'accept'}"
    if table["message"]:
        yield f"message: {table['message']}"
    yield ""
    yield "seat  lamp  hand        ante       bet  cards           outcome"
    for number, seat in table["seats"].items():
        yield _seat(number, seat)
    yield _dealer(table["dealer"])
    for ruling in table["rulings"]:
        on = f" on {ruling['hand']}" if ruling["hand"] else ""
        by = f" by {ruling['by']}" if ruling["by"] else ""
        yield f"ruled: {ruling['clause']} {ruling['decision']}{on}{by}"
    yield from _troubles(table["faults"])
    if table["question"]:
        yield from _question(table["question"], table["waiting"])


def _seat(number: str, seat: Picture) -> str:
    result = seat["result"] or {}
    outcome = " ".join(
        str(word)
        for word in (
            result.get("outcome", seat["decided"] or ""),
            result.get("hand", ""),
            *(f" {wager} {result[wager]}" for wager in ("ante", "bet", "award") if result.get(wager, "0.00") != "0.00"),
        )
        if word
    )
    row = f"{number:>4}  {_LAMP.get(seat['lamp'], seat['lamp']):<4}  {seat['hand']:<6}  {seat['ante']:>8}  "
    return (row + f"{seat['bet']:>8}  {_cards(seat):<14}  {outcome}").rstrip()


def _dealer(dealer: Picture) -> str:
    up = f"up card {dealer['up_card']}" if dealer["up_card"] and not dealer["shown"] else ""
    return f"dealer      {dealer['hand']:<6}  {'':>8}  {'':>8}  {_cards(dealer):<14}  {up}".rstrip()


def _cards(hand: Picture) -> str:
    if hand["shown"]:
        return " ".join(hand["shown"])
    lacking = f" ({hand['lacking']} lacking)" if hand["lacking"] else ""
    return f"{hand['cards']}{lacking}"


def _troubles(faults: Picture) -> Iterator[str]:
    if faults["acceptors"]:
        yield f"fault: the acceptors of seats {', '.join(map(str, faults['acceptors']))} are taken out"
    if faults["shoe"]:
        yield f"fault: shoe {faults['shoe']}"
    for device, kind in faults["devices"].items():
        yield f"fault: {device} {kind}"


def _question(question: Picture, waiting: int) -> Iterator[str]:
    hand = f" (hand {question['hand']})" if question["hand"] else ""
    yield ""
    yield f"A SUPERVISOR IS ASKED: {question['clause']}{hand}  {without_clause(question['says'])}"
    for fact in question["facts"]:
        yield f"  {'yes' if fact['held'] else 'no ':<3}  {fact['fact']}"
    width = max(map(len, question["choices"]))
    for choice in question["choices"]:
        standing = "proposed:" if choice == question["proposal"] else "or:"
        yield f"  {standing:<9} {choice:<{width}}  {question['consequences'][choice]}"
    yield "  decide with: tablehand rule DECISION --note TEXT --as NAME"
    if waiting:
        yield f"  {waiting} more to decide after it"
