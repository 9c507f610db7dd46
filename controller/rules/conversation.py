"""A halted table is a conversation: what is asked, which facts held, and what each choice would do.

A consequence is not described but tried: the decision is taken on a copy of the table by the same rules, and what would
move is told in money, chips and cards. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from controller.core.cards import PACK
from controller.core.effects import Effect, MoveMeter, MoveMoney, Wager, Way
from controller.core.events import Person, Role, SupervisorDecided
from controller.core.frozen import changed
from controller.core.house import Ruling
from controller.core.money import Money
from controller.core.picture import public
from controller.core.state import Stop, Table
from controller.rules.grid import step
from controller.rules.step import name_of

_NOBODY = (Person("a supervisor", Role.SUPERVISOR), Person("a second person", Role.DEALER))

_CARDS = {
    Ruling.GIVE_CARD: "{hand} gets one more card",
    Ruling.BURN_CARD: "the card is burned, {hand} gets the next one",
    Ruling.ENTER_CARD: "the card is entered by hand",
    Ruling.SET_RIGHT: "{hand} is dealt what it lacks, and what it has too much is burned",
    Ruling.TURN_UP: "the exposed card becomes the up card",
    Ruling.PLAY_ON: "nothing changes, play goes on",
    Ruling.DEAD_HAND: "{hand} is out, its wagers go back",
    Ruling.FORFEIT_HAND: "{hand} is out, its wagers are taken",
    Ruling.OFFER_WITHDRAWAL: "{hand} is out, each other player may withdraw",
    Ruling.PROGRESSIVE_ONLY: "antes and bets go back, lit hands are played for the progressive",
    Ruling.VOID_ROUND: "the round is void",
}


def consequences(table: Table) -> dict[str, str]:
    """Each choice of the open question with what it would do, in the order of the choices; empty while none is open.

    "the round is void: 45.00 goes back to 3 seats, 2 chips returned, meter -1.40"
    """
    if not table.stops:
        return {}
    return {choice: _consequence(table, table.stops[0], choice) for choice in table.stops[0].choices}


def picture(table: Table) -> dict[str, Any]:
    """The public picture of a table, its open question with what each choice would do."""
    shown = public(table)
    if shown["question"]:
        shown["question"]["consequences"] = consequences(table)
    return shown


def _consequence(table: Table, stop: Stop, choice: str) -> str:
    if choice not in set(Ruling):
        return choice.replace("_", " ")
    hand = "the hand named" if stop.hand is None else name_of(stop.hand).lower()
    if choice == Ruling.BURN_CARD and stop.hand is None:
        return "the card is burned; it lies in no hand"
    says = _CARDS[Ruling(choice)].format(hand=hand)
    moved = ", ".join(_moved(_tried(table, stop, choice)))
    return f"{says}: {moved}" if moved else says


def _tried(table: Table, stop: Stop, choice: str) -> tuple[Effect, ...]:
    unseen = tuple(card for card in PACK if card not in table.pack)
    cards = () if stop.clause == "SET-8" or choice != Ruling.ENTER_CARD else unseen[:1]
    decided = SupervisorDecided(by=_NOBODY, decision=choice, seat=stop.hand, cards=cards)
    return step(changed(table, key_on=True, stops=table.stops[:1]), decided).effects


def _moved(effects: Iterable[Effect]) -> Iterable[str]:
    """Wagers and chips that would go back, be taken or reversed, and what the meter would move by."""
    wagers = {way: _sum(effects, way) for way in (Way.RETURNED, Way.TAKEN, Way.REVERSED)}
    words = {Way.RETURNED: "goes back to", Way.TAKEN: "is taken from", Way.REVERSED: "is reversed at"}
    for way, (amount, seats) in wagers.items():
        if amount:
            yield f"{amount.spoken()} {words[way]} {_many(seats, 'seat')}"
    chips = {way: len([e for e in effects if isinstance(e, MoveMoney) and e.wager is Wager.CHIP and e.way is way])
             for way in (Way.RETURNED, Way.TAKEN)}  # fmt: skip
    for way, count in chips.items():
        if count:
            yield f"{_many(count, 'chip')} {way.value}"
    meter = sum((e.cents for e in effects if isinstance(e, MoveMeter) and e.of == "displayed"), Fraction(0))
    if meter:
        yield f"meter {_cents(meter)}"


def _sum(effects: Iterable[Effect], way: Way) -> tuple[Money, int]:
    moved = [e for e in effects if isinstance(e, MoveMoney) and e.way is way and e.wager is not Wager.CHIP]
    return Money(sum(e.amount for e in moved)), len({e.seat for e in moved})


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _cents(cents: Fraction) -> str:
    """Signed, to the cent; a fraction of a cent that would move is told as such."""
    whole = Money(int(cents))
    sign = "+" if cents > 0 else ""
    return f"{sign}{whole.spoken()}" + ("" if cents.denominator == 1 else " and a fraction of a cent")
