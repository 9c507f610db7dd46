"""Making a table safe without its daemon, where there is no GPIO chip at all; on a real one: `make hil`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Said, Tablehand


def test_a_table_without_real_outputs_has_nothing_to_make_safe(tablehand: Tablehand) -> None:
    assert tablehand("make-safe", "--config", "config/demo.yaml") == Said(0, "no output of this table is real\n", "")


@pytest.mark.skipif(
    any(Path("/dev").glob("gpiochip*")), reason="this machine has GPIO chips, and they are not ours to drive"
)
def test_each_output_that_is_not_known_to_be_safe_is_named(tablehand: Tablehand) -> None:
    said = tablehand("make-safe", "--config", "config/table.yaml")

    assert (said.code, said.out) == (1, "")
    assert [line.split()[0] for line in said.err.splitlines()] == [*(f"lamp_{seat}" for seat in range(1, 8)), "lock"]
    assert "lock is not known to be safe: GPIO26 cannot be had: " in said.err


def test_a_fault_elsewhere_in_the_settings_does_not_keep_it_from_its_work(tablehand: Tablehand, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(Path("config/demo.yaml").read_text(encoding="utf-8").replace("seats: 7", "seats: 70"))

    assert tablehand("make-safe", "--config", str(file)).code == 0


def test_without_readable_outputs_it_says_that_nothing_was_made_safe(tablehand: Tablehand, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("table: {}\nhardware:\n  lock: {}\n", encoding="utf-8")

    broken = tablehand("make-safe", "--config", str(file))
    missing = tablehand("make-safe", "--config", "nowhere.yaml")

    assert broken.code == 1
    assert broken.err.startswith("nothing was made safe; the outputs cannot be understood:\n")
    assert f'{file}:3: hardware.lock.driver: is missing; it is "gpio" or "sim"\n' in broken.err
    assert missing == Said(2, "", "nothing was made safe: nowhere.yaml: cannot be read: there is no such file\n")
