"""What only real lines show: who holds them, what is left when the program dies, chips that vanish, gpiozero itself."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic_ns

import gpiod
import pytest
from gpiozero import LED, Button, GPIOPinInUse, PinInvalidPin

from drivers.gpio.factory import GpiodFactory
from drivers.gpio.keys import GpioKeys
from drivers.gpio.lamps import GpioLamps
from drivers.gpio.pins import Input, Output, Pin
from drivers.gpio.safe import make_safe
from drivers.gpio.sense import GpioSense
from drivers.gpio.switches import GpioSwitches
from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, Glow, LineChanged
from drivers.pulses import Acceptor, Chip, Condition, PulseValidator, Trouble
from tests.conformance.benches import (
    ACCEPTORS,
    KEYS,
    LAMPS,
    SWITCHES,
    GpioBench,
    GpioSimChip,
    Posted,
    header,
    number,
    until,
)

pytestmark = pytest.mark.hil
_CONFIGFS = Path("/sys/kernel/config/gpio-sim")
_OUTPUTS = LAMPS | SWITCHES
_SAFE = {name: output.safe_level for name, output in _OUTPUTS.items()}


@pytest.fixture
def real(chip: GpioSimChip) -> Iterator[GpioBench]:
    bench = GpioBench(chip)
    yield bench
    bench.close()


@pytest.fixture
def factory(chip: GpioSimChip) -> Iterator[GpiodFactory]:
    with GpiodFactory() as factory:
        yield factory


class Expander:
    """A second chip that can be unplugged."""

    def __init__(self) -> None:
        self._folder = _CONFIGFS / "expander"
        (self._folder / "bank0").mkdir(parents=True)
        (self._folder / "bank0" / "num_lines").write_text("16")
        (self._folder / "bank0" / "label").write_text("mcp23017")
        self.plug()

    def plug(self) -> None:
        (self._folder / "live").write_text("1")
        name = (self._folder / "bank0" / "chip_name").read_text().strip()
        device = (self._folder / "dev_name").read_text().strip()
        self.chip = GpioSimChip(Path("/sys/devices/platform") / device / name)

    def unplug(self) -> None:
        if (self._folder / "live").read_text().strip() == "1":
            (self._folder / "live").write_text("0")

    def remove(self) -> None:
        self.unplug()
        (self._folder / "bank0").rmdir()
        self._folder.rmdir()


@pytest.fixture
def expander(chip: GpioSimChip) -> Iterator[Expander]:
    if not _CONFIGFS.is_dir():
        pytest.skip("NOT TESTED: a second gpio-sim chip needs configfs at /sys/kernel/config")
    expander = Expander()
    yield expander
    expander.remove()


def levels(chip: GpioSimChip) -> dict[str, bool]:
    return {name: chip.level(number(output.pin)) for name, output in _OUTPUTS.items()}


def set_everything_unsafe(bench: GpioBench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.switches.start(posted)
    bench.lamps.show(dict.fromkeys(LAMPS, Glow.ON))
    for name, output in SWITCHES.items():
        bench.switches.set(name, not output.fail_safe)
    assert levels(bench.chip) == {name: not level for name, level in _SAFE.items()}


def test_two_users_of_one_pin_are_both_named(factory: GpiodFactory, posted: Posted) -> None:
    sense = GpioSense({"acceptor_1": Input(pin=header(5))}, factory=factory)
    sense.start(posted)
    lamps = GpioLamps({"lamp_1": Output(pin=header(17)), "lamp_2": Output(pin=header(5))}, factory=factory)

    with pytest.raises(DriverError, match="GPIO5 is wanted by lamp_2 but already used by acceptor_1"):
        lamps.start(posted)

    sense.close()
    lamps.start(posted)
    lamps.close()


def test_a_line_that_another_program_holds_names_the_program(factory: GpiodFactory, posted: Posted) -> None:
    place = factory.locate(header(6))

    with gpiod.request_lines(place.path, {place.offset: None}, consumer="gpiomon"):
        with pytest.raises(DriverError, match="acceptors cannot have GPIO6: gpiomon holds it"):
            GpioSense(ACCEPTORS, factory=factory).start(posted)
        with pytest.raises(DriverError, match="bell cannot have GPIO6: gpiomon holds it"):
            GpioSwitches({"bell": Output(pin=header(6))}, factory=factory).start(posted)


def test_what_holds_a_line_can_be_read_by_a_technician(real: GpioBench, posted: Posted) -> None:
    real.sense.start(posted)
    real.switches.start(posted)

    with gpiod.Chip(real.factory.locate(header(5)).path) as chip:
        holders = [chip.get_line_info(number(pin)).consumer for pin in (header(5), SWITCHES["lock"].pin)]

    assert holders == ["tablehand acceptors", "tablehand lock"]


def test_after_close_the_released_lines_stay_at_their_safe_levels(real: GpioBench, posted: Posted) -> None:
    set_everything_unsafe(real, posted)

    real.close()

    assert levels(real.chip) == _SAFE


def test_make_safe_after_a_crash_leaves_every_output_safe(chip: GpioSimChip) -> None:
    for output in _OUTPUTS.values():
        chip.pull(number(output.pin), not output.safe_level)

    failures = make_safe(_OUTPUTS)

    assert failures == ()
    assert levels(chip) == _SAFE


def test_make_safe_says_which_output_is_still_held_and_saves_the_others(real: GpioBench, posted: Posted) -> None:
    real.switches.start(posted)
    real.switches.set("lock", False)
    for lamp in LAMPS.values():
        real.chip.pull(number(lamp.pin), not lamp.safe_level)

    failures = make_safe(_OUTPUTS)

    assert [failure.split(":")[0] for failure in failures] == [
        "lock is not known to be safe",
        "bell is not known to be safe",
    ]
    assert "tablehand lock holds it" in failures[0]
    assert {lamp: levels(real.chip)[lamp] for lamp in LAMPS} == {lamp: _SAFE[lamp] for lamp in LAMPS}


def test_a_killed_program_leaves_every_output_safe(chip: GpioSimChip) -> None:
    program = """
