"""Every meter display keeps one contract: the newest face wins, dashes at both ends, trouble posted, never raised."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from drivers.meter.file import FileMeter
from drivers.meter.log import LogMeter
from drivers.meter.sign import Sign
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, MeterDisplay, MeterFace, Signal
from drivers.sim.meter import SimMeter
from tests.conformance.waiting import until

AMOUNT = MeterFace(10_000_070, "GOOD LUCK")
HIGHER = MeterFace(10_000_140, "")
DASHES = MeterFace(None, "")


class Stand(ABC):
    """One meter and a way to read what it shows, and to break it."""

    meter: MeterDisplay

    @abstractmethod
    def read(self) -> MeterFace | None:
        """What people see; None when there is nothing to see."""

    @abstractmethod
    def break_off(self) -> None: ...

    @abstractmethod
    def mend(self) -> None: ...


class SimStand(Stand):
    def __init__(self) -> None:
        self.meter: SimMeter = SimMeter()

    def read(self) -> MeterFace:
        return self.meter.shown

    def break_off(self) -> None:
        self.meter.break_off()

    def mend(self) -> None:
        self.meter.mend()


class FileStand(Stand):
    """`suffix` says which kind of file."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder = folder / "sign"
        self._folder.mkdir()
        self._path = self._folder / f"meter{suffix}"
        self.meter = FileMeter(self._path, refresh_s=0.05)

    def read(self) -> MeterFace | None:
        if not self._path.exists():
            return None
        told = self._path.read_text(encoding="utf-8")
        match self._path.suffix:
            case ".json":
                shown = json.loads(told)
                return MeterFace(_cents(shown["shown"]), shown["text"])
            case ".html":
                amount, text = re.findall(r'<p class="\w+">(.*?)</p>', told)
            case _:
                amount, text = told.splitlines()
        return MeterFace(_cents(amount), text)

    def break_off(self) -> None:
        self._path.unlink()
        self._folder.rename(self._folder.with_name("gone"))

    def mend(self) -> None:
        self._folder.with_name("gone").rename(self._folder)


class LogStand(Stand):
    def __init__(self, log: list[dict[str, object]]) -> None:
        self._log = log
        self.meter = LogMeter()

    def read(self) -> MeterFace | None:
        lines = [line for line in self._log if line["event"] == "meter_shows"]
        if not lines:
            return None
        amount = lines[-1]["amount"]
        return MeterFace(None if amount is None else _cents(f"${amount}"), str(lines[-1]["text"]))

    def break_off(self) -> None:
        raise NotImplementedError("a log does not break")

    def mend(self) -> None:
        raise NotImplementedError("a log does not break")


def _cents(figure: str) -> int | None:
    return None if figure == "--------" else int(re.sub(r"[$,.]", "", figure))


BREAKABLE = ["sim", ".html", ".json", ".txt"]


@pytest.fixture(params=[*BREAKABLE, "log"])
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stand]:
    with capture_logs() as log:
        match request.param:
            case "sim":
                made: Stand = SimStand()
            case "log":
                made = LogStand(log)  # type: ignore[arg-type]
            case suffix:
                made = FileStand(tmp_path, suffix)
        yield made
        made.meter.close()


def test_it_begins_with_dashes(stand: Stand) -> None:
    stand.meter.start(lambda _: None)

    until(lambda: stand.read() == DASHES)


def test_it_shows_the_newest_face(stand: Stand) -> None:
    stand.meter.start(lambda _: None)

    for amount in range(1_000):
        stand.meter.show(MeterFace(amount))
    stand.meter.show(AMOUNT)

    until(lambda: stand.read() == AMOUNT)


def test_it_ends_with_dashes_and_may_be_closed_twice(stand: Stand) -> None:
    stand.meter.start(lambda _: None)
    stand.meter.show(AMOUNT)
    until(lambda: stand.read() == AMOUNT)

    stand.meter.close()
    stand.meter.close()
    stand.meter.show(HIGHER)

    assert stand.read() == DASHES


def test_it_may_be_closed_before_it_was_started(stand: Stand) -> None:
    stand.meter.close()

    assert stand.read() in (None, DASHES)


def test_it_makes_progress(stand: Stand) -> None:
    stand.meter.start(lambda _: None)
    before = stand.meter.progress()

    until(lambda: stand.meter.progress() > before)


@pytest.mark.parametrize("stand", BREAKABLE, indirect=True)
def test_its_trouble_is_told_once_and_its_recovery_shows_the_newest_face(stand: Stand) -> None:
    signals: list[Signal] = []
    stand.meter.start(signals.append)
    stand.meter.show(AMOUNT)
    until(lambda: stand.read() == AMOUNT)

    stand.break_off()
    stand.meter.show(HIGHER)
    until(lambda: bool(signals))
    stand.mend()
    until(lambda: stand.read() == HIGHER)
    until(lambda: len(signals) == 2)

    failed, recovered = signals
    assert isinstance(failed, DeviceFailed)
    assert failed.device == "meter"
    assert failed.symptom
    assert failed.remedy
    assert recovered == DeviceRecovered("meter")


class HangingSign(Sign):
    """A sign that never comes back from drawing, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing, self.let_go = Event(), Event()

    def draw(self, face: MeterFace) -> None:
        self.drawing.set()
        self.let_go.wait()
        raise DriverError("it never answered")


def test_a_sign_that_hangs_keeps_nobody_waiting_and_makes_no_progress() -> None:
    sign = HangingSign()
    sign.start(lambda _: None)
    sign.drawing.wait()

    for amount in range(1_000):
        sign.show(MeterFace(amount))

    assert sign.progress() == 0
    sign.let_go.set()
    sign.close()
