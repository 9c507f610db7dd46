"""What each ruling does to a hand or the round, and how it is undone.

A ruling never destroys a fact: cards and wagers stay written, only standings change, so that another ruling can take
its place until the round is cleared (SUP-1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest

from controller.core.cards import Card
from controller.core.effects import Fact, IssueRuling
from controller.core.events import DEALER, Hand, Seat
from controller.core.house import Ruling
from controller.core.money import NOTHING
from controller.core.state import FIVE, Before, Chip, Jackpot, Outcome, Player, Result, Ruled, Standing, Stop, Table
from controller.rules import progressive
from controller.rules.step import Step


def apply(
    step: Step,
    stop: Stop,
    decision: Ruling,
    *,
    issued: str,
    says: str,
    facts: tuple[Fact, ...] = (),
    answered: bool = False,
    replaced: Ruled | None = None,
    by: str = "",
    note: str = "",
) -> Step:
    """Puts a ruling into force and issues it under the clause id `issued`.

    `stop` says what it is about, whether or not it was ever asked; `answered` when it was.
    """
    ruled = Ruled(
        clause=stop.clause,
        decision=decision,
        hand=stop.hand,
        before=_before(step.table, stop.hand, decision),
        splits=progressive.splits(step.table),
        jackpot_before=step.table.jackpot if decision in (*ENDS_A_HAND, Ruling.VOID_ROUND) else None,
        answers=stop if answered else None,
        swept=step.table.stops if decision is Ruling.VOID_ROUND else (),
        replaced=replaced,
        by=by,
        note=note,
    )
    step, ruled = _DOES[decision](step, stop, ruled)
    step = step.but(rulings=(*step.table.rulings, ruled))
    return step.tell(IssueRuling(issued, decision.value, says, stop.hand, facts, by, note))


ENDS_A_HAND = (Ruling.DEAD_HAND, Ruling.FORFEIT_HAND, Ruling.OFFER_WITHDRAWAL)


def _before(table: Table, hand: Hand | None, decision: Ruling) -> tuple[Before, ...]:
    if decision is Ruling.VOID_ROUND:
        touched: tuple[Player, ...] = table.players
    elif decision in ENDS_A_HAND and hand:
        touched = (table.player(hand),)
    else:
        touched = ()
    return tuple(Before(p.seat, p.standing, p.chip, p.result, p.from_meter) for p in touched)


def _void_round(step: Step, _stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """Every wager goes back, the chips with their share of the meter (PRG-14); what was paid is reversed."""
    for player in step.table.players:
        step = progressive.reverse_award(step, player.seat)
    step = progressive.undo_jackpot(step)
    for player in step.table.players:
        if player.chip in (Chip.LIT, Chip.TAKEN):
            step = progressive.give_chip_back(step, player.seat, "void_round")
    for player in step.table.players:
        if player.ante or player.chip is not Chip.NONE:
            step = step.seat(player.seat, result=Result(Outcome.VOID, chip=player.chip.value))
    return step.but(void=True, stops=()), ruled


def _end_hand(standing: Standing) -> Callable[[Step, Stop, Ruled], tuple[Step, Ruled]]:
    def end(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
        if not stop.hand:
            return step, ruled
        seat, table = stop.hand, step.table
        if not table.player(seat).ante:
            # A light without a hand (WAG-6): there is only the chip to hand back.
            return (progressive.hand_share_back(step, seat, "dead_hand") if table.player(seat).lit else step), ruled
        found_early = stop.clause == "WAG-2" and not any(dealt.cards for dealt in table.hands)
        reached = Standing.TAKEN_OFF if found_early and standing is Standing.DEAD else standing
        step = progressive.reverse_award(step, seat).seat(seat, standing=reached, result=None)
        step = _whole_where_no_royal_is_paid(step)
        chip = table.player(seat).chip
        if standing is Standing.FORFEITED and chip in (Chip.LIT, Chip.CARRIED):
            step = step.seat(seat, chip=Chip.TAKEN)
        elif standing is Standing.DEAD and chip in (Chip.LIT, Chip.TAKEN):
            # A second hand's chip is returned whatever the house does with others (WAG-2).
            back = progressive.hand_share_back if stop.clause == "WAG-2" else progressive.give_chip_back
            step = back(step, seat, "dead_hand")
        if reached is Standing.TAKEN_OFF:
            step = step.but(order=tuple(hand for hand in table.order if hand != seat))
        return step, ruled

    return end


def _play_on(step: Step, _stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    return step, ruled


def _give_card(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    hand = DEALER if stop.hand is None else stop.hand
    return step.hand(hand, owed=step.table.dealt(hand).owed + 1), ruled


def _burn_card(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """A boxed card leaves its hand, which gets the next one; a card that was not due lies aside already."""
    if stop.hand is None or not stop.cards:
        return step, ruled
    dealt = step.table.dealt(stop.hand)
    if stop.cards[0] not in dealt.cards:
        return step, ruled
    at = dealt.cards.index(stop.cards[0])
    left = dealt.cards[:at] + dealt.cards[at + 1 :]
    owed = dealt.owed + (1 if step.table.deal_judged else 0)
    step = step.hand(stop.hand, cards=left, burned=dealt.burned + 1, owed=owed)
    step = step.but(aside=(*step.table.aside, stop.cards[0]))
    return step, replace(ruled, cards_before=dealt.cards, cards_after=left)


def _set_right(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """The order of the deal is known: what the hand lacks is dealt to it, what it has too much is burned."""
    hand = DEALER if stop.hand is None else stop.hand
    dealt = step.table.dealt(hand)
    kept, over = dealt.cards[:FIVE], dealt.cards[FIVE:]
    step = step.hand(hand, cards=kept, owed=FIVE - len(kept)).but(aside=(*step.table.aside, *over))
    return step, replace(ruled, cards_before=dealt.cards, cards_after=kept)


def _turn_up(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """The exposed card stays up, and the dealer's last card goes down unseen; a card of another hand is not shown."""
    lies_there = bool(stop.cards) and stop.cards[0] in step.table.dealer.cards
    return (step.but(up_card=stop.cards[0]) if lies_there else step), ruled


