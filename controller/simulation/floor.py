"""Whole rounds through the real rules: a table, a pack, and the people around it.

Everything reaches the table as an event through `step`, as in the pit; nothing here decides what the rules decide.
Pure: chance is an argument.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, zip_longest
from random import Random

from controller.core import events as e
from controller.core.cards import NUMBER, PACK, RANKS, Card
from controller.core.effects import IssueRuling
from controller.core.house import Deal as Dealing
from controller.core.house import House
from controller.core.money import Money
from controller.core.ranking import Category, tree
from controller.core.state import FIVE, Outcome, Phase, Player, Table, new_table
from controller.rules.grid import step
from controller.simulation.decisions import Style, informed
from controller.simulation.irregular import IRREGULARITIES, Deal, Spoil
from controller.simulation.tally import DEAD, FOLD, FORFEIT, LOSE, SHORT, TIE, VOID, WIN, Sums, Tally

_STAFF = (e.Person("Lund", e.Role.SUPERVISOR), e.Person("Kaya", e.Role.SUPERVISOR))
_PATIENCE = 200
"""Moves after which a round that does not end is a defect."""

_DRAWN = {card: e.CardDrawn(card=card) for card in PACK}
_PACKET_ENDED, _DEAL_COMPLETED, _BETS_CLOSED = e.PacketEnded(), e.DealCompleted(), e.BetsClosed()
_REVEALED, _SETTLED, _CLEARED = e.DealerRevealed(), e.SettlementCalled(), e.RoundCleared()
_OUTCOMES = {
    Outcome.FOLD: FOLD,
    Outcome.NO_QUALIFY: SHORT,
    Outcome.LOSE: LOSE,
    Outcome.PUSH: TIE,
    Outcome.DEAD: DEAD,
    Outcome.FORFEIT: FORFEIT,
    Outcome.VOID: VOID,
}
_WINS = {category.word: WIN + category for category in Category}


@dataclass(frozen=True, slots=True)
class Plan:
    """`ante` at each of the house's seats; `rates` by kind of irregularity, each the part of all rounds that has it.

    `lenient`: a supervisor plays on wherever that is open, instead of accepting what the house proposes.
    """

    house: House
    style: Style
    ante: Money
    rates: Mapping[str, Fraction]
    lenient: bool = False


def play(plan: Plan, rounds: int, chance: Random) -> Tally:
    """So many rounds at a table of their own."""
    floor = _Floor(plan, chance)
    for _ in range(rounds):
        floor.round()
    return floor.tally


class _Floor:
    def __init__(self, plan: Plan, chance: Random) -> None:
        self.tally = Tally()
        self._plan, self._chance = plan, chance
        # The stub is counted by nobody here, so that no round is stopped to ask for it (EQP-4).
        house = replace(plan.house, shoe_counts_pack=True)
        self._table: Table = new_table(house, meter=house.progressive.base, opened=True)
        self._issued: Counter[str] = Counter()
        self._kinds = list(plan.rates)
        self._below = list(accumulate(float(rate) for rate in plan.rates.values()))
        self._antes = [e.AntePlaced(seat=seat, amount=plan.ante) for seat in range(1, house.seats + 1)]
        self._bets = [plan.ante * bet for bet in plan.style.game.raises]
        if house.supervisor_key:
            self._tell(e.KeyTurned(on=True))

    def round(self) -> None:
        """One that goes wrong is played a second time with the same cards, and there nothing goes wrong."""
        kind = self._spoiled()
        pack = list(PACK)
        self._chance.shuffle(pack)
        undisturbed = self._played(pack)
        if kind:
            self._issued.clear()
            spoiled = self._played(pack, IRREGULARITIES[kind].spoil)
            sums = self.tally.spoiled.setdefault(kind, Sums())
            sums.add_round(spoiled.outcomes, spoiled.net, spoiled.staked, undisturbed.net)
            self.tally.rulings.setdefault(kind, Counter()).update(self._issued)
        else:
            self.tally.plain.add_round(undisturbed.outcomes, undisturbed.net, undisturbed.staked)

    def _spoiled(self) -> str:
        if not self._kinds:
            return ""
        at = bisect(self._below, self._chance.random())
        return self._kinds[at] if at < len(self._kinds) else ""

    def _played(self, pack: list[Card], spoil: Spoil = lambda deal, chance: None) -> _Played:
        for ante in self._antes:
            self._tell(ante)
        self._tell(_BETS_CLOSED)
        if self._table.phase is Phase.COUNTING:
            self._tell(e.ChipsCounted(count=self._table.accepted))
        deal = _dealt(self._table, pack)
        spoil(deal, self._chance)
        self._play(deal)
        played = _read(self._table)
        self._tell(_CLEARED)
        return played

    def _tell(self, event: e.Event) -> None:
        done = step(self._table, event)
        self._table = done.table
        if done.effects:
            self._issued.update(
                f"{effect.clause} {effect.decision}" for effect in done.effects if isinstance(effect, IssueRuling)
            )

    def _play(self, deal: Deal) -> None:
        asides = {phase: list(moves) for phase, moves in deal.asides.items()}
        for event in _leaving(deal, asides.pop(Phase.DEALING, [])):
            self._tell(event)
            while self._table.stops:
                self._answer(deal, asides)
            if self._table.void:
                return
        for _ in range(_PATIENCE):
            phase = self._table.phase
            if moves := asides.get(phase):
                self._tell(moves.pop(0))
            elif phase is Phase.CLEARING:
                return
            else:
                self._go_on(phase, deal, asides)
        raise AssertionError(f"a simulated round does not end: it is {self._table.phase}, {self._table.message}")

    def _go_on(self, phase: Phase, deal: Deal, asides: dict[Phase, list[e.Event]]) -> None:
        match phase:
            case Phase.HALTED:
                self._answer(deal, asides)
            case Phase.DEALING:
                self._tell(_DRAWN[deal.stub.pop(0)])
            case Phase.DECIDING:
                self._decide(next(player for player in self._table.players if player.undecided), deal)
            case Phase.REVEALING:
                self._tell(_REVEALED)
            case Phase.SETTLING:
                self._tell(_SETTLED)
            case _:
                raise AssertionError(f"a simulated round stands still: {phase}, {self._table.message}")

    def _answer(self, deal: Deal, asides: dict[Phase, list[e.Event]]) -> None:
        if moves := asides.get(Phase.HALTED):
            self._tell(moves.pop(0))
            return
        open_choices = self._table.stops[0].choices
        wanted = "play_on" if self._plan.lenient else deal.answer
        decision = wanted if wanted in open_choices else "accept"
        cards = deal.cards if open_choices[0] == "enter_card" else ()
        self._tell(e.SupervisorDecided(by=_STAFF, decision=decision, cards=cards))

    def _decide(self, player: Player, deal: Deal) -> None:
        steps = self._steps(player, deal)
        amount = self._bets[steps - 1] if steps else None
        self._tell(e.PlayerDecided(seat=player.seat, fold=not steps, amount=amount))

    def _steps(self, player: Player, deal: Deal) -> int:
        style, up, hand = self._plan.style, self._table.up_card, player.hand
        if style.decisions is None:
            return self._chance.randrange(len(self._bets) + 1)
        if up is None or not hand.known:
            return 0
        if deal.seen and style.weighs_what_it_sees:
            return informed(hand.cards, (up, *deal.seen), style.game, style.pays)
        a, b, c, d, f = [NUMBER[card] for card in hand.cards]
        held = sum(1 << RANKS.index(card[0]) for card in hand.cards if card[1] == up[1])
        return style.decisions.steps(tree()[a][b][c][d][f].place, RANKS.index(up[0]), held)


@dataclass(frozen=True, slots=True)
class _Played:
    outcomes: list[int]
    net: int
    staked: int


def _read(table: Table) -> _Played:
    """What came of the round that is about to be cleared."""
    outcomes, net, staked = [], 0, 0
    for player in table.players:
        result = player.result
        assert result is not None
        outcomes.append(_OUTCOMES[result.outcome] if result.outcome in _OUTCOMES else _WINS[result.hand])
        net += result.ante + result.bet
        staked += player.ante + player.bet
    return _Played(outcomes, net, staked)


def _dealt(table: Table, pack: list[Card]) -> Deal:
    """Five to each hand of the round, as the pack lies."""
    left = iter(pack)
    packets = {hand: [_DRAWN[next(left)] for _ in range(FIVE)] for hand in table.order}
    return Deal(packets, list(left), singly=table.house.deal is Dealing.SINGLE)


def _leaving(deal: Deal, asides: list[e.Event]) -> Iterator[e.Event]:
    """The cards as the house deals them, what people do meanwhile, and "deal complete"."""
    if deal.singly:
        yield from (card for circuit in zip_longest(*deal.packets.values()) for card in circuit if card is not None)
    else:
        for packet in deal.packets.values():
            yield from packet
            yield _PACKET_ENDED
    yield from asides
    yield _DEAL_COMPLETED
