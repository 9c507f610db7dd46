"""What can be made to go wrong in a simulated round, by name: each takes a deal and spoils it.

Only what happens is here; what follows from it the rules say, and whoever is asked answers as the deal tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from controller.core import events as e
from controller.core.cards import RANKS, SUITS, UNREAD, Card
from controller.core.events import DEALER, Hand
from controller.core.state import FIVE, Phase

_UNREAD = e.CardDrawn(card=UNREAD)
_JOKER = e.CardDrawn(card=Card("Jo"))


@dataclass(slots=True)
class Deal:
    """`packets` by hand in dealing order, each as its cards leave the shoe, then the `stub`; `singly`: in circuits.

    `asides`: what people do besides, by phase, before they go on; while dealing it is done once the cards are out.
    `answer`: what a supervisor says to a question, `cards` what goes with it. `seen`: hole cards players know.
    """

    packets: dict[Hand, list[e.CardDrawn]]
    stub: list[Card]
    singly: bool = False
    asides: Mapping[Phase, list[e.Event]] = field(default_factory=dict)
    answer: str = "accept"
    cards: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()

    @property
    def seats(self) -> list[Hand]:
        return [hand for hand in self.packets if hand != DEALER]


Spoil = Callable[[Deal, Random], None]


def _keeps_back(hand_of: Callable[[Deal, Random], Hand], cards: int) -> Spoil:
    """The hand gets so many cards too few; the first of the stub are those it lacks."""

    def spoil(deal: Deal, chance: Random) -> None:
        packet = deal.packets[hand_of(deal, chance)]
        deal.stub[:0] = [told.card for told in packet[-cards:]]
        del packet[-cards:]

    return spoil


def _one_more(hand_of: Callable[[Deal, Random], Hand]) -> Spoil:
    def spoil(deal: Deal, chance: Random) -> None:
        deal.packets[hand_of(deal, chance)].append(e.CardDrawn(card=deal.stub.pop(0)))

    return spoil


def _dealer(_deal: Deal, _chance: Random) -> Hand:
    return DEALER


def _player(deal: Deal, chance: Random) -> Hand:
    return chance.choice(deal.seats)


def _unread(deal: Deal, chance: Random) -> None:
    packet, at = deal.packets[chance.choice(list(deal.packets))], chance.randrange(FIVE)
    deal.cards = (packet[at].card,)
    packet[at] = _UNREAD


def _boxed(deal: Deal, chance: Random) -> None:
    """It takes the place of a card, which comes from the stub once it is burned."""
    packet, at = deal.packets[_player(deal, chance)], chance.randrange(FIVE)
    boxed = deal.stub.pop(0)
    deal.stub.insert(0, packet.pop().card)
    packet.insert(at, e.CardDrawn(card=boxed, face_up=True))


def _seen_twice(deal: Deal, chance: Random) -> None:
    deal.packets[DEALER][-1] = deal.packets[_player(deal, chance)][0]


def _joker(deal: Deal, chance: Random) -> None:
    deal.packets[_player(deal, chance)][chance.randrange(FIVE)] = _JOKER


def _unshuffled(deal: Deal, chance: Random) -> None:
    """The whole pack in new-deck order."""
    pack = [e.CardDrawn(card=Card(rank + suit)) for suit in SUITS for rank in RANKS]
    hands, out = list(deal.packets), FIVE * len(deal.packets)
    for at, hand in enumerate(hands):
        deal.packets[hand] = pack[at : out : len(hands)] if deal.singly else pack[FIVE * at : FIVE * (at + 1)]
    deal.stub[:] = [told.card for told in pack[out:]]


def _jam(deal: Deal, _chance: Random) -> None:
    jam, freed = e.ShoeCondition(kind=e.ShoeState.JAM), e.ShoeCondition(kind=e.ShoeState.RESTORED)
    deal.asides = {Phase.DEALING: [jam], Phase.HALTED: [freed]}
    deal.answer = "play_on"


def _exposed_in_the_deal(deal: Deal, chance: Random) -> None:
    deal.asides = {Phase.DEALING: [e.CardExposed(hand=_player(deal, chance))]}


def _exposes_hole_card(phase: Phase) -> Spoil:
    """Any but the dealer's last, which is turned anyway; all players see which it is."""

    def spoil(deal: Deal, chance: Random) -> None:
        card = chance.choice(deal.packets[DEALER][:-1]).card
        deal.seen = (card,)
        deal.asides = {phase: [e.CardExposed(hand=DEALER, card=card)]}

    return spoil


def _talks(deal: Deal, chance: Random) -> None:
    deal.asides = {Phase.DECIDING: [e.PlayersTalked(seats=(_player(deal, chance),))]}


def _touches_again(deal: Deal, chance: Random) -> None:
    deal.asides = {Phase.REVEALING: [e.HandTouched(seat=_player(deal, chance))]}


def _touches_another(deal: Deal, chance: Random) -> None:
    seat = _player(deal, chance)
    other = chance.choice([hand for hand in deal.packets if hand != seat])
    deal.asides = {Phase.DECIDING: [e.OtherHandTouched(seat=seat, hand=other)]}


def _out_of_view_twice(deal: Deal, chance: Random) -> None:
    again: list[e.Event] = [e.HandOutOfView(seat=_player(deal, chance))]
    deal.asides = {Phase.DECIDING: again * 2}


@dataclass(frozen=True, slots=True)
class Irregularity:
    says: str
    spoil: Spoil


IRREGULARITIES: dict[str, Irregularity] = {
    "four-card-dealer": Irregularity("the dealer is dealt four cards", _keeps_back(_dealer, 1)),
    "three-card-dealer": Irregularity("the dealer is dealt three cards", _keeps_back(_dealer, 2)),
    "six-card-dealer": Irregularity("the dealer is dealt six cards", _one_more(_dealer)),
    "four-card-player": Irregularity("a player is dealt four cards", _keeps_back(_player, 1)),
    "six-card-player": Irregularity("a player is dealt six cards", _one_more(_player)),
    "unread-card": Irregularity("the shoe cannot read a card; two persons enter it", _unread),
    "boxed-card": Irregularity("a card lies face up in the shoe", _boxed),
    "card-twice": Irregularity("the shoe tells a card a second time", _seen_twice),
    "joker": Irregularity("a joker is in the pack", _joker),
    "unshuffled-pack": Irregularity("the pack comes in new-deck order", _unshuffled),
    "shoe-jam": Irregularity("the shoe jams and is freed", _jam),
    "exposed-player-card": Irregularity("a player's card is exposed in the deal", _exposed_in_the_deal),
    "exposed-in-the-deal": Irregularity(
        "a hole card of the dealer is exposed in the deal", _exposes_hole_card(Phase.DEALING)
    ),
    "exposed-hole-card": Irregularity(
        "a hole card of the dealer is exposed while players decide", _exposes_hole_card(Phase.DECIDING)
    ),
    "talker": Irregularity("a player tells about the hand", _talks),
    "touched-again": Irregularity("a player touches the cards after laying them down", _touches_again),
    "touched-another": Irregularity("a player touches the cards of another hand", _touches_another),
    "out-of-view": Irregularity("a player's cards are twice not in view", _out_of_view_twice),
}
