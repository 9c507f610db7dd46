"""Which bench a test runs on. The real one needs a gpio-sim chip, that is, the virtual board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.gpio.chips import HEADER_LABELS, scan
from tests.conformance.benches import Bench, GpioBench, GpioSimChip, Posted, SimBench

_DEVICES = Path("/sys/devices/platform")


def find_chip() -> GpioSimChip | None:
    """The gpio-sim chip that stands for the header; real pins are never touched by a test."""
    labels = {Path(chip.path).name: chip.label for chip in scan()}
    for device in sorted(_DEVICES.glob("gpio-sim.*/gpiochip*")):
        if labels.get(device.name) in HEADER_LABELS:
            return GpioSimChip(device)
    return None


@pytest.fixture
def chip() -> GpioSimChip:
    found = find_chip()
    if found is None:
        pytest.skip("NOT TESTED: the real GPIO drivers need a gpio-sim chip, which this machine lacks; run 'make hil'")
    return found


@pytest.fixture(params=["sim", pytest.param("gpio", marks=pytest.mark.hil)])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    made: Bench = GpioBench(request.getfixturevalue("chip")) if request.param == "gpio" else SimBench()
    yield made
    made.close()


@pytest.fixture
def posted() -> Posted:
    return Posted()
