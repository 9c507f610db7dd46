"""The deal, wrong counts and the pack."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from controller.core.cards import NUMBER, RANKS, UNREAD, Card, is_foreign
from controller.core.events import DEALER, CardDrawn, CountReported, DealCompleted, Event, Hand, StubCounted
from controller.core.house import Deal
from controller.core.state import FIVE, Phase, Table
from controller.rules.judge import Clause, Rule, the_round

PACK_SIZE = 52
NEW_DECK_RUN = 6
"""So many consecutive cards in new-deck order mean that nobody shuffled (EQP-5)."""

CLAUSES = (
    Clause(id="DEAL-1", says="Five cards each, the dealer last; the dealer's last card is turned up."),
    Clause(id="DEAL-2", says="A card leaves the shoe only when one is due, never while wagers are open."),
    Clause(id="CNT-1", says="A dealer dealt four cards takes one more, where the house has it so."),
    Clause(id="CNT-2", says="Any other wrong count of the dealer's is a misdeal."),
    Clause(id="CNT-3", says="A player with a wrong count has a dead hand, or the round is void, as the house has it."),
    Clause(id="CNT-4", says="The pack is wrong: a card seen twice, a foreign card, or a count that is not 52."),
    Clause(id="CNT-5", says="Where a misdealt dealer voids the round, the chip goes back.", acts="void_round"),
    Clause(id="EQP-4", says="Each card at most once; the stub, counted every five rounds, is 52 less every card out.",
           acts="clear"),
    Clause(id="EQP-5", says="Six or more consecutive cards in new-deck order: the pack was not shuffled."),
)  # fmt: skip


def due(table: Table) -> Hand | None:
    """The hand that the next card goes to (DEAL-1), None when no card is due."""
    if not table.opened or table.void or not table.bets_closed:
        return None
    if table.house.count_chips and not table.chips_counted:
        return None
    owing = (hand for hand in table.order if _still_owed(table, hand))
    if table.deal_told or table.deal_judged:
        return next(owing, None)
    if table.house.deal is Deal.PACKETS:
        return table.order[table.packet] if table.packet < len(table.order) else next(owing, None)
    return _due_in_circuit(table)


def _still_owed(table: Table, hand: Hand) -> bool:
    """A ruling gave the hand a card, or a boxed one was burned from it."""
    dealt = table.dealt(hand)
    return dealt.owed > 0 or (not table.deal_judged and dealt.burned > 0 and len(dealt.cards) < FIVE)


def _due_in_circuit(table: Table) -> Hand:
    """Singly: the first hand with the fewest cards, so that a burned card is replaced by the next one.

    Once all hold five, a further card belongs to the hand whose boxed card a supervisor has yet to burn, else it makes
    a hand too long, and nobody knows which.
    """
    fewest = min(table.order, key=lambda hand: len(table.dealt(hand).cards))
    if len(table.dealt(fewest).cards) < FIVE:
        return fewest
    return next((stop.hand for stop in table.stops if stop.clause == "EXP-5" and stop.hand is not None), fewest)


def last_card_of_the_dealer(table: Table) -> Card | None:
    """The card that is turned up (DEAL-1): the dealer's last, once no more come to that hand in the deal."""
    out = table.packet >= len(table.order) if table.house.deal is Deal.PACKETS else len(table.dealer.cards) >= FIVE
    return table.dealer.cards[-1] if table.dealer.cards and (out or table.deal_told) else None


def held(table: Table, event: Event, hand: Hand) -> int:
    """How many cards a hand holds: what people say, else what the shoe counted; a burned card is replaced."""
    if isinstance(event, CountReported) and event.hand == hand:
        return event.cards
    dealt = table.dealt(hand)
    if dealt.told is not None:
        return dealt.told
    return len(dealt.cards) + min(dealt.burned, max(0, FIVE - len(dealt.cards)))


def is_ordinary(table: Table, event: CardDrawn) -> bool:
    """A card on which no clause could bite: due, of this pack, face down, and not of the last card's suit.

    Most cards are such; the judge need not be asked about them. A property test holds this against the rows.
    """
    pack, card = table.pack, event.card
    plain = not event.face_up and card in NUMBER and card not in pack
    return plain and (not pack or pack[-1][-1] != card[-1]) and due(table) is not None


# -- facts ---------------------------------------------------------------------------------------------------------


def counted_hands(table: Table, event: Event) -> Iterable[Hand]:
    """The hands whose count is judged: the one that was reported, or all that were dealt in."""
    if isinstance(event, CountReported) and table.dealt(event.hand).told is None:
        return (event.hand,)
    return table.order


def it_is_the_hand_of_the_dealer(_table: Table, _event: Event, hand: Hand | None) -> bool:
    return hand == DEALER


def it_is_a_players_hand_in_play(table: Table, _event: Event, hand: Hand | None) -> bool:
    return bool(hand) and table.player(hand or 1).in_play