def _offer_withdrawal(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    step, ruled = _end_hand(Standing.DEAD)(step, stop, ruled)
    return step.but(withdrawal_open=True), ruled


def _progressive_only(step: Step, _stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """Nobody decides and the dealer's hand does not matter: lit hands are paid, every ante goes back."""
    return step.but(progressive_only=True), ruled


def _enter_card(step: Step, stop: Stop, ruled: Ruled) -> tuple[Step, Ruled]:
    """The hand is what the people say it is: `stop.cards` are its cards, whole."""
    if stop.hand is None or not stop.cards:
        return step, ruled
    dealt = step.table.dealt(stop.hand)
    named = _named(step.table, dealt.cards, stop.cards)
    step = _rename(step, named).hand(stop.hand, cards=stop.cards, shown=True)
    return step, replace(ruled, cards_before=dealt.cards, cards_after=stop.cards, named=named)


_Named = tuple[tuple[Card | None, Card | None], ...]


def _named(table: Table, recorded: tuple[Card, ...], cards: tuple[Card, ...]) -> _Named:
    """Which cards out of the shoe are others than recorded. A card that is out already takes no other's place."""
    new = [card if card not in table.pack else None for card in cards if card not in recorded]
    old = [card for card in recorded if card not in cards]
    if table.layout_unknown:
        # The cards recorded for this hand may lie in any other; only as many as are new were misread.
        new = [card for card in new if card is not None]
        old = old[: len(new)]
    return tuple(zip_longest(old, new))


def _rename(step: Step, named: _Named) -> Step:
    pack = list(step.table.pack)
    for old, new in named:
        if old in pack:
            place = pack.index(old)
            pack[place : place + 1] = [] if new is None else [new]
        elif new is not None:
            pack.append(new)
    return step.but(pack=tuple(pack))


_DOES: dict[Ruling, Callable[[Step, Stop, Ruled], tuple[Step, Ruled]]] = {
    Ruling.NONE: _play_on,
    Ruling.PLAY_ON: _play_on,
    Ruling.GIVE_CARD: _give_card,
    Ruling.BURN_CARD: _burn_card,
    Ruling.ENTER_CARD: _enter_card,
    Ruling.SET_RIGHT: _set_right,
    Ruling.TURN_UP: _turn_up,
    Ruling.OFFER_WITHDRAWAL: _offer_withdrawal,
    Ruling.PROGRESSIVE_ONLY: _progressive_only,
    Ruling.DEAD_HAND: _end_hand(Standing.DEAD),
    Ruling.FORFEIT_HAND: _end_hand(Standing.FORFEITED),
    Ruling.VOID_ROUND: _void_round,
}


# -- how a ruling is undone ----------------------------------------------------------------------------------------


def undo(step: Step, ruled: Ruled) -> Step:
    """Everything as it stood before the ruling, except what has happened since: cards and decisions stay."""
    if ruled.decision is Ruling.VOID_ROUND:
        step = step.but(void=False, stops=(*ruled.swept, *step.table.stops))
    else:
        step = _set_aside_again(step, ruled)
    # All chips are wagers again before any award is paid: what a paid award leaves room for was overflow by then.
    befores = [_still_there(step, before) for before in ruled.before]
    for before in befores:
        step = _light_again(step, before)
    step = progressive.part_again(step, ruled.splits)
    for before in befores:
        step = _put_back(step, before)
    step = _set_aside_again(step, ruled)
    if ruled.decision is Ruling.GIVE_CARD:
        hand = DEALER if ruled.hand is None else ruled.hand
        step = step.hand(hand, owed=max(0, step.table.dealt(hand).owed - 1))
    if ruled.decision is Ruling.TURN_UP:
        step = step.but(up_card=None)
    if ruled.decision is Ruling.OFFER_WITHDRAWAL:
        step = step.but(withdrawal_open=False)
    if ruled.decision is Ruling.PROGRESSIVE_ONLY:
        step = step.but(progressive_only=False)
    if ruled.cards_before is not None and ruled.hand is not None:
        step = _put_cards_back(step, ruled.hand, ruled)
    return step.but(rulings=tuple(other for other in step.table.rulings if other is not ruled))


def _set_aside_again(step: Step, ruled: Ruled) -> Step:
    """The meter as it was set aside before the ruling; what was won from it otherwise since is settled anew."""
    if ruled.jackpot_before is None or step.table.jackpot == ruled.jackpot_before:
        return step
    touched = tuple(before.seat for before in ruled.before)
    for jackpot in (step.table.jackpot, ruled.jackpot_before):
        step = _settle_awards_anew(step, jackpot, but=touched)
    return progressive.redo_jackpot(progressive.undo_jackpot(step), ruled.jackpot_before)


def _settle_awards_anew(step: Step, jackpot: Jackpot | None, but: tuple[Seat, ...] = ()) -> Step:
    """Reverses what was won from the meter from the first royal's turn on."""
    shares = {} if jackpot is None else dict(jackpot.shares)
    for player in step.table.players:
        won = player.result is not None and player.result.award
        since = player.seat <= max(shares, default=0) and player.seat not in but
        if won and since and (player.from_meter or player.seat in shares):
            step = progressive.reverse_award(step, player.seat).seat(player.seat, result=None)
    return step


def _whole_where_no_royal_is_paid(step: Step) -> Step:
    """A meter set aside for a royal that was ruled out is whole again, unless another royal was paid of it."""
    jackpot = step.table.jackpot
    if jackpot is None:
        return step
    results = (step.table.player(seat).result for seat, _ in jackpot.shares)
    if any(result is not None and result.award for result in results):
        return step
    return progressive.undo_jackpot(_settle_awards_anew(step, jackpot))


def _still_there(step: Step, before: Before) -> Before:
    """A chip that had stayed for the next round may have left with its player since."""
    now = step.table.player(before.seat)
    left = now.chip is Chip.RETURNED and step.table.house.profile.carry_chips
    return replace(before, chip=Chip.RETURNED) if left and now.standing is not Standing.TAKEN_OFF else before


def _light_again(step: Step, before: Before) -> Step:
    went_back = step.table.player(before.seat).chip is Chip.RETURNED and before.chip in (Chip.LIT, Chip.TAKEN)
    return progressive.take_share_again(step, before.seat, before.chip) if went_back else step


def _put_back(step: Step, before: Before) -> Step:
    now = step.table.player(before.seat)
    step = progressive.reverse_award(step, before.seat)
    award = before.result.award if before.result else NOTHING
    step = progressive.repay_award(step, before.seat, award, before.from_meter)
    order = step.table.order
    if now.standing is Standing.TAKEN_OFF and before.standing is not Standing.TAKEN_OFF and order:
        step = step.but(order=(*sorted({*order[:-1], before.seat}), DEALER))
    return step.seat(before.seat, standing=before.standing, chip=before.chip, result=before.result)


def _put_cards_back(step: Step, hand: Hand, ruled: Ruled) -> Step:
    dealt = step.table.dealt(hand)
    since = dealt.cards[len(ruled.cards_after) :]
    cards = (*(ruled.cards_before or ()), *since)
    if ruled.decision is Ruling.ENTER_CARD:
        up_card = step.table.up_card
        if hand == DEALER and up_card in ruled.cards_after and up_card not in cards:
            step = step.but(up_card=ruled.cards_before[-1] if ruled.cards_before else None)
        back = tuple((new, old) for old, new in reversed(ruled.named))
        return settle_anew(_rename(step.hand(hand, cards=cards), back), hand)
    gone = {card for card in ruled.cards_before or () if card not in ruled.cards_after}
    aside = [card for card in step.table.aside if card not in gone]
    if ruled.decision is Ruling.SET_RIGHT:
        return step.hand(hand, cards=cards, owed=0).but(aside=tuple(aside))
    owed = max(0, dealt.owed - 1) if step.table.deal_judged else dealt.owed
    return step.hand(hand, cards=cards, burned=dealt.burned - 1, owed=owed).but(aside=tuple(aside))


def settle_anew(step: Step, hand: Hand) -> Step:
    """What was paid on cards that were not so is reversed; a dealer's hand concerns every seat that played.

    Where a royal comes up that has no share of the meter set aside, or none of those that have one is left, the meter
    is whole again and the awards since the first royal's turn are settled anew (PRG-5).
    """
    for player in step.table.players:
        if player.result is not None and (player.seat == hand or (hand == DEALER and player.in_play)):
            step = progressive.reverse_award(step, player.seat).seat(player.seat, result=None)
    jackpot = step.table.jackpot
    if jackpot is None or hand == DEALER:
        return step
    royals = {player.seat for player in step.table.players if progressive.is_royal(step.table, player)}
    shared = {seat for seat, _ in jackpot.shares}
    if royals & shared and not (hand in royals and hand not in shared):
        return step
    return progressive.undo_jackpot(_settle_awards_anew(step, jackpot))
