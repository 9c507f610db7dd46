"""How people play a round: what the dealer, the players and the supervisors do next, for what they see of the table.

Pure: it is told the public picture after each move and answers with the next one. It knows the cards of the round, as
players know their own; it never decides what the table decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from controller.demo.moves import SECOND, SUPERVISOR, Move, act, rule, sim
from controller.demo.rounds import DEALER, Answer, Hand, Round

Picture = Mapping[str, Any]
Script = Generator[Move, Picture, None]

CARD_S, PACKET_S, CALL_S, THOUGHT_S, SETTLE_S = 0.06, 0.12, 0.6, 0.4, 0.5
REVEAL_S, CLEAR_S = 1.2, 1.5
SUPERVISOR_S = 4.0
"""How long a question stands on the screen before somebody comes and decides."""
APPROVAL_S = 2.5

_NOTES = {
    "CNT": "counted on the layout",
    "DEAD": "seen by the dealer",
    "EXP": "seen by the whole table",
    "EQP": "looked at with the dealer",
    "WAG": "agreed with the player",
}


def play(round_: Round, picture: Picture) -> Script:
    """One round, from the first ante to cards in."""
    people = _People(round_, picture)
    while True:
        move = people.next(picture)
        picture = yield move
        if move.hears == "round_cleared" and picture["phase"] == "betting":
            return


class _People:
    """What they still have to do in this round."""

    def __init__(self, round_: Round, picture: Picture) -> None:
        self._round = round_
        self._asides = {phase: deque(moves) for phase, moves in round_.asides.items()}
        self._wagers = deque([sim("shoe", "new_pack", pause=CALL_S), *round_.wagers()])
        self._shoe = deque(_leaving(round_))
        self._stub = deque(round_.stub)
        self._unsettled: Hand | None = None
        self._does = {
            "closed": lambda _: act("open_table", pause=CALL_S),
            "betting": self._bet,
            "counting": lambda table: act("count_chips", table["accepted"], pause=CALL_S),
            "dealing": self._deal,
            "deciding": self._decide,
            "revealing": lambda _: act("reveal", pause=REVEAL_S),
            "settling": self._settle,
            "clearing": lambda _: act("clear", pause=CLEAR_S),
            "halted": self._answer,
        }

    def next(self, picture: Picture) -> Move:
        asides = self._asides.get(picture["phase"])
        return asides.popleft() if asides else self._does[picture["phase"]](picture)

    def _bet(self, _picture: Picture) -> Move:
        return self._wagers.popleft() if self._wagers else act("no_more_bets", pause=CALL_S)

    def _deal(self, _picture: Picture) -> Move:
        """All packets, "deal complete", and whatever a ruling still gives to a hand."""
        if self._shoe:
            return self._shoe.popleft()
        return sim("draw", self._stub.popleft(), pause=CALL_S)

    def _decide(self, picture: Picture) -> Move:
        seat = next(int(number) for number, one in picture["seats"].items() if undecided(one))
        said = self._round.decision(seat, picture["dealer"]["up_card"])
        return act("decide", {str(seat): said}, pause=THOUGHT_S)

    def _settle(self, picture: Picture) -> Move:
        """One player at a time; a seat that could not be settled waits for two persons."""
        seat = max(int(number) for number, one in picture["seats"].items() if unsettled(one))
        if seat != self._unsettled:
            self._unsettled = seat
            return act("settle", "next", pause=SETTLE_S)
        self._unsettled = None
        second = act("approve", {"seat": seat, "by": [SECOND]}, who=(SECOND,), pause=APPROVAL_S)
        self._asides.setdefault("settling", deque()).append(second)
        return act("approve", {"seat": seat, "by": [SUPERVISOR]}, who=(SUPERVISOR,), pause=APPROVAL_S)

    def _answer(self, picture: Picture) -> Move:
        question = picture["question"]
        answer = self._round.answers.get(question["clause"], Answer("accept", _note(question["clause"])))
        if answer.cards:
            cards, both = " ".join(answer.cards), (SUPERVISOR, SECOND)
            return rule(answer.decision, answer.note, who=both, cards=cards, pause=SUPERVISOR_S)
        return rule(answer.decision, answer.note, pause=SUPERVISOR_S)


def _leaving(round_: Round) -> Iterator[Move]:
    for hand in (*round_.antes, DEALER):
        yield from (sim("draw", card, pause=CARD_S) for card in round_.told[hand])
        yield sim("packet_ended", pause=PACKET_S)
    yield act("deal_completed", pause=CALL_S)


def _note(clause: str) -> str:
    return _NOTES.get(clause.partition("-")[0], "as the house rules have it")


def undecided(seat: Picture) -> bool:
    return bool(seat["hand"] == "live" and seat["decided"] is None)


def unsettled(seat: Picture) -> bool:
    return bool(seat["ante"] != "0.00" and seat["result"] is None)
