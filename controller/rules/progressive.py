"""The progressive: what a lit hand wins, who has to approve it, and how the meter moves.

The meter falls only by an award, a documented correction, or the share of a chip handed back (PRG-10); every movement
names its reason. Fractions of a cent are carried, never lost (PRG-1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from controller.core.events import AwardApproved, MeterCorrected, MeterOpened, Person, Role, Seat
from controller.core.house import AwardsFrom
from controller.core.money import Money
from controller.core.ranking import Category, strength
from controller.core.state import Approval, Chip, Jackpot, Phase, Player, Standing, Table
from controller.rules.step import Step, refuse


@dataclass(frozen=True, slots=True)
class Due:
    """What a seat's hand wins at this moment. `by_share`: a part of the meter, so it waits for approvals."""

    amount: Money
    by_share: bool
    royal: bool = False


def raise_by_chip(step: Step, seat: Seat) -> Step:
    progressive = step.table.house.progressive
    share = Fraction(progressive.chip) * progressive.rate
    step = step.seat(seat, chip=Chip.LIT, share=share)
    return step.meter(share, "contribution", seat, "PRG-1", chips_in=step.table.meter.chips_in + 1)


def hand_share_back(step: Step, seat: Seat, reason: str) -> Step:
    """The chip at `seat` goes back to its player and its share off the meter (PRG-10, PRG-14)."""
    share = step.table.player(seat).share
    step = step.seat(seat, chip=Chip.RETURNED)
    return step.meter(-share, reason, seat, "PRG-10", chips_in=step.table.meter.chips_in - 1)


def take_share_again(step: Step, seat: Seat, chip: Chip) -> Step:
    """A chip that went back by a ruling since replaced is a wager again."""
    share = step.table.player(seat).share
    step = step.seat(seat, chip=chip)
    return step.meter(share, "restored", seat, "SUP-1", chips_in=step.table.meter.chips_in + 1)


def can_win(table: Table, player: Player) -> bool:
    """Lit, still in the round, and not folded where a fold forfeits (PRG-3)."""
    keeps = player.standing is Standing.LIVE or table.house.profile.fold_keeps_award
    return player.lit and player.in_play and keeps and not table.void


def category_of(table: Table, player: Player) -> Category | None:
    """The hand's category, None while its cards are not known."""
    if not player.hand.known or (table.layout_unknown and not player.hand.shown):
        return None
    return strength(player.hand.cards).category


def award_due(table: Table, player: Player) -> Due | None:
    """What this seat wins if its turn were now, or None (PRG-2, PRG-4, PRG-7)."""
    category = category_of(table, player) if can_win(table, player) else None
    if category is None:
        return None
    awards = table.house.progressive.awards
    if category in awards.fixed:
        return Due(awards.fixed[category], by_share=False)
    share = awards.shares.get(category)
    if share is None:
        return None
    if share < 1:
        return Due(Money(int(table.meter.amount * share)), by_share=True)
    frozen = table.jackpot.of(player.seat) if table.jackpot else None
    return Due(frozen if frozen is not None else royal_shares(table)[player.seat], by_share=True, royal=True)


def royal_shares(table: Table) -> dict[Seat, Money]:
    """The meter as it stands, parted among the unpaid royals; odd cents go to those paid first (PRG-5)."""
    whole = table.house.progressive.awards.shares
    royals = [
        player.seat
        for player in reversed(table.players)
        if player.result is None
        and can_win(table, player)
        and (category := category_of(table, player)) is not None
        and whole.get(category) == 1
    ]
    each, odd = divmod(int(table.meter.displayed), len(royals) or 1)
    return {seat: Money(each + (place < odd)) for place, seat in enumerate(royals)}


def is_approved(player: Player, due: Due) -> bool:
    """Two persons, one of them a supervisor, approved exactly this amount (PRG-9)."""
    approval = player.approval
    return approval is not None and approval.amount == due.amount and two_persons(approval.by)


def two_persons(by: Iterable[Person]) -> bool:
    persons = tuple(by)
    return len({person.name for person in persons}) >= 2 and any(person.role is Role.SUPERVISOR for person in persons)


def set_aside(step: Step) -> Step:
    """The first royal's turn: the whole meter goes aside and restarts at its base (PRG-6); a fraction stays on it."""
    table = step.table
    shares = royal_shares(table)
    whole = Fraction(sum(shares.values()))
    base = Fraction(table.house.progressive.base)
    step = step.but(jackpot=Jackpot(tuple(shares.items()), restarted_by=base - whole))
    return step.meter(-whole, "award", clause="PRG-6").meter(base, "restart", clause="PRG-6")


