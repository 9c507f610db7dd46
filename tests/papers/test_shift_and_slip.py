"""Shift closes and hand-pay slips as they are printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.core.money import Money
from controller.papers.shift import shift_text
from controller.papers.slip import slip_line, slip_page, slip_text
from controller.runtime.slips import Slip

SLIP = Slip(
    number=3,
    table="Table <4>",
    round=42,
    seat=5,
    hand="royal_flush",
    amount=Money(10_000_070),
    wall="2026-01-02T03:04:05.678Z",
    entry=1234,
    hash="ab" * 32,
    source="ortiz (act)",
    approved=("lund", "ortiz"),
)
FIGURES = {"chips_in": 0, "displayed": "10000000", "hits": 0, "wins": "0.00", "overflow": "0", "reserve": "0"}
SHIFT: dict[str, Any] = {
    "first": 1,
    "through": 106,
    "began": "2026-01-02T03:04:05.678Z",
    "until": "2026-01-02T11:04:05.678Z",
    "phase": "betting",
    "rounds": 2,
    "starts": 1,
    "power_cuts": 1,
    "opening": FIGURES,
    "closing": FIGURES | {"chips_in": 3, "displayed": "99951421/10", "hits": 1, "wins": "50.00"},
    "moved": [{"of": "displayed", "reason": "contribution", "cents": "1421/10"}],
    "chips": {
        "put_in": 4, "handed_back": 1, "rounds_counted": 2, "counted": 5, "accepted_when_counted": 4,
        "rate_x_chips": "210", "raised": "210",
    },
    "awards": {"hits": 1, "owed": "50.00", "paid": "50.00", "waiting": []},
    "slips": {"first": 1, "last": 0},
    "money": {wager: {"taken": "10.00", "paid": "25.00"} for wager in ("ante", "bet", "chip", "award")},
    "rulings": {"CNT-1": 2},
    "questions": 1,
    "open_questions": [{"clause": "WAG-7", "says": "5 chips counted, 4 wagers accepted."}],
    "alerts": {},
    "refused": {"act": 1},
    "differences": [],
    "by": "lund",
}  # fmt: skip


def squeezed(lines: list[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]


def test_a_slip_fits_80_columns_and_has_room_for_four_signatures() -> None:
    lines = list(slip_text(SLIP))

    assert max(map(len, lines)) == 80
    assert "AMOUNT 100,000.70" in squeezed(lines)
    assert "approved by lund and ortiz" in squeezed(lines)
    assert sum(line.count("____ ") + line.endswith("____") for line in lines) == 4


def test_a_slip_that_was_reversed_must_not_be_paid() -> None:
    slip = replace(SLIP, reversed_at=1240, reversed_wall="2026-01-02T03:10:00Z")

    assert "VOID: reversed by entry 1240 on 2026-01-02 03:10:00. DO NOT PAY." in list(slip_text(slip))
    assert "VOID: reversed by entry 1240" in slip_page(slip)
    assert slip_line(slip).endswith("reversed by entry 1240")
    assert "VOID" not in slip_page(SLIP)


def test_the_page_of_a_slip_is_self_contained_and_escapes_names() -> None:
    page = slip_page(SLIP)

    assert "Table &lt;4&gt;" in page
    assert "No. <b>000003</b>" in page
    assert "src=" not in page
    assert "href=" not in page


def test_a_shift_fits_80_columns_and_says_what_does_not_match() -> None:
    lines = list(shift_text(SHIFT))

    assert max(map(len, lines)) <= 80
    told = squeezed(lines)
    assert "chips counted 5 in 2 rounds, against 4 wagers, 1 too many" in told
    assert "displayed 100,000.00 99,951.42 and 1/10 c -48.57 and 9/10 c" in told
    assert "open: WAG-7 5 chips counted, 4 wagers accepted." in told
    assert told[-2:] == ["Every figure is the sum of its entries.", "Signed: lund"]


def test_a_shift_that_does_not_add_up_says_so_before_the_signature() -> None:
    lines = list(shift_text(SHIFT | {"differences": ["hits on the table is not what the entries add up to"]}))

    assert lines[-2:] == ["! hits on the table is not what the entries add up to", "Signed: lund"]
