"""One round in full: wagers, lights, cards, rulings with facts, who acted when, results, the meter before and after.

What was ordered and moved is told as it was journaled. Which card lies where is found by taking the round's events
through the rules again; entries that the rules of this program would answer otherwise are named. The cards of a round
that is not yet revealed stay hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from controller.core.cards import Card
from controller.core.events import DEALER, KINDS, Event, Hand
from controller.core.house import Ruling
from controller.core.money import Money
from controller.core.ranking import qualifies, strength
from controller.core.state import Dealt, Player, Table
from controller.record import canonical, effect_to_dict
from controller.rules.grid import step
from controller.runtime.book import Book
from controller.runtime.chain import GENESIS, Entry
from controller.runtime.copies import JournalError
from controller.runtime.ledger import Figures
from controller.runtime.reading import first_of_round, live_round
from controller.runtime.replay import event_of, from_snapshot
from controller.runtime.veil import HIDDEN, veiled

Body = dict[str, Any]

_BEGINS = frozenset({"ante_placed", "chip_inserted", "bets_closed", "card_drawn"})


@dataclass(frozen=True, slots=True)
class HandRecord:
    """The cards of one hand; None while they are hidden, then only their `count` is told."""

    cards: tuple[Card, ...] | None
    count: int
    word: str


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """`light` is what became of the progressive chip: none, lit, taken, returned, carried."""

    player: Player
    hand: HandRecord
    light: str
    standing: str


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry of the round with the table before and after it. `card` is one that left the shoe, and its hand."""

    entry: Entry
    body: Body
    before: Table
    after: Table
    card: tuple[Card, Hand | None] | None = None

    @property
    def refused(self) -> bool:
        """The table did not take it, and an alert says why."""
        alerted = any(effect["effect"] == "raise_alert" for effect in self.body.get("effects", ()))
        return alerted and replace(self.after, message=self.before.message) == self.before


