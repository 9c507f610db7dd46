"""House profiles, pay tables and award tables: what ships, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from controller.core.house import Authority, Awards, Origin, PayTable, Profile, RaiseRule, Ruling, Verdict
from controller.core.money import Money
from controller.core.ranking import Category
from controller.documents import FaultyError
from controller.library import Library, NotOnShelfError, load_awards, load_paytable, load_profile
from controller.library.profiles import CLAUSES


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for kind in ("profiles", "paytables", "awards"):
        (tmp_path / kind).mkdir()
    return tmp_path


def faults_of(shelf: Path, text: str) -> list[str]:
    (shelf / "profiles" / "ours.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FaultyError) as caught:
        Library(shelf).profile("ours")
    return [str(fault).replace(f"{shelf}/profiles/", "") for fault in caught.value.faults]


@pytest.mark.parametrize("name", Library().names("profiles"))
def test_every_profile_that_ships_rules_every_clause(name: str) -> None:
    profile = load_profile(name)

    assert tuple(profile.verdicts) == CLAUSES
    assert profile.source
    assert profile.standing


def test_the_house_rules_as_the_rulebook_says() -> None:
    profile = load_profile("house")

    rulings = {clause: (verdict.ruling.value, verdict.authority.value) for clause, verdict in profile.verdicts.items()}
    assert rulings == {
        "DEAL-1": ("void_round", "supervisor"),
        "DEAL-2": ("void_round", "supervisor"),
        "CNT-1": ("give_card", "controller"),
        "CNT-2": ("void_round", "controller"),
        "CNT-3": ("dead_hand", "controller"),
        "CNT-4": ("void_round", "controller"),
        "CNT-5": ("void_round", "controller"),
        "EXP-1": ("void_round", "controller"),
        "EXP-2": ("void_round", "supervisor"),
        "EXP-3": ("void_round", "supervisor"),
        "EXP-4": ("play_on", "supervisor"),
        "EXP-5": ("burn_card", "supervisor"),
        "DEAD-1": ("forfeit_hand", "controller"),
        "DEAD-2": ("forfeit_hand", "supervisor"),
        "DEAD-3": ("forfeit_hand", "supervisor"),
        "DEAD-4": ("play_on", "note"),
        "DEAD-5": ("play_on", "note"),
        "WAG-2": ("dead_hand", "supervisor"),
        "WAG-6": ("dead_hand", "supervisor"),
        "WAG-7": ("void_round", "supervisor"),
        "SET-8": ("enter_card", "supervisor"),
        "EQP-1": ("enter_card", "supervisor"),
        "EQP-4": ("void_round", "supervisor"),
        "EQP-5": ("void_round", "supervisor"),
    }
    assert profile.verdicts["DEAD-4"].again == "DEAD-2"
    assert (profile.raise_rule, profile.qualifier, profile.fold_keeps_award, profile.paytable) == (
        RaiseRule.EXACTLY_TWICE,
        True,
        True,
        "us",
    )


def test_france_differs_from_the_house_only_where_the_law_does() -> None:
    house, france = load_profile("house"), load_profile("france")

    differing = {
        clause: (verdict.ruling.value, verdict.authority.value)
        for clause, verdict in france.verdicts.items()
        if verdict != house.verdicts[clause]
    }
    assert differing == {
        "CNT-1": ("void_round", "controller"),
        "CNT-3": ("void_round", "controller"),
        "CNT-5": ("none", "note"),
        "EXP-1": ("none", "note"),
        "EXP-2": ("play_on", "note"),
        "EXP-3": ("play_on", "note"),
        "EXP-4": ("play_on", "note"),
        "EXP-5": ("burn_card", "controller"),
        "DEAD-1": ("void_round", "controller"),
        "DEAD-5": ("dead_hand", "controller"),
    }
    assert france.paytable == "france"


def test_a_clause_comes_from_the_file_that_wrote_it(shelf: Path) -> None:
    (shelf / "profiles" / "ours.yaml").write_text(
        "source: Our list\nstanding: house list\nextends: france\nraise: at_least_twice\nclauses:\n"
        "  DEAD-3: {ruling: forfeit_hand, authority: controller}\n"
        "  DEAD-5: {ruling: play_on, authority: note, source: A letter, standing: letter read}\n",
        encoding="utf-8",
    )

    profile = Library(shelf).profile("ours")

    standing = {clause: profile.origin(clause).standing for clause in ("DEAD-3", "WAG-3", "DEAD-5", "DEAD-1", "SET-4")}
    assert standing == {
        "DEAD-3": "house list",
        "WAG-3": "house list",
        "DEAD-5": "letter read",
        "DEAD-1": "law, read whole",
        "SET-4": "law, read whole",
    }
    assert profile.origin("CNT-4").source == load_profile("house").source


def test_the_pay_tables_pay_what_set_4_says() -> None:
    assert load_paytable("us") == PayTable("us", (1, 1, 2, 3, 4, 5, 7, 20, 50, 100))
    assert load_paytable("france") == PayTable("france", (1, 1, 2, 3, 5, 8, 10, 20, 50, 100))


def test_the_awards_are_those_of_prg_2() -> None:
    assert load_awards("us-500-100-50") == Awards(
        name="us-500-100-50",
        shares={Category.ROYAL_FLUSH: Fraction(1), Category.STRAIGHT_FLUSH: Fraction(1, 10)},
        fixed={
            Category.FOUR_OF_A_KIND: Money.parse("500.00"),
            Category.FULL_HOUSE: Money.parse("100.00"),
            Category.FLUSH: Money.parse("50.00"),
        },
    )


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(NotOnShelfError) as caught:
        load_profile("frace")

    assert str(caught.value) == 'there is no profile "frace"; did you mean "france"?'


@pytest.mark.parametrize("name", ["../profiles/house", "", "house.yaml", "/etc/passwd", "a\0b"])
def test_a_name_never_leads_off_the_shelf(name: str) -> None:
    with pytest.raises(NotOnShelfError):
        load_profile(name)


def test_a_house_writes_only_what_differs_from_another_profile(shelf: Path) -> None:
    (shelf / "profiles" / "ours.yaml").write_text(
        "extends: france\nraise: at_least_twice\nfold_keeps_award: false\n"
        "clauses:\n  EXP-5: {ruling: play_on, authority: note}\n",
        encoding="utf-8",
    )

    profile = Library(shelf).profile("ours")

    france = load_profile("france")
    assert profile == Profile(
        name="ours",
        verdicts=france.verdicts | {"EXP-5": Verdict(Ruling.PLAY_ON, Authority.NOTE)},
        fold_keeps_award=False,
        raise_rule=RaiseRule.AT_LEAST_TWICE,
        qualifier=True,
        paytable="france",
        origins=(Origin("", "", ("EXP-5", "WAG-3", "PRG-3")), *france.origins),
    )


def test_a_profile_of_the_house_goes_before_one_that_ships(shelf: Path) -> None:
    (shelf / "profiles" / "france.yaml").write_text("extends: house\nabout: another France\n", encoding="utf-8")

    profile = Library(shelf).profile("france")

    assert profile.paytable == "us"


@pytest.mark.parametrize(
    ("clause", "fault"),
    [
        (
            "CNT-3: {ruling: dead_hand, authority: supervisor}",
            "CNT-3: a supervisor decides, but the choices do not begin with the proposal dead_hand; "
            "write choices: [dead_hand]",
        ),
        (
            "CNT-3: {ruling: dead_hand, authority: supervisor, choices: [play_on, dead_hand]}",
            "CNT-3: a supervisor decides, but the choices do not begin with the proposal dead_hand; "
            "write choices: [dead_hand, play_on]",
        ),
        (
            "CNT-3: {ruling: dead_hand, authority: supervisor, choices: [dead_hand, dead_hand]}",
            "CNT-3: a choice is written twice; name each choice once",
        ),
        (
            "CNT-3: {ruling: dead_hand, authority: supervisor, choices: [dead_hand, none]}",
            'CNT-3: "none" is no decision that a supervisor can make; write play_on',
        ),
        (
            "CNT-3: {ruling: dead_hand, authority: controller, choices: [dead_hand]}",
            "CNT-3: it has choices, but nobody is asked: the authority is controller; remove the choices",
        ),
        (
            "CNT-3: {ruling: dead_hand, authority: note}",
            "CNT-3: a note changes nothing, but the ruling is dead_hand; write ruling: play_on",
        ),
        (
            "CNT-3: {ruling: play_on, authority: controller}",
            "CNT-3: the controller rules, but play_on changes nothing; write authority: note",
        ),
        (
            "CNT-3: {ruling: give_card, authority: controller}",
            "CNT-3: give_card means nothing under this clause; it belongs to DEAL-1 and CNT-1",
        ),
        ("CNT-9: none", 'CNT-9: "CNT-9" cannot be a key here; did you mean "CNT-5"?'),
        ("CNT-3: dead", 'CNT-3: is "dead"; write a mapping of keys and values'),
        (
            "CNT-3: {ruling: dead, authority: controller}",
            'CNT-3.ruling: is "dead"; it is "void_round", "dead_hand", "forfeit_hand", "play_on", "give_card", '
            '"burn_card", "enter_card", "set_right", "turn_up", "offer_withdrawal", "progressive_only" or "none"',
        ),
        (
            "DEAD-4: {ruling: play_on, authority: note, again: DEAD-5}",
            "DEAD-4.again: DEAD-5 is only noted; name a graver clause, or leave `again` out",
        ),
        (
            "DEAD-5: {ruling: play_on, authority: note, again: DEAD-4}",
            "DEAD-5.again: DEAD-4 itself changes the second time; name a clause that does not",
        ),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused(clause: str, fault: str, shelf: Path) -> None:
    faults = faults_of(shelf, f"extends: house\nclauses:\n  {clause}\n")

    assert faults == [f"ours.yaml:3: clauses.{fault}"]


def test_profiles_that_extend_each_other_in_a_circle_are_refused(shelf: Path) -> None:
    (shelf / "profiles" / "theirs.yaml").write_text("extends: ours\n", encoding="utf-8")

    faults = faults_of(shelf, "extends: theirs\n")

    assert faults == ["theirs.yaml:1: extends: the profiles extend each other in a circle; break it"]


def test_a_profile_without_all_clauses_or_with_an_unknown_base_is_refused(shelf: Path) -> None:
    assert faults_of(shelf, "extends: hous\n") == [
        'ours.yaml:1: extends: there is no profile "hous"; did you mean "house"?'
    ]
    assert len(faults_of(shelf, "paytable: us\n")) == len(CLAUSES)


def test_a_pay_table_that_pays_a_better_hand_less_is_refused(shelf: Path) -> None:
    text = Path("config/paytables/us.yaml").read_text(encoding="utf-8")
    (shelf / "paytables" / "ours.yaml").write_text(text.replace("flush: 5\n", "flush: 3\n", 1), encoding="utf-8")

    with pytest.raises(FaultyError, match="flush pays 3, less than straight with 4; a better hand is paid at least as"):
        Library(shelf).paytable("ours")


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('royal_flush: "100"', 'royal_flush: "90"', "a royal flush does not win the whole meter"),
        ('flush: "50.00"', 'flush: "150.00"', "full_house wins less than flush"),
        ('flush: "50.00"', 'royal_flush: "50.00"', "royal_flush has a part of the meter and a fixed amount"),
        ('straight_flush: "10"', 'flush: "10"', "flush has a part of the meter and a fixed amount"),
        ('straight_flush: "10"', 'full_hose: "10"', 'did you mean "full_house"?'),
    ],
)
def test_an_award_table_that_is_not_plausible_is_refused(was: str, becomes: str, sentence: str, shelf: Path) -> None:
    text = Path("config/awards/us-500-100-50.yaml").read_text(encoding="utf-8")
    assert f"  {was}" in text
    (shelf / "awards" / "ours.yaml").write_text(text.replace(f"  {was}", f"  {becomes}"), encoding="utf-8")

    with pytest.raises(FaultyError) as caught:
        Library(shelf).awards("ours")

    assert sentence in str(caught.value)
