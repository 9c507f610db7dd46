"""The screen shows every moment of a round at every size, and never what is not public."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

from controller.demo import incidents
from controller.demo.incidents import OTHERS, WELL_KNOWN
from controller.demo.spectators import Lines, Told
from controller.rules.conversation import picture
from controller.screen.scene import Scene
from controller.screen.view import View, after, begun
from controller.screen.words import card_word, sentence
from tests.demo.playing import Floor, seen, staged

SIZES = [(80, 24), (100, 30), (140, 45)]
SMALL = [(76, 24), (80, 20), (40, 12), (20, 5), (1, 1)]
PHASES = ["betting", "counting", "dealing", "deciding", "revealing", "settling", "clearing", "halted"]


@cache
def shown() -> tuple[Floor, ...]:
    """One round with each incident."""
    return tuple(staged(incident, 5) for incident in (*WELL_KNOWN, *OTHERS))


def views(floor: Floor) -> Iterator[View]:
    view = begun({"name": "Demo", "table": picture(Floor().table)})
    for told in floor.told:
        view = after(view, told)
        yield view


@cache
def moments() -> tuple[View, ...]:
    """The last moment of each phase of each of these rounds."""
    return tuple(view for floor in shown() for view in {view.picture["phase"]: view for view in views(floor)}.values())


def in_phase(phase: str) -> list[View]:
    return [view for view in moments() if view.picture["phase"] == phase]


def drawn(view: View, width: int, height: int, now_ms: int = 0) -> list[str]:
    console = Console(width=width, height=height, force_terminal=True, color_system=None, file=io.StringIO())
    with console.capture() as capture:
        console.print(Scene(view, now_ms), end="")
    return re.sub(r"\x1b\[[0-9;]*m", "", capture.get()).split("\n")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_phase_fills_the_terminal_exactly(phase: str, width: int, height: int) -> None:
    *_, view = in_phase(phase)

    lines = drawn(view, width, height)

    assert [cell_len(line) for line in lines] == [width] * height
    assert phase.upper() in "".join(lines)


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_a_small_terminal_is_filled_and_not_overrun(width: int, height: int) -> None:
    for phase in PHASES:
        lines = drawn(in_phase(phase)[0], width, height)

        assert [cell_len(line) for line in lines] == [width] * height


@pytest.mark.parametrize(("width", "height"), [*SIZES, (70, 20)])
def test_a_question_is_shown_whole_with_its_choices(width: int, height: int) -> None:
    for view in in_phase("halted"):
        text = " ".join(drawn(view, width, height))
        question = view.picture["question"]

        assert question["clause"] in text
        assert all(choice.replace("_", " ") in text for choice in question["choices"])


def test_a_roomy_screen_says_what_each_choice_would_do() -> None:
    for view in in_phase("halted"):
        text = " ".join(drawn(view, 140, 45))

        assert all(told in text for told in view.picture["question"]["consequences"].values())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_lamp_is_seen_on_the_screen(width: int, height: int) -> None:
    for view in in_phase("dealing"):
        text = "".join(drawn(view, width, height))
        glows = [seat["lamp"] for seat in view.picture["seats"].values()]

        assert text.count("● lit") == glows.count("on")
        assert text.count("✖ fault") == glows.count("fault")


def test_lamps_of_a_halted_table_blink() -> None:
    view = next(view for view in in_phase("halted") if view.picture["accepted"])

    dark, light = drawn(view, 80, 24, 500), drawn(view, 80, 24, 0)

    assert "○ lit" in "".join(dark)
    assert "● lit" in "".join(light)


def test_a_jackpot_is_seen_at_its_seat() -> None:
    floor = staged(incidents.royal_flush, 5)
    *_, view = (view for view in views(floor) if view.picture["phase"] == "clearing")

    text = "".join(drawn(view, 100, 30))

    assert "royal flush" in text
    assert "★ 25,0" in text


def test_the_last_ruling_stands_with_its_clause_and_its_sentence() -> None:
    *_, view = views(staged(incidents.four_card_dealer, 5))

    text = "".join(drawn(view, 100, 30))

    assert "CNT-1" in text
    assert "holds four cards" in text


def may_be_seen(table: Told) -> set[str]:
    hands = [table["dealer"], *table["seats"].values()]
    open_cards = [card for hand in hands for card in hand["shown"] or []] + [table["dealer"]["up_card"] or ""]
    return {card_word(card) for card in open_cards}


def test_no_hidden_card_is_on_the_screen() -> None:
    for view in moments():
        assert seen("".join(drawn(view, 80, 24))) <= may_be_seen(view.picture)


def test_no_hidden_card_is_in_a_line() -> None:
    out = io.StringIO()

    for floor in shown():
        lines = Lines(out)
        lines.begin({"table": picture(Floor().table)})
        for told in floor.told:
            at = out.tell()
            lines.hear(told)
            out.seek(at)
            assert seen(out.read()) <= may_be_seen(told["table"])


def test_everything_that_happens_is_one_line_in_plain_words() -> None:
    out = io.StringIO()
    lines = Lines(out)
    lines.begin({"table": picture(Floor().table)})

    told = [told for floor in shown() for told in floor.told]
    for event in told:
        lines.hear(event)

    printed = out.getvalue().splitlines()
    assert len(printed) == len(told)
    assert not [line for line in printed if "_" in line]


def test_one_of_a_thing_is_told_as_one_and_a_raise_of_an_amount_with_it() -> None:
    told: list[dict[str, object]] = [
        {"event": "chips_counted", "count": 1},
        {"event": "chips_counted", "count": 2},
        {"event": "count_reported", "hand": 0, "cards": 1},
        {"event": "stub_counted", "count": 17},
        {"event": "player_decided", "seat": 5, "fold": False, "amount": "20.00"},
        {"event": "player_decided", "seat": 5, "fold": False, "amount": None},
    ]

    assert [sentence(event, {}, {}) for event in told] == [
        "the dealer counts 1 chip",
        "the dealer counts 2 chips",
        "the dealer counts 1 card at the dealer",
        "the stub is counted: 17 cards",
        "seat 5 raises 20.00",
        "seat 5 raises",
    ]
