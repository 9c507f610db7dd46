"""Decisions, the reveal and settlement, one player at a time from the dealer's right to the left.

A seat is settled whole, bets and award together, or not at all.
"""

from __future__ import annotations

from controller.core.events import DealerRevealed, PlayerDecided, SettlementCalled
from controller.core.frozen import changed
from controller.core.house import RaiseRule
from controller.core.money import NOTHING, Money
from controller.core.ranking import Category, Strength, qualifies, strength
from controller.core.state import Chip, Outcome, Phase, Player, Result, Standing, Table
from controller.rules.progressive import award_due, can_win, category_of, is_approved, pay_award
from controller.rules.step import Step, refuse

_CHIP_WORD = {
    Chip.NONE: "none",
    Chip.LIT: "taken",
    Chip.TAKEN: "taken",
    Chip.RETURNED: "returned",
    Chip.CARRIED: "carried",
}


def decide(table: Table, event: PlayerDecided) -> Step:
    """A decision made stands; a raise is what the house's rule says (WAG-3)."""
    player, seat = table.player(event.seat), event.seat
    if not player.ante:
        return refuse(table, f"Seat {seat} has no hand in this round.", seat)
    if player.standing not in (Standing.LIVE, Standing.FOLDED):
        return refuse(table, f"Seat {seat}: that hand is dead.", seat, alert="hand_is_dead")
    if not player.undecided:
        return refuse(table, f"Seat {seat} has decided already; a decision stands.", seat)
    if event.fold:
        return Step(table).seat(seat, standing=Standing.FOLDED, raised=NOTHING)
    amount = event.amount if event.amount is not None else player.ante * 2
    if not raise_allowed(table.house.profile.raise_rule, player.ante, amount):
        says = f"Seat {seat}: the raise on {player.ante} is {player.ante * 2}, not {amount}. (WAG-3)"
        return refuse(table, says, seat, alert="wrong_raise", clause="WAG-3")
    return Step(table).seat(seat, raised=amount)


def raise_allowed(rule: RaiseRule, ante: Money, amount: Money) -> bool:
    match rule:
        case RaiseRule.EXACTLY_TWICE:
            return amount == ante * 2
        case RaiseRule.AT_LEAST_TWICE:
            return amount >= ante * 2
        case RaiseRule.ONCE_OR_TWICE:
            return amount in (ante, ante * 2)


def decide_early_or_late(table: Table, event: PlayerDecided) -> Step:
    player = table.player(event.seat)
    if player.ante and player.standing in (Standing.DEAD, Standing.FORFEITED) and not table.void:
        return refuse(table, f"Seat {event.seat}: that hand is dead.", event.seat, alert="hand_is_dead")
    return refuse(table, f"Seat {event.seat}: this is not the time to decide.", event.seat)


def reveal(table: Table, _event: DealerRevealed) -> Step:
    """The dealer turns the hole cards. Now, never earlier, a folded hand that wins the progressive is told (PRG-3)."""
    return warn_of_folded_awards(Step(changed(table, revealed=True, message="")))


def warn_of_folded_awards(step: Step, only: int | None = None) -> Step:
    for player in step.table.players:
        if player.standing is Standing.FOLDED and only in (None, player.seat) and award_due(step.table, player):
            says = f"Seat {player.seat} folded a hand that wins the progressive; do not clear its cards. (PRG-3)"
            step = step.alert("folded_award", says, player.seat, "PRG-3")
    return step


def settle(table: Table, event: SettlementCalled) -> Step:
    """All seats in order, or the next one; stops before a seat whose award waits or whose cards nobody knows."""
    step = Step(changed(table, message=""))
    for player in reversed(table.players):
        if not player.unsettled:
            continue
        step = _settle_seat(step, player)
        if step.table.player(player.seat).unsettled or event.only_next:
            return step
    return step


