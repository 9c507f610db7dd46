"""The games that can be asked about: the configured game and its variants, and the rules of thumb people play it by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.core.cards import RANKS
from controller.core.ranking import ACE, KING, QUALIFYING_PLACE, Category
from controller.odds.counting import UP_CARD_AND_ONE_MORE, UP_CARDS, Known, Ranks


@dataclass(frozen=True, slots=True)
class Game:
    """`raises`: what a player may bet, in antes, the least first. `exposed`: a hole card of the dealer is seen too."""

    raises: tuple[int, ...] = (2,)
    qualifier: bool = True
    exposed: bool = False

    @property
    def says(self) -> str:
        bet = " or ".join({1: "once", 2: "twice"}.get(bet, f"{bet} times") for bet in self.raises)
        dealer = "the dealer needs ace-king" if self.qualifier else "the dealer always plays"
        return f"the bet is {bet} the ante, {dealer}" + (", one hole card is seen" if self.exposed else "")

    @property
    def name(self) -> str:
        """Also what files are called."""
        bet = "-or-".join(map(str, self.raises))
        return f"bet-{bet}" + ("" if self.qualifier else "-no-qualifier") + ("-exposed" if self.exposed else "")

    @property
    def knowns(self) -> tuple[Known, ...]:
        return UP_CARD_AND_ONE_MORE if self.exposed else UP_CARDS

    @property
    def qualifying_place(self) -> int:
        return QUALIFYING_PLACE if self.qualifier else 1

    def variants(self) -> list[Game]:
        """What else a house could offer, or could happen to it, one thing changed each."""
        bets = [bets for bets in ((1,), (2,), (1, 2)) if bets != self.raises]
        return [
            *(replace(self, raises=bet) for bet in bets),
            replace(self, qualifier=not self.qualifier),
            replace(self, exposed=not self.exposed),
        ]


BASE = Game()


@dataclass(frozen=True, slots=True)
class Thumb:
    """A rule of thumb: `plays` says of a hand's category, ranks and place, and the up card's rank, whether to raise."""

    name: str
    says: str
    plays: Callable[[Category, Ranks, int, int], bool]


_A_K_J_8_3 = (ACE, KING, RANKS.index("J"), RANKS.index("8"), RANKS.index("3"))
_QUEEN, _JACK = RANKS.index("Q"), RANKS.index("J")


def _pair(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    return category >= Category.PAIR


def _ace_king(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    return place >= QUALIFYING_PLACE


def _a_k_j_8_3(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    return category >= Category.PAIR or ranks >= _A_K_J_8_3


def _ace_king_matched(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    return category >= Category.PAIR or (place >= QUALIFYING_PLACE and up in ranks)


def _three_rules(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    if category >= Category.PAIR or place < QUALIFYING_PLACE:
        return category >= Category.PAIR
    if up in ranks and up <= _QUEEN:
        return True
    if up >= KING:
        return _QUEEN in ranks or _JACK in ranks
    return up not in ranks and _QUEEN in ranks and up < ranks[3]


def _always(category: Category, ranks: Ranks, place: int, up: int) -> bool:
    return True


THUMBS = (
    Thumb("three-rules", "a pair; ace-king by three rules on the up card, queen and jack", _three_rules),
    Thumb("A-K-J-8-3", "A-K-J-8-3 or better", _a_k_j_8_3),
    Thumb("matched", "a pair, or ace-king with the up card's rank in hand", _ace_king_matched),
    Thumb("pair", "a pair or better", _pair),
    Thumb("ace-king", "ace-king or better", _ace_king),
    Thumb("blind", "always", _always),
)
"""Best first, at the US pay table."""
