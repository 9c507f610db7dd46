"""Events of the watch stream as plain sentences, for people who look at a table.

A sentence is made of the event and of the public picture before and after it. It names no card that the picture does
not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Told = Mapping[str, Any]
"""One event of the watch stream."""
Picture = Mapping[str, Any]
"""The public picture of a table."""

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_word(card: str) -> str:
    """ "Kd" as K♦; what is no card of the pack stays as it is."""
    return f"{card[0]}{SUITS[card[1]]}" if len(card) == 2 and card[1] in SUITS else card


def hand_word(hand: object) -> str:
    """A hand as events (0) or pictures ("dealer") name it."""
    return "the dealer" if hand in (0, "dealer") else f"seat {hand}"


def word(name: str) -> str:
    return name.replace("_", " ")


def sentence(told: Told, before: Picture, after: Picture) -> str:
    """What happened, without what followed from it."""
    says = _SAYS.get(str(told.get("event")))
    return says(told, before, after) if says else word(str(told.get("event", "something happened")))


def consequences(told: Told) -> Iterator[tuple[str, str]]:
    """What followed, as (clause or alert, sentence): rulings, alerts, questions, chips handed back."""
    for effect in told.get("effects", []):
        match effect.get("effect"):
            case "issue_ruling":
                said, ruled = without_clause(effect["says"]), word(effect["decision"])
                yield effect["clause"], said if ruled in said else f"{said}: {ruled}"
            case "raise_alert":
                yield effect["clause"] or effect["name"], without_clause(effect["says"])
            case "ask_supervisor":
                asked = ", ".join(word(choice) for choice in effect["choices"])
                yield effect["clause"], f"{without_clause(effect['says'])}; a supervisor is asked: {asked}"


def refused(told: Told) -> bool:
    """An act that the table did not take: what somebody wanted to do did not happen."""
    return any(effect.get("name") == "out_of_turn" for effect in told.get("effects", []))


def without_clause(says: str) -> str:
    """The sentence alone, where the clause stands beside it."""
    text = says.strip()
    if text.endswith(")"):
        text = text[: text.rindex("(")].strip() if "(" in text else text
    return text.removesuffix(".")


def line(told: Told, before: Picture, after: Picture) -> str:
    """One line for one event, with all that followed."""
    says = [f"{clause}: {said}" for clause, said in consequences(told)]
    if not refused(told):
        says.insert(0, sentence(told, before, after))
    return f"{str(told.get('wall', ''))[11:19]}  {told.get('phase', ''):<9}  {'; '.join(says)}"


def result_sentence(seat: str, result: Mapping[str, str]) -> str:
    """ "seat 3 wins with a flush: ante +25.00, bet +250.00, award 50.00" """
    said = f"seat {seat} {_OUTCOMES.get(result['outcome'], word(result['outcome']))}"
    hand = f"{'' if result['hand'] in _NO_ARTICLE else 'a '}{word(result['hand'])}"
    if result["hand"] and result["outcome"] in _BY_THE_HAND:
        said += f" with {hand}"
    paid = [f"{wager} {result[wager]}" for wager in ("ante", "bet") if result[wager] != "0.00"]
    if result["award"] != "0.00":
        paid.append(f"award {result['award']} for {hand}")
    return f"{said}: {', '.join(paid)}" if paid else said


_OUTCOMES = {
    "win": "wins",
    "lose": "loses",
    "push": "pushes",
    "fold": "has folded",
    "no_qualify": "wins the ante, the dealer does not qualify",
    "dead": "has a dead hand",
    "forfeit": "forfeits",
    "void": "is void",
}
_BY_THE_HAND = ("win", "lose", "push")
_NO_ARTICLE = ("two_pair", "three_of_a_kind", "four_of_a_kind")


# -- one sentence an event -----------------------------------------------------------------------------------------


def _settled(_told: Told, before: Picture, after: Picture) -> str:
    fresh = [
        result_sentence(seat, player["result"])
        for seat, player in reversed(after["seats"].items())
        if player["result"] and not before["seats"][seat]["result"]
    ]
    return "; ".join(fresh) or "the dealer calls for settlement"


def _drawn(told: Told, before: Picture, after: Picture) -> str:
    what = "a card, face up," if told.get("face_up") else "a card"
    hand = next((hand for hand, count in _counts(after).items() if count > _counts(before)[hand]), None)
    return f"{what} goes to {hand_word(hand)}" if hand else f"{what} leaves the shoe"


def _counts(picture: Picture) -> dict[str, int]:
    return {"dealer": picture["dealer"]["cards"]} | {seat: one["cards"] for seat, one in picture["seats"].items()}


def _revealed(_told: Told, _before: Picture, after: Picture) -> str:
    cards = after["dealer"]["shown"]
    return f"the dealer turns {' '.join(map(card_word, cards))}" if cards else "the dealer turns the hole cards"


def _dealt(_told: Told, _before: Picture, after: Picture) -> str:
    up = after["dealer"]["up_card"]
    return f"the deal is complete, {card_word(up)} is turned up" if up else "the deal is complete"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _named(persons: Sequence[Mapping[str, str]]) -> str:
    return " and ".join(person["name"] for person in persons) or "somebody"


def _supervised(told: Told, _before: Picture, _after: Picture) -> str:
    on = "" if told.get("seat") is None else f" for {hand_word(told['seat'])}"
    note = f' ("{told["note"]}")' if told.get("note") else ""
    decides = "decides" if len(told["by"]) < 2 else "decide"
    return f"{_named(told['by'])} {decides}: {word(told['decision'])}{on}{note}"


def _anted(told: Told, _before: Picture, _after: Picture) -> str:
    if told["amount"] == "0.00":
        return f"seat {told['seat']} takes the ante back"
    return f"seat {told['seat']} antes {told['amount']}"


def _decided(told: Told, _before: Picture, _after: Picture) -> str:
    amount = f" {told['amount']}" if told.get("amount") else ""
    return f"seat {told['seat']} {'folds' if told['fold'] else 'raises'}{amount}"


def _troubled(told: Told, _before: Picture, _after: Picture) -> str:
    device = f"the acceptor of seat {told['seat']}" if "seat" in told else f"the {told.get('device', 'shoe')}"
    kind = str(told["kind"])
    if kind == "restored":
        return f"{device} works again"
    return f"{device} has a new pack" if kind == "new_pack" else f"{device}: {word(kind)}"


def _talked(told: Told, _before: Picture, _after: Picture) -> str:
    seats = [str(seat) for seat in told["seats"]]
    return f"{'seat' if len(seats) == 1 else 'seats'} {' and '.join(seats)} talked about the hand"


def _of_seat(text: str) -> Callable[[Told, Picture, Picture], str]:
    def say(told: Told, _before: Picture, _after: Picture) -> str:
        seat = told.get("seat", told.get("hand"))
        return text.format(seat=hand_word(seat), told=told)

    return say


_SAYS: dict[str, Callable[[Told, Picture, Picture], str]] = {
    "table_opened": _of_seat("the table opens"),
    "table_closed": _of_seat("the table closes"),
    "chip_inserted": _of_seat("a chip goes in at {seat}"),
    "ante_placed": _anted,
    "wager_withdrawn": _of_seat("{seat} takes ante and chip back"),
    "bets_closed": _of_seat("no more bets"),
    "chips_counted": lambda told, _before, _after: f"the dealer counts {_number(told['count'], 'chip')}",
    "card_drawn": _drawn,
    "packet_ended": _of_seat("the packet ends"),
    "deal_completed": _dealt,
    "card_exposed": _of_seat("a card of {seat} is exposed"),
    "count_reported": lambda told, _before, _after: (
        f"the dealer counts {_number(told['cards'], 'card')} at {hand_word(told['hand'])}"
    ),
    "hand_looked_at": _of_seat("{seat} looks at the cards too early"),
    "hand_touched": _of_seat("{seat} touches the cards again"),
    "other_hand_touched": _of_seat("{seat} touches the cards of another hand"),
    "hand_out_of_view": _of_seat("the cards of {seat} are out of view"),
    "players_talked": _talked,
    "second_hand_found": _of_seat("{seat} is a second hand of seat {told[of]}"),
    "player_decided": _decided,
    "dealer_revealed": _revealed,
    "hand_shown": _of_seat("the cards of {seat} are entered by hand"),
    "settlement_called": _settled,
    "supervisor_decided": _supervised,
    "award_approved": lambda told, _before, _after: (
        f"the award of seat {told['seat']} is approved by {_named(told['by'])}"
    ),
    "round_cleared": _of_seat("the cards are in, the round is over"),
    "player_left": _of_seat("{seat} leaves"),
    "bank_passed": _of_seat("the bank passes to {seat}"),
    "key_turned": lambda told, _before, _after: f"the supervisor's key is {'on' if told['on'] else 'off'}",
    "stub_counted": lambda told, _before, _after: f"the stub is counted: {_number(told['count'], 'card')}",
    "shoe_condition": _troubled,
    "acceptor_condition": _troubled,
    "device_condition": _troubled,
    "conduct_noted": lambda told, _before, _after: f"noted: {word(told['kind'])}",
    "meter_opened": _of_seat("the meter opens at {told[amount]}"),
    "meter_corrected": _of_seat("the meter is corrected by {told[amount]}"),
    "test_mode_set": lambda told, _before, _after: f"test mode {'on' if told['on'] else 'off'}",
    "timer_rang": _of_seat("time is up: {told[name]}"),
}
