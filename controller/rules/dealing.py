"""The deal as it happens: cards to hands, packets, "deal complete", counts, the stub.

A card that left the shoe is never lost: it lies in a hand, or aside with the reason ruled. While the table is halted
cards are kept as they come; their counts are judged when play goes on, since a decision may still burn or give one.
"""

from __future__ import annotations

from controller.core.cards import Card, is_foreign
from controller.core.events import DEALER, CardDrawn, CountReported, DealCompleted, Hand, PacketEnded, StubCounted
from controller.core.frozen import changed
from controller.core.money import NOTHING
from controller.core.state import FIVE, Chip, Dealt, Phase, Standing, Table
from controller.rules.book import findings
from controller.rules.clauses.dealing import due, is_ordinary, seen_before
from controller.rules.rulings import rule
from controller.rules.step import Step, name_of, player_of, refuse


def lay_card(table: Table, event: CardDrawn) -> Step:
    """A card left the shoe: it goes to the hand that is due, or aside when none is or it is no card of this pack."""
    found = [] if is_ordinary(table, event) else findings(table, event)
    hand, card = due(table), event.card
    pack = (*table.pack, card)
    if hand is None or is_foreign(card) or seen_before(table, card):
        step = Step(changed(table, pack=pack, aside=(*table.aside, card)))
    else:
        dealt = table.dealt(hand)
        dealt = changed(dealt, cards=(*dealt.cards, card), owed=max(0, dealt.owed - 1))
        step = Step(_with_hand(table, hand, dealt, pack))
    if table.deal_judged:
        # The card that was asked for is there; its question need not be read any longer.
        step = turn_up_card(step if hand is None else step.but(message=""))
    return rule(step, found, cards=(card,)) if found else step


def _with_hand(table: Table, hand: Hand, dealt: Dealt, pack: tuple[Card, ...]) -> Table:
    if hand == DEALER:
        return changed(table, dealer=dealt, pack=pack)
    players = table.players
    player = changed(players[hand - 1], hand=dealt)
    return changed(table, players=(*players[: hand - 1], player, *players[hand:]), pack=pack)


def turn_up_card(step: Step) -> Step:
    """Once the deal is complete the last card dealt to the dealer is turned (DEAL-1); turned once, it stays."""
    table = step.table
    dealt = table.deal_judged and not table.dealer.owed
    if not dealt or table.up_card is not None or table.layout_unknown or not table.dealer.cards:
        return step
    return step.but(up_card=table.dealer.cards[-1])


def end_packet(table: Table, _event: PacketEnded) -> Step:
    """The next packet goes to the next hand. Dealt singly, or once all packets are out, the mark says nothing."""
    if table.play_phase is not Phase.DEALING or table.deal_told:
        return Step(table)
    return Step(changed(table, packet=min(table.packet + 1, len(table.order))))


def complete_deal(table: Table, event: DealCompleted) -> Step:
    """ "Deal complete": every hand's count is judged, now or when the stop that stands is lifted."""
    if table.play_phase is not Phase.DEALING or table.deal_told:
        return refuse(table, "There is no deal to complete.", clause="DEAL-1")
    step = Step(changed(table, deal_told=True, packet=len(table.order), message=""))
    return step if table.stops else judge_deal(step)


def judge_deal(step: Step) -> Step:
    """Judges the counts of all hands at once, so that findings meet as they must."""
    event = DealCompleted()
    found = findings(step.table, event)
    unclear = [finding for finding in found if finding.clause == "DEAL-1"]
    if unclear:
        return rule(step, unclear)
    for hand in step.table.order:
        dealt = step.table.dealt(hand)
        step = step.hand(hand, owed=min(dealt.burned, max(0, FIVE - len(dealt.cards))))
    step = rule(step.but(deal_judged=True), found)
    return turn_up_card(step)


def resume(step: Step) -> Step:
    """Goes on where a stop interrupted: a deal that was called complete meanwhile is judged now."""
    table = step.table
    if table.stops or table.void:
        return step
    if table.bets_closed and len(table.order) < 2 and not table.pack:
        # Nobody is left to deal to: the only wager was handed back.
        # Wagers are open again, and what was ruled on that chip is done with; a hand taken off has gone.
        for player in table.players:
            if player.standing is Standing.TAKEN_OFF:
                step = step.seat(player.seat, ante=NOTHING, chip=Chip.NONE, standing=Standing.LIVE)
        return step.but(
            bets_closed=False, chips_counted=False, deal_told=False, deal_judged=False, packet=0, order=(), rulings=()
        )
    if table.play_phase is Phase.DEALING and table.deal_told and not table.deal_judged:
        return judge_deal(step)
    return turn_up_card(step)


def report_count(table: Table, event: CountReported) -> Step:
    """The dealer says how many cards a hand holds."""
    if event.hand not in table.order or table.void:
        return refuse(table, f"{name_of(event.hand)} has no hand in this round.", event.hand)
    if _asked(table):
        return _answer_count(table, event)
    player = player_of(table, event.hand)
    if player is not None and not player.in_play:
        return refuse(table, f"Seat {event.hand}: that hand is dead.", event.hand, alert="hand_is_dead")
    if table.stops or table.revealed:
        return refuse(table, "A wrong count is reported before the dealer's cards are turned.", event.hand)
    step = Step(table)
    if event.cards != len(table.dealt(event.hand).cards):
        # The record and the layout disagree: from here on people say what lies where.
        step = step.but(layout_unknown=table.layout_unknown or table.deal_judged)
    return rule(step, findings(table, event))


def _asked(table: Table) -> bool:
    return bool(table.stops) and table.stops[0].clause == "DEAL-1"


def _answer_count(table: Table, event: CountReported) -> Step:
    """Dealt singly, one hand is named; the others are then taken as complete (CNT-3), if that explains the total."""
    step = Step(table).hand(event.hand, told=event.cards)
    dealt = [step.table.dealt(hand) for hand in table.order]
    out = sum(len(hand.cards) for hand in dealt)
    told = sum(FIVE if hand.told is None else hand.told for hand in dealt)
    if out != told:
        says = f"That makes {told} cards, but {out} left the shoe; which other hand is wrong? (DEAL-1)"
        return step.but(message=says)
    for hand in table.order:
        if step.table.dealt(hand).told is None:
            step = step.hand(hand, told=FIVE)
    step = step.without(table.stops[0]).but(layout_unknown=True, deal_judged=True)
    return turn_up_card(rule(step, findings(step.table, event)))


def count_stub(table: Table, event: StubCounted) -> Step:
    """The stub and the cards out must be the pack (EQP-4); a pack that is not voids this round, earlier ones stand."""
    step = Step(changed(table, stub_counted=True))
    return rule(step, findings(table, event))
