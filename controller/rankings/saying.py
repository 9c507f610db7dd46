"""What people at a table call a hand: "aces and eights, queen kicker", "an eight-six", "a smooth eight".

Words only; what beats what is decided by the grade.
"""

from __future__ import annotations

from controller.rankings.grading import Grade, Kind, Ranking

_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}


def said(ranking: Ranking, grade: Grade) -> str:
    """A name with its article or number, never a whole sentence."""
    ranks = grade.ranks
    first, last = _WORDS[ranks[0]], _WORDS[ranks[-1]]
    match grade.kind:
        case Kind.HIGH_CARD:
            return _low(ranking, ranks) if ranking.low else f"{first}-{_WORDS[ranks[1]]} high"
        case Kind.PAIR:
            return f"pair of {_several(ranks[0])}, {_WORDS[ranks[2]]} kicker"
        case Kind.TWO_PAIR:
            return f"{_several(ranks[0])} and {_several(ranks[2])}, {last} kicker"
        case Kind.THREE_OF_A_KIND:
            return f"three {_several(ranks[0])}" + (f", {_WORDS[ranks[3]]} kicker" if len(ranks) > 3 else "")
        case Kind.FULL_HOUSE:
            return f"{_several(ranks[0])} full of {_several(ranks[-1])}"
        case Kind.FOUR_OF_A_KIND:
            return f"four {_several(ranks[0])}, {last} kicker"
        case Kind.FIVE_OF_A_KIND:
            return f"five {_several(ranks[0])}"
        case Kind.ROYAL_FLUSH:
            return "royal flush"
        case Kind.FLUSH:
            return f"flush, {first}-{_WORDS[ranks[1]]} high"
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH:
            return f"{grade.kind.replace('_', ' ')}, {first} high"


def _low(ranking: Ranking, ranks: str) -> str:
    """By its two highest cards; smooth when the second lies well below the first, rough when right below."""
    name = f"{_article(ranks[0])} {_WORDS[ranks[0]]}-{_WORDS[ranks[1]]}"
    if ranks in ranking.best:
        return f"{name}, {ranking.best[ranks]}"
    top, second = (ranking.ladder.index(rank) for rank in ranks[:2])
    if len(ranks) == 5 and "7" <= ranks[0] <= "9":
        if top - second >= 3:
            return f"{name}, a smooth {_WORDS[ranks[0]]}"
        if top - second == 1:
            return f"{name}, a rough {_WORDS[ranks[0]]}"
    return name


def _several(rank: str) -> str:
    return f"{_WORDS[rank]}es" if rank == "6" else f"{_WORDS[rank]}s"


def _article(rank: str) -> str:
    return "an" if rank in "8A" else "a"
