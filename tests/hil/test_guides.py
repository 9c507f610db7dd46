"""What the proofs read out of the guides, so that a guide which no longer can be read is found without a board."""

from __future__ import annotations

from tests.hil import installing, wiring


def test_the_wiring_guide_draws_an_acceptor_and_a_lamp_for_every_seat_and_one_lock_line() -> None:
    wires = wiring.read()

    outputs = {name for name, wire in wires.items() if wire.safe is not None}
    assert outputs == {"lock", *(f"lamp_{seat}" for seat in range(1, 8))}
    assert {f"acceptor_{seat}" for seat in range(1, 8)} <= wires.keys() - outputs


def test_an_undriven_output_is_pulled_to_its_safe_level() -> None:
    outputs = [wire for wire in wiring.read().values() if wire.safe is not None]

    assert [wire.name for wire in outputs if wire.pull != ("up" if wire.safe else "down")] == []


def test_the_install_guide_installs_unit_rules_user_and_settings() -> None:
    steps = installing.steps()

    installed = {step.split()[-1] for step in steps if step.startswith("install ")}
    assert installed == {
        "/etc/sysusers.d/tablehand.conf",
        "systemd/99-tablehand.rules",
        "/etc/tablehand/table.yaml",
        "/etc/systemd/system/tablehand.service",
    }
    assert not [step for step in steps if "sudo" in step]
