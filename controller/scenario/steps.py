"""One step, told in words, as table events: the language of scenario files, `tablehand act` and `tablehand sim`.

A step has one verb. What it means may depend on the table (which seats are dealt in, how cards are dealt), so the table
is an argument. A step that makes no sense raises StepError with one sentence; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from controller.core import events as e
from controller.core.cards import UNREAD, Card, read_card, read_cards
from controller.core.house import Authority, Deal, Ruling
from controller.core.money import Money
from controller.core.state import Table
from controller.documents import meant, shown
from controller.library import NotOnShelfError, load_awards

Persons = Callable[[object], tuple[e.Person, ...]]
"""Turns the names in a step into proven persons; raises StepError where they are not."""

JOKER = Card("Jo")
"""The one foreign card that can be told in words (CNT-4)."""


DECISIONS = ("accept", "take_back", *(ruling.value for ruling in Ruling if ruling is not Ruling.NONE))
CLAUSE = re.compile(r"[A-Z]{2,5}-\d{1,2}")


class StepError(ValueError):
    """What is wrong with a step, in one sentence."""


def as_supervisors(names: object) -> tuple[e.Person, ...]:
    """Names in a scenario count as proven persons with the role the step needs."""
    listed = names if isinstance(names, list | tuple) else (names,)
    for name in listed:
        if not isinstance(name, str) or not name.strip():
            raise StepError(f'a person is a name, like "M. Ortiz", not {shown(name)}')
    return tuple(e.Person(name, e.Role.SUPERVISOR) for name in listed)


def read_step(verb: str, value: object, table: Table, persons: Persons = as_supervisors) -> list[e.Event]:
    """The events of one step. Raises StepError."""
    reader = VERBS.get(verb)
    if reader is None:
        raise StepError(f'"{verb}" is no step; steps are {", ".join(VERBS)}')
    try:
        return list(reader(_Words(verb, value, table, persons)))
    except StepError:
        raise
    except ValueError as error:
        raise StepError(f"{verb}: {error}") from None


class _Words:
    """The value of a step with the questions asked of it; every answer is right or a StepError."""

    def __init__(self, verb: str, value: object, table: Table, persons: Persons) -> None:
        self.verb, self.value, self.table, self.persons = verb, value, table, persons

    def wrong(self, says: str) -> StepError:
        return StepError(f"{self.verb}: {says}")

    def seat(self, value: object) -> int:
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= self.table.house.seats:
            raise self.wrong(f"{shown(value)} is no seat; seats are 1 to {self.table.house.seats}")
        return number

    def hand(self, value: object) -> int:
        return e.DEALER if value == "dealer" else self.seat(value)

    def number(self, value: object, what: str) -> int:
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 1000:
            raise self.wrong(f"{shown(value)} is no {what}; write a whole number")
        return number

    def nothing(self) -> None:
        if self.value not in (None, {}):
            raise self.wrong(f"it takes nothing, not {shown(self.value)}")

    def seats(self) -> list[int]:
        listed = self.value if isinstance(self.value, list | tuple) else (self.value,)
        if not listed:
            raise self.wrong("name at least one seat")
        return [self.seat(value) for value in listed]

    def by_seat(self) -> Iterator[tuple[int, object]]:
        for key, value in self.mapping().items():
            yield self.seat(key), value

    def mapping(self, *known: str) -> Mapping[Any, Any]:
        """The value as a mapping; with `known`, of these keys only."""
        if not isinstance(self.value, Mapping) or not self.value:
            raise self.wrong(f"write a mapping, not {shown(self.value)}")
        for key in self.value:
            if known and key not in known:
                raise self.wrong(f'there is no "{key}" here; it takes {", ".join(known)}')
        return self.value

    def needed(self, mapping: Mapping[Any, Any], key: str) -> Any:
        if key not in mapping:
            raise self.wrong(f'"{key}" is missing')
        return mapping[key]

    def amount(self, value: object) -> Money:
        try:
            return Money.parse(value)
        except ValueError:
            raise self.wrong(
                f'{shown(value)} is not an amount; write it in quotes and with two decimals: "10.00"'
            ) from None

    def cards(self, value: object) -> tuple[Card, ...]:
        if not isinstance(value, str):
            raise self.wrong(f'{shown(value)} is no cards; write them in one text, like "Kd 7h"')
        return read_cards(value)

    def text(self, value: object) -> str:
        if value is not None and not isinstance(value, str):
            raise self.wrong(f"{shown(value)} is no text")
        return value or ""

    def on_off(self) -> bool:
        if self.value in (True, "on"):
            return True
        if self.value in (False, "off"):
            return False
        raise self.wrong(f"it is on or off, not {shown(self.value)}")

    def word(self, value: object, known: Sequence[str]) -> str:
        if value not in known:
            raise self.wrong(f"{shown(value)} is none of {', '.join(known)}")
        return str(value)


# -- what each verb means ------------------------------------------------------------------------------------------


def _plain(kind: Callable[[], e.Event]) -> Callable[[_Words], Iterator[e.Event]]:
    def read(words: _Words) -> Iterator[e.Event]:
        words.nothing()
        yield kind()

    return read


def _each_seat(kind: Callable[..., e.Event]) -> Callable[[_Words], Iterator[e.Event]]:
    def read(words: _Words) -> Iterator[e.Event]:
        for seat in words.seats():
            yield kind(seat=seat)

    return read


def _ante(words: _Words) -> Iterator[e.Event]:
    for seat, amount in words.by_seat():
        placed = words.amount(amount)
        if placed < 0:
            raise words.wrong(f"seat {seat}: an ante is not negative")
        yield e.AntePlaced(seat=seat, amount=placed)


def drawn(text: object) -> e.CardDrawn:
    """ "Kc", "Kc/up" (came out face up), "??" (could not be read), "Jo" (a joker). Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError(f'{shown(text)} is no card; write it like "Kd"')
    name, mark, way = text.partition("/")
    if mark and way != "up":
        raise ValueError(f'"{text}": the only mark is /up')
    card = Card(name) if name in (UNREAD, JOKER) else read_card(name)
    return e.CardDrawn(card=card, face_up=bool(mark))


