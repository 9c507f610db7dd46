"""The pin factory's bookkeeping, which needs no chip; the lines themselves are shown on the virtual board."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest
from gpiozero import LED, GPIOPinInUse, PinInvalidPin

from drivers.gpio.chips import Place, SeenChip
from drivers.gpio.factory import GpiodFactory
from drivers.gpio.pins import Output, Pin
from drivers.gpio.safe import make_safe

HEADER = SeenChip("/dev/gpiochip0", "pinctrl-bcm2711", tuple(f"GPIO{n}" for n in range(58)))
EXPANDER = SeenChip("/dev/gpiochip1", "mcp23017", ("",) * 16)


@pytest.fixture
def factory() -> GpiodFactory:
    return GpiodFactory(scan=lambda: (HEADER, EXPANDER))


def test_a_conflict_names_both_users(factory: GpiodFactory) -> None:
    acceptor = factory.claim("acceptor_1", Pin("", "GPIO5"))

    with pytest.raises(
        GPIOPinInUse, match="GPIO5 is wanted by lamp_1 but already used by acceptor_1; give one of them"
    ):
        factory.claim("lamp_1", Pin("", "GPIO17"), Pin("", "GPIO5"))

    assert acceptor.user == "acceptor_1"


def test_a_refused_claim_reserves_nothing(factory: GpiodFactory) -> None:
    acceptor = factory.claim("acceptor_1", Pin("", "GPIO5"))
    with pytest.raises(GPIOPinInUse):
        factory.claim("lamp_1", Pin("", "GPIO17"), Pin("", "GPIO5"))

    lamp = factory.claim("lamp_2", Pin("", "GPIO17"))

    assert (acceptor.user, lamp.user) == ("acceptor_1", "lamp_2")


def test_a_claim_ends_with_its_holder(factory: GpiodFactory) -> None:
    claim = factory.claim("acceptor_1", Pin("", "GPIO5"))
    del claim

    factory.claim("lamp_1", Pin("", "GPIO5"))


def test_a_released_pin_is_free_again(factory: GpiodFactory) -> None:
    first = factory.claim("acceptor_1", Pin("", "GPIO5"), Pin("", "GPIO6"))
    factory.release_pins(first, "GPIO5")
    second = factory.claim("lamp_1", Pin("", "GPIO5"))

    with pytest.raises(GPIOPinInUse, match="GPIO6"):
        factory.claim("lamp_2", Pin("", "GPIO6"))

    factory.release_all(first)
    third = factory.claim("lamp_2", Pin("", "GPIO6"))
    assert (second.user, third.user) == ("lamp_1", "lamp_2")


@pytest.mark.parametrize("spec", [17, "17", "GPIO17", Pin("", "GPIO17")])
def test_what_gpiozero_s_users_write_is_understood(factory: GpiodFactory, spec: object) -> None:
    assert factory.locate(spec) == Place("/dev/gpiochip0", 17, "GPIO17")


def test_the_name_of_an_expander_s_pin_leads_back_to_it(factory: GpiodFactory) -> None:
    place = factory.locate(Pin("mcp23017", 3))

    assert factory.locate(place.name) == place


@pytest.mark.parametrize("spec", [58, "GPIO99", "mcp23017:16", "mcp23018:1"])
def test_what_does_not_exist_is_gpiozero_s_invalid_pin(factory: GpiodFactory, spec: object) -> None:
    with pytest.raises(PinInvalidPin, match="cannot be had"):
        LED(spec, pin_factory=factory)


def test_ticks_are_nanoseconds_and_their_difference_is_seconds(factory: GpiodFactory) -> None:
    assert factory.ticks_diff(2_500_000_000, 1_000_000_000) == 1.5


def test_gpiozero_finds_the_factory_by_name() -> None:
    named = {entry.name: entry.value for entry in entry_points(group="gpiozero_pin_factories")}

    assert named["gpiod"] == "drivers.gpio.factory:GpiodFactory"


def test_make_safe_says_which_outputs_it_could_not_reach() -> None:
    failures = make_safe({"lock": Output(pin=Pin("no-such-chip", 1), fail_safe=True)})

    assert len(failures) == 1
    assert failures[0].startswith("lock is not known to be safe: no-such-chip:1 cannot be had: ")
