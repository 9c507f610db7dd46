"""What is installed on a Pi: the unit, the rules, and the guide that puts them there. Running, `make hil` shows it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.library import Library
from controller.places import SETTINGS, STATE
from controller.settings import read_settings
from controller.settings.hardware import FileMeter

UNIT = Path("systemd/tablehand.service")
GUIDE = Path("systemd/INSTALL.md")
HARDENED_TO = 1.2


def directives() -> list[tuple[str, str]]:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [(key, value) for key, _, value in (line.partition("=") for line in lines if re.match(r"\w+=", line))]


def test_the_daemon_is_watched_restarted_and_followed_by_make_safe() -> None:
    unit = dict(directives())

    assert {key: unit[key] for key in ("Type", "WatchdogSec", "Restart", "StartLimitIntervalSec", "User")} == {
        "Type": "notify",
        "WatchdogSec": "10",
        "Restart": "always",
        "StartLimitIntervalSec": "0",
        "User": "tablehand",
    }
    assert unit["ExecStart"] == f"/opt/tablehand/bin/tablehand run --config {SETTINGS}"
    assert unit["ExecStopPost"] == f"/opt/tablehand/bin/tablehand make-safe --config {SETTINGS}"


def test_only_gpio_chips_and_serial_lines_can_be_reached() -> None:
    allowed = {value for key, value in directives() if key == "DeviceAllow"}

    assert dict(directives())["DevicePolicy"] == "closed"
    assert allowed == {f"char-{kind} rw" for kind in ("gpiochip", "ttyUSB", "ttyACM", "ttyAMA", "ttyS")}


def test_the_settings_that_ship_stay_within_what_the_unit_opens() -> None:
    unit = dict(directives())
    settings = read_settings(Path("config/table.yaml"))

    assert settings.state.directory == STATE == Path("/var/lib") / unit["StateDirectory"]
    assert settings.control.socket is not None
    assert settings.control.socket.parent == Path("/run") / unit["RuntimeDirectory"]
    assert isinstance(settings.hardware.meter, FileMeter)
    assert settings.hardware.meter.path.parent == Path("/run") / unit["RuntimeDirectory"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
def test_systemd_itself_finds_the_unit_hardened() -> None:
    answer = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)], capture_output=True, text=True
    )

    exposure = re.search(r"Overall exposure level for tablehand.service: ([\d.]+)", answer.stdout)
    assert exposure is not None, answer.stdout + answer.stderr
    assert float(exposure[1]) <= HARDENED_TO


def test_every_file_that_the_guide_installs_is_there_and_every_file_is_installed() -> None:
    named = set(re.findall(r"(?<![\w/])(?:systemd|config)/[\w./-]+\w", GUIDE.read_text(encoding="utf-8")))

    installed = {str(file) for file in Path("systemd").iterdir()} - {str(GUIDE)}
    assert installed <= named
    assert all(Path(name).exists() for name in named)


def test_the_guide_sets_the_pins_as_the_wiring_guide_draws_them() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    drawn = re.findall(
        r"^\| `\w+` \| GPIO(\d+) \| \d+ \| (in|out) ", Path("drivers/WIRING.md").read_text("utf-8"), re.M
    )

    def pins(spelled: str) -> set[int]:
        ranges = (part.partition("-") for part in spelled.split(","))
        return {pin for first, _, last in ranges for pin in range(int(first), int(last or first) + 1)}

    low, high = (pins(found) for found in re.findall(r"^gpio=([\d,-]+)=(?:op,dl|ip,pu)$", text, re.MULTILINE))
    assert low == {int(pin) for pin, direction in drawn if direction == "out"}
    assert high == {int(pin) for pin, direction in drawn if direction == "in"}


def test_the_house_rules_travel_with_the_program() -> None:
    carried = {kind: Library().names(kind) for kind in ("profiles", "paytables", "awards")}

    assert carried == {kind: sorted(file.stem for file in Path("config", kind).glob("*.yaml")) for kind in carried}
