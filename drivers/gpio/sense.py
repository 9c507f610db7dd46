"""All chip acceptors on one GPIO request: every edge with the kernel's time and count, and the levels read back.

Its one thread stamps and posts. It judges nothing, and neither odd events nor a chip that vanishes ends it.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Mapping
from datetime import timedelta
from itertools import groupby
from time import monotonic, monotonic_ns

from gpiod import EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Clock, Direction, Edge
from gpiozero import GPIOZeroError

from drivers.gpio import chips
from drivers.gpio.factory import Claim, GpiodFactory
from drivers.gpio.pins import Input, Pull
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, LineChanged, LineLevel, Post

_DEVICE = "acceptors"
_EVENT_BUFFER = 1024
"""Edges the kernel keeps while nobody reads: seconds of the worst chatter on every line."""
_SETTLE_MS = 2
"""An edge is queued by the kernel a moment after its level can be read; so long a level waits for its edge."""
_BACK_OFF_S = (0.25, 5.0)
_BIAS = {Pull.UP: Bias.PULL_UP, Pull.DOWN: Bias.PULL_DOWN, Pull.NONE: Bias.DISABLED}


class GpioSense:
    """A `SenseLines` port. `lines`: inputs by line name; one request for all that are on the same chip."""

    def __init__(
        self, lines: Mapping[str, Input], *, factory: GpiodFactory, read_back_ms: int = 75, debounce_ms: int = 0
    ) -> None:
        """`debounce_ms` above 2 falsifies the pulse widths; 0 leaves the judgement to the pulse validator."""
        self._lines = dict(lines)
        self._factory = factory
        self._read_back_s = read_back_ms / 1000
        self._debounce = timedelta(milliseconds=debounce_ms)
        self._claims: list[Claim] = []
        self._groups: list[_Group] = []
        self._levels: dict[str, bool] = {}
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._lost_edges = False
        self._wake = -1
        self._beats = 0

    def start(self, post: Post) -> None:
        try:
            self._claims = [self._factory.claim(name, line.pin) for name, line in self._lines.items()]
            self._take()
        except (GPIOZeroError, OSError) as error:
            self._let_go()
            raise DriverError(str(error)) from error
        except DriverError:
            self._let_go()
            raise
        self._stopping = False
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, args=(post,), name="acceptors", daemon=True)
        self._thread.start()

    def levels(self) -> Mapping[str, bool]:
        return dict.fromkeys(self._lines, False) | self._levels

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping = True
            os.eventfd_write(self._wake, 1)
            thread.join()
            os.close(self._wake)
        self._let_go()

    def progress(self) -> int:
        return self._beats

    def _take(self) -> None:
        placed = [(self._factory.locate(line.pin), name, line) for name, line in self._lines.items()]
        placed.sort(key=lambda item: (item[0].path, item[0].offset))
        for path, items in groupby(placed, key=lambda item: item[0].path):
            on_chip = list(items)
            settings = {place: self._settings(line) for place, _, line in on_chip}
            request = chips.take(path, settings, user="tablehand acceptors", event_buffer_size=_EVENT_BUFFER)
            group = _Group(request, {place.offset: name for place, name, _ in on_chip})
            self._groups.append(group)
            self._levels |= group.levels()

    def _settings(self, line: Input) -> LineSettings:
        return LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edge.BOTH,
            bias=_BIAS[line.pull],
            active_low=line.active_low,
            debounce_period=self._debounce,
            event_clock=Clock.MONOTONIC,
        )

    def _let_go(self) -> None:
        for group in self._groups:
            group.close()
        self._groups.clear()
        self._claims.clear()

    # -- the reader thread ---------------------------------------------------------------------------------------------

    def _run(self, post: Post) -> None:
        pause = _BACK_OFF_S[0]
        failed = False
        while not self._stopping:
            try:
                if failed:
                    self._factory.look_again()
                    self._take()
                    post(DeviceRecovered(_DEVICE, at=monotonic_ns()))
                    failed, pause = False, _BACK_OFF_S[0]
                self._read(post)
            except (DriverError, GPIOZeroError, OSError) as error:
                for group in self._groups:
                    group.close()
                self._groups.clear()
                if not failed:
                    symptom = f"the acceptors' lines cannot be read ({error})"
                    post(DeviceFailed(_DEVICE, symptom, "check the chip's cable and supply", at=monotonic_ns()))
                failed = True
                self._sleep(pause)
                pause = min(pause * 2, _BACK_OFF_S[1])

    def _sleep(self, seconds: float) -> None:
        """Unless woken by `close`; in steps, for a thread that waits lives too."""
        until = monotonic() + seconds
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        while not self._stopping and (left := until - monotonic()) > 0:
            self._beats += 1
            poll.poll(min(left, 0.5) * 1000)

    def _read(self, post: Post) -> None:
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        by_fd = {group.fd: group for group in self._groups}
        for fd in by_fd:
            poll.register(fd, select.POLLIN)
        read_back_at = monotonic()
        while not self._stopping:
            self._beats += 1
            for fd, _ in poll.poll(max(0.0, read_back_at - monotonic()) * 1000):
                if fd in by_fd:
                    self._post_edges(by_fd[fd], post)
            if self._lost_edges or monotonic() >= read_back_at:
                self._lost_edges = False
                for group in self._groups:
                    self._post_levels(group, post)
                read_back_at = monotonic() + self._read_back_s

    def _post_edges(self, group: _Group, post: Post) -> set[str]:
        """Posts the edges that are waiting; says which lines had any."""
        told = set()
        for event in group.edges():
            name = group.name_of.get(event.line_offset)
            if name is None:
                continue
            active = event.event_type is EdgeEvent.Type.RISING_EDGE
            self._lost_edges |= group.has_gap(event)
            told.add(name)
            self._levels[name] = active
            post(LineChanged(name, active, event.line_seqno, at=event.timestamp_ns))
        return told

    def _post_levels(self, group: _Group, post: Post) -> None:
        """A level is posted only when no edge of that line is on its way: read late, it would contradict the edge."""
        at, levels = monotonic_ns(), group.levels()
        if any(self._levels.get(name) is not active for name, active in levels.items()):
            group.wait(_SETTLE_MS)
        told = self._post_edges(group, post) if group.wait(0) else set()
        for name, active in levels.items():
            if name not in told:
                self._levels[name] = active
                post(LineLevel(name, active, at=at))


class _Group:
    """The lines of one chip: their request and, by offset, their names and counts."""

    def __init__(self, request: LineRequest, name_of: Mapping[int, str]) -> None:
        self.fd = request.fd
        self.name_of = name_of
        self._request = request
        self._seqno = dict.fromkeys(name_of, 0)

    def levels(self) -> dict[str, bool]:
        values = self._request.get_values(list(self.name_of))
        return {name: bool(value) for name, value in zip(self.name_of.values(), values, strict=True)}

    def wait(self, milliseconds: int) -> bool:
        return self._request.wait_edge_events(milliseconds / 1000)

    def edges(self) -> list[EdgeEvent]:
        return self._request.read_edge_events()

    def has_gap(self, event: EdgeEvent) -> bool:
        expected, self._seqno[event.line_offset] = self._seqno[event.line_offset] + 1, event.line_seqno
        return event.line_seqno != expected

    def close(self) -> None:
        self._request.release()
