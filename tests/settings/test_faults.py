"""Every fault of a settings file at once, each with its line, its key, what is wrong and what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.documents import FaultyError, UnreadableError
from controller.settings import Settings, read_settings
from tests.settings.conftest import TABLE, FaultsOf, Write

SOUND = """\
table: {name: Table 1, id: t1, seats: 2}
hardware:
  acceptors: {driver: gpio, seats: {1: GPIO5, 2: GPIO6}}
  lamps: {driver: gpio, seats: {1: GPIO17, 2: GPIO18}}
  lock: {driver: gpio, pin: GPIO26}
  keys: {driver: gpio, lines: {clear: GPIO7}}
  shoe: {driver: tablehand, port: /dev/serial0}
  meter: {driver: log}
"""

WRONG_EVERYWHERE = """\
table:
  nam: Caribbean 1
  id: T 1
  profile: hous
  seats: 8
  deal: packet
  paytable: uss
  ante: {min: 5.00, max: "500"}
  max_bet_win: "5000.00"
  max_bet_win: "6000.00"
  progressive: {rate_percent: 70, awards: us}
  count_chips: yess
stat: {}
hardware:
  acceptors:
    driver: gpio
    min_pulse: 5
    max_pulse_ms: "500"
    stuck_ms: 900000
    seats:
      1: GPIO5
      2: GPIO99
      9: GPIO4
      3: {pin: GPIO6, actve: low}
  lamps: {driver: gpoi, seats: {1: GPIO5, 2: {chip: mcp23017, line: 3}, 3: {chip: mcp23017, line: 3}}}
  lock: {pin: GPIO5}
  keys: {driver: gpio, lines: {clear: {pull: upp}, no_more_bet: GPIO3}}
  shoe: {driver: tablehand, port: /dev/ttyUSB0, baud: 1}
  meter: file
