"""The faults of simulated acceptors, keys, lamps and switches, as the real validator and callers see them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers.ports import DeviceFailed, DeviceRecovered, DriverError, Glow, LineChanged, Signal
from drivers.pulses import Acceptor, Chip, Condition, Outcome, PulseValidator, Trouble
from drivers.sim.keys import SimKeys
from drivers.sim.lamps import SimLamps
from drivers.sim.lines import SimLines
from drivers.sim.switches import SimSwitches
from tests.conformance.benches import until

MS = 1_000_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000 * MS

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds * MS


class Table:
    """Simulated acceptors, one with a second sensor, in front of the real validator; time passes when told."""

    def __init__(self) -> None:
        self.clock = Clock()
        # So slow that the reading thread never gets in between.
        self.lines = SimLines(["a", "b"], seconds={"b": "b2"}, read_back_ms=3_600_000, clock=self.clock)
        self.validator = PulseValidator([Acceptor("a"), Acceptor("b", second="b2")])
        self.signals: list[Signal] = []

    def judged(self) -> list[Outcome]:
        self.lines.read_back()
        told, self.signals[:] = list(self.signals), []
        return [outcome for signal in told for outcome in self.validator.feed(signal)]

    def kinds(self) -> list[str]:
        return [str(o.kind) if isinstance(o, Condition) else "chip" for o in self.judged()]


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.lines.start(table.signals.append)
    # The reading thread's first and, for this test, only turn.
    until(lambda: len(table.signals) == 3)
    yield table
    table.lines.close()


def test_a_chip_dropped_is_one_chip_that_ended_now(table: Table) -> None:
    table.lines.drop_chip("a")

    assert table.judged() == [Chip("a", table.clock.now)]


def test_chips_dropped_at_once_do_not_chatter(table: Table) -> None:
    for _ in range(3):
        table.lines.drop_chip("a")

    assert table.kinds() == ["chip"] * 3


def test_the_width_of_a_chip_can_be_chosen(table: Table) -> None:
    table.lines.drop_chip("a", width_ms=2)
    table.lines.drop_chip("a", width_ms=700)

    assert table.kinds() == []
    assert (table.validator.counters()["a"]["noise"], table.validator.counters()["a"]["unclear"]) == (1, 1)


def test_a_chip_past_two_sensors_is_one_chip_and_pulled_back_is_none(table: Table) -> None:
    table.lines.drop_chip("b")
    table.clock.pass_ms(5000)
    table.lines.pull_back("b")

    assert table.kinds() == ["chip"]
    assert table.validator.counters()["b"]["pull_back"] == 1


def test_chatter_is_one_chip_and_a_chattering_acceptor(table: Table) -> None:
    table.lines.chatter("a")

    assert table.kinds() == ["chip", "chatter"]


def test_a_stuck_acceptor_swallows_chips_until_it_is_released_and_quiet(table: Table) -> None:
    table.lines.stick("a")
    table.clock.pass_ms(1001)
    stuck = table.kinds()
    table.lines.drop_chip("a")
    table.lines.release("a")
    released = table.kinds()
    table.clock.pass_ms(1000)

    restored = table.kinds()

    assert (stuck, released, restored) == (["stuck"], [], ["restored"])


def test_a_dropped_edge_is_an_edge_lost_and_no_chip(table: Table) -> None:
    table.lines.drop_edge("a")

    table.lines.drop_chip("a")

    assert table.kinds() == ["edge_loss"]


def test_a_silent_driver_posts_nothing_and_makes_no_progress(table: Table) -> None:
    table.signals.clear()
    table.lines.go_silent()
    before = table.lines.progress()

    table.lines.drop_chip("a")
    table.lines.read_back()

    assert table.signals == []
    assert table.lines.progress() == before


def test_chips_that_went_by_in_silence_are_edges_lost(table: Table) -> None:
    table.lines.go_silent()
    table.lines.drop_chip("a")
    table.lines.speak()
    table.clock.pass_ms(100)

    table.lines.drop_chip("a")

    assert table.kinds() == [str(Trouble.EDGE_LOSS)]


def test_a_chip_that_vanished_is_told_and_told_again_when_it_is_back(table: Table) -> None:
    table.lines.fail()
    table.lines.recover()

    assert [signal for signal in table.signals if isinstance(signal, DeviceFailed | DeviceRecovered)] == [
        DeviceFailed("acceptors", "the lines cannot be read", "check the cable"),
        DeviceRecovered("acceptors"),
    ]


@pytest.mark.parametrize("verb", ["drop_chip", "pull_back", "chatter", "stick", "release", "drop_edge"])
def test_a_line_that_does_not_exist_is_refused_with_those_that_do(table: Table, verb: str) -> None:
    with pytest.raises(DriverError, match="there is no simulated line c, only a, b, b2"):
        getattr(table.lines, verb)("c")


def test_a_key_is_pressed_and_a_switch_is_turned() -> None:
    signals: list[Signal] = []
    keys = SimKeys(["clear", "supervisor_key"])
    keys.start(signals.append)

    keys.press("clear")
    keys.turn("supervisor_key", True)
    keys.turn("supervisor_key", True)

    assert signals == [
        LineChanged("clear", True),
        LineChanged("clear", False),
        LineChanged("supervisor_key", True),
    ]
    assert keys.levels() == {"clear": False, "supervisor_key": True}


def test_a_lamp_that_broke_off_is_refused_and_the_others_are_set() -> None:
    signals: list[Signal] = []
    lamps = SimLamps(["lamp_1", "lamp_2"])
    lamps.start(signals.append)
    lamps.break_off("lamp_1")

    with pytest.raises(DriverError, match="lamp_1 cannot be set"):
        lamps.show({"lamp_1": Glow.ON, "lamp_2": Glow.ON})

    lamps.mend("lamp_1")
    assert lamps.glows() == {"lamp_1": Glow.OFF, "lamp_2": Glow.ON}
    assert [type(signal) for signal in signals] == [DeviceFailed, DeviceRecovered]


def test_a_hanging_output_driver_makes_no_progress() -> None:
    switches = SimSwitches({"lock": True})
    switches.go_silent()

    assert switches.progress() == switches.progress()
    switches.speak()
    assert switches.progress() < switches.progress()
