"""What one house demands, as values: profile, pay table, limits and the progressive's parameters.

Read from `config/` at the rim and never changed by the rules. A table carries its house, so that a round which was
begun under one configuration ends under it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from controller.core.money import Money
from controller.core.ranking import Category


class Ruling(StrEnum):
    """What can be ruled on a hand or the round; supervisors decide in the same words."""

    VOID_ROUND = "void_round"
    DEAD_HAND = "dead_hand"
    FORFEIT_HAND = "forfeit_hand"
    PLAY_ON = "play_on"
    GIVE_CARD = "give_card"
    BURN_CARD = "burn_card"
    ENTER_CARD = "enter_card"
    SET_RIGHT = "set_right"
    """What a hand lacks is dealt, what it has too much is burned."""
    TURN_UP = "turn_up"
    """The exposed hole card becomes the up card."""
    OFFER_WITHDRAWAL = "offer_withdrawal"
    """The hand is dead, and each other player may withdraw or go on."""
    PROGRESSIVE_ONLY = "progressive_only"
    """Antes and bets go back, lit hands are played for the progressive."""
    NONE = "none"
    """The house has no such rule: the event is journaled and nothing follows."""


class Authority(StrEnum):
    CONTROLLER = "controller"
    """Ruled at once."""
    SUPERVISOR = "supervisor"
    """The table stops with a proposal and its alternatives until a supervisor decides."""
    NOTE = "note"
    """Journaled and shown; play goes on."""


@dataclass(frozen=True)
class Verdict:
    """How a profile rules one clause. `choices` are the decisions open to a supervisor, the proposal first.

    `again` names the verdict of a second time within the same round (DEAD-4: "a second time as DEAD-2"). `variants` are
    rulings made at once in special cases: `too_many` cards, `dealt_singly`, `once_looked`.
    """

    ruling: Ruling
    authority: Authority
    choices: tuple[Ruling, ...] = ()
    again: str = ""
    variants: dict[str, Ruling] = field(default_factory=dict)
    source: str = ""
    standing: str = ""
    """Where this clause alone comes from elsewhere than its file."""


VARIANTS = ("too_many", "dealt_singly", "once_looked")


class RaiseRule(StrEnum):
    EXACTLY_TWICE = "exactly_twice"
    AT_LEAST_TWICE = "at_least_twice"
    ONCE_OR_TWICE = "once_or_twice"


@dataclass(frozen=True)
class Origin:
    """Where clauses come from and how far that can be trusted; `clauses` None: all that no other origin names."""

    source: str
    standing: str
    clauses: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Profile:
    """`verdicts` by clause id; a clause that is missing is not ruled here."""

    name: str
    verdicts: dict[str, Verdict]
    fold_keeps_award: bool = True
    raise_rule: RaiseRule = RaiseRule.EXACTLY_TWICE
    qualifier: bool = True
    carry_chips: bool = False
    """A chip that would go back stays for the next round, with its light and its share of the meter."""
    bank_passes: bool = False
    """Players take turns as the bank."""
    paytable: str = "us"
    source: str = ""
    standing: str = ""
    origins: tuple[Origin, ...] = ()
    """Its own first, then that of each profile it extends."""

    def origin(self, clause: str) -> Origin:
        """Where this clause comes from: the file that wrote it."""
        verdict = self.verdicts.get(clause)
        if verdict and verdict.source:
            return Origin(verdict.source, verdict.standing, (clause,))
        named = (origin for origin in self.origins if origin.clauses is None or clause in origin.clauses)
        return next(named, Origin(self.source, self.standing))


@dataclass(frozen=True)
class PayTable:
    """What the bet pays to one, from high card (first) to royal flush (last): ten whole numbers."""

    name: str
    pays: tuple[int, ...]


@dataclass(frozen=True)
class Awards:
    """What a lit hand wins: a share of the meter (Fraction(1) is all of it) or a fixed amount; others win nothing."""

    name: str
    shares: dict[Category, Fraction]
    fixed: dict[Category, Money]


class AwardsFrom(StrEnum):
    HOUSE = "house"
    METER = "meter"


class Deal(StrEnum):
    PACKETS = "packets"
    SINGLE = "single"


@dataclass(frozen=True)
class Progressive:
    """`rate` is the part of a chip's value that raises the meter (70 percent is Fraction(7, 10)), `hidden_rate` the
    part that feeds the reserve pool. What a chip would add above `limit` is overflow; an increase larger than
    `unreasonable_contribution` is an error, not money (PRG-12).
    """

    base: Money
    rate: Fraction
    chip: Money
    awards: Awards
    hidden_rate: Fraction = Fraction(0)
    limit: Money | None = None
    unreasonable_contribution: Money | None = None


@dataclass(frozen=True, kw_only=True)
class House:
    profile: Profile
    paytable: PayTable
    progressive: Progressive
    seats: int = 7
    deal: Deal = Deal.PACKETS
    ante_min: Money = field(default=Money(500))
    ante_max: Money = field(default=Money(50_000))
    max_bet_win: Money = field(default=Money(500_000))
    fixed_awards_from: AwardsFrom = AwardsFrom.HOUSE
    count_chips: bool = False
    supervisor_key: bool = False
    shoe_counts_pack: bool = False
    """The shoe itself counts each pack, so the stub need not be counted every five rounds (EQP-4)."""
