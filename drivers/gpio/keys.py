"""The dealer's keys and the supervisor's key switch on GPIO inputs, debounced by the kernel.

It tells levels, not meanings. Levels are also read back ten times a second, since hardware can lose an edge; a key is
told once a change, whoever noticed first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from time import monotonic_ns

from gpiozero import DigitalInputDevice, GPIOZeroError

from drivers.gpio.factory import GpiodFactory
from drivers.gpio.pins import Input, Pull
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, LineChanged, Post

_READ_BACK_S = 0.1
_DEVICE = "keys"


class Key(DigitalInputDevice):  # type: ignore[misc]  # gpiozero has no types
    """One key through gpiozero; tells the kernel's time of an edge, which gpiozero keeps to itself."""

    def __init__(
        self, user: str, key: Input, factory: GpiodFactory, debounce_ms: int, told: Callable[[str, bool, int], None]
    ) -> None:
        self.user = user
        self._told_key = told
        # gpiozero takes the active level from the pull, and lets only a floating input name its own.
        usual = key.pull is (Pull.UP if key.active_low else Pull.DOWN)
        super().__init__(
            key.pin,
            pull_up=key.active_low if usual else None,
            active_state=None if usual else not key.active_low,
            bounce_time=debounce_ms / 1000,
            pin_factory=factory,
        )
        if not usual and key.pull is not Pull.NONE:
            self.pin.pull = str(key.pull)

    def _fire_events(self, ticks: int, new_active: bool) -> None:
        known = self._last_active is not None
        super()._fire_events(ticks, new_active)
        if known:
            self._told_key(self.user, bool(new_active), ticks)


class GpioKeys:
    """A `Keys` port."""

    def __init__(self, lines: Mapping[str, Input], *, factory: GpiodFactory, debounce_ms: int = 20) -> None:
        self._lines = dict(lines)
        self._factory = factory
        self._debounce_ms = debounce_ms
        self._keys: dict[str, Key] = {}
        self._levels: dict[str, bool] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._post: Post = lambda _signal: None
        self._beats = 0

    def start(self, post: Post) -> None:
        self._post = post
        try:
            for name, line in self._lines.items():
                self._keys[name] = Key(name, line, self._factory, self._debounce_ms, self._told)
        except (GPIOZeroError, DriverError, OSError) as error:
            self._let_go()
            raise DriverError(str(error)) from error
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)
        self._thread.start()

    def levels(self) -> Mapping[str, bool]:
        with self._lock:
            return dict.fromkeys(self._lines, False) | self._levels

    def close(self) -> None:
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self._let_go()

    def progress(self) -> int:
        return self._beats

    def _let_go(self) -> None:
        for key in self._keys.values():
            try:
                key.close()
            except (GPIOZeroError, OSError):
                # The chip is gone and the line with it.
                continue
        self._keys.clear()

    def _told(self, name: str, on: bool, at: int) -> None:
        with self._lock:
            # A key that is off at the start has told nothing new.
            if self._levels.get(name, False) is not on:
                self._levels[name] = on
                self._post(LineChanged(name, on, at=at))

    def _run(self) -> None:
        failed = False
        while not self._stop.wait(_READ_BACK_S):
            self._beats += 1
            try:
                for name, key in self._keys.items():
                    self._told(name, bool(key.value), monotonic_ns())
            except (GPIOZeroError, OSError) as error:
                if not failed:
                    symptom = f"the key lines cannot be read ({error})"
                    self._post(DeviceFailed(_DEVICE, symptom, "check the key box and its chip", at=monotonic_ns()))
                failed = True
                continue
            if failed:
                failed = False
                self._post(DeviceRecovered(_DEVICE, at=monotonic_ns()))
