"""The power may fail at any moment: the table comes back as it was."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from structlog.testing import LogCapture

from controller.core.house import House
from controller.core.money import Money
from controller.core.state import Phase, Table, new_table
from controller.runtime.book import Book
from controller.runtime.chain import Entry
from controller.runtime.journal import Since, Writer, open_journal
from controller.runtime.program import Program
from controller.runtime.replay import replayed
from controller.scenario.file import Scenario, read_scenario
from drivers.ports import Glow, MeterFace
from tests.runtime.rig import Rig, settings_in

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios" / "shared").glob("*.yaml"))


def played(scenario: Scenario, rig: Rig) -> None:
    rig.act(open_table=None)
    for step in scenario.steps:
        if step.verb not in ("expect", "wait", "restart"):
            rig.told(step.verb, step.value)


def entries_of(rig: Rig) -> list[Entry]:
    with closing(Book.for_reading(rig.daemon.journal.path)) as book:
        return list(book.sound())


def cut_after(entries: list[Entry], seq: int) -> Since:
    """What a start finds when the power failed right after entry `seq`."""
    kept = entries[:seq]
    sealed = [number for number, entry in enumerate(kept) if entry.kind == "snapshot"]
    return Since(kept[sealed[-1]], tuple(kept[sealed[-1] + 1 :])) if sealed else Since(None, tuple(kept))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_after_any_entry_the_table_comes_back_as_it_was(tmp_path: Path, file: Path) -> None:
    scenario = read_scenario(file)
    with closing(Rig(settings_in(tmp_path), house=scenario.house, opening=scenario.meter)) as rig:
        played(scenario, rig)
        tables: dict[int, Table] = {one.event.seq: one.table for one in rig.happened}
        entries = entries_of(rig)
    fresh = new_table(scenario.house, meter=scenario.meter)

    expected = fresh
    for seq in range(1, len(entries) + 1):
        expected = tables.get(seq, expected)

        assert replayed(cut_after(entries, seq), fresh).table == expected
    assert len(tables) > 1


def test_a_round_goes_on_where_it_was_with_lamps_lock_meter_and_shoe(rig: Rig) -> None:
    rig.deal_round()

    again = rig.power_cut()

    with closing(again):
        assert again.table.phase is Phase.DECIDING
        lit = {name for name, glow in again.lamps.glows().items() if glow is Glow.ON}
        assert lit == {"lamp_1", "lamp_3"}
        assert again.lock.is_on("lock")
        assert again.sign.shown == MeterFace(10_000_140)
        again.act(decide={1: "fold", 3: "raise"}, reveal=None, settle=None)
        result = again.table.player(3).result
        assert result is not None
        assert (result.bet, result.award) == (Money(25_000), Money(5_000))


def test_cards_that_left_while_the_power_was_off_are_told_by_the_shoe(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"}, no_more_bets=None)
    rig.sim("draw", "2c")
    rig.close()
    rig.shoe.draw("3c")
    rig.shoe.draw("4c")

    with closing(rig.power_cut()) as again:
        assert again.table.player(3).hand.cards == ("2c", "3c", "4c")
        assert again.table.phase is Phase.DEALING


def test_the_opening_amount_is_not_taken_from_the_settings_again(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "10.00"})
    rig.sim("chip", 3)

    with closing(rig.power_cut(opening=Money(77))) as again:
        assert again.sign.shown == MeterFace(10_000_070)


OTHER = Program("0.2.0", "b" * 64)


def test_a_program_changed_in_the_middle_of_a_round_waits_for_a_supervisor(rig: Rig) -> None:
    rig.deal_round()

    with closing(rig.power_cut(OTHER)) as again:
        assert again.table.phase is Phase.HALTED
        assert again.table.stops[0].clause == "EQP-1"
        assert again.lamps.glows()["lamp_3"] is Glow.BLINKING
        assert [entry.content()["to"] for entry in entries_of(again) if entry.kind == "program"] == [OTHER.name]


def test_a_changed_program_is_not_forgotten_when_the_power_fails_during_its_first_start(rig: Rig) -> None:
    rig.deal_round()
    rig.close()
    with closing(
        open_journal(rig.daemon.journal.path, Writer("boot-2", OTHER.name, str), forgetful_allowed=True)
    ) as cut:
        cut.append("boot", {"stopped_cleanly": False})

    with closing(rig.power_cut(OTHER)) as again:
        assert again.table.phase is Phase.HALTED


def test_a_changed_program_is_seen_though_a_copy_was_mended_at_the_same_start(rig: Rig, tmp_path: Path) -> None:
    rig.act(open_table=None)
    (tmp_path / "stick").mkdir()

    with closing(rig.power_cut(OTHER, copy=tmp_path / "stick")) as again:
        kinds = [entry.kind for entry in entries_of(again)]
        assert kinds[-3:] == ["copy_rebuilt", "boot", "program"]


def test_a_program_changed_between_rounds_is_only_journaled(rig: Rig) -> None:
    rig.act(open_table=None)

    with closing(rig.power_cut(OTHER)) as again:
        assert again.table.phase is Phase.BETTING
        assert [entry.kind for entry in entries_of(again)][-3:] == ["table_opened", "boot", "program"]


def smaller(house: House) -> House:
    return replace(house, ante_max=Money(2_000))


def test_new_settings_hold_from_the_next_start_between_rounds(rig: Rig) -> None:
    rig.act(open_table=None)

    with closing(rig.power_cut(house=smaller(rig.table.house))) as again:
        assert again.table.house.ante_max == Money(2_000)
        assert again.table.opened


@pytest.mark.clause("PRG-13")
def test_parameters_of_an_open_meter_are_not_taken_from_the_settings(rig: Rig, logged: LogCapture) -> None:
    rig.act(open_table=None, change={"rate_percent": "72", "by": ["lund", "ortiz"]})

    with closing(rig.power_cut()) as again:
        assert again.table.house.progressive.rate == Fraction(72, 100)
        assert "two persons change them" in str(logged.entries)


def test_a_round_ends_under_the_house_it_was_begun_in(rig: Rig) -> None:
    rig.act(open_table=None, ante={3: "500.00"})
    house = rig.table.house

    with closing(rig.power_cut(house=smaller(house))) as again:
        assert again.table.house == house


def test_a_stop_that_was_clean_is_told_from_a_power_cut(rig: Rig) -> None:
    with closing(rig.power_cut()) as cut:
        cut.daemon.stop("SIGTERM")
        cut.daemon.run()
        with closing(cut.power_cut()) as after:
            boots = [entry.content()["stopped_cleanly"] for entry in entries_of(after) if entry.kind == "boot"]

    assert boots == [True, False, True]


class TestTroublesThatStood:
    def test_an_acceptor_that_was_out_stays_out_until_it_has_been_idle(self, rig: Rig) -> None:
        rig.act(open_table=None)
        rig.told("fault", {"acceptor": 3, "kind": "chatter"})

        with closing(rig.power_cut()) as again:
            assert again.table.acceptors_out == {3}
            assert again.lamps.glows()["lamp_3"] is Glow.FAULT

    def test_a_shoe_that_was_silent_is_restored_by_its_first_word(self, rig: Rig) -> None:
        rig.act(open_table=None)
        rig.told("shoe", "silent")

        with closing(rig.power_cut()) as again:
            assert again.table.shoe_trouble == ""

    def test_a_shoe_that_jammed_stays_jammed_until_it_says_otherwise(self, rig: Rig) -> None:
        rig.act(open_table=None)
        rig.told("shoe", "jam")

        with closing(rig.power_cut()) as again:
            assert again.table.shoe_trouble == "jam"

    def test_a_device_that_was_out_is_tried_anew(self, rig: Rig) -> None:
        rig.lamps.break_off("lamp_3")
        rig.turn()
        rig.lamps.mend("lamp_3")

        with closing(rig.power_cut()) as again:
            assert again.table.devices_out == ()

    def test_the_key_switch_counts_as_it_stands_now(self, rig: Rig) -> None:
        rig.told("key", "on")

        with closing(rig.power_cut()) as again:
            assert again.table.key_on is False
