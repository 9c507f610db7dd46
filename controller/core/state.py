"""One table, whole: everything the rules know, in one frozen value.

Phase, lamps, lock and money moved are computed from it, never stored beside it. A wager that was placed stays written
here until the round is cleared; what becomes of it is said by the hand's standing, so a ruling can be replaced by
another without anything being lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from controller.core.cards import UNREAD, Card
from controller.core.effects import Fact
from controller.core.events import DEALER, Hand, Person, Seat
from controller.core.house import House, Progressive, Ruling
from controller.core.money import NOTHING, Money

FIVE = 5
"""Cards of a complete hand (DEAL-1)."""


class Phase(StrEnum):
    CLOSED = "closed"
    BETTING = "betting"
    COUNTING = "counting"
    DEALING = "dealing"
    DECIDING = "deciding"
    REVEALING = "revealing"
    SETTLING = "settling"
    CLEARING = "clearing"
    HALTED = "halted"


class Standing(StrEnum):
    LIVE = "live"
    FOLDED = "folded"
    DEAD = "dead"
    """Out of the round, its wagers go back."""
    FORFEITED = "forfeited"
    """Out of the round, its wagers are taken."""
    TAKEN_OFF = "taken_off"
    """A second hand found before the deal: wagers back, no cards (WAG-2)."""


class Chip(StrEnum):
    """The progressive chip of a seat."""

    NONE = "none"
    LIT = "lit"
    CARRIED = "carried"
    """Stays for the next round, lit."""
    RETURNED = "returned"
    TAKEN = "taken"


class Outcome(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    FOLD = "fold"
    NO_QUALIFY = "no_qualify"
    DEAD = "dead"
    FORFEIT = "forfeit"
    VOID = "void"


@dataclass(frozen=True)
class Result:
    """What a seat nets: `ante` and `bet` signed, `award` what the progressive pays, `hand` a hand word or empty."""

    outcome: Outcome
    ante: Money = NOTHING
    bet: Money = NOTHING
    award: Money = NOTHING
    chip: str = "none"
    hand: str = ""

    @property
    def won(self) -> bool:
        return self.ante > 0 or self.bet > 0 or self.award > 0


@dataclass(frozen=True)
class Approval:
    """Persons who approved a percentage award of exactly `amount` (PRG-9)."""

    amount: Money
    by: tuple[Person, ...]


@dataclass(frozen=True)
class Dealt:
    """The cards of one hand in the order in which they came. `owed`: cards still to be dealt to it by a ruling."""

    cards: tuple[Card, ...] = ()
    burned: int = 0
    """Boxed cards burned from it; each is replaced by a later card."""
    owed: int = 0
    told: int | None = None
    """How many cards people say it holds, where they were asked (single deal)."""
    shown: bool = False
    """Its cards were entered from the layout."""

    @property
    def known(self) -> bool:
        return len(self.cards) == FIVE and UNREAD not in self.cards


@dataclass(frozen=True)
class Player:
    """One seat in one round. `ante` 0.00 is no ante; `raised` is None until decided, 0.00 for a fold."""

    seat: Seat
    ante: Money = NOTHING
    chip: Chip = Chip.NONE
    share: Fraction = Fraction(0)
    """What the chip put on the meter, in cents; it goes off with the chip."""
    beyond: Fraction = Fraction(0)
    """What it put into the overflow, above the limit."""
    hidden: Fraction = Fraction(0)
    """What it put into the reserve pool."""
    standing: Standing = Standing.LIVE
    hand: Dealt = Dealt()
    raised: Money | None = None
    approval: Approval | None = None
    result: Result | None = None
    from_meter: Fraction = Fraction(0)
    """What its award took off the meter, in cents."""

    @property
    def lit(self) -> bool:
        return self.chip in (Chip.LIT, Chip.CARRIED)

    @property
    def in_play(self) -> bool:
        """A hand that still takes part: live, or folded (a folded hand may win the progressive)."""
        return self.ante > 0 and self.standing in (Standing.LIVE, Standing.FOLDED)

    @property
    def undecided(self) -> bool:
        return self.ante > 0 and self.standing is Standing.LIVE and self.raised is None

    @property
    def unsettled(self) -> bool:
        return self.ante > 0 and self.standing is not Standing.TAKEN_OFF and self.result is None

    @property
    def bet(self) -> Money:
        return self.raised or NOTHING


@dataclass(frozen=True, kw_only=True)
class Stop:
    """A question to the supervisor, the proposal first among `choices`.

    `cards` are what the question is about: a boxed card, a card not due, cards shown. `entered` and `by` are a card
    one person entered and a second has yet to confirm.
    """

    clause: str
    says: str
    choices: tuple[str, ...]
    hand: Hand | None = None
    facts: tuple[Fact, ...] = ()
    cards: tuple[Card, ...] = ()
    entered: tuple[Card, ...] = ()
    by: tuple[Person, ...] = ()


@dataclass(frozen=True)
class Before:
    """How a ruling found one seat: enough to put it back, never its wagers (those are facts)."""

    seat: Seat
    standing: Standing
    chip: Chip
    result: Result | None = None
    from_meter: Fraction = Fraction(0)


@dataclass(frozen=True)
class Split:
    """How a seat's chip was parted between the displayed meter and the overflow."""

    seat: Seat
    share: Fraction
    beyond: Fraction


