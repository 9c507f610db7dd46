"""The host's half of the conversation, in simulated time: when it asks, repeats, acknowledges and gives up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from drivers.ports import (
    CardLeft,
    DeviceFailed,
    DeviceRecovered,
    Heartbeat,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    Signal,
)
from drivers.shoe.conversation import Conversation
from drivers.shoe.frames import Framer, frame

MS = 1_000_000
EPOCH_MS = 86_400_000
"""No clock begins at nought."""


class Desk:
    """A conversation and a clock that moves by hand; `asked` is what the host sent, as bodies with their time in ms."""

    def __init__(self, boot: str = "", number: int = 0, cards_out: int = 0) -> None:
        self.conversation = Conversation()
        self.conversation.resume(boot, number, cards_out)
        self.ms = 0
        self.asked: list[tuple[int, str]] = []
        self.conversation.begin(self.now)
        self.conversation.opened()

    @property
    def now(self) -> int:
        return (EPOCH_MS + self.ms) * MS

    def hear(self, *bodies: str) -> list[Signal]:
        signals = self.conversation.hear(b"".join(map(frame, bodies)), self.now)
        self.send()
        return signals

    def send(self) -> None:
        for said in Framer().feed(self.conversation.due(self.now)):
            self.asked.append((self.ms, str(said)))

    def wait(self, ms: int) -> list[Signal]:
        """Nothing is heard for so long."""
        signals: list[Signal] = []
        for _ in range(ms // 50):
            self.ms += 50
            signals += self.conversation.tick(self.now)
            self.send()
        return signals

    def beat(self, seconds: int, body: str) -> list[Signal]:
        """The shoe goes on living: a heartbeat each second."""
        signals: list[Signal] = []
        for _ in range(seconds):
            signals += self.wait(1000) + self.hear(body)
        return [signal for signal in signals if not isinstance(signal, Heartbeat)]


def desk(*bodies: str) -> Desk:
    """A conversation with a shoe that booted as 7F3A and said all this, everything acknowledged."""
    begun = Desk()
    begun.hear("000 B 7F3A 52", *bodies)
    begun.conversation.acknowledge("7F3A", len(bodies))
    begun.send()
    begun.asked.clear()
    return begun


def bodies(asked: Sequence[tuple[int, str]]) -> list[str]:
    return [body for _, body in asked]


# -- acknowledging -------------------------------------------------------------------------------------------------


def test_nothing_is_acknowledged_before_it_is_durable() -> None:
    table = Desk()

    table.hear("000 B 7F3A 52", "001 C Kd d")
    table.wait(1000)

    assert table.asked == []


def test_what_is_durable_is_acknowledged_up_to_there_and_no_further() -> None:
    table = Desk()
    table.hear("000 B 7F3A 52", "001 C Kd d", "002 C 2c d", "003 C 3c d")

    table.conversation.acknowledge("7F3A", 2)
    table.wait(1000)

    assert table.asked == [(50, "000 A 002")]


def test_a_boot_is_acknowledged_as_number_000() -> None:
    table = Desk()
    table.hear("000 B 7F3A 52")

    table.conversation.acknowledge("7F3A", 0)
    table.send()

    assert table.asked == [(0, "000 A 000")]


def test_each_step_of_the_journal_is_acknowledged() -> None:
    table = Desk()
    table.hear("000 B 7F3A 52", "001 C Kd d", "002 C 2c d")

    for number in (0, 1, 2):
        table.conversation.acknowledge("7F3A", number)
        table.send()

    assert bodies(table.asked) == ["000 A 000", "000 A 001", "000 A 002"]


@pytest.mark.parametrize(
    ("boot", "number"), [("7F3A", 3), ("7F3A", 200), ("81C0", 2), ("7F3A", 2), ("7F3A", 1), ("7F3A", 0)]
)
def test_an_acknowledgement_of_what_was_never_reported_or_is_old_is_passed_over(boot: str, number: int) -> None:
    table = desk("001 C Kd d", "002 C 2c d")

    table.conversation.acknowledge(boot, number)
    table.send()

    assert table.asked == []


def test_a_duplicate_is_acknowledged_again() -> None:
    table = desk("001 C Kd d", "002 C 2c d")

    table.hear("001 C Kd d")

    assert table.asked == [(0, "000 A 002")]


def test_each_heartbeat_is_answered_with_what_is_durable_in_case_the_last_answer_was_lost() -> None:
    table = desk("001 C Kd d", "002 C 2c d")

    table.hear("002 H 7F3A 002 2")

    assert bodies(table.asked) == ["000 A 002"]


def test_acknowledgements_run_on_around_255() -> None:
    table = Desk("7F3A", 254, 3)
    table.hear("254 H 7F3A 254 3", "255 C Kd d", "001 C 2c d")
    table.asked.clear()

    table.conversation.acknowledge("7F3A", 255)
    table.send()
    table.conversation.acknowledge("7F3A", 1)
    table.send()

    assert bodies(table.asked) == ["000 A 255", "000 A 001"]


# -- resuming ------------------------------------------------------------------------------------------------------


def test_the_same_boot_is_told_what_is_durable_and_asked_for_what_follows() -> None:
    table = Desk("7F3A", 17, 12)

    table.hear("019 H 7F3A 019 14")

    assert bodies(table.asked) == ["000 A 017", "000 Q 018"]


def test_the_same_boot_at_the_same_place_is_asked_once_all_the_same() -> None:
    table = Desk("7F3A", 17, 12)

    table.hear("017 H 7F3A 017 12")
    table.wait(2000)

    assert bodies(table.asked) == ["000 A 017", "000 Q 018"]


def test_a_shoe_nobody_knows_is_taken_as_it_stands_and_acknowledged_so_far() -> None:
    table = Desk()

    signals = table.hear("019 H 7F3A 019 0")

    assert signals == [Heartbeat("7F3A", 19, 0)]
    assert bodies(table.asked) == ["000 A 019"]


def test_another_boot_than_the_journal_s_is_told_and_is_no_standing_trouble() -> None:
    table = Desk("7F3A", 17, 12)

    signals = table.hear("003 H 81C0 003 2")

    assert signals == [ShoeFault("restarted"), ShoeRestored(), Heartbeat("81C0", 3, 2)]
    assert bodies(table.asked) == ["000 A 003"]


def test_after_the_line_was_away_the_shoe_is_asked_again() -> None:
    table = desk("001 C Kd d")

    table.conversation.opened()
    early = table.hear("002 C 9h d")
    table.hear("002 H 7F3A 002 2")

    assert early == []
    assert bodies(table.asked) == ["000 A 001", "000 Q 002"]


def test_a_conversation_that_was_never_resumed_waits_for_a_heartbeat_all_the_same() -> None:
    conversation = Conversation()
    conversation.begin(EPOCH_MS * MS)

    assert conversation.hear(frame("017 C Kd d"), EPOCH_MS * MS) == []


# -- asking for what is missing ------------------------------------------------------------------------------------


def test_what_is_missing_is_asked_for_at_once_and_three_times_more_then_the_shoe_is_silent() -> None:
    table = desk("001 C Kd d")

    first = table.hear("003 C 3c d")
    just_in_time = table.wait(950)
    too_late = table.wait(50)
    table.wait(1_900)

    assert (first, just_in_time) == ([], [])
    assert too_late == [ShoeFault("silent")]
    assert (too_late[0].boot, too_late[0].number) == ("7F3A", 1)  # type: ignore[attr-defined]
    assert table.asked == [(ms, "000 Q 002") for ms in (0, 250, 500, 750, 1750, 2750)]


def test_a_gap_that_is_filled_in_time_is_no_trouble() -> None:
    table = desk("001 C Kd d")
    table.hear("003 C 3c d")
    table.wait(950)

    signals = table.hear("002 C 2c d", "003 C 3c d")

    assert signals == [CardLeft("2c", "d"), CardLeft("3c", "d")]
    assert table.beat(2, "003 H 7F3A 003 3") == []


def test_a_gap_that_is_being_filled_is_not_asked_for_at_every_frame() -> None:
    table = desk("001 C Kd d")
    table.hear("005 H 7F3A 005 5")

    table.hear("002 C 2c d")
    table.hear("003 C 3c d")
    table.wait(300)

    assert table.asked == [(0, "000 A 001"), (0, "000 Q 002"), (250, "000 Q 004")]


def test_a_gap_filled_too_late_restores_the_shoe() -> None:
    table = desk("001 C Kd d")
    table.hear("003 C 3c d")
    table.wait(1500)

    signals = table.hear("002 C 2c d", "003 C 3c d")

    assert signals == [CardLeft("2c", "d"), CardLeft("3c", "d"), ShoeRestored()]


def test_a_gap_half_filled_too_late_does_not_restore_the_shoe() -> None:
    table = desk("001 C Kd d")
    table.hear("004 C 4c d")
    table.wait(1000)

    half = table.hear("002 C 2c d")
    whole = table.hear("003 C 3c d", "004 C 4c d")

    assert half == [CardLeft("2c", "d")]
    assert whole == [CardLeft("3c", "d"), CardLeft("4c", "d"), ShoeRestored()]
    assert (whole[-1].boot, whole[-1].number) == ("7F3A", 4)  # type: ignore[attr-defined]


def test_a_line_opened_anew_does_not_restore_the_shoe_before_it_speaks() -> None:
    table = desk("001 C Kd d")
    table.hear("003 C 3c d")
    table.wait(1000)

    table.conversation.opened()
    opened = table.wait(100)
    spoke = table.hear("003 H 7F3A 003 3", "002 C 2c d", "003 C 3c d")

    assert opened == []
    assert spoke[-1] == ShoeRestored()


def test_a_gap_nobody_fills_is_told_once_and_asked_for_each_second() -> None:
    table = desk("001 C Kd d")
    table.hear("003 C 3c d")
    table.wait(1000)
    table.asked.clear()

    signals = table.beat(3, "003 H 7F3A 003 3")

    assert signals == []
    assert bodies(table.asked) == ["000 Q 002", "000 A 001"] * 3


# -- silence -------------------------------------------------------------------------------------------------------


def test_three_seconds_without_a_word_are_degraded_and_ten_are_silent() -> None:
    table = desk()

    after_three = table.wait(3000)
    after_ten = table.wait(7000)

    assert after_three == [DeviceFailed("shoe", "no word from it", "check its power and its cable")]
    assert after_ten == [ShoeFault("silent")]


def test_the_silence_of_a_shoe_that_never_spoke_counts_from_the_beginning() -> None:
    table = Desk()

    in_time = table.wait(2950)
    too_late = table.wait(50)

    assert in_time == []
    assert too_late == [DeviceFailed("shoe", "no word from it", "check its power and its cable")]


def test_while_cards_are_due_three_seconds_are_silent() -> None:
    table = desk()
    table.conversation.expect_cards(True)

    signals = table.wait(3000)

    assert signals == [
        DeviceFailed("shoe", "no word from it", "check its power and its cable"),
        ShoeFault("silent"),
    ]


def test_a_heartbeat_in_time_keeps_the_shoe_alive() -> None:
    table = desk()
    table.wait(2950)
    table.hear("000 H 7F3A 000 0")

    assert table.wait(2950) == []


def test_noise_is_no_word() -> None:
    table = desk()
    table.wait(2950)

    signals = table.conversation.hear(b"\x02001 C Kd d\x03FFFF", table.now + 50 * MS)

    assert DeviceFailed("shoe", "no word from it", "check its power and its cable") in signals


def test_a_shoe_that_speaks_again_is_restored() -> None:
    table = desk()
    table.wait(10_000)

    signals = table.hear("000 H 7F3A 000 0")

    assert signals == [Heartbeat("7F3A", 0, 0), DeviceRecovered("shoe"), ShoeRestored()]


def test_a_silent_shoe_that_had_jammed_speaks_again_and_is_still_jammed() -> None:
    table = desk("001 F jam")
    table.wait(10_000)

    spoke = table.hear("001 H 7F3A 001 0")
    cleared = table.hear("002 R")

    assert spoke == [Heartbeat("7F3A", 1, 0), DeviceRecovered("shoe")]
    assert cleared == [ShoeRestored()]


@pytest.mark.parametrize("end", ["002 R", "000 H 81C0 000 0", "000 B 81C0 52"])
def test_a_shoe_whose_trouble_ended_is_restored_after_a_silence(end: str) -> None:
    table = desk("001 F jam")
    table.hear(end)
    boot, last = ("7F3A", 2) if end == "002 R" else ("81C0", 0)
    table.wait(10_000)

    assert table.hear(f"{last:03} H {boot} {last:03} 0")[-1] == ShoeRestored()


def test_numbered_frames_alone_do_not_prove_a_resumed_shoe_alive() -> None:
    table = Desk("7F3A", 17, 12)

    signals: list[Signal] = []
    for _ in range(10):
        signals += table.wait(1000) + table.hear("018 C Kd d")

    assert signals == [
        DeviceFailed("shoe", "no word from it", "check its power and its cable"),
        ShoeFault("silent"),
    ]


def test_a_line_that_is_lost_is_told_once_and_explains_the_quiet() -> None:
    table = desk()

    signals = table.conversation.lost("/dev/shoe: gone", table.now) + table.conversation.lost(
        "/dev/shoe: gone", table.now
    )
    signals += table.wait(10_000)

    assert signals == [
        DeviceFailed("shoe", "/dev/shoe: gone", "check cable and power; the link tries again by itself"),
        ShoeFault("silent"),
    ]


# -- troubles that end ---------------------------------------------------------------------------------------------


def test_a_new_pack_ends_trouble_with_the_count() -> None:
    table = desk("001 C Kd d", "002 P 3")

    assert table.hear("003 N P0418") == [PackLoaded("P0418"), ShoeRestored()]


def test_a_shoe_that_boots_has_left_its_troubles_behind() -> None:
    table = desk("001 F jam")

    assert table.hear("000 B 81C0 52") == [ShoeBooted("81C0", 52), ShoeRestored()]


def test_clearing_a_fault_ends_trouble_with_the_count_when_the_shoe_has_none_of_its_own() -> None:
    table = desk("001 C Kd d", "002 P 3")
    table.conversation.clear_fault()
    table.send()

    signals = table.hear("000 A 001")

    assert bodies(table.asked) == ["001 X"]
    assert signals == [ShoeRestored()]


def test_clearing_a_fault_of_the_shoe_s_own_waits_for_its_word() -> None:
    table = desk("001 F jam")
    table.conversation.clear_fault()
    table.send()

    answered = table.hear("000 A 001")
    cleared = table.hear("002 R")

    assert answered == []
    assert cleared == [ShoeRestored()]


# -- orders --------------------------------------------------------------------------------------------------------


def test_an_order_is_repeated_until_the_shoe_answers_it() -> None:
    table = desk()

    table.conversation.lock(True)
    table.send()
    table.wait(500)
    table.hear("000 A 001")
    table.wait(500)

    assert table.asked == [(0, "001 L"), (250, "001 L"), (500, "001 L")]


def test_an_answer_to_another_order_is_no_answer() -> None:
    table = desk()

    table.conversation.lock(True)
    table.send()
    table.hear("000 A 002")
    table.wait(250)

    assert bodies(table.asked) == ["001 L", "001 L"]


def test_orders_go_out_one_after_the_other_and_what_is_overtaken_does_not_go_out() -> None:
    table = desk()
    table.conversation.lock(True)
    table.send()

    table.conversation.lock(False)
    table.conversation.clear_fault()
    table.conversation.lock(True)
    table.conversation.lock(False)
    table.hear("000 A 001")
    table.hear("000 A 002")

    assert bodies(table.asked) == ["001 L", "002 X", "003 U"]


def test_a_shoe_that_booted_is_locked_as_it_was() -> None:
    table = desk()
    table.conversation.lock(True)
    table.send()
    table.hear("000 A 001")

    table.hear("000 B 81C0 52")

    assert bodies(table.asked) == ["001 L", "002 L"]


def test_a_shoe_that_lives_but_does_not_answer_is_told_and_recovers() -> None:
    table = desk()
    table.conversation.lock(True)
    table.send()

    deaf = table.beat(4, "000 H 7F3A 000 0")
    answered = table.hear("000 A 001")

    assert deaf == [DeviceFailed("shoe", "it does not answer", "check the line from controller to shoe")]
    assert answered == [DeviceRecovered("shoe")]


def test_signals_carry_the_time_at_which_they_were_heard() -> None:
    table = desk()
    table.wait(150)

    [card] = table.hear("001 C Kd d")

    assert card.at == (EPOCH_MS + 150) * MS
