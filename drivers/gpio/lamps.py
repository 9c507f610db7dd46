"""Lamps on GPIO outputs. One thread beats the rhythms and drives every lamp anew each second.

It decides nothing: which lamp glows how is the caller's; a lamp that does not obey is reported, and tried again.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from time import monotonic_ns

from drivers.glow import is_lit, next_change_ms
from drivers.gpio.factory import GpiodFactory
from drivers.gpio.outputs import OutputBank
from drivers.gpio.pins import Output
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, Glow, Post

_REFRESH_MS = 1000
_DEVICE = "lamps"


class GpioLamps:
    """A `LampBank`. `lamps`: outputs by lamp name."""

    def __init__(self, lamps: Mapping[str, Output], *, factory: GpiodFactory) -> None:
        self._bank = OutputBank(lamps, factory)
        self._glows = dict.fromkeys(lamps, Glow.OFF)
        self._lit: dict[str, bool] = {}
        self._failed: set[str] = set()
        self._refreshed_at = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._beats = 0

    def start(self, post: Post) -> None:
        self._bank.open()
        # Whatever glowed before a close is not what anyone asks for now.
        self._glows = dict.fromkeys(self._glows, Glow.OFF)
        self._lit.clear()
        self._failed.clear()
        self._thread = threading.Thread(target=self._run, args=(post,), name="lamps", daemon=True)
        self._thread.start()

    def show(self, glows: Mapping[str, Glow]) -> None:
        failures = []
        with self._changed:
            for name, glow in glows.items():
                if name in self._glows:
                    self._glows[name] = glow
                try:
                    self._write(name, is_lit(glow, _now_ms()))
                except DriverError as error:
                    failures.append(str(error))
            self._changed.notify()
        if failures:
            raise DriverError("; ".join(failures))

    def close(self) -> None:
        with self._changed:
            thread, self._thread = self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()
        self._bank.close()

    def progress(self) -> int:
        return self._beats

    def _write(self, name: str, lit: bool) -> None:
        try:
            self._bank.write(name, lit)
        except DriverError:
            self._lit.pop(name, None)
            raise
        self._lit[name] = lit

    def _run(self, post: Post) -> None:
        while True:
            with self._changed:
                if self._thread is not threading.current_thread():
                    return
                self._beats += 1
                now = _now_ms()
                news = self._render(now)
                pause_ms = self._next_ms(now) - now
            for signal in news:
                post(signal)
            with self._changed:
                if self._thread is threading.current_thread():
                    self._changed.wait(pause_ms / 1000)

    def _render(self, now: int) -> list[DeviceFailed | DeviceRecovered]:
        """Sets what must change, and everything once a second: an expander that lost its supply forgets its levels."""
        refresh = now - self._refreshed_at >= _REFRESH_MS
        if refresh:
            self._refreshed_at = now
        news: list[DeviceFailed | DeviceRecovered] = []
        for name, glow in self._glows.items():
            lit = is_lit(glow, now)
            if self._lit.get(name) is lit and not refresh:
                continue
            try:
                self._write(name, lit)
            except DriverError as error:
                if name not in self._failed:
                    self._failed.add(name)
                    news.append(DeviceFailed(_DEVICE, str(error), f"check {name} and its wiring", at=monotonic_ns()))
            else:
                if name in self._failed:
                    self._failed.remove(name)
                    news += [] if self._failed else [DeviceRecovered(_DEVICE, at=monotonic_ns())]
        return news

    def _next_ms(self, now: int) -> int:
        changes = (next_change_ms(glow, now) for glow in self._glows.values())
        return min([self._refreshed_at + _REFRESH_MS, *(change for change in changes if change is not None)])


def _now_ms() -> int:
    return monotonic_ns() // 1_000_000
