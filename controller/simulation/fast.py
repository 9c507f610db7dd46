"""Hands by the billion: the game itself without the table, one player against the dealer. Needs numpy.

Every hand of five is numbered once; a round is two numbers that share no card, and one of the dealer's five cards. What
people do comes from the same `Decisions` as at the table, what it wins from the same pay table.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from controller.core.money import Money
from controller.core.ranking import PLACES, Category, ascending
from controller.odds.batch import places
from controller.simulation.decisions import DEPENDS, Style
from controller.simulation.tally import FOLD, LOSE, PLAYED_OUT, SHORT, TIE, WIN, Sums, Tally

Array = npt.NDArray[Any]
_HANDS = comb(52, 5)
_BLOCK = 1 << 16
"""Rounds at a time, so that what lies between two look-ups stays in the processor's cache."""


class _Hands(NamedTuple):
    """Every hand there is: its cards one after the other, as a set of bits, its place; and the category of a place."""

    cards: Array
    masks: Array
    places: Array
    categories: Array


def play(style: Style, ante: Money, cap: Money, rounds: int, chance: np.random.Generator) -> Tally:
    """So many rounds of one hand. `cap`: what a bet wins at most (SET-5)."""
    game = BareGame(style)
    times = np.zeros((len(style.game.raises) + 1) * PLAYED_OUT, np.int64)
    left = rounds
    while left:
        dealt = game.deal(min(_BLOCK, left), chance)
        times += np.bincount(dealt, minlength=len(times))
        left -= len(dealt)
    return Tally(summed(times.reshape(-1, PLAYED_OUT).tolist(), style, ante, cap))


class BareGame:
    """Rounds side by side in arrays: each has the number of the player's hand and a place among the cards of all
    hands, that of the dealer's up card in the dealer's hand.
    """

    def __init__(self, style: Style) -> None:
        self._hands, self._style = _all_hands(), style
        self._qualifying = style.game.qualifying_place
        decisions = style.decisions
        self._plain = None if decisions is None else np.frombuffer(decisions.plain, np.uint8)
        spots = sorted(decisions.suited) if decisions else []
        self._spots = np.array(spots, np.int64)
        self._suited = np.zeros((len(spots), 1 << 13), np.uint8)
        for at, spot in enumerate(spots):
            for held, steps in decisions.suited[spot].items() if decisions else ():
                self._suited[at, held] = steps

    def deal(self, most: int, chance: np.random.Generator) -> Array:
        """What came of up to `most` rounds, as `outcomes` tells it.

        Two hands drawn apart from each other that share a card are no deal and left out, so every deal is as likely.
        """
        mine = chance.integers(0, _HANDS, most)
        turned = chance.integers(0, 5 * _HANDS, most)
        masks = self._hands.masks
        apart = np.flatnonzero(masks.take(mine) & masks.take(turned // 5) == 0)
        return self.outcomes(mine.take(apart), turned.take(apart), chance)

    def outcomes(self, mine: Array, turned: Array, chance: np.random.Generator) -> Array:
        """Of each round: steps of the bet x PLAYED_OUT + outcome."""
        hands = self._hands
        place = hands.places.take(mine)
        steps = self._steps(mine, place, hands.cards.take(turned), chance)
        outcome = steps * np.intp(PLAYED_OUT)  # who folds stays at 0, which is FOLD
        raised = np.flatnonzero(steps)
        place, dealer = place.take(raised), hands.places.take(turned.take(raised) // 5)
        fared = np.where(place > dealer, WIN + hands.categories.take(place), np.where(place == dealer, TIE, LOSE))
        fared[dealer < self._qualifying] = SHORT
        outcome[raised] += fared
        return outcome

    def _steps(self, mine: Array, place: Array, up: Array, chance: np.random.Generator) -> Array:
        if self._plain is None:
            return chance.integers(0, len(self._style.game.raises) + 1, len(mine), np.uint8)
        spot = place.astype(np.int32) * 13 + (up >> 2)
        steps = self._plain.take(spot)
        asked = np.flatnonzero(steps == DEPENDS)
        if len(asked):
            cards = self._hands.cards.reshape(-1, 5)[mine[asked]]
            suited = (cards & 3) == (up[asked] & 3)[:, None]
            held = (suited * np.left_shift(1, cards >> 2, dtype=np.int32)).sum(axis=1)
            steps[asked] = self._suited[np.searchsorted(self._spots, spot[asked]), held]
        return steps


@cache
def _all_hands() -> _Hands:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * _HANDS)
    by_hand = cards.reshape(-1, 5)
    masks = np.zeros(_HANDS, np.uint64)
    for column in by_hand.T:
        masks |= np.left_shift(np.uint64(1), column, dtype=np.uint64)
    categories = np.array([0, *(category for category, _ in ascending())], np.uint8)
    assert len(categories) == PLACES + 1
    return _Hands(cards, masks, places(by_hand), categories)


def summed(times: list[list[int]], style: Style, ante: Money, cap: Money) -> Sums:
    """`times`: by steps of the bet and outcome."""
    sums = Sums()
    for bet, by_outcome in zip((0, *style.game.raises), times, strict=True):
        for outcome, often in enumerate(by_outcome):
            won = int(ante) * _antes_won(outcome, bet)
            if outcome >= WIN:
                pay = style.pays[Category(outcome - WIN)]
                won = ante + min(int(cap), int(ante * bet * pay))
            sums.rounds += often
            sums.times[outcome] += often
            sums.squares[outcome] += often
            sums.net += often * won
            sums.net_squares += often * won * won
            sums.staked += often * ante * (1 + bet)
    sums.hands = sums.rounds
    return sums


def _antes_won(outcome: int, bet: int) -> int:
    return {FOLD: -1, SHORT: 1, LOSE: -1 - bet}.get(outcome, 0)