def pay_award(step: Step, seat: Seat, due: Due) -> Step:
    """Takes the award off the meter where it comes from there; the money itself moves with the seat's result."""
    table = step.table
    if due.royal and (table.jackpot is None or table.jackpot.of(seat) is None):
        step = set_aside(step)
    elif not due.royal and (due.by_share or table.house.fixed_awards_from is AwardsFrom.METER):
        step = step.seat(seat, from_meter=Fraction(due.amount))
        step = step.meter(-Fraction(due.amount), "award", seat, "PRG-4" if due.by_share else "PRG-8")
    return _count_hit(step, due.amount, 1)


def reverse_award(step: Step, seat: Seat) -> Step:
    """A settled seat's award is undone by a ruling: what it took off the meter goes back on (SUP-1)."""
    player = step.table.player(seat)
    if player.result is None or not player.result.award:
        return step
    step = step.seat(seat, from_meter=Fraction(0)).meter(player.from_meter, "award_reversed", seat, "SUP-1")
    return _count_hit(step, player.result.award, -1)


def repay_award(step: Step, seat: Seat, award: Money, from_meter: Fraction) -> Step:
    """The reverse of a reversal."""
    if not award:
        return step
    step = step.seat(seat, from_meter=from_meter).meter(-from_meter, "award", seat, "SUP-1")
    return _count_hit(step, award, 1)


def undo_jackpot(step: Step) -> Step:
    jackpot = step.table.jackpot
    return (
        step
        if jackpot is None
        else step.but(jackpot=None).meter(-jackpot.restarted_by, "award_reversed", None, "SUP-1")
    )


def redo_jackpot(step: Step, jackpot: Jackpot | None) -> Step:
    return step if jackpot is None else step.but(jackpot=jackpot).meter(jackpot.restarted_by, "award", None, "SUP-1")


def return_unclaimed(step: Step) -> Step:
    """A share set aside for a royal that was ruled out afterwards goes back on the meter when the round is cleared."""
    table = step.table
    if table.jackpot is None:
        return step
    royals = (player for player in table.players if player.result is not None and player.result.award)
    paid = {player.seat for player in royals if player.result and player.result.hand == Category.ROYAL_FLUSH.word}
    left = sum(amount for seat, amount in table.jackpot.shares if seat not in paid)
    return step.meter(Fraction(left), "unclaimed", None, "PRG-6")


def _count_hit(step: Step, amount: Money, by: int) -> Step:
    meter = step.table.meter
    return step.but(meter=replace(meter, hits=meter.hits + by, wins=meter.wins + amount * by))


# -- cells ---------------------------------------------------------------------------------------------------------


def approve(table: Table, event: AwardApproved) -> Step:
    """Approvals of one award add up, each person counts once; they lapse when the amount changes (PRG-9)."""
    player = table.player(event.seat)
    due = award_due(table, player) if player.result is None and table.revealed else None
    if due is None or not due.by_share:
        return refuse(table, f"Seat {event.seat} has no award that waits for approval.", event.seat, clause="PRG-9")
    earlier = player.approval.by if player.approval and player.approval.amount == due.amount else ()
    names = {person.name for person in earlier}
    added = tuple({person.name: person for person in event.by if person.name not in names}.values())
    return Step(table).seat(event.seat, approval=Approval(due.amount, (*earlier, *added)))


def open_meter(table: Table, event: MeterOpened) -> Step:
    if table.meter.opened:
        return refuse(table, "The meter has been opened already; correct it by two persons.", clause="PRG-10")
    if not two_persons(event.by):
        return refuse(table, "The opening amount needs two persons, one a supervisor.", alert="approval_missing",
                      clause="PRG-10")  # fmt: skip
    if event.amount < 0:
        return refuse(table, "The opening amount cannot be negative.", clause="PRG-10")
    return Step(table).meter(Fraction(event.amount), "opening", None, "PRG-10", opened=True)


def correct_meter(table: Table, event: MeterCorrected) -> Step:
    if not two_persons(event.by):
        return refuse(table, "A correction of the meter needs two persons, one a supervisor.",
                      alert="approval_missing", clause="PRG-10")  # fmt: skip
    if not table.meter.opened or not event.reason.strip():
        return refuse(table, "A correction needs an opened meter and a reason.", clause="PRG-10")
    if table.meter.amount + event.amount < 0:
        return refuse(table, "A correction cannot take more off the meter than it shows.", clause="PRG-10")
    if table.phase not in (Phase.CLOSED, Phase.BETTING, Phase.CLEARING):
        return refuse(table, "The meter is corrected between rounds.", clause="PRG-10")
    return Step(table).meter(Fraction(event.amount), "correction", None, "PRG-10")