@dataclass(frozen=True, kw_only=True)
class Ruled:
    """A ruling in force, with what is needed to replace it (SUP-1).

    `answers` is the stop it answered, `replaced` the ruling it took the place of, both None for a ruling of the
    controller's own. A decision of a person has `by`.
    """

    clause: str
    decision: Ruling
    hand: Hand | None = None
    before: tuple[Before, ...] = ()
    splits: tuple[Split, ...] = ()
    """Of all seats, where the limit had turned anything into overflow."""
    jackpot_before: Jackpot | None = None
    cards_before: tuple[Card, ...] | None = None
    """The hand's cards where the ruling changed them (burned, entered)."""
    cards_after: tuple[Card, ...] = ()
    named: tuple[tuple[Card | None, Card | None], ...] = ()
    """What entered cards took the place of among the cards out of the shoe: the card before and the one since."""
    answers: Stop | None = None
    swept: tuple[Stop, ...] = ()
    """Questions that a void round left unasked; they stand again when it is played after all."""
    replaced: Ruled | None = None
    by: str = ""
    note: str = ""


@dataclass(frozen=True)
class Jackpot:
    """The meter set aside when the first royal's turn came: shares by seat, fixed from then on (PRG-5, PRG-6)."""

    shares: tuple[tuple[Seat, Money], ...]
    restarted_by: Fraction
    """What setting it aside moved the meter by, in cents (negative: the whole went, base and reserve came)."""
    beyond: Fraction = Fraction(0)
    """What of base and reserve the limit turned into overflow."""
    released: Fraction = Fraction(0)
    """What the reserve pool held and gave to the restarted meter."""
    parameters: Progressive | None = None
    """The parameters that were in force until then, where a pending change came into force with it (PRG-13)."""

    def of(self, seat: Seat) -> Money | None:
        return dict(self.shares).get(seat)


@dataclass(frozen=True)
class Hit:
    """One award that was paid: in which round, to whom, for what."""

    round: int
    seat: Seat
    hand: str
    amount: Money


HITS_KEPT = 25


