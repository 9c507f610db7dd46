"""The tablehand decoder: what is new, what is repeated, what is missing, and what must never be believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import (
    CardLeft,
    Garbled,
    Heartbeat,
    PacketEnded,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    StubCounted,
)
from drivers.shoe.frames import Acknowledge, Lock, Query, frame
from drivers.shoe.tablehand import TablehandShoe


def say(*bodies: str) -> bytes:
    return b"".join(map(frame, bodies))


def told(shoe: TablehandShoe, *bodies: str) -> list[ShoeSignal]:
    return shoe.feed(say(*bodies))


def booted(*bodies: str) -> TablehandShoe:
    """A shoe that booted as 7F3A and said all this."""
    shoe = TablehandShoe()
    told(shoe, "000 B 7F3A 52", *bodies)
    return shoe


# -- what the shoe says --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "signal"),
    [
        ("001 N P0417", PackLoaded("P0417")),
        ("001 C Kd d", CardLeft("Kd", "d")),
        ("001 C ?? u", CardLeft("??", "u")),
        ("001 C Jo d", CardLeft("Jo", "d")),
        ("001 P 0", PacketEnded(0)),
        ("001 S 17", StubCounted(17)),
        ("001 F jam", ShoeFault("jam")),
        ("001 F double_draw", ShoeFault("double_draw")),
        ("001 F cover_open", ShoeFault("cover_open")),
        ("001 R", ShoeRestored()),
    ],
)
def test_each_numbered_frame_is_one_signal(said: str, signal: ShoeSignal) -> None:
    assert told(booted(), said) == [signal]


def test_a_boot_begins_the_count() -> None:
    shoe = TablehandShoe()

    signals = told(shoe, "000 B 7F3A 52", "001 C Kd d")

    assert signals == [ShoeBooted("7F3A", 52), CardLeft("Kd", "d")]
    assert [(each.boot, each.number) for each in signals] == [("7F3A", 0), ("7F3A", 1)]


def test_a_fresh_decoder_takes_the_first_numbered_frame_as_its_baseline() -> None:
    shoe = TablehandShoe()

    signals = told(shoe, "017 C Kd d", "018 C ?? d", "019 P 5")

    assert signals == [CardLeft("Kd", "d"), CardLeft("??", "d"), PacketEnded(5)]
    assert [each.number for each in signals] == [17, 18, 19]


def test_a_fresh_decoder_takes_the_first_heartbeat_as_its_baseline() -> None:
    shoe = TablehandShoe()

    signals = told(shoe, "017 H 7F3A 017 17", "019 C 2c d", "018 C Kd d", "018 H 7F3A 018 18")

    assert signals == [Heartbeat("7F3A", 17, 17), CardLeft("Kd", "d"), Heartbeat("7F3A", 18, 18)]
    assert [(each.boot, each.number) for each in signals] == [("7F3A", 17), ("7F3A", 18), ("7F3A", 18)]


@pytest.mark.parametrize(("count", "signal"), [(0, PacketEnded(0)), (1, ShoeFault("count"))])
def test_a_baseline_with_no_card_out_can_judge_the_first_packet(count: int, signal: ShoeSignal) -> None:
    shoe = TablehandShoe()

    assert told(shoe, "017 H 7F3A 017 0", f"018 P {count}")[1:] == [signal]


def test_a_baseline_counts_the_cards_that_are_out() -> None:
    shoe = TablehandShoe()

    signals = told(shoe, "017 H 7F3A 017 12", "018 C Kd d", "018 H 7F3A 018 14")

    assert signals[2:] == [ShoeFault("count"), Heartbeat("7F3A", 18, 14)]


def test_a_baseline_with_cards_out_cannot_judge_the_first_packet() -> None:
    shoe = TablehandShoe()

    assert told(shoe, "017 H 7F3A 017 3", "018 P 5", "019 P 1")[1:] == [PacketEnded(5), ShoeFault("count")]


def test_a_heartbeat_names_the_boot_and_the_count_of_a_fresh_decoder_s_numbers() -> None:
    shoe = TablehandShoe()
    told(shoe, "017 C Kd d", "017 H 7F3A 017 12")

    signals = told(shoe, "018 C 2c d", "018 H 7F3A 018 14")

    assert signals == [CardLeft("2c", "d"), ShoeFault("count"), Heartbeat("7F3A", 18, 14)]
    assert [each.boot for each in signals] == ["7F3A"] * 3


@pytest.mark.parametrize("said", ["000 A 017", "000 Q 018", "001 L", "001 U", "001 X"])
def test_what_a_host_says_is_nothing_to_a_decoder(said: str) -> None:
    shoe = booted()

    assert told(shoe, said) == []
    assert (shoe.heard, shoe.foreign) == ((2, 0) if " A " in said else (1, 1))


def test_an_acknowledgement_names_the_command_it_answers() -> None:
    shoe = booted()

    told(shoe, "000 A 003")

    assert shoe.obeyed == 3


# -- repeated ------------------------------------------------------------------------------------------------------


def test_a_duplicate_is_counted_for_another_acknowledgement_and_not_reported() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "001 C Kd d", "002 C 2c d")

    assert signals == []
    assert shoe.repeats == 2


def test_the_same_number_with_another_body_is_a_fault_and_told_once() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "001 C Ks d", "001 C Ks d", "003 C 3c d")

    assert signals == [ShoeFault("count"), CardLeft("3c", "d")]
    assert shoe.repeats == 1


def test_the_same_boot_again_is_a_duplicate() -> None:
    shoe = booted("001 C Kd d")

    signals = told(shoe, "000 B 7F3A 52", "002 C 2c d")

    assert signals == [CardLeft("2c", "d")]
    assert shoe.repeats == 1


def test_the_same_boot_with_another_pack_is_a_fault() -> None:
    assert told(booted("001 C Kd d"), "000 B 7F3A 36") == [ShoeFault("count")]


def test_another_boot_restarts_the_count() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "000 B 81C0 52", "001 C 2c d", "002 P 1")

    assert signals == [ShoeBooted("81C0", 52), CardLeft("2c", "d"), PacketEnded(1)]


def test_numbers_wrap_from_255_to_1() -> None:
    shoe = TablehandShoe()

    signals = told(shoe, "254 C 2c d", "255 C 3c d", "001 C 4c d", "255 C 3c d", "002 C 5c d")

    assert signals == [CardLeft("2c", "d"), CardLeft("3c", "d"), CardLeft("4c", "d"), CardLeft("5c", "d")]
    assert shoe.repeats == 1


@pytest.mark.parametrize(
    ("number", "missing", "repeats"),
    [("012", 11, 0), ("138", 11, 0), ("139", None, 1), ("255", None, 1), ("010", None, 1)],
)
def test_up_to_127_ahead_is_a_gap_and_all_else_a_duplicate(number: str, missing: int | None, repeats: int) -> None:
    shoe = TablehandShoe()
    told(shoe, "010 C 2c d")

    signals = told(shoe, f"{number} C 2c d")

    assert signals == []
    assert (shoe.missing, shoe.repeats) == (missing, repeats)


# -- missing -------------------------------------------------------------------------------------------------------


def test_nothing_after_a_gap_is_reported_before_it_is_filled() -> None:
    shoe = booted("001 C Kd d")

    after_the_gap = told(shoe, "003 C 3c d", "004 C 4c d")
    missing = shoe.missing
    resent = told(shoe, "002 C 2c d", "003 C 3c d", "004 C 4c d")

    assert after_the_gap == []
    assert missing == 2
    assert resent == [CardLeft("2c", "d"), CardLeft("3c", "d"), CardLeft("4c", "d")]
    assert shoe.missing is None


def test_a_gap_half_filled_is_still_a_gap() -> None:
    shoe = booted("001 C Kd d")

    told(shoe, "004 C 4c d", "002 C 2c d")

    assert shoe.missing == 3


def test_a_heartbeat_that_is_ahead_reveals_a_gap() -> None:
    shoe = booted("001 C Kd d")

    signals = told(shoe, "003 H 7F3A 003 3")

    assert signals == [Heartbeat("7F3A", 3, 3)]
    assert shoe.missing == 2


def test_the_furthest_number_heard_is_where_a_gap_ends() -> None:
    shoe = booted("001 C Kd d")

    told(shoe, "005 C 5c d", "003 C 3c d", "002 C 2c d", "003 C 3c d")

    assert shoe.missing == 4


def test_a_heartbeat_at_our_place_is_no_gap_and_no_fault() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "002 H 7F3A 002 2")

    assert [type(each) for each in signals] == [Heartbeat]
    assert shoe.missing is None


@pytest.mark.parametrize("beat", ["001 H 7F3A 001 1", "000 H 7F3A 000 0"])
def test_a_shoe_that_says_less_than_was_heard_has_lost_its_count_and_is_taken_as_it_stands(beat: str) -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, beat, f"{int(beat[:3]) + 1:03} C 9h d")

    assert [type(each) for each in signals] == [ShoeFault, Heartbeat, CardLeft]
    assert signals[0] == ShoeFault("restarted")


def test_a_heartbeat_of_another_boot_says_that_the_shoe_was_restarted_and_it_is_taken_as_it_stands() -> None:
    shoe = booted("001 C Kd d")

    signals = told(shoe, "005 H 81C0 005 4", "006 C 2c d")

    assert signals == [ShoeFault("restarted"), Heartbeat("81C0", 5, 4), CardLeft("2c", "d")]
    assert [(each.boot, each.number) for each in signals] == [("81C0", 5), ("81C0", 5), ("81C0", 6)]


def test_what_a_former_boot_said_is_no_measure_for_duplicates() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "002 H 81C0 002 2", "001 C 9h d")

    assert signals == [ShoeFault("restarted"), Heartbeat("81C0", 2, 2)]


# -- counts --------------------------------------------------------------------------------------------------------


def test_a_packet_has_as_many_cards_as_left_since_the_last() -> None:
    shoe = booted("001 C Kd d", "002 P 1", "003 C 2c d", "004 C 3c d")

    assert told(shoe, "005 P 2") == [PacketEnded(2)]


def test_a_packet_with_another_count_is_a_fault_and_never_a_guess() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "003 P 5", "004 C 3c d", "005 P 1")

    assert signals == [ShoeFault("count"), CardLeft("3c", "d"), PacketEnded(1)]
    assert [each.number for each in signals] == [3, 4, 5]


def test_a_new_pack_begins_both_counts_anew() -> None:
    shoe = booted("001 C Kd d", "002 N P0418", "003 C 2c d")

    signals = told(shoe, "004 P 1", "004 H 7F3A 004 1")

    assert signals == [PacketEnded(1), Heartbeat("7F3A", 4, 1)]


def test_a_heartbeat_that_counts_other_cards_at_our_place_is_a_fault_told_once() -> None:
    shoe = booted("001 C Kd d", "002 C 2c d")

    signals = told(shoe, "002 H 7F3A 002 3", "002 H 7F3A 002 3")

    assert signals == [ShoeFault("count"), Heartbeat("7F3A", 2, 3), Heartbeat("7F3A", 2, 3)]


def test_cards_are_not_compared_across_a_gap() -> None:
    shoe = booted("001 C Kd d")

    assert told(shoe, "003 H 7F3A 003 3") == [Heartbeat("7F3A", 3, 3)]


@pytest.mark.parametrize(
    ("cards_out", "count", "signal"), [(0, 0, PacketEnded(0)), (0, 1, ShoeFault("count")), (3, 5, PacketEnded(5))]
)
def test_a_resumed_decoder_judges_the_first_packet_only_when_no_card_was_out(
    cards_out: int, count: int, signal: ShoeSignal
) -> None:
    shoe = TablehandShoe()
    shoe.resume("7F3A", 17, cards_out)

    assert told(shoe, f"017 H 7F3A 017 {cards_out}", f"018 P {count}")[1:] == [signal]


# -- resumed -------------------------------------------------------------------------------------------------------


def test_a_resumed_decoder_says_nothing_of_numbers_before_a_heartbeat_tells_whose_they_are() -> None:
    shoe = TablehandShoe()
    shoe.resume("7F3A", 17, 12)

    early = told(shoe, "018 C Kd d")
    signals = told(shoe, "018 H 7F3A 018 13", "018 C Kd d")

    assert early == []
    assert signals == [Heartbeat("7F3A", 18, 13), CardLeft("Kd", "d")]


def test_a_resumed_decoder_compares_the_journal_s_count_of_cards() -> None:
    shoe = TablehandShoe()
    shoe.resume("7F3A", 17, 12)

    assert told(shoe, "017 H 7F3A 017 13") == [ShoeFault("count"), Heartbeat("7F3A", 17, 13)]


def test_a_shoe_of_another_boot_is_not_the_journal_s() -> None:
    shoe = TablehandShoe()
    shoe.resume("7F3A", 17, 12)

    signals = told(shoe, "018 C Kd d", "018 H 81C0 018 2", "019 C 2c d")

    assert signals == [ShoeFault("restarted"), Heartbeat("81C0", 18, 2), CardLeft("2c", "d")]


def test_a_shoe_unknown_to_the_journal_is_taken_as_it_stands() -> None:
    shoe = TablehandShoe()
    shoe.resume("", 0, 0)

    signals = told(shoe, "018 N P0417", "018 H 81C0 018 0", "019 C 2c d")

    assert signals == [Heartbeat("81C0", 18, 0), CardLeft("2c", "d")]


def test_cards_that_left_before_anybody_knew_the_shoe_are_told_as_a_restart() -> None:
    shoe = TablehandShoe()
    shoe.resume("", 0, 0)

    signals = told(shoe, "018 C Kd d", "018 H 81C0 018 1", "019 C 2c d")

    assert signals == [ShoeFault("restarted"), Heartbeat("81C0", 18, 1), CardLeft("2c", "d")]


def test_the_boot_itself_proves_whose_numbers_follow() -> None:
    shoe = TablehandShoe()
    shoe.resume("7F3A", 17, 12)

    signals = told(shoe, "000 B 7F3A 52", "018 C Kd d")

    assert signals == [CardLeft("Kd", "d")]


def test_a_gap_is_forgotten_when_the_line_was_away() -> None:
    shoe = booted("001 C Kd d", "003 C 3c d")

    shoe.reopened()

    assert shoe.missing is None


def test_what_was_reported_is_known_as_far_back_as_a_shoe_remembers() -> None:
    shoe = TablehandShoe()
    nothing_yet = shoe.reported(0)
    told(shoe, "000 B 7F3A 52")
    after_the_boot = [shoe.reported(number) for number in (0, 1, 255)]
    told(shoe, *(f"{number:03} C Kd d" for number in range(1, 131)))

    assert not nothing_yet
    assert after_the_boot == [True, False, False]
    assert [number for number in range(256) if shoe.reported(number)] == [0, *range(4, 131)]


def test_after_the_line_was_away_a_heartbeat_must_tell_that_it_is_the_same_shoe() -> None:
    shoe = booted("001 C Kd d")
    shoe.feed(frame("002 C 2c d")[:6])
    shoe.reopened()

    signals = told(shoe, "002 C 3c d", "002 H 7F3A 002 2", "002 C 2c d")

    assert signals == [Heartbeat("7F3A", 2, 2), CardLeft("2c", "d")]


# -- garbage -------------------------------------------------------------------------------------------------------


def test_a_dropped_frame_is_shown_to_the_technician() -> None:
    shoe = booted()
    broken = say("001 C Kd d").replace(b"Kd", b"Ks")

    signals = shoe.feed(broken)

    assert signals == [Garbled(broken)]
    assert (shoe.garbled, shoe.heard, shoe.last) == (1, 1, 0)


def test_a_sound_frame_that_says_nothing_known_is_dropped_like_a_broken_one() -> None:
    assert booted().feed(say("001 Z 1")) == [Garbled(say("001 Z 1"))]


BODIES = st.one_of(
    st.builds(
        "{:03} {}".format, st.integers(0, 260), st.sampled_from(["C Kd d", "C 2c u", "P 1", "N P1", "R", "F jam"])
    ),
    st.builds(
        "{0:03} H {1} {0:03} {2}".format, st.integers(0, 255), st.sampled_from(["7F3A", "81C0"]), st.integers(0, 3)
    ),
    st.builds("000 B {} 52".format, st.sampled_from(["7F3A", "81C0"])),
    st.from_regex(r"[ -~]{5,64}", fullmatch=True),
)


@given(st.lists(st.one_of(BODIES.map(frame), st.binary(max_size=30))), st.booleans(), st.data())
def test_any_bytes_in_any_cutting_give_the_same_signals(
    pieces: list[bytes], resumed: bool, data: st.DataObject
) -> None:
    stream = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    whole, cut = TablehandShoe(), TablehandShoe()
    if resumed:
        whole.resume("7F3A", 3, 1)
        cut.resume("7F3A", 3, 1)

    at_once = whole.feed(stream)
    bit_by_bit = [
        signal
        for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
        for signal in cut.feed(stream[start:end])
    ]

    assert bit_by_bit == at_once


@given(st.lists(st.one_of(st.binary(max_size=30), st.just(b"\x02"), st.just(b"\x03"))), st.integers(0, 15))
def test_noise_around_a_card_never_makes_another_card(noise: list[bytes], at: int) -> None:
    shoe = booted()
    sent = say("001 C Kd d")
    stream = b"".join(noise[: at % 4]) + sent[: at % 3] + b"\xff" + sent + b"".join(noise[at % 4 :])

    cards = [signal for signal in shoe.feed(stream) if isinstance(signal, CardLeft)]

    assert cards == [CardLeft("Kd", "d")]


# -- what the host says --------------------------------------------------------------------------------------------


def test_commands_are_encoded_as_the_contract_shows() -> None:
    encoded = [TablehandShoe().encode(command) for command in (Acknowledge(17), Query(18), Lock(1))]

    assert encoded == [
        bytes.fromhex("02 30 30 30 20 41 20 30 31 37 03 46 46 45 42"),
        bytes.fromhex("02 30 30 30 20 51 20 30 31 38 03 30 41 35 45"),
        bytes.fromhex("02 30 30 31 20 4C 03 34 43 33 30"),
    ]


def test_a_body_is_encoded_as_it_is_written() -> None:
    assert TablehandShoe.encode("001 L") == TablehandShoe.encode(Lock(1))
