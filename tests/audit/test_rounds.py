"""Rounds are read from the journal as they were dealt, and what was ruled is left out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from controller.audit.rounds import NO_CARD, Finished, Reader
from controller.core.cards import NUMBER, Card, read_cards
from controller.core.house import Deal
from controller.runtime.reading import open_for_reading
from tests.audit.journals import Played, played
from tests.rules.bench import house

ONE, THREE, DEALER = "9h Kd 8c 5s 2h", "7h 8h 3h Jh Th", "2c Kh 3s 4c Ad"


def numbers(cards: str) -> tuple[int, ...]:
    return tuple(NUMBER[card] for card in read_cards(cards))


def read(path: Path) -> list[Finished]:
    with open_for_reading(path) as book:
        return list(Reader().finished(book.sound()))


def betting(table: Played) -> Played:
    return table("ante", {1: "10.00", 3: "25.00"})("chip", [3])("no_more_bets")


def test_a_round_is_its_cards_its_hands_and_what_was_won(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        betting(table)("deal", {1: ONE, 3: THREE, "dealer": DEALER})
        table("decide", {1: "fold", 3: "raise"})("reveal")("settle")("clear")

    (over,) = read(tmp_path / "journal.db")

    assert over == Finished(
        number=1,
        shoe="",
        pack=numbers(f"{ONE} {THREE} {DEALER}"),
        hands={1: numbers(ONE), 3: numbers(THREE), 0: numbers(DEALER)},
        won={1: Fraction(-1), 3: Fraction(1 + 2 * 5)},
    )


def test_hands_dealt_singly_are_put_together_again(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house(deal=Deal.SINGLE)) as table:
        betting(table)("deal", {1: ONE, 3: THREE, "dealer": DEALER})
        table("decide", {1: "raise", 3: "raise"})("reveal")("settle")("clear")

    (over,) = read(tmp_path / "journal.db")

    assert over.hands == {1: numbers(ONE), 3: numbers(THREE), 0: numbers(DEALER)}
    assert over.pack[:4] == numbers("9h 7h 2c Kd")
    assert over.won == {1: Fraction(-3), 3: Fraction(11)}


def test_an_ante_taken_back_or_replaced_deals_no_other_hand(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        table("ante", {1: "5.00", 2: "10.00", 3: "10.00"})("withdraw", 2)("ante", {1: "20.00", 4: "1.00"})
        table("no_more_bets")("deal", {1: ONE, 3: THREE, "dealer": DEALER})
        table("decide", {1: "fold", 3: "fold"})("reveal")("settle")("clear")

    (over,) = read(tmp_path / "journal.db")

    assert set(over.hands) == {0, 1, 3}
    assert over.won == {1: Fraction(-1), 3: Fraction(-1)}


def test_of_a_round_with_a_ruling_only_the_order_of_the_cards_is_taken(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        betting(table)("deal", {1: ONE, 3: f"{THREE} 6d", "dealer": DEALER})
        table("decide", {1: "fold"})("reveal")("settle")("clear")

    (over,) = read(tmp_path / "journal.db")

    assert over == Finished(1, "", numbers(f"{ONE} {THREE} 6d {DEALER}"))


def test_an_unread_card_and_a_joker_are_no_cards(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        betting(table)("draw", ["??", "Jo"])
        table.write()
        table("clear")

    (over,) = read(tmp_path / "journal.db")

    assert over == Finished(1, "", (NO_CARD, NO_CARD))
    assert Card("Jo") not in NUMBER


def test_a_round_that_is_not_over_is_not_looked_at(tmp_path: Path) -> None:
    with played(tmp_path / "journal.db", house()) as table:
        betting(table)("deal", {1: ONE, 3: THREE, "dealer": DEALER})("decide", {1: "fold", 3: "raise"})("reveal")

    assert read(tmp_path / "journal.db") == []
