"""The frames of the tablehand protocol: the table of the contract, byte for byte, and everything that is no frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.shoe import frames
from drivers.shoe.frames import (
    Acknowledge,
    Beat,
    Booted,
    Card,
    Cleared,
    ClearFault,
    Dropped,
    Fault,
    Framer,
    Lock,
    NewPack,
    Packet,
    Query,
    Sentence,
    Stub,
    Unlock,
    body,
    crc16,
    frame,
    sentence,
)

# fmt: off
CONTRACT: list[tuple[Sentence, str, str]] = [
    (Booted("7F3A", 52), "000 B 7F3A 52", "02 30 30 30 20 42 20 37 46 33 41 20 35 32 03 35 39 32 37"),
    (NewPack(1, "P0417"), "001 N P0417", "02 30 30 31 20 4E 20 50 30 34 31 37 03 36 38 35 38"),
    (Card(17, "Kd", "d"), "017 C Kd d", "02 30 31 37 20 43 20 4B 64 20 64 03 30 44 31 39"),
    (Card(18, "??", "d"), "018 C ?? d", "02 30 31 38 20 43 20 3F 3F 20 64 03 46 32 36 30"),
    (Packet(19, 5), "019 P 5", "02 30 31 39 20 50 20 35 03 36 46 36 44"),
    (Beat("7F3A", 17, 17), "017 H 7F3A 017 17", "02 30 31 37 20 48 20 37 46 33 41 20 30 31 37 20 31 37 03 46 32 46 34"),
    (Acknowledge(17), "000 A 017", "02 30 30 30 20 41 20 30 31 37 03 46 46 45 42"),
    (Query(18), "000 Q 018", "02 30 30 30 20 51 20 30 31 38 03 30 41 35 45"),
    (Lock(1), "001 L", "02 30 30 31 20 4C 03 34 43 33 30"),
]
# fmt: on

NUMBERS = st.integers(1, 255)
WORDS = st.text("0123456789ABCXYZabcxyz?", min_size=1, max_size=16)
COUNTS = st.integers(0, 10**16 - 1)
SENTENCES: st.SearchStrategy[Sentence] = st.one_of(
    st.builds(Booted, WORDS, COUNTS),
    st.builds(Card, NUMBERS, WORDS, st.sampled_from("du")),
    st.builds(Packet, NUMBERS, COUNTS),
    st.builds(NewPack, NUMBERS, WORDS),
    st.builds(Stub, NUMBERS, COUNTS),
    st.builds(Fault, NUMBERS, st.sampled_from(sorted(frames.FAULT_KINDS))),
    st.builds(Cleared, NUMBERS),
    st.builds(Beat, WORDS, st.integers(0, 255), COUNTS),
    st.builds(Acknowledge, st.integers(0, 255)),
    st.builds(Query, st.integers(0, 255)),
    st.builds(Lock, NUMBERS),
    st.builds(Unlock, NUMBERS),
    st.builds(ClearFault, NUMBERS),
)


@pytest.mark.parametrize(("said", "text", "bytes_"), CONTRACT, ids=[text for _, text, _ in CONTRACT])
def test_the_contract_s_frames_are_written_and_read_byte_for_byte(said: Sentence, text: str, bytes_: str) -> None:
    read = Framer().feed(bytes.fromhex(bytes_))

    assert read == [text]
    assert sentence(text) == said
    assert frame(body(said)) == bytes.fromhex(bytes_)


def test_the_check_sum_has_the_standard_s_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(SENTENCES)
def test_every_sentence_is_read_as_it_was_written(said: Sentence) -> None:
    [text] = Framer().feed(frame(body(said)))

    assert isinstance(text, str)
    assert sentence(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "000 C Kd d",  # 000 is the boot's alone
        "001 B 7F3A 52",
        "000 B 7F3A many",
        "000 B 7F_A 52",
        "256 C Kd d",
        "17 C Kd d",
        "0017 C Kd d",
        "017  C Kd d",
        "017 C Kd d ",
        " 017 C Kd d",
        "017 C Kd x",
        "017 C Kd",
        "017 C K_d d",
        "017 C KdKdKdKdKdKdKdKdK d",
        "017 P five",
        "017 P -5",
        "017 P",
        "017 F on_fire",
        "017 S 1.5",
        "017 Z 1",
        "017 c Kd d",
        "000 A 17",
        "000 Q 256",
        "000 L",
        "017 H 7F3A 17 17",
        "hello",
    ],
)
def test_a_body_that_is_no_sentence_of_the_protocol_says_nothing(text: str) -> None:
    assert sentence(text) is None


@pytest.mark.parametrize("text", ["001L", "x" * 65, "001 C \x02 d", "001 C K\x7fd d", "001 C Ké d"])
def test_what_cannot_be_a_body_is_not_framed(text: str) -> None:
    with pytest.raises(ValueError, match=r"body|ascii"):
        frame(text)


def test_bytes_between_frames_are_counted_and_ignored() -> None:
    framer = Framer()

    read = framer.feed(b"\x00\xffnoise\x03" + frame("017 C Kd d") + b"\r\n" + frame("018 R"))

    assert read == ["017 C Kd d", "018 R"]
    assert framer.stray == 10


def test_a_start_byte_always_begins_anew() -> None:
    read = Framer().feed(b"\x02017 C K" + frame("017 C Kd d"))

    assert read == [Dropped(b"\x02017 C K"), "017 C Kd d"]


def test_a_start_byte_within_the_check_sum_begins_anew() -> None:
    read = Framer().feed(frame("016 R")[:-1] + frame("017 R"))

    assert read == [Dropped(frame("016 R")[:-1]), "017 R"]


def test_a_body_of_sixty_four_is_read_and_one_of_sixty_five_is_not() -> None:
    longest = "001 " + "C" * 60

    read = Framer().feed(frame(longest) + b"\x02" + b"x" * 65 + b"\x03FFFF" + frame("001 R"))

    assert read == [longest, Dropped(b"\x02" + b"x" * 65), "001 R"]


def test_a_body_of_four_is_too_short() -> None:
    short = b"001L"

    read = Framer().feed(b"\x02%b\x03%04X" % (short, crc16(short)))

    assert read == [Dropped(b"\x02001L\x03")]


@pytest.mark.parametrize("byte", [0x00, 0x0A, 0x1F, 0x7F, 0x80, 0xFF])
def test_a_byte_that_no_body_may_have_drops_the_frame(byte: int) -> None:
    read = Framer().feed(b"\x02017 C K" + bytes([byte]) + b" d\x030D19" + frame("018 R"))

    assert read == [Dropped(b"\x02017 C K" + bytes([byte])), "018 R"]


def test_a_check_sum_in_lower_case_is_wrong() -> None:
    sent = frame("017 C Kd d")

    read = Framer().feed(sent.lower().replace(b"c kd", b"C Kd"))

    assert read == [Dropped(b"\x02017 C Kd d\x030d")]


@given(SENTENCES, st.data())
def test_a_frame_with_one_byte_changed_is_never_read_as_another(said: Sentence, data: st.DataObject) -> None:
    sent = bytearray(frame(body(said)))
    at = data.draw(st.integers(0, len(sent) - 1))
    sent[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != sent[at]))

    read = Framer().feed(bytes(sent))

    assert [found for found in read if isinstance(found, str)] == []


@given(st.lists(st.one_of(st.binary(max_size=80), SENTENCES.map(body).map(frame))), st.data())
def test_how_the_stream_is_cut_makes_no_difference(pieces: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    whole, cut = Framer(), Framer()

    in_one_piece = whole.feed(stream)
    in_pieces = [
        found
        for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
        for found in cut.feed(stream[start:end])
    ]

    assert in_pieces == in_one_piece
    assert cut.stray == whole.stray


def test_half_a_frame_is_forgotten_when_the_line_is_opened_anew() -> None:
    framer = Framer()
    framer.feed(b"\x02017 C K")

    framer.forget()

    assert framer.feed(frame("018 R")) == ["018 R"]


@pytest.mark.parametrize(("number", "next_number"), [(0, 1), (1, 2), (254, 255), (255, 1)])
def test_numbers_run_from_one_to_255_and_around(number: int, next_number: int) -> None:
    assert frames.following(number) == next_number
