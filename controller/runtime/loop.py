"""The loop: one queue, one thread that decides.

Drivers, people and timers put into the queue; each turn takes all that waits, asks the rules, writes the journal in one
commit, and only then lets anything be seen. It never shows, acknowledges or answers what is not durable, and when the
journal is lost it halts the table and goes on saying so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue

from controller.core.effects import Effect, RaiseAlert, StartTimer, StopTimer
from controller.core.events import DealCompleted, DeviceCondition, Event, MeterOpened, TimerRang
from controller.core.state import Stop, Table
from controller.intake import Intake
from controller.rules.grid import step
from controller.runtime.clock import NS_PER_MS, NS_PER_S, Clock
from controller.runtime.copies import JournalError
from controller.runtime.journal import Draft, Journal
from controller.runtime.perform import Performer
from controller.runtime.replay import Standing, event_draft, snapshot_draft, timers_after
from drivers.ports import ShoeSignal, Signal

TICK_NS = NS_PER_S // 4
_MOST_AT_ONCE = 256
_LONGEST_GAP_NS = 3 * NS_PER_S // 2
"""A gap in what the shoe says is filled within a second, or the shoe is silent and the table stops."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One event and what the rules made of it; `table` as it stood afterwards."""

    event: Event
    effects: tuple[Effect, ...]
    table: Table
    refused: bool

    @property
    def alerts(self) -> tuple[RaiseAlert, ...]:
        return tuple(effect for effect in self.effects if isinstance(effect, RaiseAlert))


@dataclass(frozen=True, slots=True)
class Ask:
    """What a person wants: events that happen together, entries for the journal, and where the answer goes.

    `answer` gets what happened, or the sentence why nothing did; called on the deciding thread, it must not block.
    """

    answer: Callable[[tuple[Happened, ...], str], None]
    events: tuple[Event, ...] = ()
    entries: tuple[Draft, ...] = ()


_Item = Signal | Event | Ask

Told = Callable[[Happened], None]
"""Hears of everything that happened, once it is durable; must not block."""


@dataclass(slots=True)
class _Turn:
    """What one turn is about to make durable."""

    standing: Standing
    drafts: list[Draft] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    heard: dict[str, int] = field(default_factory=dict)
    answers: list[tuple[Ask, tuple[Happened, ...]]] = field(default_factory=list)


