"""A show without a daemon: the script's moves go straight through the rules; what is told is what watchers are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from controller.core.cards import PACK, spoken
from controller.core.events import Event, Person, Role
from controller.core.house import House
from controller.core.money import Money
from controller.core.state import Table, new_table
from controller.demo.incidents import Incident
from controller.demo.moves import STAFF, Move
from controller.demo.people import play
from controller.demo.rounds import Round, plain_round
from controller.demo.spectators import Told
from controller.rules.conversation import picture
from controller.rules.grid import step
from controller.runtime.herald import cry
from controller.runtime.loop import Happened
from controller.scenario.steps import read_step
from controller.screen.words import card_word
from controller.settings import read_settings

DEMO = Path(__file__).resolve().parents[2] / "config" / "demo.yaml"
SEATS = 7
_FAR_TOO_MANY = 500


@cache
def _house() -> House:
    return read_settings(DEMO).house


@dataclass
class Floor:
    """`told`: everything that was told, in order; each with the picture after it."""

    table: Table = field(default_factory=lambda: new_table(_house(), meter=Money(2_500_000)))
    told: list[Told] = field(default_factory=list)

    def play(self, round_: Round) -> None:
        script = play(round_, picture(self.table))
        move = next(script)
        for _ in range(_FAR_TOO_MANY):
            self.make(move)
            try:
                move = script.send(picture(self.table))
            except StopIteration:
                return
        raise AssertionError("the round does not end")

    def make(self, move: Move) -> None:
        for event in _events(move, self.table):
            done = step(self.table, event)
            self.table = done.table
            happened = Happened(event, done.effects, done.table, refused=False)
            self.told.append({**cry(happened), "table": picture(done.table)})

    @property
    def marks(self) -> set[str]:
        """The clauses that were ruled and the alerts that were raised."""
        effects = [effect for told in self.told for effect in told["effects"]]
        return {effect["clause"] for effect in effects if effect["effect"] == "issue_ruling"} | {
            effect["name"] for effect in effects if effect["effect"] == "raise_alert"
        }

    def pictures(self) -> Iterator[Told]:
        return (told["table"] for told in self.told)


def staged(incident: Incident, seed: int) -> Floor:
    """One round with this incident."""
    rng, floor = Random(seed), Floor()
    floor.play(incident(plain_round(rng, SEATS), rng))
    return floor


def seen(text: str) -> set[str]:
    """Every card that a text names, in whatever way a card can be written."""
    return {
        card_word(card)
        for card in PACK
        if card_word(card) in text or spoken(card) in text or re.search(rf"\b{card}\b", text)
    }


def _events(move: Move, table: Table) -> list[Event]:
    request = dict(move.request)
    persons = tuple(Person(name, Role(STAFF[name])) for name in move.who)
    if request["do"] == "rule":
        told = {key: value for key, value in request.items() if key != "do"}
        return read_step("supervisor", told | {"by": list(move.who)}, table, lambda _: persons)
    verb, value = next(iter(request["step"].items()))
    return read_step(verb, value, table, lambda _: persons)
