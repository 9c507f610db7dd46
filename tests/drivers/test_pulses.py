"""The pulse validator: what is a chip, what is not, and what the acceptor is said to suffer from."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from drivers.ports import Heartbeat, LineChanged, LineLevel, Signal
from drivers.pulses import Acceptor, Chip, Condition, Outcome, PulseValidator, Timings, Trouble

MS = 1_000_000


class Wire:
    """Tells an acceptor's story in milliseconds and counts its edges as the kernel does."""

    def __init__(self, validator: PulseValidator, line: str = "a") -> None:
        self._validator = validator
        self._line = line
        self._seqno = 0

    def rise(self, at: float) -> tuple[Outcome, ...]:
        return self._edge(at, True)

    def fall(self, at: float) -> tuple[Outcome, ...]:
        return self._edge(at, False)

    def lose(self, edges: int) -> None:
        self._seqno += edges

    def pulse(self, start: float, end: float) -> tuple[Outcome, ...]:
        return self.rise(start) + self.fall(end)

    def read(self, at: float, active: bool) -> tuple[Outcome, ...]:
        return self._validator.feed(LineLevel(self._line, active, at=int(at * MS)))

    def _edge(self, at: float, active: bool) -> tuple[Outcome, ...]:
        self._seqno += 1
        return self._validator.feed(LineChanged(self._line, active, self._seqno, at=int(at * MS)))


@pytest.fixture
def validator() -> PulseValidator:
    return PulseValidator([Acceptor("a"), Acceptor("b")])


@pytest.fixture
def wire(validator: PulseValidator) -> Wire:
    return Wire(validator)


@pytest.fixture
def pair() -> PulseValidator:
    return PulseValidator([Acceptor("a", second="b")])


def chip(at: float, line: str = "a") -> Chip:
    return Chip(line, int(at * MS))


def trouble(kind: Trouble, at: float, line: str = "a") -> Condition:
    return Condition(line, kind, int(at * MS))


def counted(validator: PulseValidator, line: str = "a") -> dict[str, int]:
    return {name: count for name, count in validator.counters()[line].items() if count}


def test_a_chip_counts_on_the_trailing_edge(validator: PulseValidator, wire: Wire) -> None:
    assert wire.rise(100) == ()

    outcomes = wire.fall(150)

    assert outcomes == (chip(150),)
    assert counted(validator) == {"chips": 1}


@pytest.mark.parametrize(
    ("width", "verdict"),
    [
        (4.999999, "noise"),
        (5, "chips"),
        (500, "chips"),
        (500.000001, "unclear"),
        (1000, "unclear"),
        (1000.000001, "stuck"),
    ],
)
def test_the_width_of_a_pulse_says_what_it_was(
    validator: PulseValidator, wire: Wire, width: float, verdict: str
) -> None:
    outcomes = wire.pulse(1, 1 + width)

    assert counted(validator) == {verdict: 1}
    assert [type(outcome) for outcome in outcomes] == {"chips": [Chip], "stuck": [Condition]}.get(verdict, [])


def test_two_chips_at_the_smallest_gap_are_two_chips(validator: PulseValidator, wire: Wire) -> None:
    first = wire.pulse(0, 50)

    second = wire.pulse(70, 120)

    assert first + second == (chip(50), chip(120))


def test_a_chip_already_counted_stands_when_its_acceptor_then_chatters(validator: PulseValidator, wire: Wire) -> None:
    counted_chip = wire.pulse(0, 50)

    chatter = wire.pulse(69.9, 110) + wire.pulse(115, 140)

    assert counted_chip == (chip(50),)
    assert chatter == (trouble(Trouble.CHATTER, 110),)
    assert counted(validator) == {"chips": 1, "chatter": 2}


def test_a_bounce_after_the_chip_is_noise_and_no_trouble(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 50)

    outcomes = wire.pulse(51, 52) + wire.pulse(53, 53.5)

    assert outcomes == ()
    assert counted(validator) == {"chips": 1, "noise": 2}


def test_a_bounce_before_the_chip_does_not_cost_the_chip(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 1)

    outcomes = wire.pulse(3, 50)

    assert outcomes == (chip(50),)


def test_a_storm_of_noise_is_chatter(validator: PulseValidator, wire: Wire) -> None:
    outcomes = [outcome for start in range(0, 20, 2) for outcome in wire.pulse(start, start + 1)]

    assert outcomes == [trouble(Trouble.CHATTER, 11)]
    assert counted(validator) == {"noise": 10, "chatter": 1}


