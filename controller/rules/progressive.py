"""The progressive: what a lit hand wins, who has to approve it, and how the meter moves.

The meter falls only by an award, a documented correction, or the share of a chip handed back (PRG-10); every movement
names its reason. Fractions of a cent are carried, never lost (PRG-1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from controller.core.effects import CountHit, UseParameters
from controller.core.events import Person, Role, Seat
from controller.core.frozen import changed
from controller.core.house import AwardsFrom, Progressive
from controller.core.money import Money
from controller.core.ranking import Category, strength
from controller.core.state import HITS_KEPT, Chip, Hit, Jackpot, Player, Split, Standing, Table
from controller.rules.step import Step


@dataclass(frozen=True, slots=True)
class Due:
    """What a seat's hand wins at this moment. `by_share`: a part of the meter, so it waits for approvals."""

    amount: Money
    by_share: bool
    royal: bool = False


def contribution(table: Table) -> Fraction:
    """What one chip adds to the displayed meter and the overflow together, in cents (PRG-1)."""
    progressive = table.house.progressive
    return Fraction(progressive.chip) * progressive.rate


def is_unreasonable(table: Table) -> bool:
    """An increase so large is an error, not money (PRG-12)."""
    most = table.house.progressive.unreasonable_contribution
    return most is not None and contribution(table) > most


def raise_by_chip(step: Step, seat: Seat) -> Step:
    """Lights the seat; what the meter cannot show above its limit is overflow (PRG-12)."""
    progressive = step.table.house.progressive
    hidden = Fraction(progressive.chip) * progressive.hidden_rate
    return _put_on(step, seat, Chip.LIT, contribution(step.table), hidden, "contribution", "PRG-1")


def hand_share_back(step: Step, seat: Seat, reason: str) -> Step:
    """The chip at `seat` goes back to its player and its share off the meter (PRG-10, PRG-14)."""
    player = step.table.player(seat)
    if player.hidden > step.table.meter.reserve:
        # The reserve has been released to the meter since: what is missing of the chip's part is taken off there.
        released = player.hidden - step.table.meter.reserve
        player = changed(player, share=player.share + released, hidden=player.hidden - released)
    # A royal may have taken the share with it: a meter never shows less than nothing.
    player = changed(player, share=min(player.share, max(Fraction(0), step.table.meter.amount)))
    step = step.seat(seat, chip=Chip.RETURNED, share=player.share, hidden=player.hidden)
    step = step.but(meter=changed(step.table.meter, chips_in=step.table.meter.chips_in - 1))
    for figure, cents in (("displayed", player.share), ("overflow", player.beyond), ("reserve", player.hidden)):
        step = step.meter(-cents, reason, seat, "PRG-10", of=figure)
    return _fill_room(step)


def take_share_again(step: Step, seat: Seat, chip: Chip) -> Step:
    """A chip that went back by a ruling since replaced is a wager again."""
    player = step.table.player(seat)
    return _put_on(step, seat, chip, player.share + player.beyond, player.hidden, "restored", "SUP-1")


def _put_on(step: Step, seat: Seat, chip: Chip, whole: Fraction, hidden: Fraction, reason: str, clause: str) -> Step:
    share = min(whole, room(step.table, whole))
    beyond = whole - share
    step = step.seat(seat, chip=chip, share=share, beyond=beyond, hidden=hidden)
    step = step.meter(share, reason, seat, clause, chips_in=step.table.meter.chips_in + 1)
    step = step.meter(beyond, reason, seat, "PRG-12", of="overflow")
    return step.meter(hidden, reason, seat, clause, of="reserve")


def room(table: Table, wanted: Fraction) -> Fraction:
    """How much of what is `wanted` the displayed meter can still take below its limit."""
    limit = table.house.progressive.limit
    return wanted if limit is None else max(Fraction(0), Fraction(limit) - table.meter.amount)


def _fill_room(step: Step) -> Step:
    """Only what exceeds the limit is overflow: where a chip went back, the others' overflow of this round moves up."""
    for player in step.table.players:
        moved = min(player.beyond, room(step.table, player.beyond))
        if moved and player.chip not in (Chip.NONE, Chip.RETURNED):
            step = step.seat(player.seat, share=player.share + moved, beyond=player.beyond - moved)
            step = step.meter(-moved, "room", player.seat, "PRG-12", of="overflow")
            step = step.meter(moved, "room", player.seat, "PRG-12")
    return step