def it_holds_exactly_four_cards(table: Table, event: Event, hand: Hand | None) -> bool:
    return hand is not None and held(table, event, hand) == FIVE - 1


def it_holds_neither_four_nor_five_cards(table: Table, event: Event, hand: Hand | None) -> bool:
    return hand is not None and held(table, event, hand) not in (FIVE - 1, FIVE)


def it_does_not_hold_five_cards(table: Table, event: Event, hand: Hand | None) -> bool:
    return hand is not None and held(table, event, hand) != FIVE


def the_cards_were_dealt_singly(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.house.deal is Deal.SINGLE


def nobody_has_said_which_hand_is_wrong(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return not table.layout_unknown


def the_total_is_not_five_for_each_hand(table: Table, event: Event, _hand: Hand | None) -> bool:
    return total_out(table) != FIVE * len(table.order)


def total_out(table: Table) -> int:
    """Cards that lie in hands, or will once burned ones are replaced."""
    return sum(
        len(dealt.cards) + min(dealt.burned, max(0, FIVE - len(dealt.cards)))
        for dealt in (table.dealt(hand) for hand in table.order)
    )


def no_card_is_due(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return due(table) is None


def the_card_is_of_this_pack(table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, CardDrawn) and not is_foreign(event.card) and not seen_before(table, event.card)


def the_card_is_foreign_or_was_seen_before(table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, CardDrawn) and (is_foreign(event.card) or seen_before(table, event.card))


def seen_before(table: Table, card: Card) -> bool:
    return card != UNREAD and card in table.pack


def the_round_can_still_be_void(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.opened and not table.void


def stub_and_cards_out_are_not_the_pack(table: Table, event: Event, _hand: Hand | None) -> bool:
    return isinstance(event, StubCounted) and event.count + len(table.pack) != PACK_SIZE


def the_last_six_cards_are_in_new_deck_order(table: Table, event: Event, _hand: Hand | None) -> bool:
    """Judged when the sixth card comes; a longer run does not ask again."""
    if not isinstance(event, CardDrawn) or not table.pack or table.pack[-1][-1] != event.card[-1]:
        return False
    run = (*table.pack, event.card)
    return _is_run(run[-NEW_DECK_RUN:]) and not _is_run(run[-NEW_DECK_RUN - 1 : -1])


def _is_run(cards: tuple[Card, ...]) -> bool:
    """One suit, up or down by single ranks, the ace next to both two and king."""
    if len(cards) < NEW_DECK_RUN or any(is_foreign(card) or card == UNREAD for card in cards):
        return False
    if len({card[1] for card in cards}) != 1:
        return False
    ranks = [RANKS.index(card[0]) for card in cards]
    steps = {(after - before) % len(RANKS) for before, after in pairwise(ranks)}
    return steps in ({1}, {len(RANKS) - 1})


def the_deal_goes_on(table: Table, _event: Event, _hand: Hand | None) -> bool:
    return table.play_phase is Phase.DEALING


_COUNTS = (DealCompleted, CountReported)

RULES = (
    Rule(
        clause="DEAL-1",
        says="The cards out are not five for each hand; say which hand is wrong",
        on=(DealCompleted,),
        about=the_round,
        when=(the_cards_were_dealt_singly, nobody_has_said_which_hand_is_wrong, the_total_is_not_five_for_each_hand),
    ),
    Rule(
        clause="DEAL-2",
        says="A card left the shoe when none was due",
        on=(CardDrawn,),
        about=the_round,
        when=(no_card_is_due, the_card_is_of_this_pack),
    ),
    Rule(
        clause="CNT-1",
        says="holds four cards",
        on=_COUNTS,
        about=counted_hands,
        when=(it_is_the_hand_of_the_dealer, it_holds_exactly_four_cards),
    ),
    Rule(
        clause="CNT-2",
        says="holds neither four nor five cards",
        on=_COUNTS,
        about=counted_hands,
        when=(it_is_the_hand_of_the_dealer, it_holds_neither_four_nor_five_cards),
    ),
    Rule(
        clause="CNT-3",
        says="does not hold five cards",
        on=_COUNTS,
        about=counted_hands,
        when=(it_is_a_players_hand_in_play, it_does_not_hold_five_cards),
    ),
    Rule(
        clause="CNT-4",
        says="A card came twice or belongs to another pack",
        on=(CardDrawn,),
        about=the_round,
        when=(the_card_is_foreign_or_was_seen_before, the_round_can_still_be_void),
    ),
    Rule(
        clause="CNT-4",
        says="The stub and the cards out of the shoe are not 52",
        on=(StubCounted,),
        about=the_round,
        when=(stub_and_cards_out_are_not_the_pack, the_round_can_still_be_void),
    ),
    Rule(
        clause="EQP-5",
        says="Six cards in a row came in new-deck order; the pack was not shuffled",
        on=(CardDrawn,),
        about=the_round,
        when=(the_last_six_cards_are_in_new_deck_order, the_deal_goes_on),
    ),
)
