"""What sound settings mean: the files that ship, their pins, their places, and the schema for editors."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from controller.core.house import AwardsFrom, Deal, House, Progressive
from controller.core.money import Money
from controller.library import load_awards, load_paytable, load_profile
from controller.places import control_sockets, state_directory
from controller.settings import read_settings, settings_schema
from controller.settings.hardware import GpioAcceptors, GpioKeys, GpioLamps, GpioLock
from drivers.gpio.pins import Input, Output, Pin, Pull
from drivers.pulses import Acceptor, Timings
from drivers.registry import DRIVERS
from tests.settings.conftest import TABLE, Write
from tests.settings.test_faults import SOUND


@pytest.mark.parametrize("file", sorted(Path("config").glob("*.yaml")), ids=str)
def test_every_settings_file_that_ships_is_sound(file: Path) -> None:
    settings = read_settings(file)

    assert settings.house.seats == settings.table.seats


def test_a_real_table_is_the_house_it_says() -> None:
    settings = read_settings(TABLE)

    assert settings.house == House(
        profile=load_profile("house"),
        paytable=load_paytable("us"),
        progressive=Progressive(
            base=Money.parse("10000.00"),
            rate=Fraction(7, 10),
            chip=Money.parse("1.00"),
            awards=load_awards("us-500-100-50"),
        ),
        seats=7,
        deal=Deal.PACKETS,
        ante_min=Money.parse("5.00"),
        ante_max=Money.parse("500.00"),
        max_bet_win=Money.parse("5000.00"),
        fixed_awards_from=AwardsFrom.HOUSE,
        count_chips=True,
        supervisor_key=True,
        shoe_counts_pack=False,
    )


def test_a_table_plays_the_pay_table_of_its_profile_unless_it_names_one(write: Write) -> None:
    file = write(SOUND.replace("id: t1", "id: t1, profile: france"))

    settings = read_settings(file)

    assert settings.house.paytable == load_paytable("france")


def test_what_is_left_out_in_the_file_is_what_its_comments_call_default(write: Write) -> None:
    spoken = TABLE.read_text(encoding="utf-8")
    shortened = "\n".join(line for line in spoken.splitlines() if not re.search(r": \S.*# default", line))
    shortened = re.sub(r"\n  (ante|progressive):[^\n]*(?=\n(?!    ))", "", shortened)
    assert "# default" not in shortened.replace("# default: ", "")

    settings = read_settings(write(shortened))

    whole = read_settings(write(spoken))
    assert (settings.table, settings.hardware, settings.house) == (whole.table, whole.hardware, whole.house)


def test_the_pins_of_a_real_table_are_those_of_the_wiring_guide() -> None:
    guide = Path("drivers/WIRING.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| `(\w+)` \| (GPIO\d+) \| \d+ \| (in|out) \| (low|high) \| (up|down) \|", re.MULTILINE)
    drawn = {name: (pin, way, active) for name, pin, way, active, _ in row.findall(guide)}

    hardware = read_settings(TABLE).hardware

    assert isinstance(hardware.acceptors, GpioAcceptors)
    assert isinstance(hardware.keys, GpioKeys)
    inputs = hardware.acceptors.inputs | hardware.keys.inputs
    written = {name: (wire, "in") for name, wire in inputs.items()} | {
        name: (wire, "out") for name, wire in hardware.outputs.items()
    }
    assert drawn == {
        name: (str(wire.pin), way, "low" if wire.active_low else "high") for name, (wire, way) in written.items()
    }
    assert len(drawn) == 21


def test_every_way_to_write_a_wire(write: Write) -> None:
    text = SOUND.replace("seats: {1: GPIO5, 2: GPIO6}", "active: high, seats: {1: GPIO5, 2: WIRE}").replace(
        "WIRE", "{pin: {chip: mcp23017, line: 3}, active: low, pull: none, second: GPIO21}"
    )
    text = text.replace("2: GPIO18", "2: {pin: {chip: mcp23017, line: GPB1}, active: low}")
    text = text.replace("pin: GPIO26", "pin: GPIO26, active: high, fail_safe: off")

    hardware = read_settings(write(text)).hardware

    assert isinstance(hardware.acceptors, GpioAcceptors)
    assert isinstance(hardware.lamps, GpioLamps)
    assert isinstance(hardware.lock, GpioLock)
    expander = Pin("mcp23017", 3)
    assert hardware.acceptors.inputs == {
        "acceptor_1": Input(pin=Pin("", "GPIO5"), active_low=False, pull=Pull.UP),
        "acceptor_2": Input(pin=expander, active_low=True, pull=Pull.NONE),
        "acceptor_2_second": Input(pin=Pin("", "GPIO21"), active_low=True, pull=Pull.NONE),
    }
    assert hardware.acceptors.acceptors(2) == {
        1: Acceptor("acceptor_1"),
        2: Acceptor("acceptor_2", "acceptor_2_second"),
    }
    assert hardware.outputs == {
        "lamp_1": Output(pin=Pin("", "GPIO17"), active_low=False, fail_safe=False),
        "lamp_2": Output(pin=Pin("mcp23017", "GPB1"), active_low=True, fail_safe=False),
        "lock": Output(pin=Pin("", "GPIO26"), active_low=False, fail_safe=False),
    }


def test_the_timings_are_the_validators_own_unless_written(write: Write) -> None:
    plain = read_settings(write(SOUND)).hardware.acceptors.timings
    written = read_settings(write(SOUND.replace("gpio, seats: {1: GPIO5", "gpio, quiet_ms: 7, seats: {1: GPIO5")))

    assert plain == Timings()
    assert written.hardware.acceptors.timings == Timings(quiet_ms=7)


def test_settings_cannot_be_changed() -> None:
    settings = read_settings(TABLE)

    assert isinstance(settings.hardware.acceptors, GpioAcceptors)
    with pytest.raises(TypeError):
        settings.hardware.acceptors.seats[1] = settings.hardware.acceptors.seats[2]  # type: ignore[index]


def test_the_state_lies_where_systemd_says_unless_the_file_says_otherwise() -> None:
    named = {"STATE_DIRECTORY": "/var/lib/private/tablehand:/other"}

    assert state_directory(None, {}) == Path("/var/lib/tablehand")
    assert state_directory(None, named) == Path("/var/lib/private/tablehand")
    assert state_directory(Path("/srv/t"), named) == Path("/srv/t")


def test_the_control_socket_lies_in_the_runtime_directory() -> None:
    own = {"XDG_RUNTIME_DIR": "/run/user/7"}

    assert control_sockets(None, {"RUNTIME_DIRECTORY": "/run/t", **own}) == (Path("/run/t/control.sock"),)
    assert control_sockets(None, own) == (
        Path("/run/tablehand/control.sock"),
        Path("/run/user/7/tablehand/control.sock"),
    )
    assert control_sockets(Path("/srv/c"), own) == (Path("/srv/c"),)


def test_the_schema_knows_every_part_and_no_other() -> None:
    schema = settings_schema()

    assert set(schema["properties"]) == {"table", "hardware", "state", "control"}
    assert schema["required"] == ["table", "hardware"]
    assert schema["additionalProperties"] is False
    seats = schema["$defs"]["GpioLamps"]["properties"]["seats"]
    assert set(seats["patternProperties"]) == {"^[1-7]$"}
    assert schema["$defs"]["AnteSettings"]["properties"]["min"]["default"] == "5.00"
    assert schema["$defs"]["ProgressiveSettings"]["properties"]["rate_percent"]["default"] == "70"


def test_settings_and_registry_know_the_same_drivers() -> None:
    schema = settings_schema()

    offered = {
        port: set(parts["discriminator"]["mapping"])
        for port, parts in schema["$defs"]["HardwareSettings"]["properties"].items()
    }

    assert offered == {port: set(names) for port, names in DRIVERS.items()}