@dataclass(frozen=True)
class Meter:
    """The six figures of the progressive (PRG-11) and its last hits; fractions of a cent are carried in all of them.

    `amount` is what is displayed, in cents; `opened` once two persons entered the opening amount (PRG-10).
    """

    amount: Fraction = Fraction(0)
    opened: bool = False
    chips_in: int = 0
    hits: int = 0
    wins: Money = NOTHING
    overflow: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    last_hits: tuple[Hit, ...] = ()
    pending: Progressive | None = None
    """Parameters that come into force after the next royal (PRG-13)."""

    @property
    def displayed(self) -> Money:
        return Money(self.amount.numerator // self.amount.denominator)


@dataclass(frozen=True, kw_only=True)
class Table:
    house: House
    players: tuple[Player, ...]
    dealer: Dealt = Dealt()
    meter: Meter = Meter()
    # how far the round has come; the phase follows from these
    opened: bool = False
    bets_closed: bool = False
    chips_counted: bool = False
    deal_told: bool = False
    """ "Deal complete" was called; it is judged as soon as no stop stands."""
    deal_judged: bool = False
    revealed: bool = False
    void: bool = False
    progressive_only: bool = False
    """Bets and antes go back; only the progressive is played out (CNT-5)."""
    looked: bool = False
    """Somebody has looked at cards this round."""
    withdrawal_open: bool = False
    """Players who have not decided may withdraw (CNT-3)."""
    # the cards
    order: tuple[Hand, ...] = ()
    """The hands dealt in, the dealer last."""
    packet: int = 0
    """Which hand of `order` the current packet goes to."""
    pack: tuple[Card, ...] = ()
    """Every card that left the shoe since the round opened, in order, whatever became of it."""
    aside: tuple[Card, ...] = ()
    """Cards out of the shoe that lie in no hand: burned, not due, foreign or seen twice."""
    up_card: Card | None = None
    """The last card dealt to the dealer, turned once the deal was complete (DEAL-1)."""
    layout_unknown: bool = False
    """Which card lies where is no longer known; hands are entered by people before settlement."""
    # people's part
    stops: tuple[Stop, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    offences: tuple[tuple[str, Hand], ...] = ()
    """What was ruled once and is ruled otherwise a second time in this round: clause and hand."""
    jackpot: Jackpot | None = None
    message: str = ""
    # equipment
    acceptors_out: frozenset[Seat] = frozenset()
    shoe_trouble: str = ""
    devices_out: tuple[tuple[str, str], ...] = ()
    key_on: bool = False
    bank: Seat | None = None
    """The player who holds the bank, where it passes (`home`)."""
    test_on: bool = False
    test_chips: int = 0
    test_meter: Fraction = Fraction(0)
    rounds: int = 0
    stub_counted: bool = False
    rounds_uncounted: int = 0
    """Rounds since the stub was last counted (EQP-4)."""

    @property
    def phase(self) -> Phase:
        return Phase.HALTED if self.stops else self.play_phase

    @property
    def play_phase(self) -> Phase:
        """The phase the table is in, or was interrupted in."""
        if not self.opened:
            return Phase.CLOSED
        if self.void:
            return Phase.CLEARING
        if not self.bets_closed:
            return Phase.BETTING
        if self.house.count_chips and not self.chips_counted:
            return Phase.COUNTING
        if self.progressive_only:
            return Phase.SETTLING if any(player.unsettled for player in self.players) else Phase.CLEARING
        if not self.deal_judged or self.dealer.owed or any(player.hand.owed for player in self.players):
            return Phase.DEALING
        if not self.revealed:
            return Phase.DECIDING if any(player.undecided for player in self.players) else Phase.REVEALING
        if any(player.unsettled for player in self.players):
            return Phase.SETTLING
        return Phase.CLEARING

    def player(self, seat: Seat) -> Player:
        return self.players[seat - 1]

    def dealt(self, hand: Hand) -> Dealt:
        return self.dealer if hand == DEALER else self.players[hand - 1].hand

    @property
    def accepted(self) -> int:
        """Progressive wagers accepted and not handed back."""
        return sum(player.chip in (Chip.LIT, Chip.CARRIED, Chip.TAKEN) for player in self.players)

    @property
    def paid_order(self) -> tuple[Seat, ...]:
        """The seats that won anything, in the order in which settlement goes: from the dealer's right to the left."""
        return tuple(p.seat for p in reversed(self.players) if p.result is not None and p.result.won)

    @property
    def hands(self) -> Iterator[Dealt]:
        yield from (player.hand for player in self.players)
        yield self.dealer

    def lacking(self, hand: Hand) -> int:
        """Cards still to be dealt to a hand."""
        if hand not in self.order or self.void:
            return 0
        dealt = self.dealt(hand)
        return dealt.owed if self.deal_judged else max(0, FIVE - len(dealt.cards))

    def standing_word(self, hand: Hand) -> str:
        """live, dead, folded, void or none: how a hand is told outside."""
        if hand == DEALER:
            return "void" if self.void else ("live" if self.bets_closed else "none")
        player = self.player(hand)
        if not player.ante:
            return "none"
        if self.void:
            return "void"
        words = {Standing.FORFEITED: "dead", Standing.TAKEN_OFF: "none"}
        return words.get(player.standing, player.standing.value) if self.bets_closed else "none"


def new_table(house: House, *, meter: Money | None = None, opened: bool = False) -> Table:
    """A table without a history; without `meter` its opening amount has yet to be entered by two persons."""
    amount = Meter() if meter is None else Meter(amount=Fraction(meter), opened=True)
    return Table(
        house=house,
        players=tuple(Player(seat) for seat in range(1, house.seats + 1)),
        meter=amount,
        opened=opened,
    )