@dataclass(frozen=True, slots=True)
class ByHand:
    """Cards that people entered. `clause` is EQP-1 where the shoe failed, SET-8 where the layout differed."""

    seq: int
    wall: str
    clause: str
    by: str
    note: str
    cards: tuple[tuple[Hand, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The round's entries, the hash before them, and the seal that follows: enough to verify them offline.

    Empty while the round is hidden: who knows all but the card of an entry could find the card that fits its hash."""

    before: tuple[int, str]
    entries: tuple[Entry, ...]
    seal: Entry | None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """`table` is as it stood when the round ended, or stands now. `otherwise`: entries the rules would answer anew."""

    number: int
    name: str
    table: Table
    ended: bool
    hidden: bool
    seats: tuple[SeatRecord, ...]
    dealer: HandRecord
    dealer_plays: bool | None
    before: Figures
    after: Figures
    span: tuple[int, int]
    """Its first and its last entry."""
    deeds: tuple[Deed, ...]
    by_hand: tuple[ByHand, ...]
    otherwise: tuple[int, ...]
    proof: Proof

    def effects(self, kind: str) -> Iterator[tuple[Deed, Body]]:
        """What was ordered in this round, of one kind, as it was journaled."""
        for deed in self.deeds:
            for effect in deed.body.get("effects", ()):
                if effect["effect"] == kind:
                    yield deed, effect

    def events(self, kind: str) -> Iterator[Deed]:
        return (deed for deed in self.deeds if deed.entry.kind == kind)

    @property
    def shoe_died(self) -> Deed | None:
        """The trouble of the shoe after which people dealt on by hand."""
        first = next((entered.seq for entered in self.by_hand if entered.clause == "EQP-1"), 0)
        troubles = [
            deed for deed in self.events("shoe_condition") if deed.after.shoe_trouble and deed.entry.seq < first
        ]
        return troubles[-1] if troubles else None


@dataclass(slots=True)
class _Writing:
    """A round while its entries are read."""

    table: Table
    deeds: list[Deed] = field(default_factory=list)
    by_hand: list[ByHand] = field(default_factory=list)
    otherwise: list[int] = field(default_factory=list)
    ended: Table | None = None


def last_rounds(book: Book, count: int) -> list[RoundRecord]:
    """The last rounds, oldest first, the one that is being played included once it has begun.

    Raises ChainError, JournalError.
    """
    live, _ = live_round(book)
    rounds = [record for number in range(max(1, live - count), live + 1) if (record := _record(book, number))]
    return rounds[-count:]


def round_record(book: Book, number: int) -> RoundRecord:
    """Raises JournalError for a round that is not there, ChainError where the chain does not hold."""
    record = _record(book, number)
    if record is None:
        live, _ = live_round(book)
        last = live if _record(book, live) else live - 1
        there = f"it has rounds 1 to {last}" if last else "no round was played yet"
        raise JournalError(f"there is no round {number} in the journal {book.path}; {there}")
    return record


def _record(book: Book, number: int) -> RoundRecord | None:
    live, revealed = live_round(book)
    if not 1 <= number <= live:
        return None
    entries = _entries(book, number)
    if not any(entry.kind in _BEGINS for entry in entries):
        return None
    writing = _Writing(_table_before(book, entries[0].seq))
    before = Figures.of(writing.table.meter)
    for entry in entries:
        _write(writing, entry)
    table, hidden = writing.ended or writing.table, number == live and not revealed
    return RoundRecord(
        number=number,
        name=_table_name(book, entries[0].seq),
        table=table,
        ended=writing.ended is not None,
        hidden=hidden,
        seats=tuple(_seat(table, player, hidden) for player in table.players if _took_part(player)),
        dealer=_hand(table.dealer, hidden),
        dealer_plays=None if hidden else _dealer_plays(table),
        before=before,
        after=Figures.of(writing.table.meter),
        span=(entries[0].seq, entries[-1].seq),
        deeds=tuple(_hide(deed) if hidden else deed for deed in writing.deeds),
        by_hand=tuple(replace(one, cards=()) if hidden else one for one in writing.by_hand),
        otherwise=tuple(writing.otherwise),
        proof=_proof(book, entries, hidden=hidden, ended=writing.ended is not None),
    )


def _entries(book: Book, number: int) -> list[Entry]:
    first, end = first_of_round(book, number), first_of_round(book, number + 1)
    found: list[Entry] = []
    for entry in book.sound(first):
        if entry.seq >= end:
            break
        found.append(entry)
    return found


def _table_before(book: Book, first: int) -> Table:
    """The round's own first snapshot; the very first round has its after the first start."""
    seq = book.last_of("snapshot", first)
    entry = book.entry(seq) if seq else next((e for e in book.sound() if e.kind == "snapshot"), None)
    if entry is None:
        raise JournalError(f"the journal {book.path} has no snapshot: no table was ever opened on it")
    return from_snapshot(entry).table


def _table_name(book: Book, first: int) -> str:
    boot = book.entry(book.last_of("boot", first) or book.last_of("boot"))
    return str(boot.content()["table"]) if boot else ""


# -- reading the entries -------------------------------------------------------------------------------------------


def _write(writing: _Writing, entry: Entry) -> None:
    body = entry.content()
    if entry.kind == "snapshot":
        writing.table = from_snapshot(entry).table
    elif entry.kind not in KINDS:
        writing.deeds.append(Deed(entry, body, writing.table, writing.table))
    else:
        before, event = writing.table, event_of(body)
        done = step(before, event)
        if canonical([effect_to_dict(effect) for effect in done.effects]) != canonical(body["effects"]):
            writing.otherwise.append(entry.seq)
        writing.deeds.append(Deed(entry, body, before, done.table, _card_of(event, before, done.table)))
        writing.by_hand += _entered(entry, body, before, done.table)
        writing.table = done.table
        if body["after"]["ends"]:
            writing.ended = before


def _card_of(event: Event, before: Table, after: Table) -> tuple[Card, Hand | None] | None:
    card = getattr(event, "card", None) if type(event).__name__ == "CardDrawn" else None
    if card is None:
        return None
    into = (hand for hand in _hands(after) if len(after.dealt(hand).cards) > len(before.dealt(hand).cards))
    return card, next(into, None)


def _entered(entry: Entry, body: Body, before: Table, after: Table) -> Iterator[ByHand]:
    ruled = [effect for effect in body["effects"] if effect["effect"] == "issue_ruling"]
    for effect in ruled:
        if effect["decision"] == Ruling.ENTER_CARD.value:
            in_force = next((r for r in reversed(after.rulings) if r.decision is Ruling.ENTER_CARD), None)
            clause = in_force.clause if in_force else effect["clause"]
            came = tuple((hand, new) for hand in _hands(after) if (new := _new_cards(before, after, hand)))
            yield ByHand(entry.seq, entry.wall, clause, effect["by"], effect["note"], came)


def _new_cards(before: Table, after: Table, hand: Hand) -> tuple[Card, ...]:
    known = before.dealt(hand).cards
    return tuple(card for card in after.dealt(hand).cards if card not in known)


def _hands(table: Table) -> Iterator[Hand]:
    yield from (player.seat for player in table.players)
    yield DEALER


def _hide(deed: Deed) -> Deed:
    card = deed.card and (Card(HIDDEN), deed.card[1])
    return replace(deed, body=veiled(deed.body), entry=deed.entry._replace(body=""), card=card)


# -- what the round came to ----------------------------------------------------------------------------------------


def _took_part(player: Player) -> bool:
    return bool(player.ante) or player.chip.value != "none"


def _seat(table: Table, player: Player, hidden: bool) -> SeatRecord:
    return SeatRecord(player, _hand(player.hand, hidden), player.chip.value, table.standing_word(player.seat))


def _hand(dealt: Dealt, hidden: bool) -> HandRecord:
    if hidden:
        return HandRecord(None, len(dealt.cards), "")
    return HandRecord(dealt.cards, len(dealt.cards), word_of(dealt.cards))


def word_of(cards: tuple[Card, ...]) -> str:
    """What five cards make, empty where they make no hand: a wrong count, an unread card, one seen twice."""
    try:
        return strength(cards).category.word
    except ValueError:
        return ""


def _dealer_plays(table: Table) -> bool | None:
    """Whether the dealer's hand counted against the players (SET-2); None where no hand was played out."""
    if not table.revealed or table.void or not word_of(table.dealer.cards):
        return None
    return qualifies(strength(table.dealer.cards)) or not table.house.profile.qualifier


def _proof(book: Book, entries: list[Entry], *, hidden: bool, ended: bool) -> Proof:
    first, last = entries[0].seq, entries[-1].seq
    after = book.entry(last + 1) if ended else None
    seal = after if after is not None and after.kind == "snapshot" else None
    return Proof((first - 1, book.hash_at(first - 1) or GENESIS), () if hidden else tuple(entries), seal)


def awards_paid(record: RoundRecord) -> Iterator[tuple[Deed, int, Money, bool]]:
    """Each award in the order of payment: who, how much, and whether it was reversed."""
    for deed, effect in record.effects("move_money"):
        if effect["wager"] == "award":
            yield deed, effect["seat"], Money.parse(effect["amount"]), effect["way"] == "reversed"