def _draw(words: _Words) -> Iterator[e.Event]:
    listed = words.value if isinstance(words.value, list | tuple) else (words.value,)
    for text in listed:
        yield drawn(text)


def _deal(words: _Words) -> Iterator[e.Event]:
    """Hands in dealing order, then "deal complete"; an empty packet for a seat with ante that gets no card."""
    hands: dict[int, list[e.CardDrawn]] = {}
    for name, cards in words.mapping().items():
        hand = words.hand(name)
        if not isinstance(cards, str):
            raise words.wrong(f'the cards of {name} are one text, like "Ah Kd 9c 5s 2h"')
        if hand and not words.table.player(hand).ante:
            raise words.wrong(f"seat {hand} has no ante, so no hand is dealt there")
        hands[hand] = [drawn(card) for card in cards.split()]
    out = [hand for hand in hands if words.table.order and hand not in words.table.order]
    if out:
        raise words.wrong(f"no hand is dealt to seat {out[0]} any more")
    order = words.table.order or (*(p.seat for p in words.table.players if p.ante), e.DEALER)
    dealt = [hands.get(hand, []) for hand in order]
    if words.table.house.deal is Deal.SINGLE:
        yield from _in_circuits(dealt, _burns_at_once(words.table))
    else:
        for packet in dealt:
            yield from packet
            yield e.PacketEnded()
    yield e.DealCompleted()


def _in_circuits(hands: list[list[e.CardDrawn]], burns_at_once: bool) -> Iterator[e.CardDrawn]:
    """One card a hand and turn; where a boxed card is burned at once, the next card of its hand follows it."""
    left = [list(hand) for hand in hands]
    while any(left):
        for hand in left:
            while hand:
                card = hand.pop(0)
                yield card
                if not (card.face_up and burns_at_once):
                    break


