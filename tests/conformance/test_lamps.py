"""What every LampBank driver does: the glow that was asked for, and dark at both ends."""

from __future__ import annotations

import pytest

from drivers.ports import DriverError, Glow
from tests.conformance.benches import LAMPS, Bench, Posted, until


def lit(bench: Bench) -> dict[str, bool]:
    return {lamp: bench.is_on(lamp) for lamp in LAMPS}


def test_all_lamps_are_dark_from_the_start(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)

    assert lit(bench) == dict.fromkeys(LAMPS, False)


def test_a_steady_lamp_is_lit_once_show_returns(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)

    bench.lamps.show({"lamp_2": Glow.ON})

    assert lit(bench) == {"lamp_1": False, "lamp_2": True}


def test_lamps_not_named_keep_their_glow(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.lamps.show({"lamp_1": Glow.ON, "lamp_2": Glow.ON})

    bench.lamps.show({"lamp_1": Glow.OFF})

    assert lit(bench) == {"lamp_1": False, "lamp_2": True}


@pytest.mark.parametrize("glow", [Glow.BLINKING, Glow.FAULT, Glow.INVITE, Glow.TEST])
def test_a_rhythm_is_lit_and_dark_by_turns(bench: Bench, posted: Posted, glow: Glow) -> None:
    bench.lamps.start(posted)

    bench.lamps.show({"lamp_1": glow})

    for state in (True, False, True):
        until(lambda state=state: bench.is_on("lamp_1") is state)  # type: ignore[misc]
    assert bench.is_on("lamp_2") is False


def test_a_lamp_that_ended_its_rhythm_stays_as_told(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.lamps.show({"lamp_1": Glow.FAULT})
    until(lambda: bench.is_on("lamp_1"))

    bench.lamps.show({"lamp_1": Glow.OFF})

    before = bench.lamps.progress()
    until(lambda: bench.lamps.progress() >= before + 2)
    assert bench.is_on("lamp_1") is False


def test_a_lamp_that_does_not_exist_is_refused_by_name_and_the_others_are_set(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)

    with pytest.raises(DriverError, match="lamp_9"):
        bench.lamps.show({"lamp_9": Glow.ON, "lamp_1": Glow.ON})

    assert bench.is_on("lamp_1") is True


def test_close_leaves_every_lamp_dark_and_may_come_twice(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.lamps.show({"lamp_1": Glow.ON, "lamp_2": Glow.BLINKING})

    bench.lamps.close()
    bench.lamps.close()

    assert lit(bench) == dict.fromkeys(LAMPS, False)


def test_a_closed_bank_refuses_to_show(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.lamps.close()

    with pytest.raises(DriverError, match="lamp_1"):
        bench.lamps.show({"lamp_1": Glow.ON})


def test_lamps_started_again_are_dark_whatever_they_showed_before(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    bench.lamps.show({"lamp_1": Glow.ON, "lamp_2": Glow.BLINKING})
    bench.lamps.close()

    bench.lamps.start(posted)

    before = bench.lamps.progress()
    until(lambda: bench.lamps.progress() >= before + 2)
    assert lit(bench) == dict.fromkeys(LAMPS, False)


def test_its_progress_grows_while_nothing_is_shown(bench: Bench, posted: Posted) -> None:
    bench.lamps.start(posted)
    before = bench.lamps.progress()

    until(lambda: bench.lamps.progress() > before)

    assert posted.all() == []
