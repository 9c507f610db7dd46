"""A round is told in full from its entries: hands, rulings, people, money, and what was entered by hand."""

from __future__ import annotations

from contextlib import closing

import pytest

from controller.core.cards import Card, read_cards
from controller.runtime.copies import JournalError
from controller.runtime.reading import open_for_reading
from controller.runtime.rounds import RoundRecord, last_rounds, round_record
from tests.runtime.rig import Rig
from tests.runtime.test_reading import play_rounds


def recorded(rig: Rig, number: int) -> RoundRecord:
    with open_for_reading(rig.daemon.journal.path) as book:
        return round_record(book, number)


def shoe_dies(rig: Rig) -> None:
    """The dealer lacks the fifth card when the shoe jams; two persons enter it."""
    rig.act(open_table=None, ante={1: "10.00"}, no_more_bets=None)
    rig.act(deal={1: "9h Kd 8c 5s 2h", "dealer": "2c 2d 3s 4c"}, shoe="jam")
    rig.act(
        supervisor={"who": ["lund", "ortiz"], "decision": "enter_card", "cards": "Kc", "note": "the shoe is dead"},
        decide={1: "raise"},
        reveal=None,
        settle=None,
        clear=None,
    )


def test_a_round_has_the_cards_of_every_hand_and_what_they_came_to(rig: Rig) -> None:
    play_rounds(rig, 2)

    record = recorded(rig, 2)

    assert {seat.player.seat: (seat.hand.cards, seat.hand.word, seat.light) for seat in record.seats} == {
        1: (read_cards("9h Kd 8c 5s 2h"), "high_card", "lit"),
        3: (read_cards("7h 8h 3h Jh Th"), "flush", "lit"),
    }
    assert (record.dealer.cards, record.dealer_plays) == (read_cards("2c 2d 3s 4c Kc"), True)
    assert record.table.paid_order == (3,)
    assert record.after.displayed - record.before.displayed == 140
    assert (record.ended, record.hidden, record.otherwise) == (True, False, ())


def test_every_round_is_found_by_its_number(rig: Rig) -> None:
    play_rounds(rig, 4)

    assert [recorded(rig, number).number for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    spans = [recorded(rig, number).span for number in (1, 2, 3, 4)]
    assert [first for first, _ in spans] == [1, *(last + 1 for _, last in spans[:-1])]


def test_the_last_rounds_end_with_the_one_being_played_once_it_has_begun(rig: Rig) -> None:
    play_rounds(rig, 3)
    with open_for_reading(rig.daemon.journal.path) as book:
        before = [record.number for record in last_rounds(book, 2)]
    rig.act(ante={2: "10.00"})

    with open_for_reading(rig.daemon.journal.path) as book:
        assert before == [2, 3]
        assert [(record.number, record.ended) for record in last_rounds(book, 2)] == [(3, True), (4, False)]


def test_a_round_that_is_not_revealed_has_no_card_and_no_proof_that_gives_one_away(rig: Rig) -> None:
    rig.deal_round()

    record = recorded(rig, 1)

    assert record.hidden
    assert [(seat.hand.cards, seat.hand.count, seat.hand.word) for seat in record.seats] == [(None, 5, "")] * 2
    assert (record.dealer.cards, record.dealer.count, record.dealer_plays) == (None, 5, None)
    assert {deed.card[0] for deed in record.deeds if deed.card} == {Card("hidden")}
    assert record.proof.entries == ()


def test_a_revealed_round_shows_its_cards_before_it_is_cleared(rig: Rig) -> None:
    rig.deal_round()
    rig.act(decide={1: "fold", 3: "raise"}, reveal=None)

    record = recorded(rig, 1)

    assert (record.ended, record.hidden) == (False, False)
    assert record.dealer.cards == read_cards("2c 2d 3s 4c Kc")


@pytest.mark.clause("EQP-1")
def test_a_round_finished_by_hand_says_who_entered_which_card_after_what(rig: Rig) -> None:
    shoe_dies(rig)

    record = recorded(rig, 1)

    (entered,) = record.by_hand
    assert (entered.clause, entered.by, entered.note) == ("EQP-1", "lund, ortiz", "the shoe is dead")
    assert entered.cards == ((0, (Card("Kc"),)),)
    assert record.shoe_died is not None
    assert record.shoe_died.after.shoe_trouble == "jam"


def test_a_round_dealt_by_the_shoe_says_nothing_of_the_kind(rig: Rig) -> None:
    play_rounds(rig, 1)

    record = recorded(rig, 1)

    assert (record.by_hand, record.shoe_died) == ((), None)


def test_a_power_cut_is_part_of_the_round_it_fell_into(rig: Rig) -> None:
    rig.deal_round()
    with closing(rig.power_cut()) as again:
        again.act(decide={1: "fold", 3: "raise"}, reveal=None, settle=None, clear=None)

        record = recorded(again, 1)

    assert [deed.entry.kind for deed in record.deeds].count("boot") == 2
    assert (record.ended, record.otherwise) == (True, ())


def test_a_round_that_was_never_played_is_named_with_those_there_are(rig: Rig) -> None:
    with open_for_reading(rig.daemon.journal.path) as book, pytest.raises(JournalError, match="no round was played"):
        round_record(book, 1)
    play_rounds(rig, 2)

    with open_for_reading(rig.daemon.journal.path) as book, pytest.raises(JournalError, match="it has rounds 1 to 2"):
        round_record(book, 3)
