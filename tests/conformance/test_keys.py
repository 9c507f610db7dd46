"""What every Keys driver does: each press told once, level by level."""

from __future__ import annotations

from drivers.ports import LineChanged
from tests.conformance.benches import KEYS, Bench, Posted, until


def test_a_key_is_told_when_it_goes_down_and_when_it_comes_up(bench: Bench, posted: Posted) -> None:
    bench.keys.start(posted)

    for line in KEYS:
        bench.hold(line, True)
    posted.until(lambda: all(posted.edges(line) for line in KEYS))
    for line in KEYS:
        bench.hold(line, False)

    posted.until(lambda: all(len(posted.edges(line)) == 2 for line in KEYS))
    assert {line: posted.edges(line) for line in KEYS} == {
        line: [LineChanged(line, True), LineChanged(line, False)] for line in KEYS
    }


def test_nothing_is_told_while_nobody_touches_a_key(bench: Bench, posted: Posted) -> None:
    bench.keys.start(posted)
    before = bench.keys.progress()

    until(lambda: bench.keys.progress() >= before + 2)

    assert posted.all() == []
    assert bench.keys.levels() == dict.fromkeys(KEYS, False)


def test_the_levels_tell_a_key_that_is_held(bench: Bench, posted: Posted) -> None:
    bench.keys.start(posted)

    bench.hold("supervisor_key", True)

    posted.until(lambda: bool(posted.edges("supervisor_key")))
    assert bench.keys.levels() == dict.fromkeys(KEYS, False) | {"supervisor_key": True}


def test_key_times_are_in_order(bench: Bench, posted: Posted) -> None:
    bench.keys.start(posted)

    bench.hold("clear", True)
    posted.until(lambda: len(posted.edges("clear")) == 1)
    bench.hold("clear", False)

    posted.until(lambda: len(posted.edges("clear")) == 2)
    down, up = posted.edges("clear")
    assert (down, up) == (LineChanged("clear", True), LineChanged("clear", False))
    assert 0 < down.at < up.at


def test_after_close_no_key_is_told_and_closing_again_is_harmless(bench: Bench, posted: Posted) -> None:
    bench.keys.start(posted)
    bench.keys.close()

    bench.hold("clear", True)
    bench.keys.close()

    assert posted.all() == []
