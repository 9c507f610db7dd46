"""Drivers by name."""

from __future__ import annotations

import pytest

from drivers.ports import DriverError
from drivers.registry import DRIVERS, driver_class


@pytest.mark.parametrize(("port", "name"), [(port, name) for port, names in DRIVERS.items() for name in names])
def test_every_name_in_the_registry_is_a_driver(port: str, name: str) -> None:
    driver = driver_class(port, name)

    assert {"start", "close", "progress"} <= set(dir(driver))


def test_a_name_that_is_none_is_answered_with_those_there_are() -> None:
    with pytest.raises(DriverError, match='there is no shoe driver "shuffler"; there is tablehand, sim'):
        driver_class("shoe", "shuffler")


def test_a_driver_whose_library_is_missing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DRIVERS, "shoe", {"ours": "drivers.no_such_module:Shoe"})

    with pytest.raises(DriverError, match='the shoe driver "ours" cannot be used here: No module named'):
        driver_class("shoe", "ours")
