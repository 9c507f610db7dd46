"""Where the table stood: the last snapshot in the journal and every event since, through the rules again.

Pure: entries in, a table out. The table it gives is the one the daemon had when the power failed; it never repairs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from controller.core.effects import Effect, StartTimer, StopTimer
from controller.core.events import KINDS, Event, TimerRang
from controller.core.house import House
from controller.core.state import Player, Table
from controller.intake import ShoePlace
from controller.record import (
    RecordError,
    effect_to_dict,
    event_from_dict,
    event_to_dict,
    table_from_dict,
    table_to_dict,
)
from controller.rules.grid import step
from controller.runtime.chain import Entry
from controller.runtime.copies import JournalError
from controller.runtime.journal import Draft, Since

_BESIDE_THE_EVENT = ("effects", "after", "shoe")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a restart needs to go on. `timers` were running; they start anew with their whole milliseconds."""

    table: Table
    place: ShoePlace = field(default_factory=ShoePlace)
    timers: Mapping[str, int] = field(default_factory=dict)


def replayed(since: Since, fresh: Table) -> Standing:
    """Goes on from the snapshot, or from a `fresh` table where there is none. Raises JournalError."""
    standing = Standing(fresh) if since.snapshot is None else from_snapshot(since.snapshot)
    for entry in since.entries:
        if entry.kind in KINDS:
            standing = _after(standing, entry)
    return standing


def event_of(body: Mapping[str, Any]) -> Event:
    """The event in the body of an entry. Raises RecordError."""
    return event_from_dict({key: value for key, value in body.items() if key not in _BESIDE_THE_EVENT})


def event_draft(event: Event, effects: Iterable[Effect], before: Table, after: Table, place: ShoePlace | None) -> Draft:
    """How an event is journaled: what happened, what it ordered, and where the table stood after it.

    `ends` is 1 where the event ended its round. `place` is the shoe's, for what came from the shoe.
    """
    body = event_to_dict(event)
    kind = body["event"]
    body["effects"] = [effect_to_dict(effect) for effect in effects]
    body["after"] = {
        "phase": after.phase.value,
        "revealed": after.revealed,
        "round": before.rounds + 1,
        "ends": after.rounds - before.rounds,
    }
    if place is not None:
        body["shoe"] = asdict(place)
    return kind, body


def snapshot_draft(standing: Standing) -> Draft:
    return "snapshot", {
        "table": table_to_dict(standing.table),
        "shoe": asdict(standing.place),
        "timers": dict(standing.timers),
    }


def timers_after(timers: Mapping[str, int], event: Event, effects: Iterable[Effect]) -> dict[str, int]:
    """The timers that run once an event has happened."""
    running = {name: ms for name, ms in timers.items() if not (isinstance(event, TimerRang) and event.name == name)}
    for effect in effects:
        match effect:
            case StartTimer(name, after_ms):
                running[name] = after_ms
            case StopTimer(name):
                running.pop(name, None)
    return running


def round_is_under_way(table: Table) -> bool:
    return any(player.ante or player.lit for player in table.players)


def under_house(table: Table, house: House) -> Table:
    """The table under what the settings say now. A round that was begun ends under the house it was begun in.

    Once a meter is open its parameters are changed by two persons and not by the settings (PRG-13).
    """
    if table.meter.opened:
        house = replace(house, progressive=table.house.progressive)
    if table.house == house or round_is_under_way(table):
        return table
    return replace(table, house=house, players=tuple(Player(seat) for seat in range(1, house.seats + 1)))


def from_snapshot(entry: Entry) -> Standing:
    body = entry.content()
    try:
        return Standing(table_from_dict(body["table"]), ShoePlace(**body["shoe"]), body["timers"])
    except (RecordError, KeyError, TypeError) as error:
        raise JournalError(_not_ours(entry, error)) from None


def _after(standing: Standing, entry: Entry) -> Standing:
    body = entry.content()
    try:
        event = event_of(body)
        place = ShoePlace(**body["shoe"]) if "shoe" in body else standing.place
    except (RecordError, TypeError) as error:
        raise JournalError(_not_ours(entry, error)) from None
    done = step(standing.table, event)
    return Standing(done.table, place, timers_after(standing.timers, event, done.effects))


def _not_ours(entry: Entry, error: Exception) -> str:
    return (
        f"entry {entry.seq} of the journal, written by {entry.program}, cannot be understood by this program "
        f"({error}); install the program that wrote it, finish the round, then update"
    )
