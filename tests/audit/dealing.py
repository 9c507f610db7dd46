"""Tables for an audit: honest ones, and ones where something is made to be wrong, each round as the journal has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from controller.audit.checks import checks
from controller.audit.expected import Winnings, winnings
from controller.audit.rounds import Finished
from controller.audit.sums import Sums
from controller.audit.verdict import Answer, answers
from controller.core.events import DEALER
from controller.core.ranking import QUALIFYING_PLACE, Category, Strength, tree
from controller.odds.games import BASE
from controller.odds.result import Raised, Result
from tests.odds.reference import GIVEN, US

ACE_OF_SPADES = 51
Shuffle = Callable[[int, list[int], Random], Sequence[int]]
"""The number of the round, the pack as it lay, and chance; the pack as it then lies."""


def honestly(_round: int, pack: list[int], chance: Random) -> list[int]:
    chance.shuffle(pack)
    return pack


def without_an_ace(number: int, pack: list[int], chance: Random) -> list[int]:
    return [card for card in honestly(number, pack, chance) if card != ACE_OF_SPADES]


def new_deck_every_50(number: int, pack: list[int], chance: Random) -> list[int]:
    return (
        [*range(0, 52, 4), *range(1, 52, 4), *range(2, 52, 4), *range(3, 52, 4)]
        if number % 50 == 0
        else honestly(number, pack, chance)
    )


def not_shuffled_every_50(number: int, pack: list[int], chance: Random) -> list[int]:
    """The pack is only cut."""
    if number % 50:
        return honestly(number, pack, chance)
    cut = chance.randrange(10, 42)
    return pack[cut:] + pack[:cut]


def seat_3_is_a_favourite(number: int, pack: list[int], chance: Random) -> list[int]:
    """In one round of four the best of the seven hands comes to seat 3."""
    pack = honestly(number, pack, chance)
    if chance.random() < 0.25:
        hands = [pack[at : at + 5] for at in range(0, 35, 5)]
        best = max(range(7), key=lambda at: place(hands[at]).place)
        hands[2], hands[best] = hands[best], hands[2]
        pack = [card for hand in hands for card in hand] + pack[35:]
    return pack


def finished(rounds: int, chance: Random, shuffle: Shuffle = honestly, seats: int = 7) -> Iterator[Finished]:
    """Players raise ace-king or better."""
    pack = list(range(52))
    for number in range(1, rounds + 1):
        pack = list(range(52)) if len(pack) < 52 else pack
        lies = list(shuffle(number, pack, chance))
        pack = lies
        out = 5 * (seats + 1)
        hands = {hand: tuple(lies[5 * at : 5 * at + 5]) for at, hand in enumerate((*range(1, seats + 1), DEALER))}
        won = {seat: won_by(place(hands[seat]), place(hands[DEALER])) for seat in range(1, seats + 1)}
        yield Finished(number, "7F3A", tuple(lies[:out]), hands, won)


def place(cards: Sequence[int]) -> Strength:
    a, b, c, d, e = cards
    found: Strength = tree()[a][b][c][d][e]
    return found


def won_by(hand: Strength, dealer: Strength) -> Fraction:
    if hand.place < QUALIFYING_PLACE:
        return Fraction(-1)
    if dealer.place < QUALIFYING_PLACE:
        return Fraction(1)
    if hand.place == dealer.place:
        return Fraction(0)
    return Fraction(1 + 2 * US[hand.category] if hand.place > dealer.place else -3)


def best_winnings() -> Winnings:
    """Of play without a mistake, by the outcome table that others counted."""
    told = GIVEN["strategies_us"]["optimal"]
    combos = told["combos"]
    win = {category: combos["win"][category.spoken] for category in Category}
    raised = Raised(2, told["raise_pairs"], combos["dealer_not_qualified"], combos["player_loses"], combos["tie"], win)
    return winnings(Result(BASE, US, combos["fold"], (raised,)))


def summed(rounds: Iterable[Finished]) -> Sums:
    sums = Sums()
    for over in rounds:
        sums.add(over)
    return sums


def audited(rounds: Iterable[Finished], best: Winnings | None = None) -> list[Answer]:
    return answers(checks(summed(rounds), best))


def accused(found: list[Answer]) -> set[tuple[str, str]]:
    return {(answer.check.name, answer.check.about) for answer in found if answer.accuses}
