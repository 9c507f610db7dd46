"""Lines, pulses and frames become chips, cards and acts; nothing a driver sends makes the intake stumble."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core import events as told
from controller.core.cards import Card
from controller.core.events import (
    DEALER,
    AcceptorCondition,
    AcceptorState,
    BetsClosed,
    CardDrawn,
    CardExposed,
    ChipInserted,
    ConductNoted,
    DealCompleted,
    DeviceCondition,
    Event,
    KeyTurned,
    RoundCleared,
    ShoeCondition,
    ShoeState,
)
from controller.intake import KEYS, SUPERVISOR_KEY, Inherited, Intake, ShoePlace, Wiring
from drivers.ports import (
    CardLeft,
    DeviceFailed,
    DeviceRecovered,
    Garbled,
    Heartbeat,
    LineChanged,
    LineLevel,
    PacketEnded,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    Signal,
    StubCounted,
)
from drivers.pulses import Acceptor

MS = 1_000_000
WIRING = Wiring(
    seats={"acceptor_3": 3, "acceptor_5": 5},
    acceptors=(Acceptor("acceptor_3"), Acceptor("acceptor_5")),
    keys={name: name for name in (*KEYS, SUPERVISOR_KEY)},
)


def taken(*signals: Signal, inherited: Inherited | None = None) -> list[Event]:
    intake = Intake(WIRING, inherited=inherited)
    return [event for signal in signals for event in intake.take(signal)]


def pulse(line: str, at_ms: int, width_ms: int = 50, seqno: int = 1) -> tuple[Signal, Signal]:
    return (
        LineChanged(line, True, seqno, at=at_ms * MS),
        LineChanged(line, False, seqno + 1, at=(at_ms + width_ms) * MS),
    )


def test_a_clean_pulse_is_a_chip_at_the_seat_of_its_line() -> None:
    assert taken(*pulse("acceptor_5", 100)) == [ChipInserted(seat=5, at=150 * MS, source="acceptor 5")]


def test_a_line_that_stays_active_is_stuck() -> None:
    intake = Intake(WIRING)
    intake.take(LineChanged("acceptor_3", True, 1, at=0))

    events = intake.tick(1500 * MS)

    assert events == (AcceptorCondition(seat=3, kind=AcceptorState.STUCK, at=1500 * MS, source="acceptor 3"),)


def test_what_is_no_chip_is_counted_for_its_seat() -> None:
    intake = Intake(WIRING)
    for signal in (*pulse("acceptor_3", 100, width_ms=2), *pulse("acceptor_3", 400, seqno=3)):
        intake.take(signal)

    counters = intake.counters()

    assert (counters[3]["chips"], counters[3]["noise"], counters[5]["chips"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("key", "event"),
    [
        ("no_more_bets", BetsClosed(at=7, source="key no_more_bets")),
        ("deal_complete", DealCompleted(at=7, source="key deal_complete")),
        ("exposed_card", CardExposed(hand=DEALER, at=7, source="key exposed_card")),
        ("call_supervisor", ConductNoted(seat=None, kind="supervisor_called", at=7, source="key call_supervisor")),
        ("clear", RoundCleared(at=7, source="key clear")),
    ],
)
def test_a_key_acts_when_it_goes_down_and_only_then(key: str, event: Event) -> None:
    assert taken(LineChanged(key, True, at=7), LineChanged(key, False, at=9), LineLevel(key, True, at=11)) == [event]


def test_the_key_switch_tells_both_ways() -> None:
    events = taken(LineChanged(SUPERVISOR_KEY, True, at=7), LineChanged(SUPERVISOR_KEY, False, at=9))

    source = f"key {SUPERVISOR_KEY}"
    assert events == [KeyTurned(on=True, at=7, source=source), KeyTurned(on=False, at=9, source=source)]


SAID = {"boot": "7F3A", "number": 17, "at": 5, "source": "shoe"}


def frame(signal: type[Signal], *values: object) -> Signal:
    return signal(*values, at=5, boot="7F3A", number=17)  # type: ignore[call-arg]


SHOE: list[tuple[Signal, Event]] = [
    (frame(CardLeft, "Kd", "d"), CardDrawn(card=Card("Kd"), **SAID)),  # type: ignore[arg-type]
    (frame(CardLeft, "??", "u"), CardDrawn(card=Card("??"), face_up=True, **SAID)),  # type: ignore[arg-type]
    (frame(PacketEnded, 5), told.PacketEnded(**SAID)),  # type: ignore[arg-type]
    (frame(StubCounted, 12), told.StubCounted(count=12, **SAID)),  # type: ignore[arg-type]
    (frame(PackLoaded, "P0417"), ShoeCondition(kind=ShoeState.NEW_PACK, note="P0417", **SAID)),  # type: ignore[arg-type]
    (frame(ShoeFault, "jam"), ShoeCondition(kind=ShoeState.JAM, **SAID)),  # type: ignore[arg-type]
    (frame(ShoeFault, "silent"), ShoeCondition(kind=ShoeState.SILENT, **SAID)),  # type: ignore[arg-type]
    (frame(ShoeFault, "on_fire"), ShoeCondition(kind=ShoeState.JAM, note="on_fire", **SAID)),  # type: ignore[arg-type]
    (frame(ShoeFault, "restored"), ShoeCondition(kind=ShoeState.JAM, note="restored", **SAID)),  # type: ignore[arg-type]
    (frame(ShoeRestored), ShoeCondition(kind=ShoeState.RESTORED, **SAID)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("signal", "event"), SHOE, ids=lambda value: type(value).__name__)
def test_what_the_shoe_says_becomes_what_happened(signal: Signal, event: Event) -> None:
    assert taken(signal) == [event]


def test_a_shoe_that_booted_began_anew() -> None:
    booted = ShoeBooted("7F3B", 52, at=5)

    (event,) = taken(booted)

    assert event == ShoeCondition(
        kind=ShoeState.RESTARTED, note="a pack of 52", boot="7F3B", number=0, at=5, source="shoe"
    )


def test_heartbeats_and_garbage_are_no_events() -> None:
    intake = Intake(WIRING)

    events = [*intake.take(Heartbeat("7F3A", 17, 5, number=17)), *intake.take(Garbled(b"\xff"))]

    assert events == []
    assert intake.garbled == 1


def test_the_place_in_the_shoes_count_is_followed() -> None:
    intake = Intake(WIRING)
    places = []
    for signal in (
        ShoeBooted("7F3A", 52),
        PackLoaded("P1", boot="7F3A", number=1),
        CardLeft("Kd", "d", boot="7F3A", number=2),
        CardLeft("??", "d", boot="7F3A", number=3),
        PacketEnded(2, boot="7F3A", number=4),
        Heartbeat("7F3A", 4, 2, number=4),
        ShoeFault("restarted", boot="9C01", number=40),
        Heartbeat("9C01", 40, 31, number=40),
    ):
        intake.take(signal)
        places.append(intake.place)

    assert places == [
        ShoePlace("7F3A", 0, 0),
        ShoePlace("7F3A", 1, 0),
        ShoePlace("7F3A", 2, 1),
        ShoePlace("7F3A", 3, 2),
        ShoePlace("7F3A", 4, 2),
        ShoePlace("7F3A", 4, 2),
        ShoePlace("9C01", 40, 0),
        ShoePlace("9C01", 40, 31),
    ]


def test_a_device_that_fails_says_what_to_do() -> None:
    events = taken(DeviceFailed("meter", "it does not obey", "check the sign", at=5), DeviceRecovered("meter", at=9))

    assert events == [
        DeviceCondition(device="meter", kind="failed", note="it does not obey; check the sign", at=5, source="meter"),
        DeviceCondition(device="meter", kind="restored", at=9, source="meter"),
    ]


class TestInheritedTroubles:
    OUT = Inherited(acceptors=frozenset({3}))

    def test_an_acceptor_is_restored_once_it_has_been_idle(self) -> None:
        levels = [LineLevel("acceptor_3", False, at=ms * MS) for ms in (100, 600, 1099, 1100, 1200)]

        events = taken(*levels, inherited=self.OUT)

        restored = AcceptorCondition(seat=3, kind=AcceptorState.RESTORED, at=1100 * MS, source="acceptor 3")
        assert events == [restored]

    def test_an_edge_begins_the_wait_anew(self) -> None:
        signals = [
            LineLevel("acceptor_3", False, at=100 * MS),
            *pulse("acceptor_3", 500),
            *(LineLevel("acceptor_3", False, at=ms * MS) for ms in (600, 1500)),
        ]

        events = taken(*signals, inherited=self.OUT)

        assert [type(event) for event in events] == [ChipInserted]

    def test_another_acceptor_changes_nothing(self) -> None:
        levels = [LineLevel("acceptor_5", False, at=ms * MS) for ms in (100, 5000)]

        assert taken(*levels, inherited=self.OUT) == []

    @pytest.mark.parametrize(("was", "restored"), [("silent", 1), ("count", 1), ("jam", 0), ("", 0)])
    def test_a_heartbeat_restores_what_only_the_link_had_told(self, was: str, restored: int) -> None:
        beats = [Heartbeat("7F3A", 17, 5, at=at, number=17) for at in (1, 2)]

        events = taken(*beats, inherited=Inherited(shoe=was))

        assert [event.kind for event in events if isinstance(event, ShoeCondition)] == [ShoeState.RESTORED] * restored

    def test_a_shoe_that_is_silent_again_is_not_restored(self) -> None:
        signals = [ShoeFault("silent", at=1), Heartbeat("7F3A", 17, 5, at=2)]

        events = taken(*signals, inherited=Inherited(shoe="silent"))

        assert [event.kind for event in events if isinstance(event, ShoeCondition)] == [ShoeState.SILENT]


lines = st.sampled_from(["acceptor_3", "acceptor_5", "no_more_bets", SUPERVISOR_KEY, "unknown"])
words = st.text(max_size=8)
numbers = st.integers(min_value=-1, max_value=300)
any_signal = st.one_of(
    st.builds(LineChanged, lines, st.booleans(), numbers, at=numbers),
    st.builds(LineLevel, lines, st.booleans(), at=numbers),
    st.builds(DeviceFailed, words, words, words),
    st.builds(DeviceRecovered, words),
    st.builds(CardLeft, words, words, boot=words, number=numbers),
    st.builds(PacketEnded, numbers, boot=words, number=numbers),
    st.builds(PackLoaded, words, boot=words, number=numbers),
    st.builds(StubCounted, numbers, boot=words, number=numbers),
    st.builds(ShoeFault, words, boot=words, number=numbers),
    st.builds(ShoeRestored, boot=words, number=numbers),
    st.builds(ShoeBooted, words, numbers),
    st.builds(Heartbeat, words, numbers, numbers),
    st.builds(Garbled, st.binary(max_size=8)),
)


@given(st.lists(any_signal, max_size=30))
def test_no_signal_makes_it_stumble_and_the_same_signals_give_the_same_events(signals: list[Signal]) -> None:
    assert taken(*signals) == taken(*signals)