from time import sleep
from tests.conformance.benches import LAMPS, SWITCHES, GpioBench, GpioSimChip, Posted
from tests.conformance.test_gpio import set_everything_unsafe
from tests.conformance.conftest import find_chip
bench = GpioBench(find_chip())
set_everything_unsafe(bench, Posted())
print("unsafe", flush=True)
sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "unsafe\n"
        before = levels(chip)

        victim.send_signal(signal.SIGKILL)

    assert before == {name: not level for name, level in _SAFE.items()}
    assert levels(chip) == _SAFE


def test_after_a_storm_of_edges_the_next_chip_is_one_chip(real: GpioBench, posted: Posted) -> None:
    real.sense.start(posted)
    for count in range(600):
        real.hold("acceptor_1", count % 2 == 0)
    # The first moment that is clearly no part of the storm.
    calm = monotonic_ns() + 50_000_000
    posted.until(lambda: any(not level.active and level.at > calm for level in posted.levels("acceptor_1")))

    real.pulse("acceptor_1", 50)

    posted.until(lambda: [edge.active for edge in posted.edges("acceptor_1") if edge.at > calm] == [True, False])
    validator = PulseValidator([Acceptor("acceptor_1")])
    outcomes = [outcome for signal in posted.all() for outcome in validator.feed(signal)]
    assert [type(outcome) for outcome in outcomes if outcome.at > calm] == [Chip]
    assert Trouble.CHATTER in [outcome.kind for outcome in outcomes if isinstance(outcome, Condition)]


def test_a_bouncing_key_is_one_press(real: GpioBench, posted: Posted) -> None:
    real.keys.start(posted)

    for active in (True, False) * 5:
        real.hold("no_more_bets", active)
    real.hold("no_more_bets", True)
    posted.until(lambda: bool(posted.edges("no_more_bets")))
    real.hold("no_more_bets", False)

    posted.until(lambda: len(posted.edges("no_more_bets")) >= 2)
    assert posted.edges("no_more_bets") == [LineChanged("no_more_bets", True), LineChanged("no_more_bets", False)]


