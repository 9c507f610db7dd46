"""Whatever the wires do, the validator neither raises nor finds more chips than there were unambiguous pulses."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import LineChanged, LineLevel, Signal
from drivers.pulses import Acceptor, Chip, Outcome, PulseValidator, Trouble

MS = 1_000_000
ACCEPTORS = [Acceptor("a"), Acceptor("b"), Acceptor("c", second="d")]

# Mostly what wires do: toggle, count up, at the widths and gaps around every limit, to the nanosecond.
lines = st.sampled_from("aaabcd") | st.just("another")
tellings = st.sampled_from(["toggle", "toggle", "toggle", "toggle", "again", "read", "misread"])
steps = st.one_of(
    st.sampled_from([limit * MS + nudge for limit in (1, 5, 20, 500, 1000) for nudge in (-1, 0, 1)]),
    st.integers(0, 600 * MS),
    st.integers(-5 * MS, 3000 * MS),
)
lost = st.sampled_from([0, 0, 0, 0, 1, 2, 2, -1])


@st.composite
def streams(draw: st.DrawFn) -> list[Signal]:
    """Any edges and levels in any order; now and then edges are lost, come twice or contradict what is read."""
    at = 0
    seqno: dict[str, int] = {}
    level: dict[str, bool] = {}
    signals: list[Signal] = []
    for line, telling, step, missing in draw(st.lists(st.tuples(lines, tellings, steps, lost), max_size=60)):
        at += step
        if telling in ("toggle", "again"):
            level[line] = level.get(line, False) ^ (telling == "toggle")
            seqno[line] = seqno.get(line, 0) + 1 + missing
            signals.append(LineChanged(line, level[line], seqno[line], at=at))
        else:
            signals.append(LineLevel(line, level.get(line, False) ^ (telling == "misread"), at=at))
    return signals


def played(signals: list[Signal]) -> list[Outcome]:
    validator = PulseValidator(ACCEPTORS)
    return [outcome for signal in signals for outcome in validator.feed(signal)]


def chips(outcomes: list[Outcome], line: str) -> list[Chip]:
    return [outcome for outcome in outcomes if isinstance(outcome, Chip) and outcome.line == line]


def unambiguous(signals: list[Signal], line: str) -> set[int]:
    """The trailing edges of the pulses that anyone would call a chip, found without the validator's bookkeeping."""
    edges = [signal for signal in signals if isinstance(signal, LineChanged) and signal.line == line]
    return {
        fall.at
        for rise, fall in pairwise(edges)
        if rise.active
        and not fall.active
        and (fall.seqno in (0, rise.seqno + 1))
        and 5 * MS <= fall.at - rise.at <= 500 * MS
    }


@given(streams())
def test_there_are_never_more_chips_than_unambiguous_pulses(signals: list[Signal]) -> None:
    outcomes = played(signals)

    for line, edge_line in (("a", "a"), ("b", "b"), ("c", "d")):
        found = [chip.at for chip in chips(outcomes, line)]
        assert set(found) <= unambiguous(signals, edge_line)
        assert len(found) <= len([s for s in signals if isinstance(s, LineChanged) and s.line == edge_line]) // 2


@given(streams())
def test_every_trouble_is_told_once_until_it_is_restored(signals: list[Signal]) -> None:
    standing: dict[str, set[Trouble]] = {acceptor.line: set() for acceptor in ACCEPTORS}

    for outcome in played(signals):
        if isinstance(outcome, Chip):
            continue
        if outcome.kind is Trouble.RESTORED:
            assert standing[outcome.line]
            standing[outcome.line].clear()
        else:
            assert outcome.kind not in standing[outcome.line]
            standing[outcome.line].add(outcome.kind)


@given(streams())
def test_lines_fed_apart_or_together_give_the_same(signals: list[Signal]) -> None:
    together = played(signals)

    apart = [played([s for s in signals if isinstance(s, LineChanged | LineLevel) and s.line == line]) for line in "ab"]

    assert apart == [[o for o in together if o.line == line] for line in "ab"]


@given(streams(), st.integers(0, 60))
def test_a_stream_cut_anywhere_and_judged_in_two_sittings_gives_the_same(signals: list[Signal], cut: int) -> None:
    validator = PulseValidator(ACCEPTORS)
    first = [outcome for signal in signals[:cut] for outcome in validator.feed(signal)]
    now = max((signal.at for signal in signals[:cut]), default=0)

    late = list(validator.tick(now))
    rest = [outcome for signal in signals[cut:] for outcome in validator.feed(signal)]

    def only_chips(outcomes: list[Outcome]) -> list[Outcome]:
        return [outcome for outcome in outcomes if isinstance(outcome, Chip)]

    assert only_chips(first + late + rest) == only_chips(played(signals))


@given(st.lists(st.tuples(st.integers(20, 3000), st.integers(5, 500)), max_size=30), st.integers(50, 100))
def test_clean_pulses_are_all_chips_however_often_the_levels_are_read(
    pulses: list[tuple[int, int]], every: int
) -> None:
    signals: list[Signal] = []
    at, seqno = 0, 0
    for gap, width in pulses:
        for length, active in ((gap, True), (width, False)):
            signals += [LineLevel("a", not active, at=t * MS) for t in range(at, at + length, every)]
            at, seqno = at + length, seqno + 1
            signals.append(LineChanged("a", active, seqno, at=at * MS))

    outcomes = played(signals)

    assert len(outcomes) == len(pulses)
    assert len(chips(outcomes, "a")) == len(pulses)
