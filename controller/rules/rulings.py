"""What each ruling does to a hand or the round, how findings meet, and how a ruling is undone.

A ruling never destroys a fact: cards and wagers stay written, only standings change, so that another ruling can take
its place until the round is cleared (SUP-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from controller.core.cards import Card
from controller.core.effects import Fact, IssueRuling
from controller.core.events import DEALER, Hand
from controller.core.house import Authority, Deal, Ruling, Verdict
from controller.core.lamps import light_is_on
from controller.core.money import NOTHING
from controller.core.state import FIVE, Before, Chip, Outcome, Phase, Player, Result, Ruled, Standing, Stop, Table
from controller.rules import progressive
from controller.rules.judge import Finding
from controller.rules.step import Step

GRAVITY = (
    Ruling.NONE, Ruling.PLAY_ON, Ruling.GIVE_CARD, Ruling.BURN_CARD, Ruling.ENTER_CARD,
    Ruling.SET_RIGHT, Ruling.TURN_UP, Ruling.OFFER_WITHDRAWAL, Ruling.DEAD_HAND, Ruling.FORFEIT_HAND,
    Ruling.PROGRESSIVE_ONLY, Ruling.VOID_ROUND,
)  # fmt: skip
"""On one hand the graver ruling prevails: void, forfeited, dead, live."""


# -- how findings meet ---------------------------------------------------------------------------------------------


def rule(step: Step, findings: Iterable[Finding], cards: tuple[Card, ...] = ()) -> Step:
    """Rules what was found, as the profile has it. `cards` are what a question about them would be about.

    A ruling that voids the round is issued alone and ends the judging, also while the table is halted. Findings on
    different hands are ruled separately; on one hand the graver counts.
    """
    found = [_ruled(step.table, finding) for finding in findings if finding.clause in step.table.house.profile.verdicts]
    found = [(finding, verdict) for finding, verdict in found if verdict.ruling is not Ruling.NONE]
    step = _remember(step, found)
    for finding, verdict in found:
        if verdict.authority is Authority.CONTROLLER and verdict.ruling is Ruling.VOID_ROUND:
            return _at_once(step, finding, verdict, cards)
    for finding, verdict in _gravest_by_hand(found):
        match verdict.authority:
            case Authority.CONTROLLER:
                step = _at_once(step, finding, verdict, cards)
            case Authority.SUPERVISOR:
                step = _ask(step, _question(step.table, finding, verdict, cards))
            case Authority.NOTE:
                step = step.alert(finding.clause, finding.sentence, finding.hand, finding.clause)
    return step


def _ruled(table: Table, finding: Finding) -> tuple[Finding, Verdict]:
    """The verdict of the profile for this finding, as the circumstances have it.

    A second time within the round is ruled as another clause (DEAD-4 as DEAD-2). Where the count alone would void the
    round while somebody is lit, a profile that treats CNT-5 in its own way rules that instead.
    """
    verdicts = table.house.profile.verdicts
    verdict = verdicts[finding.clause]
    if verdict.again and _offence(finding) in table.offences:
        verdict = verdicts[verdict.again]
    special = _variant(table, verdict, finding.hand)
    if special is not None:
        verdict = Verdict(special, Authority.CONTROLLER)
    if finding.clause in _COUNTS and verdict.ruling is Ruling.VOID_ROUND and _cnt_5_is_special(table):
        return replace(finding, rule=replace(finding.rule, clause="CNT-5")), verdicts["CNT-5"]
    return finding, verdict


_COUNTS = ("CNT-1", "CNT-2", "CNT-3")

_CIRCUMSTANCES: dict[str, Callable[[Table, Hand | None], bool]] = {
    "too_many": lambda table, hand: hand is not None and cards_of(table, hand) > FIVE,
    "dealt_singly": lambda table, _hand: table.house.deal is Deal.SINGLE,
    "once_looked": lambda table, _hand: table.looked or any(player.raised is not None for player in table.players),
}


def _variant(table: Table, verdict: Verdict, hand: Hand | None) -> Ruling | None:
    """What the profile rules instead in the circumstances that hold now."""
    held = [ruling for name, ruling in verdict.variants.items() if _CIRCUMSTANCES[name](table, hand)]
    return held[-1] if held else None


def ruling_of(table: Table, clause: str, hand: Hand | None) -> Ruling | None:
    """What the profile rules under a clause that a supervisor names; None where it has no such rule."""
    verdicts = table.house.profile.verdicts
    verdict = verdicts.get(clause)
    if verdict is None or verdict.ruling is Ruling.NONE:
        return None
    ruling = _variant(table, verdict, hand) or verdict.ruling
    if clause in _COUNTS and ruling is Ruling.VOID_ROUND and _cnt_5_is_special(table):
        return verdicts["CNT-5"].ruling
    return ruling


def cards_of(table: Table, hand: Hand) -> int:
    dealt = table.dealt(hand)
    return len(dealt.cards) if dealt.told is None else dealt.told


def _cnt_5_is_special(table: Table) -> bool:
    """In `house` the clause merely says where the chip goes, and is no ruling."""
    profile = table.house.profile
    verdict = profile.verdicts.get("CNT-5")
    own_way = verdict is not None and (verdict.ruling is Ruling.PROGRESSIVE_ONLY or profile.carry_chips)
    return own_way and any(light_is_on(table, player) and player.in_play for player in table.players)


def _offence(finding: Finding) -> tuple[str, Hand]:
    return finding.clause, DEALER if finding.hand is None else finding.hand


def _remember(step: Step, found: list[tuple[Finding, Verdict]]) -> Step:
    new = [_offence(f) for f, _ in found if step.table.house.profile.verdicts[f.clause].again]
    return step.but(offences=(*step.table.offences, *new)) if new else step


def _gravest_by_hand(found: list[tuple[Finding, Verdict]]) -> list[tuple[Finding, Verdict]]:
    """Of several rulings on one hand the gravest; what asks about the round or about cards stands beside them."""
    gravest: dict[object, tuple[Finding, Verdict]] = {}
    for finding, verdict in found:
        about_cards = verdict.ruling in (Ruling.BURN_CARD, Ruling.ENTER_CARD) or finding.hand is None
        key: object = finding.clause if about_cards else finding.hand
        if key not in gravest or GRAVITY.index(verdict.ruling) > GRAVITY.index(gravest[key][1].ruling):
            gravest[key] = (finding, verdict)
    return list(gravest.values())


def _at_once(step: Step, finding: Finding, verdict: Verdict, cards: tuple[Card, ...]) -> Step:
    stop = _question(step.table, finding, verdict, cards)
    return apply(step, stop, verdict.ruling, issued=finding.clause, says=finding.sentence, facts=finding.facts)


def _ask(step: Step, question: Stop) -> Step:
    """Cards that follow one that was not due join its question: one decision is about them all."""
    asked = next((stop for stop in step.table.stops if stop.clause == question.clause == "DEAL-2"), None)
    if asked is None:
        return step.ask(question)
    joined = replace(asked, cards=(*asked.cards, *question.cards))
    return step.but(stops=tuple(joined if stop is asked else stop for stop in step.table.stops))


def _question(table: Table, finding: Finding, verdict: Verdict, cards: tuple[Card, ...]) -> Stop:
    choices = _choices(table, finding, verdict)
    return Stop(
        clause=finding.clause,
        says=finding.sentence,
        choices=tuple(choice.value for choice in choices),
        hand=finding.hand,
        facts=finding.facts,
        cards=cards,
    )


def _choices(table: Table, finding: Finding, verdict: Verdict) -> tuple[Ruling, ...]:
    choices = verdict.choices or (verdict.ruling,)
    if finding.clause == "DEAL-2" and table.play_phase is not Phase.BETTING:
        choices = (Ruling.BURN_CARD,)
    if finding.clause == "EQP-1" and finding.hand is None:
        # Trouble of the shoe itself: a card can be entered only while one is due.
        due = any(table.lacking(hand) for hand in table.order)
        choices = (Ruling.VOID_ROUND, *((Ruling.ENTER_CARD,) if due else ()), Ruling.PLAY_ON)
    if table.void:
        # Nothing is left to void or to enter; the question only says that somebody has seen it.
        return (Ruling.BURN_CARD,) if finding.clause == "DEAL-2" else (Ruling.PLAY_ON,)
    # The round can always be voided; that is nobody's to withhold from a supervisor.
    return choices if Ruling.VOID_ROUND in choices else (*choices, Ruling.VOID_ROUND)


# -- what a ruling does --------------------------------------------------------------------------------------------


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
        jackpot_before=step.table.jackpot if decision is Ruling.VOID_ROUND else None,
        answers=stop if answered else None,
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
        if player.chip in (Chip.LIT, Chip.TAKEN):
            step = progressive.give_chip_back(step, player.seat, "void_round")
    step = progressive.undo_jackpot(step)
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
        chip = table.player(seat).chip
        if standing is Standing.FORFEITED and chip is Chip.LIT:
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
    """The exposed card stays up, and the dealer's last card goes down unseen."""
    return (step.but(up_card=stop.cards[0]) if stop.cards else step), ruled


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
    step = step.hand(stop.hand, cards=stop.cards, shown=True)
    return step, replace(ruled, cards_before=dealt.cards, cards_after=stop.cards)


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
        step = progressive.redo_jackpot(step.but(void=False), ruled.jackpot_before)
    for before in ruled.before:
        step = _put_back(step, before)
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


def _put_back(step: Step, before: Before) -> Step:
    now = step.table.player(before.seat)
    if now.chip is Chip.RETURNED and step.table.house.profile.carry_chips and now.standing is not Standing.TAKEN_OFF:
        # The chip had stayed for the next round, and its player has left with it since.
        before = replace(before, chip=Chip.RETURNED)
    if now.chip is Chip.RETURNED and before.chip in (Chip.LIT, Chip.TAKEN):
        step = progressive.take_share_again(step, before.seat, before.chip)
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
        return step.hand(hand, cards=cards)
    gone = {card for card in ruled.cards_before or () if card not in ruled.cards_after}
    aside = [card for card in step.table.aside if card not in gone]
    if ruled.decision is Ruling.SET_RIGHT:
        return step.hand(hand, cards=cards, owed=0).but(aside=tuple(aside))
    owed = max(0, dealt.owed - 1) if step.table.deal_judged else dealt.owed
    return step.hand(hand, cards=cards, burned=dealt.burned - 1, owed=owed).but(aside=tuple(aside))
