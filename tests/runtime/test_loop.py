"""One thread decides: durable first, then seen; and the table halts when nothing can be kept any more."""

from __future__ import annotations

from contextlib import closing

import pytest

from controller.core.events import DeviceCondition
from controller.core.state import Phase
from controller.runtime.book import Book
from controller.runtime.loop import Happened
from drivers.ports import Glow, MeterFace
from tests.runtime.rig import Rig


def journaled(rig: Rig) -> list[str]:
    with closing(Book.for_reading(rig.daemon.journal.path)) as book:
        return [entry.kind for entry in book.sound()]


def lose_the_medium(rig: Rig) -> None:
    """From here on the journal's medium is read-only, as after an error of an SD card."""
    link = rig.daemon.journal._book._link  # noqa: SLF001  the medium of a test cannot be broken
    link.execute("PRAGMA query_only = ON")


def test_a_chip_lights_its_lamp_and_raises_the_meter(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})

    rig.sim("chip", 3)

    assert rig.lamps.glows() == {f"lamp_{seat}": Glow.ON if seat == 3 else Glow.OFF for seat in range(1, 8)}
    assert rig.sign.shown == MeterFace(10_000_070)
    assert journaled(rig)[-3:] == ["table_opened", "ante_placed", "chip_inserted"]


def test_what_is_shown_is_durable(rig: Rig) -> None:
    """A lamp that looks into the journal whenever it is lit finds the chip there."""
    rig.act(open_table=None, ante={3: "10.00"})
    seen: list[tuple[bool, str]] = []
    show = rig.lamps.show

    def look_and_show(glows: dict[str, Glow]) -> None:
        seen.append((glows["lamp_3"] is Glow.ON, journaled(rig)[-1]))
        show(glows)

    rig.lamps.show = look_and_show  # type: ignore[method-assign,assignment]
    rig.sim("chip", 3)

    assert seen == [(True, "chip_inserted")]


def test_what_looks_as_before_is_left_alone(rig: Rig) -> None:
    """Each lamp is driven anew only when the picture changes."""
    rig.act(open_table=None, ante={3: "10.00"})
    shown: list[dict[str, Glow]] = []
    rig.lamps.show = shown.append  # type: ignore[method-assign,assignment]

    rig.act(ante={4: "10.00", 5: "10.00"})

    assert shown == []


def test_no_more_bets_locks_the_acceptors(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})
    while_betting = rig.lock.is_on("lock")

    rig.act(no_more_bets=None)

    assert (while_betting, rig.lock.is_on("lock")) == (False, True)


def test_keys_do_what_their_names_say(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})

    rig.keys.press("no_more_bets")
    rig.turn()

    assert rig.table.phase is Phase.DEALING


def test_everything_that_waits_shares_a_commit(rig: Rig) -> None:
    rig.act(open_table=None, ante=dict.fromkeys(range(1, 8), "10.00"))
    before = rig.daemon.journal.commits

    for seat in range(1, 8):
        rig.acceptors.drop_chip(f"acceptor_{seat}")
    rig.turn()

    assert rig.table.accepted == 7
    assert rig.daemon.journal.commits == before + 1


