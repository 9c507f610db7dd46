"""Hand-pay slips: one for each award of 500.00 and more, numbered in the order in which the journal paid them.

A number is never given twice: the journal is only ever added to. An award that was reversed keeps its slip, which then
says so; paid again, it gets a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.core.money import Money
from controller.runtime.book import Book
from controller.runtime.chain import Entry

HAND_PAY = Money(50_000)


@dataclass(frozen=True, slots=True)
class Slip:
    """`approved` are the persons who approved the award; `reversed_at` is the entry that took it back, 0 if none."""

    number: int
    table: str
    round: int
    seat: int
    hand: str
    amount: Money
    wall: str
    entry: int
    hash: str
    source: str
    approved: tuple[str, ...]
    reversed_at: int = 0
    reversed_wall: str = ""


def is_hand_pay(effect: Mapping[str, Any]) -> bool:
    """An award that is paid with a slip."""
    paid = effect["effect"] == "move_money" and (effect["wager"], effect["way"]) == ("award", "paid")
    return paid and Money.parse(effect["amount"]) >= HAND_PAY


def slips(book: Book) -> list[Slip]:
    """All of them, in order. Raises ChainError where the journal does not hold."""
    found: list[Slip] = []
    table = ""
    approved: dict[int, list[str]] = {}
    for entry in book.sound():
        body = entry.content()
        if entry.kind == "boot":
            table = body["table"]
        if entry.kind == "award_approved" and not _refused(body):
            approved.setdefault(body["seat"], []).extend(person["name"] for person in body["by"])
        for effect in body.get("effects", ()):
            if is_hand_pay(effect):
                found.append(_slip(len(found) + 1, table, entry, body, effect, approved))
            elif effect["effect"] == "move_money" and (effect["wager"], effect["way"]) == ("award", "reversed"):
                found = list(_taken_back(found, entry, body, effect))
        if body.get("after", {}).get("ends"):
            approved = {}
    return found


def _refused(body: Mapping[str, Any]) -> bool:
    return any(effect["effect"] == "raise_alert" for effect in body["effects"])


def _slip(
    number: int,
    table: str,
    entry: Entry,
    body: Mapping[str, Any],
    effect: Mapping[str, Any],
    approved: Mapping[int, list[str]],
) -> Slip:
    seat = effect["seat"]
    hits = (one for one in body["effects"] if one["effect"] == "count_hit" and one["seat"] == seat)
    return Slip(
        number=number,
        table=table,
        round=body["after"]["round"],
        seat=seat,
        hand=next((hit["hand"] for hit in hits), ""),
        amount=Money.parse(effect["amount"]),
        wall=entry.wall,
        entry=entry.seq,
        hash=entry.hash,
        source=body["source"],
        approved=tuple(dict.fromkeys(approved.get(seat, ()))),
    )


def _taken_back(found: list[Slip], entry: Entry, body: Mapping[str, Any], effect: Mapping[str, Any]) -> Iterator[Slip]:
    where = (body["after"]["round"], effect["seat"])
    for slip in found:
        paid_here = (slip.round, slip.seat) == where and not slip.reversed_at
        yield replace(slip, reversed_at=entry.seq, reversed_wall=entry.wall) if paid_here else slip