def _burns_at_once(table: Table) -> bool:
    verdict = table.house.profile.verdicts.get("EXP-5")
    return verdict is not None and verdict.authority is Authority.CONTROLLER and verdict.ruling is Ruling.BURN_CARD


def _wrong_count(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("hand", "cards")
    hand, cards = words.hand(words.needed(told, "hand")), words.needed(told, "cards")
    yield e.CountReported(hand=hand, cards=words.number(cards, "count of cards"))


def _expose(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("hand", "card")
    card = told.get("card")
    named = read_card(card) if isinstance(card, str) else None
    if card is not None and named is None:
        raise words.wrong(f"{shown(card)} is no card")
    yield e.CardExposed(hand=words.hand(words.needed(told, "hand")), card=named)


def _touch_other(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("seat", "hand")
    seat, hand = words.needed(told, "seat"), words.needed(told, "hand")
    yield e.OtherHandTouched(seat=words.seat(seat), hand=words.hand(hand))


def _talk(words: _Words) -> Iterator[e.Event]:
    yield e.PlayersTalked(seats=tuple(words.seats()))


def _second_hand(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("seat", "of")
    yield e.SecondHandFound(seat=words.seat(words.needed(told, "seat")), of=words.seat(words.needed(told, "of")))


def _decide(words: _Words) -> Iterator[e.Event]:
    for seat, said in words.by_seat():
        if said == "fold":
            yield e.PlayerDecided(seat=seat, fold=True)
        elif said == "raise":
            yield e.PlayerDecided(seat=seat, fold=False)
        elif isinstance(said, str) and said[:1].isdigit():
            yield e.PlayerDecided(seat=seat, fold=False, amount=words.amount(said))
        else:
            raise words.wrong(f'seat {seat}: {shown(said)} is no decision; write fold, raise or an amount like "30.00"')


def _show(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("hand", "cards", "by")
    hand, cards = words.hand(words.needed(told, "hand")), words.cards(words.needed(told, "cards"))
    yield e.HandShown(hand=hand, cards=cards, by=words.persons(told["by"]) if told.get("by") else ())


def _settle(words: _Words) -> Iterator[e.Event]:
    if words.value not in (None, {}, "next"):
        raise words.wrong(f"it takes nothing or next, not {shown(words.value)}")
    yield e.SettlementCalled(only_next=words.value == "next")


def _supervisor(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("who", "by", "decision", "seat", "cards", "note")
    who = told.get("who", told.get("by"))
    if who is None:
        raise words.wrong('"who" is missing')
    decision = words.needed(told, "decision")
    if not isinstance(decision, str) or not (decision in DECISIONS or CLAUSE.fullmatch(decision)):
        raise words.wrong(f"{shown(decision)} is no decision; {meant(decision, DECISIONS)}")
    seat = None if told.get("seat") is None else words.hand(told["seat"])
    cards = words.cards(told["cards"]) if told.get("cards") else ()
    yield e.SupervisorDecided(
        by=words.persons(who), decision=decision, seat=seat, cards=cards, note=words.text(told.get("note"))
    )


def _approve(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("seat", "by")
    yield e.AwardApproved(seat=words.seat(words.needed(told, "seat")), by=words.persons(words.needed(told, "by")))


def _shoe(words: _Words) -> Iterator[e.Event]:
    kind = words.word(words.value, tuple(e.ShoeState))
    yield e.ShoeCondition(kind=e.ShoeState(kind))


def _fault(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("acceptor", "kind")
    kind = words.word(words.needed(told, "kind"), tuple(e.AcceptorState))
    yield e.AcceptorCondition(seat=words.seat(words.needed(told, "acceptor")), kind=e.AcceptorState(kind))


def _conduct(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("seat", "kind", "note", "who")
    seat = None if told.get("seat") is None else words.seat(told["seat"])
    kind = words.text(words.needed(told, "kind"))
    by = words.persons(told["who"]) if told.get("who") else ()
    yield e.ConductNoted(seat=seat, kind=kind, note=words.text(told.get("note")), by=by)


def _correct_meter(words: _Words) -> Iterator[e.Event]:
    told = words.mapping("amount", "reason", "by")
    amount, reason = words.amount(words.needed(told, "amount")), words.text(words.needed(told, "reason"))
    yield e.MeterCorrected(amount=amount, reason=reason, by=words.persons(words.needed(told, "by")))


def _change(words: _Words) -> Iterator[e.Event]:
    told = words.mapping()
    by = words.persons(words.needed(told, "by"))
    changes = tuple((str(name), str(value)) for name, value in told.items() if name not in ("by", "awards"))
    awards = None
    if "awards" in told:
        try:
            awards = load_awards(str(told["awards"]))
        except NotOnShelfError as error:
            raise words.wrong(str(error)) from None
    if not changes and awards is None:
        raise words.wrong("name what changes")
    yield e.ParameterChanged(changes=changes, by=by, awards=awards)


def _switch(kind: Callable[..., e.Event]) -> Callable[[_Words], Iterator[e.Event]]:
    def read(words: _Words) -> Iterator[e.Event]:
        yield kind(on=words.on_off())

    return read


def _stub(words: _Words) -> Iterator[e.Event]:
    yield e.StubCounted(count=words.number(words.value, "count of cards"))


def _count_chips(words: _Words) -> Iterator[e.Event]:
    yield e.ChipsCounted(count=words.number(words.value, "count of chips"))


VERBS: dict[str, Callable[[_Words], Iterator[e.Event]]] = {
    "open_table": _plain(e.TableOpened),
    "close_table": _plain(e.TableClosed),
    "ante": _ante,
    "chip": _each_seat(e.ChipInserted),
    "withdraw": _each_seat(e.WagerWithdrawn),
    "no_more_bets": _plain(e.BetsClosed),
    "count_chips": _count_chips,
    "deal": _deal,
    "draw": _draw,
    "packet_ended": _plain(e.PacketEnded),
    "deal_completed": _plain(e.DealCompleted),
    "wrong_count": _wrong_count,
    "expose": _expose,
    "look": _each_seat(e.HandLookedAt),
    "touch": _each_seat(e.HandTouched),
    "touch_other": _touch_other,
    "out_of_view": _each_seat(e.HandOutOfView),
    "talk": _talk,
    "second_hand": _second_hand,
    "decide": _decide,
    "reveal": _plain(e.DealerRevealed),
    "show": _show,
    "settle": _settle,
    "supervisor": _supervisor,
    "approve": _approve,
    "clear": _plain(e.RoundCleared),
    "leave": _each_seat(e.PlayerLeft),
    "bank": _each_seat(e.BankPassed),
    "key": _switch(e.KeyTurned),
    "stub": _stub,
    "test_mode": _switch(e.TestModeSet),
    "correct_meter": _correct_meter,
    "change": _change,
    "shoe": _shoe,
    "fault": _fault,
    "conduct": _conduct,
}

DEALER_VERBS = frozenset(VERBS) - {
    *("chip", "deal", "draw", "packet_ended", "shoe", "fault", "key"),
    *("supervisor", "approve", "correct_meter", "change", "test_mode"),
}
"""What the dealer does and reports (`tablehand act`)."""
SUPERVISOR_VERBS = frozenset({"supervisor", "approve", "correct_meter", "change", "test_mode", "key"})
DEVICE_VERBS = frozenset({"chip", "deal", "draw", "packet_ended", "deal_completed", "shoe", "fault", "key", "stub"})
"""What hardware tells (`tablehand sim`, refused where ports are real)."""