def test_acceptors_on_an_expander_survive_its_being_unplugged(expander: Expander, posted: Posted) -> None:
    lines = {"acceptor_1": Input(pin=Pin("mcp23017", 3)), "acceptor_2": Input(pin=header(6))}
    with GpiodFactory() as factory:
        sense = GpioSense(lines, factory=factory)
        sense.start(posted)

        expander.unplug()
        posted.until(lambda: any(isinstance(s, DeviceFailed) for s in posted.all()))
        expander.plug()
        posted.until(lambda: any(isinstance(s, DeviceRecovered) for s in posted.all()))
        expander.chip.pull(3, False)

        posted.until(lambda: LineChanged("acceptor_1", True, 1) in posted.edges("acceptor_1"))
        sense.close()
    assert len([s for s in posted.all() if isinstance(s, DeviceFailed)]) == 1


def test_lamps_and_keys_report_a_chip_that_vanished(expander: Expander, posted: Posted) -> None:
    with GpiodFactory() as factory:
        lamps = GpioLamps({"lamp_1": Output(pin=Pin("mcp23017", 0))}, factory=factory)
        keys = GpioKeys({"clear": Input(pin=Pin("mcp23017", 1))}, factory=factory)
        lamps.start(posted)
        keys.start(posted)

        expander.unplug()

        posted.until(lambda: {s.device for s in posted.all() if isinstance(s, DeviceFailed)} == {"lamps", "keys"})
        with pytest.raises(DriverError, match="lamp_1 on mcp23017:0 cannot be switched on"):
            lamps.show({"lamp_1": Glow.ON})
        lamps.close()
        keys.close()


def test_a_chip_that_is_not_there_is_named_with_those_that_are(factory: GpiodFactory, posted: Posted) -> None:
    lamps = GpioLamps({"lamp_1": Output(pin=Pin("mcp23099", 0))}, factory=factory)

    with pytest.raises(DriverError, match="no GPIO chip has the label 'mcp23099'; there is /dev/gpiochip"):
        lamps.start(posted)


def test_gpiozero_s_own_devices_work_on_the_factory(chip: GpioSimChip, factory: GpiodFactory) -> None:
    pressed = threading.Event()
    with LED(17, pin_factory=factory) as led, Button("GPIO10", pin_factory=factory) as button:
        button.when_pressed = pressed.set
        led.on()
        chip.pull(10, False)

        assert pressed.wait(5)
        assert (button.is_pressed, led.value, chip.level(17)) == (True, 1, True)
        with pytest.raises(GPIOPinInUse, match="GPIO17 is wanted by"):
            LED("BCM17", pin_factory=factory)
    chip.pull(10, True)


def test_a_callback_that_raises_costs_the_other_keys_nothing(
    chip: GpioSimChip, factory: GpiodFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(str(args.exc_value)))

    def fail() -> None:
        raise RuntimeError("a defect in a callback")

    pressed = threading.Event()
    with Button(10, pin_factory=factory) as broken, Button(9, pin_factory=factory) as sound:
        broken.when_pressed = fail
        sound.when_pressed = pressed.set
        chip.pull(10, False)
        until(lambda: reported == ["a defect in a callback"])
        chip.pull(9, False)

        assert pressed.wait(5)
    for line in (9, 10):
        chip.pull(line, True)


def test_a_pin_that_does_not_exist_is_refused(factory: GpiodFactory) -> None:
    for wrong in (99, "GPIO99", "gpiochip0:nonsense"):
        with pytest.raises(PinInvalidPin):
            LED(wrong, pin_factory=factory)


def test_every_port_of_a_table_fits_on_one_factory(real: GpioBench, posted: Posted) -> None:
    for port in (real.sense, real.keys, real.lamps, real.switches):
        port.start(posted)

    real.pulse("acceptor_1", 50)

    posted.until(lambda: len(posted.edges("acceptor_1")) == 2)
    assert set(KEYS) == set(real.keys.levels())
