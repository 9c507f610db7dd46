"""A round as plain values: what the text, the page and the JSON of a round are made of.

It says what a record holds in words of the floor and adds nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from controller.core.events import DEALER, KINDS, Hand
from controller.core.money import Money
from controller.core.picture import hand_word, public
from controller.core.state import Standing
from controller.runtime.ledger import Figures
from controller.runtime.reconcile import spelled
from controller.runtime.rounds import Deed, HandRecord, RoundRecord, SeatRecord, awards_paid
from controller.runtime.veil import HIDDEN
from controller.screen.words import sentence, without_clause

Told = dict[str, Any]


def told(record: RoundRecord) -> Told:
    """Everything the record says, JSON-able; cards as lists, None where they are hidden."""
    table = record.table
    entries = [deed.entry for deed in record.deeds]
    return {
        "round": record.number,
        "table": record.name,
        "profile": table.house.profile.name,
        "source": table.house.profile.source,
        "deal": table.house.deal.value,
        "pay_table": table.house.paytable.name,
        "awards_table": table.house.progressive.awards.name,
        "state": "ended" if record.ended else table.phase.value,
        "void": table.void,
        "hidden": record.hidden,
        "began": entries[0].wall,
        "ended": entries[-1].wall if record.ended else None,
        "first_entry": record.span[0],
        "last_entry": record.span[1],
        "programs": sorted({entry.program for entry in entries}),
        "notes": list(_notes(record)),
        "seats": [_seat(seat) for seat in record.seats],
        "dealer": _hand(record.dealer) | {"up_card": table.up_card, "plays": record.dealer_plays},
        "aside": None if record.hidden else list(table.aside),
        "paid_order": list(table.paid_order),
        "meter": {"before": figures(record.before), "after": figures(record.after), "moved": list(_moved(record))},
        "rulings": list(_rulings(record)),
        "questions": list(_questions(record)),
        "decisions": list(_decisions(record)),
        "awards": list(_awards(record)),
        "entered_by_hand": [
            {
                "entry": one.seq,
                "wall": one.wall,
                "clause": one.clause,
                "by": one.by,
                "note": one.note,
                "cards": [{"hand": hand_word(hand), "cards": list(cards)} for hand, cards in one.cards],
            }
            for one in record.by_hand
        ],
        "deeds": list(_deeds(record)),
    }


def figures(of: Figures) -> Told:
    """The six figures as people read them; a carried fraction of a cent is written out."""
    names = ("chips_in", "displayed", "hits", "wins", "overflow", "reserve")
    return {name: spelled(getattr(of, name)) for name in names}


# -- hands ---------------------------------------------------------------------------------------------------------


def _hand(hand: HandRecord) -> Told:
    return {"cards": None if hand.cards is None else list(hand.cards), "count": hand.count, "hand": hand.word}


def _seat(seat: SeatRecord) -> Told:
    player = seat.player
    decided = None if player.raised is None else ("fold" if player.raised == 0 else "raise")
    result = player.result
    return {
        "seat": player.seat,
        **_hand(seat.hand),
        "standing": "forfeited" if player.standing is Standing.FORFEITED else seat.standing,
        "ante": str(player.ante),
        "bet": str(player.bet),
        "decided": decided,
        "light": seat.light,
        "result": result
        and {
            "outcome": result.outcome.value,
            "ante": result.ante.signed(),
            "bet": result.bet.signed(),
            "award": str(result.award),
        },
    }


# -- what was said of the round ------------------------------------------------------------------------------------


def _notes(record: RoundRecord) -> Iterator[str]:
    table = record.table
    if record.hidden:
        yield "This round is not revealed yet; its cards stay hidden until it is."
    elif not record.ended:
        yield f"This round is still being played: {table.phase.value}."
    if table.void:
        yield "The round is void; every wager went back."
    yield from _by_hand(record)
    starts = [deed for deed in record.events("boot") if deed.entry.seq > 1]
    for deed in starts:
        how = "after a stop" if deed.body.get("stopped_cleanly") else "after a power cut"
        where = f"(entry {deed.entry.seq}, {clock(deed.entry.wall)})"
        yield f"The controller started again {how} {where} and resumed the round."
    if record.otherwise:
        listed = ", ".join(map(str, record.otherwise))
        yield (
            f"The rules of this program answer entry {listed} otherwise than the program that wrote it; "
            "what was ordered and moved is told as it was journaled."
        )


def _by_hand(record: RoundRecord) -> Iterator[str]:
    died = record.shoe_died
    for one in record.by_hand:
        cards = "; ".join(f"{' '.join(cards)} to {hand_name(hand)}" for hand, cards in one.cards)
        what = f"{cards}, by {one.by}" if cards else f"by {one.by}"
        where = f"(entry {one.seq}, {clock(one.wall)})"
        if one.clause == "EQP-1" and died is not None:
            kind = died.after.shoe_trouble.replace("_", " ")
            yield (
                f"The shoe failed ({kind}, entry {died.entry.seq}, {clock(died.entry.wall)}); the round was finished "
                f"with cards entered by hand: {what} {where}."
            )
        elif one.clause == "EQP-1":
            yield f"A card the shoe did not read was entered by hand: {what} {where}."
        else:
            yield f"Cards on the layout replaced the shoe's record: {what} {where}."


def _rulings(record: RoundRecord) -> Iterator[Told]:
    for deed, effect in record.effects("issue_ruling"):
        yield _at(deed) | {
            "clause": effect["clause"],
            "decision": effect["decision"],
            "says": without_clause(effect["says"]),
            "hand": effect["hand"] if effect["hand"] is None else hand_word(effect["hand"]),
            "facts": [{"fact": fact["name"], "held": fact["held"]} for fact in effect["facts"]],
            "by": effect["by"] or "the controller",
            "note": effect["note"],
        }


def _questions(record: RoundRecord) -> Iterator[Told]:
    for deed, effect in record.effects("ask_supervisor"):
        yield _at(deed) | {
            "clause": effect["clause"],
            "says": without_clause(effect["says"]),
            "choices": effect["choices"],
            "facts": [{"fact": fact["name"], "held": fact["held"]} for fact in effect["facts"]],
        }


def _decisions(record: RoundRecord) -> Iterator[Told]:
    for deed in record.events("supervisor_decided"):
        seat = deed.body["seat"]
        yield _at(deed) | {
            "by": [person["name"] for person in deed.body["by"]],
            "decision": deed.body["decision"],
            "hand": None if seat is None else hand_word(seat),
            "note": deed.body["note"],
            "refused": deed.refused,
        }


def _awards(record: RoundRecord) -> Iterator[Told]:
    for deed, seat, amount, undone in awards_paid(record):
        given = (deed_ for deed_ in record.events("award_approved") if deed_.body["seat"] == seat)
        approvals = [_at(one) | {"by": _names(one)} for one in given if not one.refused]
        word = next((one.hand.word for one in record.seats if one.player.seat == seat), "")
        yield _at(deed) | {
            "seat": seat,
            "hand": word,
            "amount": amount.spoken(),
            "reversed": undone,
            "approvals": [] if undone else approvals,
        }


def _moved(record: RoundRecord) -> Iterator[Told]:
    for deed, effect in record.effects("move_meter"):
        yield _at(deed) | {
            "of": effect["of"],
            "reason": effect["reason"],
            "seat": effect["seat"],
            "clause": effect["clause"],
            "amount": spelled(Fraction(effect["cents"])),
        }


# -- who acted when ------------------------------------------------------------------------------------------------


def _deeds(record: RoundRecord) -> Iterator[Told]:
    """Cards that went to one hand and caused nothing are told together."""
    listed = [deed for deed in record.deeds if deed.entry.kind not in ("packet_ended", "boot")]
    for _, group in groupby(listed, key=_together):
        deeds = list(group)
        yield _at(deeds[0]) | {
            "last": deeds[-1].entry.seq,
            "kind": deeds[0].entry.kind,
            "who": _who(deeds[0].body),
            "what": _what(deeds[0]) if deeds[0].card is None else _laid(deeds),
            "followed": list(_followed(deeds[-1].body.get("effects", ()))),
            "refused": deeds[0].refused,
        }


def _who(body: Told) -> str:
    """A line, port or person for events; for what happens beside the game, whoever asked for it."""
    named = body.get("source") or body.get("operator") or body.get("by")
    return named if isinstance(named, str) and named else "the controller"


def _together(deed: Deed) -> object:
    quiet = deed.card is not None and not deed.body["effects"]
    return ("to", deed.card[1]) if quiet and deed.card else deed.entry.seq


def _laid(deeds: list[Deed]) -> str:
    """ "9h Kd 8c to seat 1"; of hidden cards only their number."""
    cards = [deed.card[0] for deed in deeds if deed.card]
    hand = deeds[0].card[1] if deeds[0].card else None
    many = "a card" if len(cards) == 1 else f"{len(cards)} cards"
    what = many if HIDDEN in cards else " ".join(cards)
    return f"{what} to {hand_name(hand)}" if hand is not None else f"{what} out of the shoe, to no hand"


def _what(deed: Deed) -> str:
    body = deed.body
    if deed.entry.kind not in KINDS:
        return _beside_the_game(deed)
    if deed.entry.kind == "conduct_noted":
        seat = "" if body["seat"] is None else f" at seat {body['seat']}"
        return f"conduct noted{seat}: {body['kind'].replace('_', ' ')} {body.get('note', '')}".rstrip()
    if deed.entry.kind == "hand_shown" and isinstance(body["cards"], list):
        return f"{hand_name(body['hand'])} shows {' '.join(body['cards'])}"
    if deed.refused:
        return f"asked for: {sentence(body, public(deed.before), public(deed.after))}"
    return sentence(body, public(deed.before), public(deed.after))


def _beside_the_game(deed: Deed) -> str:
    match deed.entry.kind:
        case "refused":
            return f"refused at the desk ({deed.body['do']}): {deed.body['error']}"
        case "stop":
            return "the controller stops"
        case "operator":
            return _person_kept(deed.body)
        case kind:
            return kind.replace("_", " ")


def _person_kept(body: Told) -> str:
    """ "ortiz may work here as dealer"; who saw to it stands beside it."""
    if body["verb"] == "add":
        return f"{body['name']} may work here as {body['role']}"
    return f"{body['name']} may not work here any more"


def _followed(effects: Iterable[Told]) -> Iterator[str]:
    """A sentence for each thing ordered that people want to know; the money of one seat together."""
    for seat, group in groupby(effects, key=lambda effect: effect["effect"] == "move_money" and effect["seat"]):
        if seat:
            yield f"seat {seat}: {', '.join(map(_money, group))}"
        else:
            yield from filter(None, map(_ordered, group))


def _money(effect: Told) -> str:
    amount = Money.parse(effect["amount"]).spoken()
    undone = f" ({effect['undoes']})" if effect["undoes"] else ""
    return f"{effect['wager']} {amount} {effect['way']}{undone}"


def _ordered(effect: Told) -> str:
    match effect["effect"]:
        case "issue_ruling":
            return f"ruled: {effect['says']}"
        case "ask_supervisor":
            return f"asked: {effect['says']}"
        case "raise_alert":
            return str(effect["says"])
        case "hand_back_chip":
            return f"seat {effect['seat']}: the chip is handed back"
        case "move_meter":
            figure = "meter" if effect["of"] == "displayed" else str(effect["of"])
            return f"{figure} {signed(Fraction(effect['cents']))} ({effect['reason'].replace('_', ' ')})"
        case "use_parameters":
            return "other parameters of the progressive are in force"
        case _:
            return ""


def _at(deed: Deed) -> Told:
    return {"entry": deed.entry.seq, "wall": deed.entry.wall}


def _names(deed: Deed) -> list[str]:
    return [person["name"] for person in deed.body["by"]]


def hand_name(hand: Hand) -> str:
    """ "the dealer" or "seat 3", within a sentence."""
    return "the dealer" if hand == DEALER else f"seat {hand}"


def clock(wall: str) -> str:
    """The time of day of an ISO time stamp."""
    return wall[11:19]


def signed(cents: Fraction) -> str:
    return f"{'+' if cents > 0 else ''}{spelled(cents)}"
