"""Any event in any order, any house: what must hold whatever happens at the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import orjson
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.core.cards import NUMBER, Card
from controller.core.effects import Effect, IssueRuling, MoveMeter, MoveMoney, RaiseAlert, Wager, Way
from controller.core.events import CardDrawn, Event
from controller.core.house import House
from controller.core.lamps import Glow, seat_lamps
from controller.core.money import NOTHING, Money
from controller.core.picture import cards_are_open, public
from controller.core.state import Chip, Phase, Standing, Table, new_table
from controller.record import canonical, event_from_dict, event_to_dict, table_from_dict, table_to_dict
from controller.rules.book import findings
from controller.rules.clauses.dealing import is_ordinary
from controller.rules.grid import step
from tests.properties.drawn import any_event, cards, houses, sensible

OPENING = Money(10_000_001)


class AnyHistory(RuleBasedStateMachine):
    """A table, a ledger kept from its effects alone, and the promises that join them."""

    @initialize(house=houses())
    def set_up(self, house: House) -> None:
        self.house = house
        self.changed = False
        self.table = new_table(house, meter=OPENING, opened=True)
        self.figures = defaultdict(Fraction, displayed=Fraction(OPENING))
        self.awards = NOTHING
        self.snapshot = self.table
        self.recorded: list[Event] = []
        self.begin_round()

    def begin_round(self, carried: tuple[int, ...] = ()) -> None:
        """A new ledger; a chip that was carried into the round was placed in the one before."""
        self.ledger: defaultdict[tuple[int, Wager, Way], Money] = defaultdict(lambda: NOTHING)
        for seat in carried:
            self.ledger[seat, Wager.CHIP, Way.PLACED] = self.table.house.progressive.chip

    def post(self, event: Event) -> None:
        self.recorded.append(event)
        before = self.table
        done = step(before, event)
        if done.table.rounds > before.rounds:
            self.settled_whole(before)
            self.begin_round(tuple(player.seat for player in before.players if player.chip is Chip.CARRIED))
        self.table = done.table
        self.changed = self.changed or self.table.house is not before.house
        for effect in done.effects:
            self.book(effect)

    def book(self, effect: Effect) -> None:
        match effect:
            case MoveMoney(seat, wager, Way.REVERSED, amount, _, undoes):
                assert undoes is not None
                self.ledger[seat, wager, undoes] -= amount
                self.awards -= amount if wager is Wager.AWARD else NOTHING
                assert self.ledger[seat, wager, undoes] >= 0
            case MoveMoney(seat, wager, way, amount):
                assert amount > 0
                self.ledger[seat, wager, way] += amount
                self.awards += amount if wager is Wager.AWARD else NOTHING
            case MoveMeter(cents, of=figure):
                self.figures[figure] += cents
            case RaiseAlert(_, says) | IssueRuling(_, _, says):
                assert says

    def settled_whole(self, table: Table) -> None:
        """When a round is cleared every stake has ended: it went back or was taken, once and whole."""
        for seat in range(1, table.house.seats + 1):
            for wager in (Wager.ANTE, Wager.BET, Wager.CHIP):
                placed = self.ledger[seat, wager, Way.PLACED]
                ended = self.ledger[seat, wager, Way.RETURNED] + self.ledger[seat, wager, Way.TAKEN]
                carried = wager is Wager.CHIP and table.player(seat).chip is Chip.CARRIED
                assert ended == placed - (table.house.progressive.chip if carried else NOTHING), (seat, wager)

    # -- what happens ----------------------------------------------------------------------------------------------

    @rule(event=any_event())
    def anything_happens(self, event: Event) -> None:
        self.post(event)

    @rule(data=st.data(), steps=st.integers(1, 12))
    def play_goes_on(self, data: st.DataObject, steps: int) -> None:
        for _ in range(steps):
            self.post(data.draw(sensible(self.table)))

    @rule(data=st.data())
    def a_round_is_played(self, data: st.DataObject) -> None:
        """As far as people can: to the seats settled, or to a question nobody here answers."""
        for _ in range(90):
            if self.table.phase is Phase.CLEARING:
                break
            self.post(data.draw(sensible(self.table)))

    @rule()
    def the_power_fails(self) -> None:
        table = table_from_dict(orjson.loads(canonical(table_to_dict(self.snapshot))))
        for event in self.recorded:
            written = canonical(event_to_dict(event))
            table = step(table, event_from_dict(orjson.loads(written))).table
        assert table == self.table
        self.snapshot, self.recorded = table, []

    @rule(card=cards, face_up=st.booleans())
    def an_ordinary_card_is_one_that_no_clause_bites_on(self, card: Card, face_up: bool) -> None:
        drawn = CardDrawn(card=card, face_up=face_up)
        if is_ordinary(self.table, drawn):
            assert findings(self.table, drawn) == []

    # -- what holds ------------------------------------------------------------------------------------------------

    @invariant()
    def the_six_figures_are_what_was_booked(self) -> None:
        meter = self.table.meter
        assert meter.amount == self.figures["displayed"]
        assert (meter.overflow, meter.reserve) == (self.figures["overflow"], self.figures["reserve"])
        assert min(meter.amount, meter.overflow, meter.reserve, meter.chips_in, meter.hits) >= 0
        assert meter.wins == self.awards
        assert meter.hits >= len(meter.last_hits)

    @invariant()
    def what_was_put_in_is_rate_times_chips(self) -> None:
        """As long as no parameter changed and no chip was met by a limit."""
        for player in self.table.players:
            if player.lit and not self.changed:
                chip = Fraction(self.house.progressive.chip)
                assert player.share + player.beyond == chip * self.house.progressive.rate
                assert player.hidden == chip * self.house.progressive.hidden_rate

    @invariant()
    def every_card_that_left_the_shoe_lies_somewhere_once(self) -> None:
        table = self.table
        lying = Counter(card for dealt in table.hands for card in dealt.cards) + Counter(table.aside)
        if not table.layout_unknown:
            assert lying == Counter(table.pack)
        in_hands = Counter(card for dealt in table.hands for card in dealt.cards if card in NUMBER)
        assert all(count == 1 for count in in_hands.values()) or table.void or table.layout_unknown

    @invariant()
    def a_lamp_is_lit_iff_a_chip_is_in_play(self) -> None:
        if self.table.test_on:
            assert set(seat_lamps(self.table).values()) == {Glow.TEST}
            return
        for seat, glow in seat_lamps(self.table).items():
            player = self.table.player(seat)
            open_chip = self.ledger[seat, Wager.CHIP, Way.PLACED] - self.ledger[seat, Wager.CHIP, Way.RETURNED]
            forfeited = player.standing is Standing.FORFEITED and not self.table.void
            folded = player.standing is Standing.FOLDED and not self.table.house.profile.fold_keeps_award
            folded = folded and player.chip is not Chip.CARRIED
            in_play = open_chip > 0 and not forfeited and not folded
            assert (glow in (Glow.ON, Glow.BLINKING)) == in_play
            assert (glow is Glow.BLINKING) == (in_play and bool(self.table.stops))

    @invariant()
    def a_void_round_returned_every_wager(self) -> None:
        if not self.table.void:
            return
        for seat in range(1, self.table.house.seats + 1):
            carried = self.table.player(seat).chip is Chip.CARRIED
            for wager in (Wager.ANTE, Wager.BET, Wager.CHIP):
                returned = self.ledger[seat, wager, Way.RETURNED]
                kept = self.table.house.progressive.chip if wager is Wager.CHIP and carried else NOTHING
                assert returned == self.ledger[seat, wager, Way.PLACED] - kept
            assert not self.ledger[seat, Wager.AWARD, Way.PAID]
        assert self.table.accepted == sum(player.chip is Chip.CARRIED for player in self.table.players)

    @invariant()
    def results_say_what_the_ledger_says(self) -> None:
        for player in self.table.players:
            if player.result is None or self.table.void:
                continue
            for wager, net in ((Wager.ANTE, player.result.ante), (Wager.BET, player.result.bet)):
                paid, taken = self.ledger[player.seat, wager, Way.PAID], self.ledger[player.seat, wager, Way.TAKEN]
                assert paid - taken == net
            assert self.ledger[player.seat, Wager.AWARD, Way.PAID] == player.result.award

    @invariant()
    def no_hidden_card_is_in_the_public_picture(self) -> None:
        picture = public(self.table)
        told = orjson.dumps(picture).decode()
        open_cards = {self.table.up_card}
        for hand in range(self.table.house.seats + 1):
            if cards_are_open(self.table, hand):
                open_cards.update(self.table.dealt(hand).cards)
        for card in self.table.pack:
            if card not in open_cards and card in NUMBER:
                assert f'"{card}"' not in told
                assert f" {card}" not in self.table.message


TestAnyHistory = AnyHistory.TestCase