control: {socket: 7}
"""


def test_every_fault_of_a_file_is_told_at_once(faults_of: FaultsOf) -> None:
    faults = faults_of(WRONG_EVERYWHERE)

    assert faults == [
        'table.yaml:1: table.name: is missing; for example name: "Caribbean 1"',
        'table.yaml:2: table.nam: unknown key; did you mean "name"?',
        'table.yaml:3: table.id: "T 1" is no name; write small letters, digits and hyphens, like us-500-100-50',
        'table.yaml:4: table.profile: there is no profile "hous"; did you mean "house"?',
        "table.yaml:5: table.seats: is 8; it is at most 7",
        'table.yaml:6: table.deal: is "packet"; it is "packets" or "single"',
        'table.yaml:7: table.paytable: there is no pay table "uss"; did you mean "us"?',
        'table.yaml:8: table.ante.max: "500" is no amount; write it in quotes and with two decimals, like "10.00"',
        'table.yaml:8: table.ante.min: 5.00 is no amount; write it in quotes and with two decimals, like "10.00"',
        "table.yaml:10: table.max_bet_win: written twice, first in line 9; keep one",
        'table.yaml:11: table.progressive.awards: there is no award table "us"; '
        "known here: us-100-75-50, us-500-100-50",
        'table.yaml:11: table.progressive.rate_percent: 70 is no percentage; write it in quotes, like "70" or "72.5"',
        'table.yaml:12: table.count_chips: is "yess"; write true or false',
        'table.yaml:13: stat: unknown key; did you mean "state"?',
        'table.yaml:17: hardware.acceptors.min_pulse: unknown key; did you mean "min_pulse_ms"?',
        'table.yaml:18: hardware.acceptors.max_pulse_ms: is "500"; write a whole number without quotes, like 20',
        "table.yaml:19: hardware.acceptors.stuck_ms: is 900000; it is at most 60000",
        'table.yaml:22: hardware.acceptors.seats.2: "GPIO99" is no pin; '
        "write GPIO0 to GPIO27, or {chip: mcp23017, line: 3}",
        "table.yaml:23: hardware.acceptors.seats.9: 9 cannot be a key here; it is at most 7",
        'table.yaml:24: hardware.acceptors.seats.3.actve: unknown key; did you mean "active"?',
        'table.yaml:25: hardware.lamps.driver: is "gpoi"; it is "gpio" or "sim"',
        "table.yaml:25: hardware.lamps.seats.1: GPIO5 is already used by hardware.acceptors.seats.1 in line 21; "
        "each pin has one user",
        "table.yaml:25: hardware.lamps.seats.3: mcp23017:3 is already used by hardware.lamps.seats.2 in line 25; "
        "each pin has one user",
        'table.yaml:26: hardware.lock.driver: is missing; it is "gpio" or "sim"',
        "table.yaml:26: hardware.lock.pin: GPIO5 is already used by hardware.acceptors.seats.1 in line 21; "
        "each pin has one user",
        "table.yaml:27: hardware.keys.lines.clear.pin: is missing; for example pin: GPIO17",
        'table.yaml:27: hardware.keys.lines.clear.pull: is "upp"; it is "up", "down" or "none"',
        'table.yaml:27: hardware.keys.lines.no_more_bet: unknown key; did you mean "no_more_bets"?',
        "table.yaml:28: hardware.shoe.baud: is 1; it is 1200, 2400, 4800, 9600, 19200, 38400, 57600 or 115200",
        "table.yaml:28: hardware.shoe.port: /dev/ttyUSB0 may be another device after the next start; "
        "write its name in /dev/serial/by-id/",
        'table.yaml:29: hardware.meter: is "file"; write a mapping of keys and values',
        "table.yaml:30: control.socket: 7 is no path; write a path, like /var/lib/tablehand",
    ]


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        (
            "2: GPIO18}",
            "2: GPIO18, 3: GPIO19}",
            "table.yaml:4: hardware.lamps.seats.3: there is no such seat; the table",
        ),
        (
            "2: GPIO18}",
            "2: GPIO14}",
            "table.yaml:4: hardware.lamps.seats.2: GPIO14 is already used by hardware.shoe.port",
        ),
        (
            "GPIO7}",
            "{chip: pinctrl-rp1, line: 26}}",
            "table.yaml:6: hardware.keys.lines.clear: GPIO26 is already used by",
        ),
        (
            "seats: 2}",
            "seats: 2, supervisor_key: true}",
            "table.yaml:1: table.supervisor_key: decisions need the key switch, but none is wired; write hardware.k",
        ),
        (
            "seats: 2}",
            'seats: 2, progressive: {meter: "1.00"}}',
            "table.yaml:1: table.progressive.meter: the meter is not opened from the configuration; remove it; two ",
        ),
        (
            "seats: 2}",
            'seats: 2, ante: {min: "6.00", max: "5.00"}}',
            "table.yaml:1: table.ante: the least ante 6.00 is above the most, 5.00; min is at most max",
        ),
        (
            "seats: 2}",
            'seats: 2, max_bet_win: "0.00"}',
            "table.yaml:1: table.max_bet_win: is nothing; write more than 0.00",
        ),
        (
            "seats: 2}",
            'seats: 2, progressive: {rate_percent: "101"}}',
            'table.yaml:1: table.progressive.rate_percent: "101" percent; it is more than 0 and at most 100',
        ),
        (
            "{driver: gpio, seats: {1: GPIO5",
            "{driver: gpio, min_pulse_ms: 600, seats: {1: GPIO5",
            "table.yaml:3: hardware.acceptors: the pulse times do not grow: 600, 500, 1000; min_pulse_ms is above 0, ",
        ),
        ("{driver: log}", "{driver: file}", "table.yaml:8: hardware.meter.path: is missing; for example path: /run/"),
        (
            "{driver: log}",
            "{driver: file, path: x}",
            'table.yaml:8: hardware.meter.path: "x" is no full path; it begins',
        ),
        (
            "{driver: log}",
            "{driver: log, path: /x}",
            "table.yaml:8: hardware.meter.path: unknown key; known here: driver",
        ),
    ],
)
def test_one_fault_in_a_sound_file(was: str, becomes: str, fault: str, write: Write) -> None:
    assert was in SOUND

    with pytest.raises((FaultyError, UnreadableError)) as caught:
        read_settings(write(SOUND.replace(was, becomes, 1)))

    assert str(caught.value).startswith(fault)
    assert "\n" not in str(caught.value)


def test_every_seat_has_an_acceptor_and_a_lamp(faults_of: FaultsOf) -> None:
    faults = faults_of(SOUND.replace("seats: 2}", "seats: 3}"))

    assert faults == [
        "table.yaml:3: hardware.acceptors.seats.3: seat 3 is not wired; the table has 3 seats",
        "table.yaml:4: hardware.lamps.seats.3: seat 3 is not wired; the table has 3 seats",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "table.yaml:1: the file is empty; it needs at least table: and hardware:, like config/table.yaml"),
        ("# nothing yet\n", "table.yaml:1: the file is empty; it needs at least table: and hardware:, like"),
        ("- a\n- b\n", "table.yaml:1: the file is a list, not a mapping; it needs at least table: and hardware:"),
        ("table\n", 'table.yaml:1: the file is "table", not a mapping; it needs at least table: and hardware:'),
    ],
)
def test_a_file_that_holds_no_settings_is_told_so(text: str, sentence: str, faults_of: FaultsOf) -> None:
    (fault,) = faults_of(text)

    assert fault.startswith(sentence)


def test_missing_parts_are_named(faults_of: FaultsOf) -> None:
    assert faults_of("state: {}\n") == [
        "table.yaml:1: hardware: is missing; write hardware: and its keys, as in config/table.yaml",
        "table.yaml:1: table: is missing; write table: and its keys, as in config/table.yaml",
    ]


def test_the_second_copy_must_not_lie_beside_the_journal(faults_of: FaultsOf) -> None:
    faults = faults_of(SOUND + "state: {directory: /var/lib/t, copy_directory: /var/lib/t}\n")

    assert faults == [
        "table.yaml:9: state: copy_directory is the directory of the journal itself; name one on another medium"
    ]


def test_faults_of_a_profile_of_the_house_are_told_with_its_own_lines(write: Write) -> None:
    file = write(SOUND.replace("id: t1", "id: t1, profile: ours"))
    Path("profiles").mkdir()
    Path("profiles/ours.yaml").write_text("extends: house\nrais: exactly_twice\n", encoding="utf-8")

    with pytest.raises(FaultyError) as caught:
        read_settings(file)

    assert str(caught.value) == 'profiles/ours.yaml:2: rais: unknown key; did you mean "raise"?'


def _places(tree: object, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = tree.items() if isinstance(tree, dict) else ()
    return [place, *(deeper for key, value in inner for deeper in _places(value, (*place, key)))]


SHIPPED = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3), max_leaves=6
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(place=st.sampled_from(_places(SHIPPED)[1:]), put=anything)
def test_anything_in_any_place_gives_settings_or_faults_with_lines(
    place: tuple[Any, ...], put: object, tmp_path: Path
) -> None:
    tree = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    around = tree
    for key in place[:-1]:
        around = around[key]
    around[place[-1]] = put
    file = tmp_path / "table.yaml"
    file.write_text(yaml.dump(tree), encoding="utf-8")

    outcome = _read(file)

    assert isinstance(outcome, Settings) or all(line.startswith(f"{file}:") for line in outcome)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(tree=anything)
def test_any_document_gives_settings_or_faults(tree: object, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(yaml.dump(tree), encoding="utf-8")

    outcome = _read(file)

    assert not isinstance(outcome, Settings)
    assert outcome


def _read(file: Path) -> Settings | list[str]:
    try:
        return read_settings(file)
    except FaultyError as error:
        return [str(fault) for fault in error.faults]
    except UnreadableError as error:
        return [str(error)]