def _settle_seat(step: Step, player: Player) -> Step:
    table, seat = step.table, player.seat
    if player.in_play and (missing := unknown_hand(table, player)):
        return step.alert("out_of_turn", f"{missing} Enter it by showing the cards, then settle.", seat, "SET-8")
    due = award_due(table, player)
    if due is not None and due.royal and table.jackpot is None and (missing := _may_be_a_royal(table)):
        return step.alert("out_of_turn", f"{missing} Enter it by showing the cards, then settle.", seat, "PRG-5")
    if due is not None and due.by_share and not is_approved(player, due):
        says = f"Seat {seat}: an award of {due.amount.spoken()} waits for two persons' approval. (PRG-9)"
        return step.alert("award_waiting", says, seat, "PRG-9")
    if due is not None:
        step = pay_award(step, seat, due)
    award = due.amount if due else NOTHING
    return step.seat(seat, result=result_of(table, player, award))


def unknown_hand(table: Table, player: Player) -> str:
    """Which hand that this seat's settlement depends on is not known; empty when all are."""
    needed = []
    if table.progressive_only:
        known = player.hand.known and (player.hand.shown or not table.layout_unknown)
        return "" if known or not can_win(table, player) else f"Seat {player.seat}'s hand is not known."
    if player.standing is Standing.LIVE or (table.layout_unknown and can_win(table, player)):
        needed.append(("The dealer's hand is not known.", table.dealer))
    if player.standing is Standing.LIVE or can_win(table, player):
        needed.append((f"Seat {player.seat}'s hand is not known.", player.hand))
    for says, dealt in needed:
        if not dealt.known or (table.layout_unknown and not dealt.shown):
            return says
    return ""


def _may_be_a_royal(table: Table) -> str:
    """Royals share equally: before the first is paid, which hand that may win is not known; empty when all are."""
    unknown = (p for p in reversed(table.players) if p.result is None and can_win(table, p))
    return next((f"Seat {p.seat}'s hand is not known." for p in unknown if category_of(table, p) is None), "")


def result_of(table: Table, player: Player, award: Money) -> Result:
    """What a seat nets on ante and bet (SET-1 to SET-7), with the award beside it."""
    chip = _CHIP_WORD[player.chip]
    hand = strength(player.hand.cards) if player.hand.known else None
    word = hand.category.word if hand else ""
    if table.progressive_only and player.in_play:
        return Result(Outcome.VOID, award=award, chip=chip, hand=word)
    match player.standing:
        case Standing.DEAD | Standing.TAKEN_OFF:
            return Result(Outcome.DEAD, chip=chip, hand=word)
        case Standing.FORFEITED:
            return Result(Outcome.FORFEIT, -player.ante, -player.bet, chip=chip, hand=word)
        case Standing.FOLDED:
            return Result(Outcome.FOLD, -player.ante, NOTHING, award, chip, word)
        case Standing.LIVE:
            pass
    assert hand is not None
    dealer = strength(table.dealer.cards)
    if not dealer_plays(table, dealer):
        return Result(Outcome.NO_QUALIFY, player.ante, NOTHING, award, chip, word)
    if hand.place > dealer.place:
        return Result(Outcome.WIN, player.ante, bet_wins(table, player, hand.category), award, chip, word)
    if hand.place == dealer.place:
        return Result(Outcome.PUSH, NOTHING, NOTHING, award, chip, word)
    return Result(Outcome.LOSE, -player.ante, -player.bet, award, chip, word)


def dealer_plays(table: Table, dealer: Strength) -> bool:
    return qualifies(dealer) or not table.house.profile.qualifier


def bet_wins(table: Table, player: Player, category: Category) -> Money:
    """By the pay table, capped per hand (SET-4, SET-5)."""
    return min(player.bet * table.house.paytable.pays[category], table.house.max_bet_win)


def settle_early(table: Table, _event: SettlementCalled) -> Step:
    why = "every seat is settled" if table.play_phase is Phase.CLEARING else "the dealer's cards are not turned yet"
    return refuse(table, f"There is nothing to settle: {why}.")
