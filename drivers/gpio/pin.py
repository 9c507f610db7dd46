"""One GPIO line as gpiozero sees it, over libgpiod v2: levels, pulls, debouncing and stamped edges.

It knows levels, not meanings; polarity is gpiozero's business. It keeps no thread of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from types import MethodType
from typing import Any
from weakref import WeakMethod, ref

from gpiod import LineRequest, LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import (
    Pin,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
)
from gpiozero.pins import PinInfo

from drivers.gpio import chips
from drivers.gpio.edges import EdgeWatch

_BIAS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_PULL = {bias: pull for pull, bias in _BIAS.items()} | {Bias.AS_IS: "unknown"}
_EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}
_EDGE_NAMES = {edge: name for name, edge in _EDGES.items()}


class GpiodPin(Pin):  # type: ignore[misc]  # gpiozero has no types
    """One line. It is requested on first use and, as an output, in one step with its level: no blip."""

    def __init__(self, place: chips.Place, user: str, watch: EdgeWatch, forget: Callable[[chips.Place], None]) -> None:
        """`user` is what others are told who holds the line; `forget` is called once the pin is closed."""
        super().__init__()
        self._place = place
        self._user = user
        self._watch = watch
        self._forget = forget
        self._lock = threading.RLock()
        self._request: LineRequest | None = None
        self._settings = LineSettings(edge_detection=Edge.NONE)
        self._edges = Edge.BOTH
        self._told: Callable[[], Callable[[int, bool], None] | None] | None = None
        self._fail_safe: bool | None = None

    def __repr__(self) -> str:
        return self._place.name

    def close(self) -> None:
        """Puts an output at its fail-safe level first: a released line becomes an input and follows its pull."""
        self._forget(self._place)
        self._set_when_changed(None)
        with self._lock:
            request, self._request = self._request, None
            if request is None:
                return
            try:
                if self._settings.direction is Direction.OUTPUT and self._fail_safe is not None:
                    request.set_value(self._place.offset, Value(int(self._fail_safe)))
            finally:
                request.release()
                self._settings = LineSettings()

    @property
    def fail_safe(self) -> bool | None:
        """The level, high or low, that this output takes when it closes; None leaves it as it is."""
        return self._fail_safe

    @fail_safe.setter
    def fail_safe(self, level: bool) -> None:
        """Also pulls the line there, so that it falls to that level when the program dies without a word."""
        with self._lock:
            self._fail_safe = level
            if self._settings.direction is Direction.OUTPUT:
                present = self._ask().get_value(self._place.offset)
                self._apply(bias=Bias.PULL_UP if level else Bias.PULL_DOWN, output_value=present)

    def output_with_state(self, state: bool) -> None:
        self._apply(
            direction=Direction.OUTPUT, edge_detection=Edge.NONE, bias=Bias.AS_IS, output_value=Value(int(bool(state)))
        )

    def input_with_pull(self, pull: str) -> None:
        self._apply(direction=Direction.INPUT, bias=self._bias(pull))

    def _apply(self, **changes: Any) -> LineRequest:
        with self._lock:
            settings = replace(self._settings, **changes)
            if self._request is None:
                self._request = chips.take(self._place.path, {self._place: settings}, user=self._user)
            else:
                self._request.reconfigure_lines({self._place.offset: settings})
            self._settings = settings
            return self._request

    def _ask(self) -> LineRequest:
        """The line as it is; taken as it stands when nobody has said what it shall be."""
        return self._request or self._apply()

    def _bias(self, pull: str) -> Bias:
        if pull not in _BIAS:
            raise PinInvalidPull(f"{pull!r} is no pull for {self!r}: up, down or floating")
        return _BIAS[pull]

    def _get_info(self) -> PinInfo:
        name = self._place.name
        return PinInfo(self._place.offset, name, frozenset({name}), "", 0, 0, frozenset({"gpio"}))

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        match value:
            case "input":
                self._apply(direction=Direction.INPUT, bias=Bias.AS_IS)
            case "output":
                with self._lock:
                    self.output_with_state(bool(self._ask().get_value(self._place.offset)))
            case _:
                raise PinInvalidFunction(f"{value!r} is no function for {self!r}: input or output")

    def _get_state(self) -> bool:
        with self._lock:
            return bool(self._ask().get_value(self._place.offset))

    def _set_state(self, value: bool) -> None:
        with self._lock:
            if self._settings.direction is not Direction.OUTPUT:
                raise PinSetInput(f"{self!r} is an input and cannot be set")
            self._ask().set_value(self._place.offset, Value(int(bool(value))))

    def _get_pull(self) -> str:
        return _PULL[self._settings.bias]

    def _set_pull(self, value: str) -> None:
        if self._settings.direction is Direction.OUTPUT:
            raise PinFixedPull(f"{self!r} is an output; its pull follows its fail-safe level")
        self._apply(direction=Direction.INPUT, bias=self._bias(value))

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        """Seconds for which a level must hold before the kernel reports it."""
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._apply(direction=Direction.INPUT, debounce_period=timedelta(seconds=value or 0))

    def _get_edges(self) -> str:
        return _EDGE_NAMES[self._edges]

    def _set_edges(self, value: str) -> None:
        if value not in _EDGES:
            raise PinInvalidEdges(f"{value!r} are no edges for {self!r}: both, rising, falling or none")
        with self._lock:
            self._edges = _EDGES[value]
            if self._told is not None:
                self._apply(edge_detection=self._edges)

    def _get_when_changed(self) -> Callable[[int, bool], None] | None:
        return None if self._told is None else self._told()

    def _set_when_changed(self, value: Callable[[int, bool], None] | None) -> None:
        """Kept weakly, as gpiozero asks of its pins: a device that goes out of scope closes itself."""
        was_told = self._told is not None
        if value is None:
            self._told = None
        else:
            self._told = WeakMethod(value) if isinstance(value, MethodType) else ref(value)
        # The watch calls with its own lock held, so it is never called with the pin's.
        if value is not None and not was_told:
            request = self._apply(direction=Direction.INPUT, edge_detection=self._edges)
            self._watch.add(request.fd, self._tell)
        elif value is None and was_told and self._request is not None:
            self._watch.remove(self._request.fd)
            self._apply(edge_detection=Edge.NONE)

    def _tell(self) -> None:
        with self._lock:
            if self._request is None:
                return
            fd = self._request.fd
            try:
                events = self._request.read_edge_events()
            except OSError:
                # The chip is gone; who reads the pin next is told so.
                self._watch.remove(fd)
                return
        for event in events:
            if told := self._get_when_changed():
                told(event.timestamp_ns, event.event_type is event.Type.RISING_EDGE)
