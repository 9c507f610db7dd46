"""What every Switches driver does: safe, then as told, then safe again."""

from __future__ import annotations

import pytest

from drivers.ports import DriverError
from tests.conformance.benches import SWITCHES, Bench, Posted

SAFE = {name: output.fail_safe for name, output in SWITCHES.items()}


def positions(bench: Bench) -> dict[str, bool]:
    return {name: bench.is_on(name) for name in SWITCHES}


def test_switches_start_fail_safe(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)

    assert positions(bench) == SAFE


def test_a_switch_obeys_at_once(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)

    bench.switches.set("lock", False)
    bench.switches.set("bell", True)

    assert positions(bench) == {"lock": False, "bell": True}


def test_close_leaves_every_switch_fail_safe_and_may_come_twice(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)
    bench.switches.set("lock", False)
    bench.switches.set("bell", True)

    bench.switches.close()
    bench.switches.close()

    assert positions(bench) == SAFE


def test_a_switch_that_does_not_exist_is_refused_by_name(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)

    with pytest.raises(DriverError, match="there is no output lok"):
        bench.switches.set("lok", True)

    assert positions(bench) == SAFE


def test_a_closed_port_refuses_to_switch(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)
    bench.switches.close()

    with pytest.raises(DriverError, match="lock"):
        bench.switches.set("lock", False)


def test_it_makes_progress(bench: Bench, posted: Posted) -> None:
    bench.switches.start(posted)
    before = bench.switches.progress()

    after = bench.switches.progress()

    assert after > before