def test_what_looks_like_a_chip_within_a_storm_is_chatter(validator: PulseValidator, wire: Wire) -> None:
    for start in range(0, 20, 2):
        wire.pulse(start, start + 1)

    outcomes = wire.pulse(22, 60)

    assert outcomes == ()
    assert wire.pulse(100, 150) == (chip(150),)
    assert counted(validator) == {"noise": 10, "chatter": 2, "chips": 1}


def test_noise_now_and_then_is_no_storm(validator: PulseValidator, wire: Wire) -> None:
    outcomes = [outcome for start in range(0, 1000, 50) for outcome in wire.pulse(start, start + 1)]

    assert outcomes == []


def test_a_stuck_acceptor_is_found_by_reading_its_level(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    assert wire.read(1000, active=True) == ()

    outcomes = wire.read(1000.1, active=True) + wire.read(1100, active=True)

    assert outcomes == (trouble(Trouble.STUCK, 1000.1),)
    assert counted(validator) == {"stuck": 1}


def test_a_stuck_acceptor_is_found_by_the_clock_alone(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)

    outcomes = validator.tick(1000 * MS) + validator.tick(1001 * MS) + validator.tick(2000 * MS)

    assert outcomes == (trouble(Trouble.STUCK, 1001),)


def test_a_stuck_pulse_is_no_chip_when_it_ends(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    validator.tick(1500 * MS)

    outcomes = wire.fall(1600)

    assert outcomes == ()
    assert counted(validator) == {"stuck": 1}


def test_an_acceptor_active_from_the_start_is_stuck_after_a_second(validator: PulseValidator, wire: Wire) -> None:
    wire.read(0, active=True)

    outcomes = wire.read(999, active=True) + wire.read(1001, active=True)

    assert outcomes == (trouble(Trouble.STUCK, 1001),)


def test_a_pulse_that_began_before_anyone_looked_is_unclear(validator: PulseValidator, wire: Wire) -> None:
    wire.read(0, active=True)

    outcomes = wire.fall(60)

    assert outcomes == ()
    assert counted(validator) == {"unclear": 1}


def test_a_stuck_acceptor_is_restored_once_it_is_idle_and_quiet(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    wire.read(1200, active=True)
    wire.fall(1300)

    outcomes = wire.read(2299, active=False) + wire.read(2300, active=False) + wire.read(2400, active=False)

    assert outcomes == (trouble(Trouble.RESTORED, 2300),)


def test_a_chattering_acceptor_is_not_restored_while_edges_go_on(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 50)
    wire.pulse(60, 100)
    wire.pulse(1050, 1051)

    outcomes = wire.read(1500, active=False) + validator.tick(2051 * MS)

    assert outcomes == (trouble(Trouble.RESTORED, 2051),)


def test_a_clean_pulse_during_trouble_is_told_for_the_rules_to_refuse(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 50)
    wire.pulse(60, 100)

    outcomes = wire.pulse(300, 350)

    assert outcomes == (chip(350),)


def test_a_jump_in_the_sequence_number_is_edge_loss_and_spoils_the_pulse(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    wire.lose(2)

    outcomes = wire.fall(50)

    assert outcomes == (trouble(Trouble.EDGE_LOSS, 50),)
    assert counted(validator) == {"edge_loss": 1}


def test_a_pulse_whose_leading_edge_follows_a_loss_is_unclear(validator: PulseValidator, wire: Wire) -> None:
    wire.lose(2)
    wire.rise(0)

    outcomes = wire.fall(50)

    assert outcomes == ()
    assert counted(validator) == {"edge_loss": 1, "unclear": 1}


def test_after_a_loss_the_level_is_read_again_and_the_next_chip_counts(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    wire.lose(2)
    wire.fall(50)
    wire.read(51, active=False)

    outcomes = wire.pulse(100, 150)

    assert outcomes == (chip(150),)


def test_a_level_that_contradicts_the_edges_is_edge_loss(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)

    outcomes = wire.read(80, active=False)

    assert outcomes == (trouble(Trouble.EDGE_LOSS, 80),)
    assert wire.pulse(200, 250) == (chip(250),)


def test_a_level_read_before_the_last_edge_says_nothing(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(10)

    outcomes = wire.read(9, active=False) + wire.fall(60)

    assert outcomes == (chip(60),)


def test_rising_rising_within_one_pulse_is_one_chip(validator: PulseValidator, wire: Wire) -> None:
    wire.rise(0)
    wire.rise(1)

    outcomes = wire.fall(50)

    assert outcomes == (chip(50),)


def test_rising_rising_that_may_be_too_long_or_too_short_is_unclear(validator: PulseValidator, wire: Wire) -> None:
    too_long = wire.rise(0) + wire.rise(480) + wire.fall(520)
    too_short = wire.rise(1000) + wire.rise(1048) + wire.fall(1050)

    assert too_long + too_short == ()
    assert counted(validator) == {"unclear": 2}


def test_falling_falling_is_noise(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 50)

    outcomes = wire.fall(100)

    assert outcomes == ()
    assert counted(validator) == {"chips": 1, "noise": 1}


def test_two_troubles_are_each_told_once_and_restored_together(validator: PulseValidator, wire: Wire) -> None:
    outcomes = wire.pulse(0, 50) + wire.pulse(55, 90) + wire.pulse(95, 2000) + wire.pulse(2005, 2050)

    restored = wire.read(3100, active=False)

    assert outcomes == (chip(50), trouble(Trouble.CHATTER, 90), trouble(Trouble.STUCK, 2000))
    assert restored == (trouble(Trouble.RESTORED, 3100),)


def test_each_acceptor_is_judged_for_itself(validator: PulseValidator, wire: Wire) -> None:
    other = Wire(validator, "b")
    wire.rise(0)
    other.rise(10)

    outcomes = wire.fall(50) + other.fall(60)

    assert outcomes == (chip(50), chip(60, "b"))


def test_other_lines_and_other_signals_mean_nothing(validator: PulseValidator) -> None:
    signals: Iterable[Signal] = (LineChanged("clear", True, 7), LineLevel("clear", True), Heartbeat("7F3A", 17, 17))

    assert [validator.feed(signal) for signal in signals] == [(), (), ()]


def test_the_last_widths_are_kept_for_the_technician(validator: PulseValidator, wire: Wire) -> None:
    wire.pulse(0, 50)
    wire.pulse(100, 101.5)

    assert validator.widths_ms("a") == (50.0, 1.5)
    assert validator.widths_ms("no such line") == ()


def test_past_both_sensors_in_order_is_one_chip_of_the_acceptor(pair: PulseValidator) -> None:
    first, second = Wire(pair, "a"), Wire(pair, "b")
    first.rise(0)
    second.rise(20)
    first.fall(40)

    outcomes = second.fall(60)

    assert outcomes == (chip(60),)
    assert counted(pair) == {"chips": 1}


def test_past_the_second_sensor_first_is_a_pull_back(pair: PulseValidator) -> None:
    first, second = Wire(pair, "a"), Wire(pair, "b")

    outcomes = second.pulse(0, 40) + first.pulse(60, 100)

    assert outcomes == ()
    assert counted(pair) == {"pull_back": 1}
    assert first.pulse(200, 240) + second.pulse(260, 300) == (chip(300),)


def test_past_the_first_sensor_twice_is_a_pull_back(pair: PulseValidator) -> None:
    first, second = Wire(pair, "a"), Wire(pair, "b")

    outcomes = first.pulse(0, 40) + first.pulse(100, 140)

    assert outcomes == ()
    assert counted(pair) == {"pull_back": 1}
    assert first.pulse(200, 240) + second.pulse(260, 300) == (chip(300),)


def test_a_chip_that_never_arrived_does_not_cost_the_next_player_his(pair: PulseValidator) -> None:
    first, second = Wire(pair, "a"), Wire(pair, "b")
    first.pulse(0, 40)

    outcomes = first.pulse(60_000, 60_040) + second.pulse(60_100, 60_140)

    assert outcomes == (chip(60_140),)
    assert counted(pair) == {"chips": 1, "pull_back": 1}


def test_an_acceptor_with_a_stuck_second_sensor_is_restored_only_when_both_are_quiet(pair: PulseValidator) -> None:
    first, second = Wire(pair, "a"), Wire(pair, "b")
    first.pulse(0, 50)
    first.pulse(60, 100)

    outcomes = second.rise(200) + second.read(1300, True) + first.read(1400, False)

    assert outcomes == (trouble(Trouble.STUCK, 1300),)
    second.fall(1500)
    assert first.read(2500, False) == (trouble(Trouble.RESTORED, 2500),)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"min_pulse_ms": 500}, "pulse timings must grow"),
        ({"stuck_ms": 400}, "pulse timings must grow"),
        ({"min_gap_ms": 0}, "must be above 0"),
    ],
)
def test_timings_that_contradict_each_other_are_refused(wrong: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Timings(**wrong)