def test_the_shoe_hears_that_its_frame_is_durable(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"}, no_more_bets=None)

    rig.sim("draw", "Kd")

    assert rig.shoe.acknowledged == ("7F3A", 1)
    assert journaled(rig)[-1] == "card_drawn"


def test_an_event_has_the_number_of_its_entry(rig: Rig) -> None:
    rig.act(open_table=None, ante={1: "10.00", 2: "10.00", 3: "10.00"})
    rig.sim("chip", [1, 2, 3])

    with closing(Book.for_reading(rig.daemon.journal.path)) as book:
        numbers = {entry.seq: entry.content()["seq"] for entry in book.sound() if "event" in entry.content()}

    assert list(numbers) == list(numbers.values())
    assert [one.event.seq for one in rig.happened] == list(numbers)


def test_a_round_that_is_cleared_is_sealed_in_a_snapshot(rig: Rig) -> None:
    rig.deal_round()
    rig.act(decide={1: "fold", 3: "raise"}, reveal=None, settle=None)

    rig.act(clear=None)

    assert journaled(rig)[-2:] == ["round_cleared", "snapshot"]


def test_an_act_the_table_refuses_is_journaled_and_says_why(rig: Rig) -> None:
    happened, _ = rig.act(no_more_bets=None)

    assert [one.refused for one in happened] == [True]
    assert [alert.name for alert in happened[0].alerts] == ["out_of_turn"]
    assert journaled(rig)[-1] == "bets_closed"


class TestWithoutAJournal:
    def test_an_entry_that_cannot_be_kept_has_no_effect(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"})
        lose_the_medium(rig)

        rig.sim("chip", 3)

        assert rig.table.accepted == 0
        assert set(rig.lamps.glows().values()) == {Glow.OFF}

    def test_the_table_halts_where_everybody_can_see_it(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"})
        rig.sim("chip", 3)
        lose_the_medium(rig)

        rig.act(ante={4: "10.00"})

        sentence = f"nothing can be written to the journal {rig.daemon.journal.path}: the medium is read-only; "
        sentence += "check the card and the mount, then restart tablehand"
        assert rig.table.phase is Phase.HALTED
        assert rig.table.message == sentence
        assert rig.lamps.glows()["lamp_3"] is Glow.BLINKING
        assert rig.lock.is_on("lock")
        assert rig.ask(do="status")["notice"] == sentence
        assert rig.happened[-1].event == DeviceCondition(
            device="journal", kind="lost", note=sentence, wall=rig.happened[-1].event.wall, source="journal"
        )

    def test_every_act_is_refused_with_the_reason(self, rig: Rig) -> None:
        rig.act(open_table=None)
        lose_the_medium(rig)

        answers = [rig.act(ante={3: "10.00"}) for _ in range(3)]

        assert [happened for happened, _ in answers] == [(), (), ()]
        assert all("the medium is read-only" in trouble for _, trouble in answers)

    def test_cards_that_cannot_be_kept_are_not_acknowledged(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"}, no_more_bets=None)
        rig.sim("draw", "2c")
        lose_the_medium(rig)

        rig.sim("draw", "3c")

        assert rig.shoe.acknowledged == ("7F3A", 1)

    def test_after_a_restart_the_round_goes_on_and_the_shoe_tells_again_what_was_lost(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"})
        rig.sim("chip", 3)
        rig.act(no_more_bets=None)
        rig.sim("draw", "2c")
        lose_the_medium(rig)
        rig.sim("draw", "3c")

        with closing(rig.power_cut()) as again:
            assert again.table.phase is Phase.DEALING
            assert again.table.player(3).hand.cards == ("2c", "3c")
            assert again.lamps.glows()["lamp_3"] is Glow.ON


class TestADeviceThatFails:
    def test_a_lamp_that_does_not_obey_becomes_an_event_and_the_rest_is_shown(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"})
        rig.lamps.break_off("lamp_3")
        rig.turn()

        rig.sim("chip", 3)
        rig.turn()

        assert dict(rig.table.devices_out) == {"lamps": "failed"}
        assert rig.sign.shown == MeterFace(10_000_070)
        assert rig.table.phase is Phase.BETTING

    def test_it_is_tried_again_until_it_obeys(self, rig: Rig) -> None:
        rig.act(open_table=None, ante={3: "10.00"})
        rig.lock.break_off("lock")
        rig.act(no_more_bets=None)
        rig.lock.mend("lock")
        rig.turn()

        rig.daemon.loop.tick()
        rig.turn()

        assert rig.lock.is_on("lock")
        assert rig.table.devices_out == ()


def test_stopping_leaves_every_output_safe(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})
    rig.sim("chip", 3)

    rig.close()

    assert set(rig.lamps.glows().values()) == {Glow.OFF}
    assert rig.lock.is_on("lock")
    assert rig.sign.shown == MeterFace(None)


def test_a_defect_of_ours_leaves_every_output_safe(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})

    def defective(_happened: Happened) -> None:
        raise ZeroDivisionError

    rig.daemon.listeners.append(defective)
    with pytest.raises(ZeroDivisionError), closing(rig):
        rig.sim("chip", 3)

    assert rig.lock.is_on("lock")
    assert set(rig.lamps.glows().values()) == {Glow.OFF}
