"""The simulated shoe's end of the protocol, which is also the pattern for real ones."""

from __future__ import annotations

from drivers.shoe.frames import ClearFault, Dropped, Framer, Lock, frame
from drivers.sim.shoe_side import ShoeSide

MS = 1_000_000


class Ear:
    """Hears a shoe, in simulated milliseconds."""

    def __init__(self, shoe: ShoeSide) -> None:
        self.shoe = shoe
        self._framer = Framer()

    def at(self, ms: int) -> list[str | Dropped]:
        """What the shoe says at this moment, without heartbeats."""
        heard = self._framer.feed(self.shoe.due(ms * MS))
        return [said for said in heard if isinstance(said, Dropped) or said[4] != "H"]

    def beats(self, ms: int) -> list[str | Dropped]:
        return [said for said in self._framer.feed(self.shoe.due(ms * MS)) if isinstance(said, str) and said[4] == "H"]

    def say(self, *bodies: str) -> None:
        self.shoe.hear(b"".join(map(frame, bodies)))


def in_step() -> Ear:
    """A shoe whose boot was heard and acknowledged."""
    ear = Ear(ShoeSide())
    ear.at(0)
    ear.say("000 A 000")
    return ear


def test_a_shoe_says_its_boot_then_what_it_does() -> None:
    ear = Ear(ShoeSide())
    ear.shoe.load_pack("P0417")
    ear.shoe.draw("Kd")
    ear.shoe.draw("??", "u")
    ear.shoe.end_packet()
    ear.shoe.count_stub(50)
    ear.shoe.fail("jam")
    ear.shoe.restore()

    said = ear.at(0)

    assert said == [
        "000 B 7F3A 52",
        "001 N P0417",
        "002 C Kd d",
        "003 C ?? u",
        "004 P 2",
        "005 S 50",
        "006 F jam",
        "007 R",
    ]


def test_an_unacknowledged_frame_is_repeated_every_250_ms_three_times() -> None:
    ear = in_step()
    ear.shoe.draw("Kd")

    said_at = [ms for ms in range(10, 3_000, 10) if ear.at(ms)]

    assert said_at == [10, 260, 510, 760]


def test_an_acknowledged_frame_is_not_repeated_and_the_later_ones_are() -> None:
    ear = in_step()
    ear.shoe.draw("Kd")
    ear.shoe.draw("2c")
    ear.at(10)

    ear.say("000 A 001")

    assert ear.at(260) == ["002 C 2c d"]


def test_an_acknowledgement_of_what_was_never_said_is_nothing() -> None:
    ear = in_step()
    ear.shoe.draw("Kd")

    ear.say("000 A 001", "000 A 099")

    assert ear.at(10) == ["001 C Kd d"]


def test_a_shoe_beats_each_second_with_its_number_and_its_count() -> None:
    ear = in_step()
    ear.shoe.draw("Kd")

    assert ear.beats(999) == []
    assert ear.beats(1_000) == ["001 H 7F3A 001 1"]
    assert ear.beats(1_999) == []


def test_what_is_asked_for_is_said_again_in_order() -> None:
    ear = in_step()
    for card in ("Kd", "2c", "3s"):
        ear.shoe.draw(card)
    ear.at(10)
    ear.say("000 A 003")

    ear.say("000 Q 002")

    assert ear.at(20) == ["002 C 2c d", "003 C 3s d"]


def test_what_was_never_said_cannot_be_said_again() -> None:
    ear = in_step()
    ear.shoe.draw("Kd")
    ear.at(10)

    ear.say("000 Q 002")

    assert ear.at(20) == []


def test_the_last_127_frames_are_kept() -> None:
    ear = in_step()
    for number in range(1, 131):
        ear.shoe.draw("Kd")
        ear.at(10)
        ear.say(f"000 A {number:03}")

    ear.say("000 Q 003")
    too_old = ear.at(20)
    ear.say("000 Q 004")
    kept = ear.at(30)

    assert too_old == []
    assert kept == [f"{number:03} C Kd d" for number in range(4, 131)]


def test_at_most_sixteen_frames_are_unacknowledged() -> None:
    ear = in_step()
    for _ in range(20):
        ear.shoe.draw("Kd")

    first = ear.at(10)
    ear.say("000 A 004")
    then = ear.at(20)

    assert first == [f"{number:03} C Kd d" for number in range(1, 17)]
    assert then == [f"{number:03} C Kd d" for number in range(17, 21)]
    assert not ear.shoe.settled


def test_a_repeated_order_is_answered_again_and_carried_out_once() -> None:
    ear = in_step()
    ear.shoe.fail("jam")
    ear.at(10)

    ear.say("001 X", "001 X")

    assert ear.at(20) == ["000 A 001", "000 A 001", "002 R"]
    assert ear.shoe.obeyed == [ClearFault(1)]


def test_a_shoe_is_locked_and_unlocked() -> None:
    ear = in_step()

    ear.say("001 L")
    locked = ear.shoe.locked
    ear.say("002 U")

    assert locked
    assert not ear.shoe.locked
    assert ear.shoe.obeyed[0] == Lock(1)


def test_a_broken_order_is_not_obeyed() -> None:
    ear = in_step()

    ear.shoe.hear(frame("001 L").replace(b"L", b"U"))

    assert ear.shoe.obeyed == []
    assert ear.at(10) == []


def test_a_reboot_forgets_all_and_counts_anew() -> None:
    ear = in_step()
    ear.say("001 L")
    ear.shoe.draw("Kd")
    ear.at(10)

    ear.shoe.reboot("81C0")
    ear.shoe.draw("2c")

    assert ear.at(20) == ["000 B 81C0 52", "001 C 2c d"]
    assert not ear.shoe.locked


def test_a_dropped_frame_does_not_arrive_and_the_next_does() -> None:
    ear = in_step()
    ear.shoe.drop_frame()
    ear.shoe.draw("Kd")
    ear.shoe.draw("2c")

    assert ear.at(10) == ["002 C 2c d"]


def test_a_corrupted_frame_arrives_broken() -> None:
    ear = in_step()
    ear.shoe.corrupt()
    ear.shoe.draw("Kd")
    ear.shoe.draw("2c")

    assert ear.at(10) == [Dropped(frame("001 C Kd d").replace(b"C", b"B")), "002 C 2c d"]


def test_a_duplicated_frame_arrives_twice() -> None:
    ear = in_step()
    ear.shoe.duplicate()
    ear.shoe.draw("Kd")

    assert ear.at(10) == ["001 C Kd d", "001 C Kd d"]


def test_a_silent_shoe_says_nothing_and_speaks_again() -> None:
    ear = in_step()
    ear.shoe.go_silent()
    ear.shoe.draw("Kd")

    silent = ear.at(10)
    ear.shoe.speak_again()

    assert silent == []
    assert ear.at(260) == ["001 C Kd d"]


def test_noise_comes_before_the_next_frame() -> None:
    shoe = in_step().shoe
    shoe.babble(b"\xff\x00")
    shoe.draw("Kd")

    assert shoe.due(10 * MS) == b"\xff\x00" + frame("001 C Kd d")
