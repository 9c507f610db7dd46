"""What somebody who only watches knows of a table: its picture now, and the last that was said.

Pure: the answer to `watch` begins it, every event of the stream moves it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.screen.words import Picture, Told, consequences, refused, sentence, word

_KEPT = 60
_TOO_MANY = frozenset({"card_drawn", "packet_ended", "timer_rang"})
"""Events that come so often that they would push everything else out; the seats show them anyway."""


@dataclass(frozen=True, slots=True)
class Said:
    """`mark` is a clause or the name of an alert, empty for what merely happened."""

    mark: str
    text: str
    round: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """`rulings` and `news`: the newest first."""

    picture: Picture
    name: str = ""
    rulings: tuple[Said, ...] = ()
    news: tuple[Said, ...] = ()

    @property
    def halted(self) -> bool:
        return bool(self.picture["question"])


def begun(answer: Mapping[str, Any]) -> View:
    """`answer` is the daemon's to `status` or `watch`."""
    picture = answer["table"]
    number = picture["round"]
    in_force = [
        Said(ruled["clause"], word(ruled["decision"]) + _on(ruled["hand"]), number, ruled["by"])
        for ruled in reversed(picture["rulings"])
    ]
    return View(picture, str(answer.get("name", "")), tuple(in_force))


def after(view: View, told: Told) -> View:
    picture = told.get("table", view.picture)
    number = view.picture["round"]
    rulings = tuple(_rulings(told, number))
    news = tuple(_news(told, view.picture, picture, number))
    return replace(
        view,
        picture=picture,
        rulings=(*rulings, *view.rulings)[:_KEPT],
        news=(*news, *view.news)[:_KEPT],
    )


def _on(hand: str | None) -> str:
    return "" if hand is None else f" for {hand if hand == 'dealer' else f'seat {hand}'}"


def _rulings(told: Told, number: int) -> Iterator[Said]:
    issued = {**told, "effects": [e for e in told.get("effects", []) if e.get("effect") == "issue_ruling"]}
    for effect, (clause, said) in zip(issued["effects"], consequences(issued), strict=True):
        yield Said(clause, said, number, effect["by"])


def _news(told: Told, before: Picture, now: Picture, number: int) -> Iterator[Said]:
    """What happened, under it what people are told of it; the last of it first."""
    alerts = {**told, "effects": [e for e in told.get("effects", []) if e.get("effect") == "raise_alert"]}
    for mark, said in reversed(list(consequences(alerts))):
        yield Said(mark, said, number)
    if told.get("event") not in _TOO_MANY and not refused(told):
        yield Said("", sentence(told, before, now), number)
