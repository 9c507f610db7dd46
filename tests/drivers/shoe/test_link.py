"""The serial link on real lines: a pty that is pulled and plugged, a TCP box, a port that is not there."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.ports import CardLeft, DeviceFailed, DeviceRecovered, DriverError, Garbled, Heartbeat, ShoeFault, Signal
from drivers.shoe.link import SerialLink, pause
from drivers.sim.shoe_side import ShoeSide
from drivers.sim.wired_shoe import PtyShoe, WiredShoe, on_pty
from tests.conformance.waiting import until


class Signals(list[Signal]):
    """What a link posted."""

    def of(self, kind: type[Signal]) -> list[Signal]:
        return [signal for signal in self if isinstance(signal, kind)]

    def has(self, kind: type[Signal]) -> Callable[[], bool]:
        return lambda: bool(self.of(kind))


@pytest.fixture
def signals() -> Signals:
    return Signals()


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[PtyShoe]:
    shoe = PtyShoe(tmp_path / "shoe")
    yield shoe
    shoe.close()


def test_a_cable_pulled_and_plugged_loses_no_card(plugged: PtyShoe, signals: Signals) -> None:
    plugged.start(signals.append)
    until(signals.has(Heartbeat))
    plugged.draw("Kd")
    until(signals.has(CardLeft))

    plugged.pull_plug()
    until(signals.has(DeviceFailed))
    plugged.draw("2c")
    plugged.plug_in()
    plugged.draw("3s")

    until(lambda: len(signals.of(CardLeft)) == 3)
    assert signals.of(CardLeft) == [CardLeft("Kd", "d"), CardLeft("2c", "d"), CardLeft("3s", "d")]
    assert len(signals.of(DeviceFailed)) == 1
    assert signals.of(DeviceRecovered) == [DeviceRecovered("shoe")]


def test_a_simulated_shoe_that_died_with_the_controller_goes_on_where_the_journal_stands(
    plugged: PtyShoe, signals: Signals
) -> None:
    plugged.resume("7F3A", 25, 19)
    plugged.start(signals.append)
    until(signals.has(Heartbeat))

    plugged.draw("Kd")

    until(signals.has(CardLeft))
    [card], [beat, *_] = signals.of(CardLeft), signals.of(Heartbeat)
    assert (card.boot, card.number) == ("7F3A", 26)
    assert beat == Heartbeat("7F3A", 25, 19)
    assert not signals.of(ShoeFault)


@pytest.mark.parametrize(("boot", "number", "cards_out"), [("0B00", 25, 19), ("", 0, 0)])
def test_a_simulated_shoe_stands_in_for_no_other(
    boot: str, number: int, cards_out: int, plugged: PtyShoe, signals: Signals
) -> None:
    plugged.resume(boot, number, cards_out)
    plugged.start(signals.append)

    plugged.draw("Kd")

    until(signals.has(CardLeft))
    assert [(card.boot, card.number) for card in signals.of(CardLeft)] == [("7F3A", 1)]


def test_a_shoe_that_is_not_there_is_told_and_found_when_it_comes(tmp_path: Path, signals: Signals) -> None:
    path = tmp_path / "shoe"
    link = SerialLink(str(path))
    link.start(signals.append)
    until(signals.has(DeviceFailed))

    wired = on_pty(ShoeSide(), path)
    until(signals.has(DeviceRecovered))

    link.close()
    wired.close()
    [failed] = signals.of(DeviceFailed)
    assert failed == DeviceFailed(
        "shoe",
        f"{path}: No such file or directory",
        "check cable and power; the link tries again by itself",
    )


def test_a_port_that_another_link_holds_is_told(plugged: PtyShoe, tmp_path: Path, signals: Signals) -> None:
    plugged.start(lambda _: None)
    until(lambda: plugged.progress() > 0)
    second = SerialLink(str(tmp_path / "shoe"))

    second.start(signals.append)
    until(signals.has(DeviceFailed))

    second.close()
    [failed] = signals.of(DeviceFailed)
    assert isinstance(failed, DeviceFailed)
    assert failed.symptom == f"{tmp_path / 'shoe'}: another program holds it"


def test_noise_on_a_real_line_is_shown_and_skipped(plugged: PtyShoe, signals: Signals) -> None:
    plugged.start(signals.append)
    until(signals.has(Heartbeat))

    with plugged.hands_on() as shoe:
        shoe.babble(b"\x00\xff\x02half a frame")
        shoe.draw("Kd")

    until(signals.has(CardLeft))
    assert signals.of(Garbled) == [Garbled(b"\x02half a frame")]


def test_a_shoe_behind_a_tcp_box_is_a_shoe(signals: Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as box:
        link = SerialLink(f"socket://127.0.0.1:{box.getsockname()[1]}")
        link.start(signals.append)
        wire, _ = box.accept()
        side = ShoeSide()
        side.draw("Kd")
        wired = WiredShoe(side, wire.fileno(), wire.close)

        until(signals.has(CardLeft))

        link.close()
        wired.close()
    assert signals.of(CardLeft) == [CardLeft("Kd", "d")]


def test_a_tcp_box_that_hangs_up_is_called_again(signals: Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as box:
        link = SerialLink(f"socket://127.0.0.1:{box.getsockname()[1]}")
        link.start(signals.append)
        box.accept()[0].close()
        until(signals.has(DeviceFailed))

        wire, _ = box.accept()
        wired = WiredShoe(ShoeSide(), wire.fileno(), wire.close)
        until(signals.has(DeviceRecovered))

        link.close()
        wired.close()


@pytest.mark.parametrize(("port", "baudrate"), [("nonsense://shoe", 115200), ("/dev/null", -1)])
def test_what_can_be_no_serial_port_is_refused_with_a_sentence(port: str, baudrate: int) -> None:
    with pytest.raises(DriverError, match="shoe"):
        SerialLink(port, baudrate=baudrate).start(lambda _: None)


def test_a_link_that_looks_for_its_shoe_makes_progress_and_ends_at_once(tmp_path: Path) -> None:
    link = SerialLink(str(tmp_path / "shoe"))
    link.start(lambda _: None)
    before = link.progress()
    until(lambda: link.progress() > before + 3)

    link.close()

    assert not any(thread.name.startswith("shoe ") for thread in threading.enumerate())


@pytest.mark.parametrize(
    ("attempt", "luck", "seconds"),
    [(0, 0.0, 0.25), (0, 1.0, 0.25), (1, 0.0, 0.25), (1, 1.0, 0.5), (3, 0.5, 1.5), (5, 1.0, 5.0), (99, 0.0, 2.5)],
)
def test_attempts_come_further_apart_up_to_five_seconds(attempt: int, luck: float, seconds: float) -> None:
    assert pause(attempt, luck) == seconds
