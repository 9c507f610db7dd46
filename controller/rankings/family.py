"""The rankings of the game's family, by name.

Sources: the high ranking is the rulebook's; the others are the ways of ranking that card players call by these names.
"""

from __future__ import annotations

from controller.core.cards import RANKS
from controller.rankings.grading import Kind, Ranking, runs

_ACE_LOW = "A23456789TJQK"
_STRIPPED = "789TJQKA"
_MEXICAN = "234567JQKA"

_USUAL = (
    Kind.HIGH_CARD,
    Kind.PAIR,
    Kind.TWO_PAIR,
    Kind.THREE_OF_A_KIND,
    Kind.STRAIGHT,
    Kind.FLUSH,
    Kind.FULL_HOUSE,
    Kind.FOUR_OF_A_KIND,
    Kind.STRAIGHT_FLUSH,
    Kind.ROYAL_FLUSH,
)
_ACE_NEVER_ABOVE = _USUAL[:-1]
_NOTHING_BUT_PAIRS = tuple(
    kind for kind in _ACE_NEVER_ABOVE if kind not in (Kind.STRAIGHT, Kind.FLUSH, Kind.STRAIGHT_FLUSH)
)
_SHORT = (*_USUAL[:5], Kind.FULL_HOUSE, Kind.FLUSH, *_USUAL[7:])
_THREE = (
    Kind.HIGH_CARD,
    Kind.PAIR,
    Kind.FLUSH,
    Kind.STRAIGHT,
    Kind.THREE_OF_A_KIND,
    Kind.STRAIGHT_FLUSH,
)
_THREE_PLAIN = (Kind.HIGH_CARD, Kind.PAIR, Kind.THREE_OF_A_KIND)

_HIGH_RUNS = runs(RANKS, 5, ace_below=True)

_ALL = (
    Ranking("high", "the game's own: highest hand wins", RANKS, _USUAL, _HIGH_RUNS),
    Ranking(
        "deuce-to-seven",
        "lowest hand wins, the ace is high, straights and flushes count against it",
        RANKS,
        _USUAL,
        runs(RANKS, 5, ace_below=False),
        low=True,
        best={"75432": "number one"},
    ),
    Ranking(
        "ace-to-five",
        "lowest hand wins, the ace is low, straights and flushes do not count",
        _ACE_LOW,
        _NOTHING_BUT_PAIRS,
        flushes=False,
        low=True,
        best={"5432A": "the wheel"},
    ),
    Ranking(
        "ace-to-six",
        "lowest hand wins, the ace is low, straights and flushes count against it",
        _ACE_LOW,
        _ACE_NEVER_ABOVE,
        runs(_ACE_LOW, 5, ace_below=False),
        low=True,
    ),
    Ranking(
        "high-wild",
        "as high; a joker plays as any card the hand has not, or makes five of a kind, which beats all",
        RANKS,
        (*_USUAL, Kind.FIVE_OF_A_KIND),
        _HIGH_RUNS,
        jokers=2,
    ),
    Ranking(
        "deuce-to-seven-wild",
        "as deuce-to-seven; a joker plays as the rank that makes the lowest hand",
        RANKS,
        _USUAL,
        runs(RANKS, 5, ace_below=False),
        low=True,
        jokers=2,
        best={"75432": "number one"},
    ),
    Ranking(
        "stripped-32",
        "seven to ace; a flush beats a full house, the ace also stands below the seven",
        _STRIPPED,
        _SHORT,
        runs(_STRIPPED, 5, ace_below=True),
    ),
    Ranking(
        "mexican-stud",
        "no eight, nine, ten: the jack follows the seven; a flush beats a full house",
        _MEXICAN,
        _SHORT,
        runs(_MEXICAN, 5, ace_below=True),
    ),
    Ranking(
        "three-card-high",
        "three cards; a straight beats a flush, three of a kind beat both",
        RANKS,
        _THREE,
        runs(RANKS, 3, ace_below=True),
        size=3,
    ),
    Ranking(
        "three-card-plain",
        "three cards; straights and flushes do not count",
        RANKS,
        _THREE_PLAIN,
        flushes=False,
        size=3,
    ),
    Ranking(
        "three-card-low-a5",
        "three cards, lowest wins, the ace is low, straights and flushes do not count",
        _ACE_LOW,
        _THREE_PLAIN,
        flushes=False,
        low=True,
        size=3,
    ),
    Ranking(
        "three-card-low-27",
        "three cards, lowest wins, the ace is high, straights and flushes count against it",
        RANKS,
        _THREE,
        runs(RANKS, 3, ace_below=False),
        low=True,
        size=3,
    ),
    Ranking(
        "three-card-low-a6",
        "three cards, lowest wins, the ace is low, straights and flushes count against it",
        _ACE_LOW,
        _THREE,
        runs(_ACE_LOW, 3, ace_below=False),
        low=True,
        size=3,
    ),
    Ranking(
        "pai-gow",
        "as high, but A-5-4-3-2 is the second highest straight; without joker",
        RANKS,
        _USUAL,
        (*_HIGH_RUNS[1:-1], _HIGH_RUNS[0], _HIGH_RUNS[-1]),
    ),
)
RANKINGS: dict[str, Ranking] = {ranking.name: ranking for ranking in _ALL}
"""By the name that `tablehand rank --as` takes; `high` comes first."""