class Loop:
    """`post` and `ask` may be called from any thread; `table` and `trouble` may be read from any thread."""

    def __init__(
        self,
        standing: Standing,
        journal: Journal,
        intake: Intake,
        performer: Performer,
        clock: Clock,
        told: Told = lambda _happened: None,
    ) -> None:
        self.trouble = ""
        self._standing = standing
        self._journal = journal
        self._intake = intake
        self._performer = performer
        self._clock = clock
        self._told = told
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._deadlines = {name: clock.now() + ms * NS_PER_MS for name, ms in standing.timers.items()}
        self._next_tick = clock.now()
        self._copy_trouble = ""
        self._stopping = threading.Event()
        self._turns = 0
        self._held: list[tuple[int, Event | Ask]] = []

    @property
    def table(self) -> Table:
        return self._standing.table

    def progress(self) -> int:
        return self._turns

    def post(self, signal: Signal | Event) -> None:
        self._queue.put(signal)

    def ask(self, ask: Ask) -> None:
        self._queue.put(ask)

    def stop(self) -> None:
        self._stopping.set()
        self._queue.put(None)

    def show(self) -> None:
        """Makes lamps, lock and sign what they should be now."""
        self._post_all(self._performer.show(self.table))

    def tick(self) -> None:
        """Tries again what did not obey."""
        self._post_all(self._performer.again())

    def run(self, tick: Callable[[], None] = lambda: None) -> None:
        """Until `stop`. `tick` is called four times a second, between turns."""
        while not self._stopping.is_set():
            waiting = self._wait()
            self.turn(waiting)
            if self._clock.now() >= self._next_tick:
                self._next_tick = self._clock.now() + TICK_NS
                self.tick()
                tick()

    def turn(self, waiting: list[_Item] | None = None) -> None:
        """One turn with what waits now."""
        items = self._taken() if waiting is None else waiting
        self._turns += 1
        if not self.trouble:
            turn = _Turn(self._standing)
            for item in [*items, *self._due()]:
                self._take(turn, item)
            for held in self._released():
                self._take(turn, held, waited=True)
            try:
                self._journal.append_many(turn.drafts)
            except JournalError as error:
                self._lose_journal(str(error))
            else:
                self._perform(turn)
        if self.trouble:
            self._refuse([*items, *(held for _, held in self._held)])
            self._held.clear()

    # -- gathering -----------------------------------------------------------------------------------------------

    def _wait(self) -> list[_Item]:
        wake = min([self._next_tick, *self._deadlines.values()])
        try:
            first = self._queue.get(timeout=max(0, wake - self._clock.now()) / NS_PER_S)
        except Empty:
            return []
        return [*([] if first is None else [first]), *self._taken()]

    def _taken(self) -> list[_Item]:
        items: list[_Item] = []
        while len(items) < _MOST_AT_ONCE:
            try:
                item = self._queue.get_nowait()
            except Empty:
                break
            if item is not None:
                items.append(item)
        return items

    def _due(self) -> list[Event]:
        now = self._clock.now()
        rang: list[Event] = [
            TimerRang(name=name, at=deadline, source="clock")
            for name, deadline in self._deadlines.items()
            if deadline <= now
        ]
        return [*rang, *self._intake.tick(now)]

    # -- deciding ------------------------------------------------------------------------------------------------

    def _take(self, turn: _Turn, item: _Item, *, waited: bool = False) -> None:
        match item:
            case Signal():
                for event in self._intake.take(item):
                    self._decide_or_hold(turn, event, from_shoe=isinstance(item, ShoeSignal))
                if isinstance(item, ShoeSignal) and item.boot:
                    turn.heard[item.boot] = item.number
            case Event():
                self._decide_or_hold(turn, item, waited=waited)
            case Ask(events=events, entries=entries):
                if not waited and any(self._has_to_wait(event) for event in events):
                    self._held.append((self._clock.now(), item))
                    return
                turn.drafts += entries
                turn.answers.append((item, tuple(self._decide(turn, event) for event in events)))

    def _decide_or_hold(self, turn: _Turn, event: Event, *, from_shoe: bool = False, waited: bool = False) -> None:
        if not waited and self._has_to_wait(event):
            self._held.append((self._clock.now(), event))
        else:
            self._decide(turn, event, from_shoe=from_shoe)

    def _has_to_wait(self, event: Event) -> bool:
        """ "Deal complete" while a card is being sent again would find a hand short that is not."""
        return isinstance(event, DealCompleted) and not self._performer.shoe_is_whole()

    def _released(self) -> list[Event | Ask]:
        """What was held, as soon as the shoe's gap is filled, or given up."""
        if not self._held:
            return []
        given_up = self._clock.now() - self._held[0][0] > _LONGEST_GAP_NS
        if not (given_up or self._performer.shoe_is_whole()):
            return []
        released = [item for _, item in self._held]
        self._held.clear()
        return released

    def _decide(self, turn: _Turn, event: Event, *, from_shoe: bool = False) -> Happened:
        before = turn.standing.table
        event = replace(
            event,
            seq=self._journal.last + len(turn.drafts) + 1,
            at=event.at or self._clock.now(),
            wall=self._clock.wall(),
        )
        done = step(before, event)
        place = self._intake.place
        timers = timers_after(turn.standing.timers, event, done.effects)
        turn.standing = Standing(done.table, place, timers)
        turn.drafts.append(event_draft(event, done.effects, before, done.table, place if from_shoe else None))
        if done.table.rounds != before.rounds or isinstance(event, MeterOpened):
            turn.drafts.append(snapshot_draft(turn.standing))
        happened = Happened(event, done.effects, done.table, _was_refused(before, done.table, done.effects))
        turn.happened.append(happened)
        return happened

    # -- performing ----------------------------------------------------------------------------------------------

    def _perform(self, turn: _Turn) -> None:
        for one in turn.happened:
            self._keep_time(one)
        changed = turn.standing.table is not self._standing.table
        self._standing = turn.standing
        if changed:
            self.show()
        for boot, number in turn.heard.items():
            self._performer.acknowledge(boot, number)
        for ask, happened in turn.answers:
            ask.answer(happened, "")
        for one in turn.happened:
            self._told(one)
        if self._journal.copy_trouble != self._copy_trouble:
            self._copy_trouble = self._journal.copy_trouble
            self.post(DeviceCondition(device="journal", kind="copy_lost", note=self._copy_trouble, source="journal"))

    def _keep_time(self, happened: Happened) -> None:
        if isinstance(happened.event, TimerRang):
            self._deadlines.pop(happened.event.name, None)
        for effect in happened.effects:
            match effect:
                case StartTimer(name, after_ms):
                    self._deadlines[name] = self._clock.now() + after_ms * NS_PER_MS
                case StopTimer(name):
                    self._deadlines.pop(name, None)

    def _post_all(self, signals: list[Signal]) -> None:
        for signal in signals:
            self.post(signal)

    # -- without a journal ---------------------------------------------------------------------------------------

    def _lose_journal(self, sentence: str) -> None:
        """Nothing of this turn happened. The table halts, in memory only, and says why; only a restart lifts it."""
        self.trouble = sentence
        stop = Stop(clause="EQP-1", says=sentence, choices=("restart",))
        table = replace(self.table, stops=(stop, *self.table.stops), message=sentence)
        self._standing = replace(self._standing, table=table)
        self.show()
        lost = DeviceCondition(device="journal", kind="lost", note=sentence, wall=self._clock.wall(), source="journal")
        self._told(Happened(lost, (RaiseAlert("EQP-1", sentence),), table, refused=False))

    def _refuse(self, items: list[_Item]) -> None:
        for item in items:
            if isinstance(item, Ask):
                item.answer((), self.trouble)


def _was_refused(before: Table, after: Table, effects: tuple[Effect, ...]) -> bool:
    """An act that the table did not take changed nothing, and an alert says why."""
    alerted = any(isinstance(effect, RaiseAlert) for effect in effects)
    return alerted and (before is after or replace(after, message=before.message) == before)