def splits(table: Table) -> tuple[Split, ...]:
    """How the chips are parted, where a limit parted any."""
    parted = any(player.beyond for player in table.players)
    return tuple(Split(player.seat, player.share, player.beyond) for player in table.players) if parted else ()


def part_again(step: Step, before: Iterable[Split]) -> Step:
    """Parts the chips that are in play as they were parted before a ruling that is undone."""
    for split in before:
        player = step.table.player(split.seat)
        same = player.share + player.beyond == split.share + split.beyond
        if same and player.chip is not Chip.RETURNED and player.share != split.share:
            up = split.share - player.share
            step = step.seat(split.seat, share=split.share, beyond=split.beyond)
            step = step.meter(up, "restored", split.seat, "SUP-1")
            step = step.meter(-up, "restored", split.seat, "SUP-1", of="overflow")
    return step


def give_chip_back(step: Step, seat: Seat, reason: str) -> Step:
    """A chip that is not to be played goes back, or stays for the next round where the house has it so (CNT-5)."""
    if step.table.house.profile.carry_chips:
        return step.seat(seat, chip=Chip.CARRIED)
    return hand_share_back(step, seat, reason)


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


def is_royal(table: Table, player: Player) -> bool:
    """A hand that wins the whole meter, or its part of it."""
    category = category_of(table, player) if can_win(table, player) else None
    return category is not None and table.house.progressive.awards.shares.get(category) == 1


def may_come_off(table: Table) -> Fraction:
    """What the open round may yet take off the displayed meter: chips handed back, or awards that stand again (SUP-1).

    A correction leaves that much on it, or the meter would show less than nothing.
    """
    shares = sum((player.share for player in table.players if player.lit or player.chip is Chip.TAKEN), Fraction(0))
    for ruled in table.rulings:
        shares += sum(before.from_meter for before in ruled.before)
        if ruled.jackpot_before is not None:
            shares += max(Fraction(0), -ruled.jackpot_before.restarted_by)
    return shares


def royal_shares(table: Table) -> dict[Seat, Money]:
    """The meter as it stands, parted among the unpaid royals; odd cents go to those paid first (PRG-5)."""
    royals = [player.seat for player in reversed(table.players) if player.result is None and is_royal(table, player)]
    each, odd = divmod(int(table.meter.displayed), len(royals) or 1)
    return {seat: Money(each + (place < odd)) for place, seat in enumerate(royals)}


def is_approved(player: Player, due: Due) -> bool:
    """Two persons, one of them a supervisor, approved exactly this amount (PRG-9)."""
    approval = player.approval
    return approval is not None and approval.amount == due.amount and two_persons(approval.by)


def two_persons(by: Iterable[Person]) -> bool:
    persons = tuple(by)
    return len({person.name for person in persons}) >= 2 and any(person.role is Role.SUPERVISOR for person in persons)


def put_in_force(step: Step, progressive: Progressive) -> Step:
    """Other parameters of the progressive, and what they were (PRG-13)."""
    before = step.table.house.progressive
    if progressive == before:
        return step
    step = step.but(house=changed(step.table.house, progressive=progressive))
    return step.tell(UseParameters(before, progressive))


def set_aside(step: Step) -> Step:
    """The first royal's turn: the whole meter goes aside and restarts at its base plus the reserve (PRG-6).

    A fraction of a cent stays on the meter. Parameters that waited for a royal come into force with the restart, so
    that a new base is the one it restarts from (PRG-13).
    """
    table = step.table
    shares = royal_shares(table)
    whole, released = Fraction(sum(shares.values())), table.meter.reserve
    before = table.house.progressive
    progressive = table.meter.pending or before
    base = Fraction(progressive.base)
    step = put_in_force(step, progressive)
    step = step.meter(-whole, "award", clause="PRG-6", pending=None)
    shown = min(base + released, room(step.table, base + released))
    beyond = base + released - shown
    step = step.but(jackpot=Jackpot(tuple(shares.items()), shown - whole, beyond, released, before))
    step = step.meter(shown, "restart", clause="PRG-6").meter(beyond, "restart", clause="PRG-12", of="overflow")
    return step.meter(-released, "restart", clause="PRG-6", of="reserve")


