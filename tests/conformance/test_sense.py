"""What every SenseLines driver does: edges stamped and counted, levels read back, nothing judged."""

from __future__ import annotations

from time import monotonic_ns

from drivers.ports import LineChanged, LineLevel
from drivers.pulses import Acceptor, Chip, Condition, PulseValidator, Trouble
from tests.conformance.benches import ACCEPTORS, Bench, Posted

MS = 1_000_000


def test_a_pulse_is_posted_as_two_counted_edges(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)

    bench.pulse("acceptor_1", 50)

    posted.until(lambda: len(posted.edges("acceptor_1")) == 2)
    assert posted.edges("acceptor_1") == [
        LineChanged("acceptor_1", True, 1),
        LineChanged("acceptor_1", False, 2),
    ]
    assert posted.edges("acceptor_2") == []


def test_an_edge_carries_the_monotonic_time_of_the_source(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)
    before = monotonic_ns()

    bench.pulse("acceptor_1", 50)

    posted.until(lambda: len(posted.edges("acceptor_1")) == 2)
    rise, fall = posted.edges("acceptor_1")
    assert before - 50 * MS <= rise.at < fall.at <= monotonic_ns()
    assert fall.at - rise.at >= 49 * MS


def test_active_is_the_wire_s_meaning_not_its_level(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)

    for line in ACCEPTORS:
        bench.hold(line, True)

    posted.until(lambda: all(posted.edges(line) for line in ACCEPTORS))
    assert [posted.edges(line) for line in ACCEPTORS] == [[LineChanged(line, True, 1)] for line in ACCEPTORS]
    assert bench.sense.levels() == dict.fromkeys(ACCEPTORS, True)


def test_levels_are_read_back_without_any_edge(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)

    posted.until(lambda: all(len(posted.levels(line)) >= 3 for line in ACCEPTORS))

    assert {level for line in ACCEPTORS for level in posted.levels(line)} == {
        LineLevel(line, False) for line in ACCEPTORS
    }


def test_a_held_line_is_read_back_as_active(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)

    bench.hold("acceptor_2", True)

    posted.until(lambda: LineLevel("acceptor_2", True) in posted.levels("acceptor_2"))
    assert bench.sense.levels()["acceptor_2"] is True


def test_every_chip_of_a_row_is_judged_one_chip(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)

    for _ in range(5):
        bench.pulse("acceptor_1", 50)
        posted.until(lambda: not bench.sense.levels()["acceptor_1"])
        bench.pulse("acceptor_3", 80)

    posted.until(lambda: all(len(posted.edges(line)) == 10 for line in ("acceptor_1", "acceptor_3")))
    validator = PulseValidator([Acceptor(line) for line in ACCEPTORS])
    outcomes = [outcome for signal in posted.all() for outcome in validator.feed(signal)]
    chips = [outcome.line for outcome in outcomes if isinstance(outcome, Chip)]
    assert sorted(chips) == ["acceptor_1"] * 5 + ["acceptor_3"] * 5
    assert len(chips) == len(outcomes)


def test_a_stuck_line_is_found_and_restored_by_what_is_posted(bench: Bench, posted: Posted) -> None:
    validator = PulseValidator([Acceptor(line) for line in ACCEPTORS])
    found: list[Trouble] = []

    def judge(signal: LineChanged | LineLevel) -> None:
        found.extend(outcome.kind for outcome in validator.feed(signal) if isinstance(outcome, Condition))
        posted(signal)

    bench.sense.start(judge)  # type: ignore[arg-type]  # acceptors post nothing else here

    bench.hold("acceptor_1", True)
    posted.until(lambda: found == [Trouble.STUCK])
    bench.hold("acceptor_1", False)

    posted.until(lambda: found == [Trouble.STUCK, Trouble.RESTORED])


def test_its_progress_grows_while_nothing_happens(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)
    before = bench.sense.progress()

    posted.until(lambda: len(posted.levels("acceptor_1")) >= 3)

    assert bench.sense.progress() > before


def test_after_close_nothing_is_posted_and_closing_again_is_harmless(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)
    posted.until(lambda: bool(posted.levels("acceptor_1")))
    bench.sense.close()
    told = len(posted.all())

    bench.hold("acceptor_1", True)
    bench.sense.close()

    assert len(posted.all()) == told


def test_it_can_be_started_again_after_a_close(bench: Bench, posted: Posted) -> None:
    bench.sense.start(posted)
    bench.sense.close()

    bench.sense.start(posted)
    bench.pulse("acceptor_1", 50)

    posted.until(lambda: [edge.active for edge in posted.edges("acceptor_1")] == [True, False])


def test_a_close_before_any_start_is_harmless(bench: Bench) -> None:
    bench.sense.close()

    assert dict(bench.sense.levels()) == dict.fromkeys(ACCEPTORS, False)
