"""What hypothesis draws: houses, any event at all, and the next sensible thing a table's people would do."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from controller.core import events as e
from controller.core.cards import PACK, UNREAD, Card
from controller.core.house import AwardsFrom, Deal, House, Progressive
from controller.core.money import Money
from controller.core.state import FIVE, Phase, Player, Table
from controller.library import load_awards, load_paytable, load_profile
from controller.rules.book import CLAUSES
from controller.rules.clauses.dealing import due
from controller.rules.progressive import award_due, is_approved

PROFILES = ("house", "france", "colorado", "nsw", "spice-island", "home")

seats = st.integers(1, 7)
hands = st.integers(0, 7)
amounts = st.one_of(st.sampled_from([0, 499, 500, 1000, 2500, 50_000, 50_001]), st.integers(0, 60_000)).map(Money)
cards = st.sampled_from((*PACK, *PACK, UNREAD, Card("Jo")))
people = st.lists(
    st.builds(e.Person, st.sampled_from(["Ortiz", "Lund", "Abe"]), st.sampled_from(e.Role)), max_size=3
).map(tuple)
decisions = st.sampled_from(
    ["accept", "take_back", "void_round", "dead_hand", "forfeit_hand", "play_on", "give_card", "burn_card",
     "enter_card", "nonsense", *CLAUSES]
)  # fmt: skip


@st.composite
def houses(draw: st.DrawFn) -> House:
    profile = load_profile(draw(st.sampled_from(PROFILES)))
    return House(
        profile=profile,
        paytable=load_paytable(draw(st.sampled_from([profile.paytable, "us", "france"]))),
        progressive=Progressive(
            base=Money(draw(st.integers(0, 1_000_000))),
            rate=Fraction(draw(st.integers(1, 1000)), 1000),
            chip=Money(draw(st.sampled_from([100, 50, 500]))),
            awards=load_awards("us-500-100-50"),
            hidden_rate=Fraction(draw(st.sampled_from([0, 0, 5, 33])), 1000),
            limit=draw(st.none() | st.sampled_from([10_000_050, 10_000_500, 20_000_000]).map(Money)),
            unreasonable_contribution=draw(st.none() | st.just(Money(400))),
        ),
        seats=draw(seats),
        deal=draw(st.sampled_from(Deal)),
        count_chips=draw(st.booleans()),
        supervisor_key=draw(st.booleans()),
        shoe_counts_pack=draw(st.booleans()),
        fixed_awards_from=draw(st.sampled_from(AwardsFrom)),
    )


def any_event() -> st.SearchStrategy[e.Event]:
    """Every kind of event with any content, for seats that need not exist at this table."""
    s, h = seats, hands
    return st.one_of(
        st.sampled_from(
            [
                e.TableOpened(),
                e.TableClosed(),
                e.BetsClosed(),
                e.PacketEnded(),
                e.DealCompleted(),
                e.DealerRevealed(),
                e.RoundCleared(),
                e.TimerRang(name="x"),
            ]
        ),
        st.builds(e.ChipInserted, seat=s),
        st.builds(e.AntePlaced, seat=s, amount=amounts),
        st.builds(e.WagerWithdrawn, seat=s),
        st.builds(e.ChipsCounted, count=st.integers(0, 8)),
        st.builds(e.CardDrawn, card=cards, face_up=st.booleans()),
        st.builds(e.CardExposed, hand=h, card=st.none() | st.sampled_from(PACK)),
        st.builds(e.CountReported, hand=h, cards=st.integers(0, 8)),
        st.builds(e.HandLookedAt, seat=s),
        st.builds(e.HandTouched, seat=s),
        st.builds(e.OtherHandTouched, seat=s, hand=h),
        st.builds(e.HandOutOfView, seat=s),
        st.builds(e.PlayersTalked, seats=st.lists(s, max_size=4).map(tuple)),
        st.builds(e.SecondHandFound, seat=s, of=s),
        st.builds(e.PlayerDecided, seat=s, fold=st.booleans(), amount=st.none() | amounts),
        st.builds(e.HandShown, hand=h, cards=st.lists(cards, min_size=4, max_size=6).map(tuple), by=people),
        st.builds(e.SettlementCalled, only_next=st.booleans()),
        st.builds(
            e.SupervisorDecided,
            by=people,
            decision=decisions,
            seat=st.none() | h,
            cards=st.lists(cards, max_size=6).map(tuple),
        ),
        st.builds(e.AwardApproved, seat=s, by=people),
        st.builds(e.PlayerLeft, seat=s),
        st.builds(e.BankPassed, seat=s),
        st.builds(e.KeyTurned, on=st.booleans()),
        st.builds(e.StubCounted, count=st.integers(0, 52)),
        st.builds(e.ShoeCondition, kind=st.sampled_from(e.ShoeState)),
        st.builds(e.AcceptorCondition, seat=s, kind=st.sampled_from(e.AcceptorState)),
        st.builds(
            e.DeviceCondition,
            device=st.sampled_from(["meter", "lamps", "program"]),
            kind=st.sampled_from(["failed", "changed", "restored"]),
        ),
        st.builds(e.ConductNoted, seat=st.none() | s, kind=st.just("phone")),
        st.builds(e.ParameterChanged, changes=st.just((("rate_percent", "72"),)), by=people),
        st.builds(e.MeterOpened, amount=amounts, by=people),
        st.builds(
            e.MeterCorrected,
            amount=st.integers(-20_000, 20_000).map(Money),
            reason=st.sampled_from(["", "count"]),
            by=people,
        ),
        st.builds(e.TestModeSet, on=st.booleans()),
    )


TWO = (e.Person("Ortiz", e.Role.SUPERVISOR), e.Person("Lund", e.Role.DEALER))
ROYAL, STRAIGHT = "AKQJT", "98765"
_BY_SEAT = ("s", ROYAL), ("d", STRAIGHT), ("h", ROYAL), ("c", STRAIGHT), ("c", ROYAL), ("s", STRAIGHT), ("d", ROYAL)
LUCK = tuple(tuple(Card(rank + suit) for rank in ranks) for suit, ranks in _BY_SEAT)
"""What each seat is dealt much more often than chance has it, so that jackpots happen, two at a time and settled."""


@st.composite
def sensible(draw: st.DrawFn, table: Table) -> e.Event:
    """What the people at this table would most likely do next."""
    seat = draw(st.integers(1, table.house.seats))
    match table.phase:
        case Phase.CLOSED:
            return e.TableOpened()
        case Phase.BETTING:
            player = table.player(seat)
            if player.ante and player.lit:
                return draw(st.sampled_from([e.BetsClosed(), e.WagerWithdrawn(seat=seat)]))
            placed = e.ChipInserted(seat=seat) if player.ante else e.AntePlaced(seat=seat, amount=draw(amounts))
            return placed if draw(st.integers(0, 9)) else e.BetsClosed()
        case Phase.COUNTING:
            return e.ChipsCounted(count=table.accepted)
        case Phase.DEALING:
            return _next_of_the_deal(draw, table)
        case Phase.DECIDING:
            undecided = [player.seat for player in table.players if player.undecided]
            return e.PlayerDecided(seat=draw(st.sampled_from(undecided)), fold=draw(st.booleans()))
        case Phase.REVEALING:
            return e.DealerRevealed()
        case Phase.SETTLING:
            approved = [e.AwardApproved(seat=p.seat, by=TWO) for p in table.players if not waits_for_nobody(table, p)]
            settled = [e.SettlementCalled(only_next=True), e.SettlementCalled()]
            return draw(st.sampled_from([*approved, *approved, *settled, _second_thought(draw, table)]))
        case Phase.CLEARING:
            return draw(st.sampled_from([e.RoundCleared(), _second_thought(draw, table)]))
        case Phase.HALTED:
            return _answer(draw, table)


def waits_for_nobody(table: Table, player: Player) -> bool:
    due = award_due(table, player) if player.result is None else None
    return due is None or not due.by_share or is_approved(player, due)


def _fresh(table: Table) -> list[Card]:
    return [card for card in PACK if card not in table.pack]


def _next_of_the_deal(draw: st.DrawFn, table: Table) -> e.Event:
    hand = due(table)
    in_packets = table.house.deal is Deal.PACKETS and not table.deal_told and table.packet < len(table.order)
    complete = hand is None or (len(table.dealt(hand).cards) >= FIVE and not table.dealt(hand).owed)
    if complete or hand is None:
        return e.PacketEnded() if in_packets else e.DealCompleted()
    luck = [card for card in (LUCK[hand - 1] if hand else ()) if card not in table.pack]
    if luck and draw(st.integers(0, 19)):
        return e.CardDrawn(card=luck[0])
    return e.CardDrawn(card=draw(st.sampled_from(_fresh(table))))


def _second_thought(draw: st.DrawFn, table: Table) -> e.Event:
    """A supervisor who thinks again: rulings are replaced and taken back after cards and money have moved."""
    said = ["take_back", "void_round", "dead_hand", "forfeit_hand", "play_on"]
    seat = draw(st.none() | st.integers(1, table.house.seats))
    return e.SupervisorDecided(by=TWO, decision=draw(st.sampled_from(said)), seat=seat)


def _answer(draw: st.DrawFn, table: Table) -> e.Event:
    stop = table.stops[0]
    if table.house.supervisor_key and not table.key_on:
        return e.KeyTurned(on=True)
    choice = draw(st.sampled_from(["accept", *stop.choices]))
    fresh = tuple(_fresh(table))
    asked = choice == "enter_card" or (choice == "accept" and stop.choices[0] == "enter_card")
    entered = fresh[:5] if stop.clause == "SET-8" else fresh[: 1 if stop.hand is not None else 60]
    return e.SupervisorDecided(by=TWO, decision=choice, seat=stop.hand, cards=entered if asked else ())