def pay_award(step: Step, seat: Seat, due: Due) -> Step:
    """Takes the award off the meter where it comes from there; the money itself moves with the seat's result."""
    table = step.table
    if due.royal and (table.jackpot is None or table.jackpot.of(seat) is None):
        step = set_aside(step)
    elif not due.royal and (due.by_share or table.house.fixed_awards_from is AwardsFrom.METER):
        # A meter smaller than a fixed award gives what it shows; the house pays the rest.
        taken = Fraction(min(due.amount, table.meter.displayed))
        step = step.seat(seat, from_meter=taken)
        step = step.meter(-taken, "award", seat, "PRG-4" if due.by_share else "PRG-8")
    return _count_hit(step, seat, due.amount)


def reverse_award(step: Step, seat: Seat) -> Step:
    """A settled seat's award is undone by a ruling: what it took off the meter goes back on (SUP-1)."""
    player = step.table.player(seat)
    if player.result is None or not player.result.award:
        return step
    step = step.seat(seat, from_meter=Fraction(0)).meter(player.from_meter, "award_reversed", seat, "SUP-1")
    return _uncount_hit(step, seat, player.result.award)


def repay_award(step: Step, seat: Seat, award: Money, from_meter: Fraction) -> Step:
    """The reverse of a reversal."""
    if not award:
        return step
    step = step.seat(seat, from_meter=from_meter).meter(-from_meter, "award", seat, "SUP-1")
    return _count_hit(step, seat, award)


def undo_jackpot(step: Step) -> Step:
    """The royal is undone: the meter is whole again, the reserve refilled, a change waits again."""
    jackpot, table = step.table.jackpot, step.table
    if jackpot is None:
        return step
    pending = table.meter.pending
    if jackpot.parameters is not None and jackpot.parameters != table.house.progressive:
        pending = pending or table.house.progressive
        step = put_in_force(step, jackpot.parameters)
    step = step.but(jackpot=None).meter(-jackpot.restarted_by, "award_reversed", None, "SUP-1", pending=pending)
    step = step.meter(-jackpot.beyond, "award_reversed", None, "SUP-1", of="overflow")
    return step.meter(jackpot.released, "award_reversed", None, "SUP-1", of="reserve")


def redo_jackpot(step: Step, jackpot: Jackpot | None) -> Step:
    """The reverse of `undo_jackpot`, with the shares as they were frozen."""
    if jackpot is None:
        return step
    pending = step.table.meter.pending
    if pending is not None:
        step = put_in_force(step, pending)
    step = step.but(jackpot=jackpot).meter(jackpot.restarted_by, "award", None, "SUP-1", pending=None)
    step = step.meter(jackpot.beyond, "award", None, "SUP-1", of="overflow")
    return step.meter(-jackpot.released, "award", None, "SUP-1", of="reserve")


def return_unclaimed(step: Step) -> Step:
    """A share set aside for a royal that was ruled out afterwards goes back on the meter when the round is cleared."""
    table = step.table
    if table.jackpot is None:
        return step
    royals = (player for player in table.players if player.result is not None and player.result.award)
    paid = {player.seat for player in royals if player.result and player.result.hand == Category.ROYAL_FLUSH.word}
    left = sum(amount for seat, amount in table.jackpot.shares if seat not in paid)
    return step.meter(Fraction(left), "unclaimed", None, "PRG-6")


def _count_hit(step: Step, seat: Seat, amount: Money) -> Step:
    table, meter = step.table, step.table.meter
    category = category_of(table, table.player(seat))
    hit = Hit(table.rounds, seat, category.word if category is not None else "", amount)
    kept = (*meter.last_hits, hit)[-HITS_KEPT:]
    step = step.but(meter=changed(meter, hits=meter.hits + 1, wins=meter.wins + amount, last_hits=kept))
    return step.tell(CountHit(seat, hit.hand, amount))


def _uncount_hit(step: Step, seat: Seat, amount: Money) -> Step:
    table, meter = step.table, step.table.meter
    hits = list(meter.last_hits)
    last = next(
        (hit for hit in reversed(hits) if (hit.round, hit.seat, hit.amount) == (table.rounds, seat, amount)), None
    )
    if last is not None:
        hits.remove(last)
    step = step.but(meter=changed(meter, hits=meter.hits - 1, wins=meter.wins - amount, last_hits=tuple(hits)))
    return step.tell(CountHit(seat, last.hand if last else "", amount, undone=True))
