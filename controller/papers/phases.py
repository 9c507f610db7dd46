"""Which event leads from which phase to which, found by playing: every event on every kind of small table.

Nothing is listed by hand. Tables of one seat are taken through `step` from the closed table on, each event with each
value that could matter; tables that differ only in what no phase depends on are taken once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

from controller.core import events as e
from controller.core.cards import PACK, UNREAD, Card
from controller.core.house import Awards, Deal, House, PayTable, Profile, Progressive, Ruling
from controller.core.money import NOTHING, Money
from controller.core.ranking import Category
from controller.core.state import FIVE, Dealt, Phase, Table, new_table
from controller.rules.grid import step

Ways = dict[tuple[Phase, Phase], tuple[str, ...]]
"""By phase and the phase that followed: the events that did it, by name."""

_SEAT = 1
_MOST_CARDS = 3 * FIVE + 1
"""Two hands, and a few too many."""
_SHUFFLED = tuple(PACK[(23 * place + 7) % len(PACK)] for place in range(len(PACK)))
"""In no order that a pack has when it was not shuffled (EQP-5)."""
_TWO = (e.Person("one", e.Role.SUPERVISOR), e.Person("other", e.Role.DEALER))
_DECISIONS = ("accept", "take_back", *(ruling.value for ruling in Ruling if ruling is not Ruling.NONE))


def ways(profile: Profile) -> Ways:
    """Of a table dealt in packets whose chips are counted, and one dealt singly whose chips are not."""
    found: dict[tuple[Phase, Phase], set[str]] = {}
    for deal, counted in ((Deal.PACKETS, True), (Deal.SINGLE, False)):
        _explore(new_table(_house(profile, deal, counted), meter=Money(1_000_000)), found)
    return {way: tuple(sorted(names)) for way, names in sorted(found.items())}


def _house(profile: Profile, deal: Deal, counted: bool) -> House:
    awards = Awards("whole", {Category.ROYAL_FLUSH: Fraction(1)}, {})
    progressive = Progressive(base=Money(100_000), rate=Fraction(7, 10), chip=Money(100), awards=awards)
    return House(profile=profile, paytable=PayTable("even", (1,) * len(Category)), progressive=progressive, seats=_SEAT,
                 deal=deal, count_chips=counted)  # fmt: skip


def _explore(start: Table, found: dict[tuple[Phase, Phase], set[str]]) -> None:
    seen, waiting = {_kind_of(start)}, deque([start])
    while waiting:
        table = waiting.popleft()
        for events in _possible(table):
            after = table
            for event in events:
                before, after = after, step(after, event).table
                if before.phase is not after.phase:
                    found.setdefault((before.phase, after.phase), set()).add(e.NAMES[type(event)])
            kind = _kind_of(after)
            if kind not in seen and len(after.stops) < 2 and len(after.pack) <= _MOST_CARDS and not after.rounds:
                seen.add(kind)
                waiting.append(after)


def _kind_of(table: Table) -> object:
    """Tables that are of one kind lead on to the same phases."""
    if table.stops:
        return table.play_phase, table.stops[0].clause
    players = tuple((bool(p.ante), p.lit, p.standing, p.result is None) for p in table.players)
    return table.play_phase, tuple(map(_size, table.hands)), table.deal_told, players


def _size(dealt: Dealt) -> int:
    """None, too few, right, too many."""
    held = len(dealt.cards)
    return 0 if not held else 1 if held < FIVE else 2 if held == FIVE else 3


# -- what can happen -----------------------------------------------------------------------------------------------


def _possible(table: Table) -> Iterator[tuple[e.Event, ...]]:
    """Each event alone, and cards as they come: hands of four to six, and all hands at once."""
    fresh = _fresh(table)
    for kind in e.KINDS.values():
        for event in _told(kind, table):
            yield (event,)
    for count in (FIVE - 1, FIVE, FIVE + 1):
        yield (*(e.CardDrawn(card=card) for card in fresh[:count]), e.PacketEnded())
    for count in (2 * FIVE - 1, 2 * FIVE, 2 * FIVE + 1):
        yield tuple(e.CardDrawn(card=card) for card in fresh[:count])


def _fresh(table: Table) -> tuple[Card, ...]:
    return tuple(card for card in _SHUFFLED if card not in table.pack)


def _told(kind: type[Any], table: Table) -> Iterator[e.Event]:
    """Every event of a kind, its fields with every value that could matter."""
    if kind is e.SupervisorDecided:
        yield from _decided(table)
        return
    told = [field.name for field in fields(kind) if field.name in _VALUES or (kind, field.name) in _OWN]
    values = [(_OWN.get((kind, name)) or _VALUES[name])(table) for name in told]
    for combined in product(*values):
        yield kind(**dict(zip(told, combined, strict=True)))


def _decided(table: Table) -> Iterator[e.Event]:
    fresh = _fresh(table)
    for decision, seat in product(_DECISIONS, (None, _SEAT)):
        yield e.SupervisorDecided(by=_TWO, decision=decision, seat=seat)
    for decision, cards in product(("accept", "enter_card"), (fresh[:1], fresh[:FIVE], fresh[: 2 * FIVE])):
        yield e.SupervisorDecided(by=_TWO, decision=decision, cards=cards)


Values = Callable[[Table], tuple[object, ...]]


def _any_of(*values: object) -> Values:
    return lambda _table: values


_BOTH = _any_of(False, True)
_VALUES: dict[str, Values] = {
    "seat": _any_of(_SEAT),
    "hand": _any_of(e.DEALER, _SEAT),
    "of": _any_of(_SEAT),
    "seats": _any_of((_SEAT,)),
    "amount": lambda table: (table.house.ante_min, NOTHING),
    "card": lambda table: (_fresh(table)[0], UNREAD),
    "face_up": _BOTH,
    "fold": _BOTH,
    "on": _BOTH,
    "only_next": _BOTH,
    "by": _any_of(_TWO),
    "count": lambda table: (table.accepted, table.accepted + 1),
    "device": _any_of("program", "meter"),
    "reason": _any_of("a slip of the hand"),
    "name": _any_of("test_mode"),
}
_OWN: dict[tuple[type[e.Event], str], Values] = {
    (e.PlayerDecided, "amount"): _any_of(None),
    (e.CardExposed, "card"): _any_of(None),
    (e.CountReported, "cards"): _any_of(FIVE - 1, FIVE, FIVE + 1),
    (e.HandShown, "cards"): lambda table: (_fresh(table)[:FIVE], table.dealer.cards[:FIVE], *_players(table)),
    (e.StubCounted, "count"): lambda table: (len(PACK) - len(table.pack), 0),
    (e.ShoeCondition, "kind"): _any_of(*e.ShoeState),
    (e.AcceptorCondition, "kind"): _any_of(*e.AcceptorState),
    (e.DeviceCondition, "kind"): _any_of("changed", "restored"),
    (e.ConductNoted, "kind"): _any_of("phone"),
    (e.ParameterChanged, "changes"): _any_of((("rate_percent", "72"),)),
}


def _players(table: Table) -> Iterator[tuple[Card, ...]]:
    return (player.hand.cards[:FIVE] for player in table.players)
