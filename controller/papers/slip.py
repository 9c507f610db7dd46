"""A hand-pay slip: 80 columns of text, or a page to print and sign."""

from __future__ import annotations

from collections.abc import Iterator

from controller.papers.page import page
from controller.papers.round import clock
from controller.runtime.slips import Slip

_WIDTH = 80


def slip_line(slip: Slip) -> str:
    """One line of the list of slips."""
    state = f"reversed by entry {slip.reversed_at}" if slip.reversed_at else ""
    where = f"round {slip.round}, seat {slip.seat}, {_word(slip.hand)}"
    return f"{slip.number:06d}  {_moment(slip.wall)}  {slip.amount.spoken():>16}  {where}  {state}".rstrip()


def slip_text(slip: Slip) -> Iterator[str]:
    yield "=" * _WIDTH
    yield f"{'HAND-PAY SLIP':<40}{f'No. {slip.number:06d}':>40}"
    yield "=" * _WIDTH
    if slip.reversed_at:
        yield f"VOID: reversed by entry {slip.reversed_at} on {_moment(slip.reversed_wall)}. DO NOT PAY."
        yield "-" * _WIDTH
    for head, says in _facts(slip):
        yield f"{head:<16}{says}"
    yield ""
    yield f"{'AMOUNT':<16}{slip.amount.spoken()}"
    yield ""
    yield f"{'journal':<16}entry {slip.entry}"
    yield f"{'':<16}{slip.hash}"
    for left, right in (("paid by", "witnessed by"), ("received by the player", "date and time")):
        yield ""
        yield ""
        yield f"{'_' * 36}    {'_' * 36}"
        yield f"{left:<40}{right}"


def slip_page(slip: Slip) -> str:
    return page(
        "slip.html",
        {
            "number": f"{slip.number:06d}",
            "facts": list(_facts(slip)),
            "amount": slip.amount.spoken(),
            "entry": slip.entry,
            "hash": slip.hash,
            "table": slip.table,
            "reversed_at": slip.reversed_at,
            "reversed_on": _moment(slip.reversed_wall),
        },
    )


def _facts(slip: Slip) -> Iterator[tuple[str, str]]:
    yield "table", slip.table
    yield "round, seat", f"{slip.round}, seat {slip.seat}"
    yield "hand", _word(slip.hand)
    yield "won", f"{_moment(slip.wall)} UTC"
    yield "settled by", slip.source or "the controller"
    yield "approved by", " and ".join(slip.approved) or "needs no approval"


def _moment(wall: str) -> str:
    return f"{wall[:10]} {clock(wall)}"


def _word(hand: str) -> str:
    return hand.replace("_", " ")
