"""Pins as they are written, and where they are found."""

from __future__ import annotations

import types

import pytest

from drivers.gpio.chips import Place, SeenChip, locate, refuse_v1
from drivers.gpio.pins import Output, Pin
from drivers.ports import DriverError

PI_4 = SeenChip("/dev/gpiochip0", "pinctrl-bcm2711", ("ID_SDA", "ID_SCL", *(f"GPIO{n}" for n in range(2, 58))))
PI_5 = SeenChip("/dev/gpiochip4", "pinctrl-rp1", tuple(f"GPIO{n}" for n in range(54)))
EXPANDER = SeenChip("/dev/gpiochip2", "mcp23017", ("",) * 16)
OTHER_BOARD = SeenChip("/dev/gpiochip0", "some-soc", ("", "GPIO17", "LED"))


@pytest.mark.parametrize(
    ("written", "pin"),
    [
        ("GPIO17", Pin("", "GPIO17")),
        ("GPIO04", Pin("", "GPIO4")),
        ({"chip": "mcp23017", "line": 3}, Pin("mcp23017", 3)),
        ({"chip": "some-soc", "line": "LED"}, Pin("some-soc", "LED")),
    ],
)
def test_a_pin_is_read_as_it_is_written(written: object, pin: Pin) -> None:
    assert Pin.of(written) == pin


@pytest.mark.parametrize(
    "written",
    [
        *("GPIO28", "gpio17", "17", "", "GPIO\N{FULLWIDTH DIGIT ONE}", 17, None, ["GPIO17"], {}),
        *({"chip": "x"}, {"chip": "", "line": 1}, {"chip": "x", "line": -1}, {"chip": "x", "line": ""}),
        *({"chip": "x", "line": True}, {"chip": "x", "line": 1, "pull": "up"}),
    ],
)
def test_what_is_no_pin_is_refused_with_what_would_be_right(written: object) -> None:
    with pytest.raises(ValueError, match=r"is no pin; write .*\{chip: mcp23017, line: 3\}"):
        Pin.of(written)


@pytest.mark.parametrize(
    ("pin", "chips", "place"),
    [
        (Pin("", "GPIO17"), (EXPANDER, PI_4), Place("/dev/gpiochip0", 17, "GPIO17")),
        (Pin("", "GPIO0"), (PI_4,), Place("/dev/gpiochip0", 0, "GPIO0")),
        (Pin("", "GPIO17"), (PI_5, EXPANDER), Place("/dev/gpiochip4", 17, "GPIO17")),
        (Pin("mcp23017", 3), (PI_5, EXPANDER), Place("/dev/gpiochip2", 3, "mcp23017:3")),
        (Pin("some-soc", "LED"), (OTHER_BOARD,), Place("/dev/gpiochip0", 2, "some-soc:LED")),
        (Pin("", "GPIO17"), (OTHER_BOARD, EXPANDER), Place("/dev/gpiochip0", 1, "GPIO17")),
    ],
)
def test_a_line_is_found_by_label_or_name_whatever_the_chip_s_number(
    pin: Pin, chips: tuple[SeenChip, ...], place: Place
) -> None:
    assert locate(pin, chips) == place


@pytest.mark.parametrize(
    ("pin", "chips", "sentence"),
    [
        (Pin("", "GPIO17"), (), r"GPIO17 cannot be had: this machine has no GPIO chip"),
        (Pin("mcp23018", 3), (EXPANDER,), r"no GPIO chip has the label 'mcp23018'; there is /dev/gpiochip2 \(mcp23017"),
        (Pin("mcp23017", 16), (EXPANDER,), r"mcp23017:16 cannot be had: .* has only lines 0 to 15"),
        (Pin("mcp23017", "A3"), (EXPANDER,), r"has no line or several lines of that name"),
        (Pin("mcp23017", 3), (EXPANDER, EXPANDER), r"mcp23017:3 is ambiguous"),
        (Pin("", "GPIO18"), (OTHER_BOARD,), r"no Raspberry Pi header here and no line has that name"),
        (Pin("", "GPIO17"), (OTHER_BOARD, OTHER_BOARD), r"several lines have that name"),
    ],
)
def test_a_line_that_cannot_be_found_is_told_with_what_there_is(
    pin: Pin, chips: tuple[SeenChip, ...], sentence: str
) -> None:
    with pytest.raises(DriverError, match=sentence):
        locate(pin, chips)


@pytest.mark.parametrize(
    ("active_low", "fail_safe", "high"),
    [(False, False, False), (False, True, True), (True, False, True), (True, True, False)],
)
def test_the_safe_level_is_the_wire_s_level(active_low: bool, fail_safe: bool, high: bool) -> None:
    output = Output(pin=Pin("", "GPIO26"), active_low=active_low, fail_safe=fail_safe)

    assert output.safe_level is high


def test_debian_s_own_gpiod_is_refused_with_what_to_install() -> None:
    module = types.ModuleType("gpiod")
    module.__file__ = "/usr/lib/python3/dist-packages/gpiod.so"

    with pytest.raises(DriverError, match=r"/usr/lib/python3/dist-packages/gpiod.so is libgpiod version 1; install"):
        refuse_v1(module)
