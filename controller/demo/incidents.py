"""What goes wrong at the table now and then: each takes a plain round and makes something of it.

Every incident is something the rulebook has a clause for; what follows from it, the table says and not this script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from controller.core.cards import Card
from controller.core.state import FIVE
from controller.demo.moves import Move, act, rule, sim
from controller.demo.rounds import DEALER, Answer, Hand, Round, dealt, plain_round, shuffled

Incident = Callable[[Round, Random], Round]

_SOON_S, _LATER_S = 0.8, 1.5


def seats_of(round_: Round) -> list[Hand]:
    return list(round_.antes)


def _with(round_: Round, **asides: Sequence[Move]) -> Round:
    """`asides` by phase."""
    return replace(round_, asides={phase: tuple(moves) for phase, moves in asides.items()})


def _telling(round_: Round, hand: Hand, told: Sequence[str]) -> Round:
    return replace(round_, told={**round_.told, hand: tuple(told)})


# -- wagers --------------------------------------------------------------------------------------------------------


def late_chip(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    round_ = replace(round_, chips=tuple(other for other in round_.chips if other != seat))
    return _with(round_, counting=[sim("chip", seat, pause=_SOON_S)])


def second_chip(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    round_ = replace(round_, chips=tuple(sorted({*round_.chips, seat})))
    return replace(round_, last=(sim("chip", seat, pause=_SOON_S),))


def light_without_ante(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    antes = {other: ante for other, ante in round_.antes.items() if other != seat}
    chips = tuple(other for other in round_.chips if other != seat)
    round_ = replace(dealt(antes, chips, shuffled(rng)), last=(sim("chip", seat, pause=_SOON_S),))
    return _with(round_, halted=[act("withdraw", seat, pause=_LATER_S)])


def miscounted_chips(round_: Round, rng: Random) -> Round:
    wrong, right = len(round_.chips) + rng.choice((1, 2)), len(round_.chips)
    first = act("count_chips", wrong, pause=_SOON_S)
    again = act("count_chips", right, pause=_LATER_S)
    return _with(round_, counting=[first], halted=[again])


def stuck_acceptor(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    round_ = replace(round_, chips=tuple(other for other in round_.chips if other != seat))
    return _with(
        round_,
        betting=[sim("fault", {"acceptor": seat, "kind": "stuck"}, pause=_SOON_S)],
        clearing=[sim("fault", {"acceptor": seat, "kind": "restored"}, pause=_SOON_S)],
    )


# -- the deal ------------------------------------------------------------------------------------------------------


def four_card_dealer(round_: Round, _rng: Random) -> Round:
    *four, fifth = round_.hands[DEALER]
    round_ = replace(round_, stub=(fifth, *round_.stub))
    return _telling(round_, DEALER, four)


def six_card_player(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    sixth, *stub = round_.stub
    round_ = replace(round_, stub=tuple(stub))
    return _telling(round_, seat, (*round_.hands[seat], sixth))


def unread_card(round_: Round, rng: Random) -> Round:
    hand = rng.choice((*seats_of(round_), DEALER))
    at = rng.randrange(FIVE)
    card = round_.hands[hand][at]
    told = [*round_.told[hand]]
    told[at] = "??"
    answers = {"EQP-1": Answer("accept", "both turned it and saw it", (card,))}
    return replace(_telling(round_, hand, told), answers=answers)


def boxed_card(round_: Round, rng: Random) -> Round:
    """A card too many lies face up in a packet; once it is burned, the hand gets its last card from the stub."""
    seat = rng.choice(seats_of(round_))
    *four, fifth = round_.hands[seat]
    boxed, *stub = round_.stub
    at = rng.randrange(FIVE)
    told = (*four[:at], f"{boxed}/up", *four[at:])
    round_ = replace(round_, stub=(fifth, *stub))
    return _telling(round_, seat, told)


def card_seen_twice(round_: Round, rng: Random) -> Round:
    first, *_, last = seats_of(round_)
    told = (*round_.told[last][:-1], rng.choice(round_.told[first]))
    return _telling(round_, last, told)


def jam(round_: Round, _rng: Random) -> Round:
    stopped, mended = sim("shoe", "jam", pause=_SOON_S), sim("shoe", "restored", pause=_LATER_S)
    round_ = _with(round_, dealing=[stopped], halted=[mended])
    return replace(round_, answers={"EQP-1": Answer("play_on", "the shoe was freed, no card was harmed")})


def exposed_in_the_deal(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    return _with(round_, dealing=[_exposed(seat)])


def dealers_card_exposed(round_: Round, rng: Random) -> Round:
    round_ = _with(round_, deciding=[_exposed("dealer")])
    tolerant = Answer("play_on", "nobody could see which card it was")
    return replace(round_, answers={"EXP-3": tolerant} if rng.random() < 0.5 else {})


def _exposed(hand: Hand | str) -> Move:
    return act("expose", {"hand": hand}, pause=_SOON_S)


# -- conduct -------------------------------------------------------------------------------------------------------


def talker(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    return _with(round_, deciding=[act("talk", [seat], pause=_SOON_S)])


def wrongly_accused(round_: Round, rng: Random) -> Round:
    """A talker, and a supervisor who saw it otherwise."""
    seat = rng.choice(seats_of(round_))
    milder = rule("dead_hand", "the camera shows a misunderstanding", seat=seat, pause=2 * _LATER_S)
    return _with(round_, deciding=[act("talk", [seat], pause=_SOON_S), milder])


def early_look(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    return _with(round_, dealing=[act("look", seat, pause=_SOON_S)])


def touched_again(round_: Round, rng: Random) -> Round:
    seat = rng.choice(round_.raising or seats_of(round_))
    return _with(round_, revealing=[act("touch", seat, pause=_SOON_S)])


def out_of_view(round_: Round, rng: Random) -> Round:
    seat = rng.choice(seats_of(round_))
    moves = [act("out_of_view", seat, pause=_SOON_S), act("out_of_view", seat, pause=_LATER_S)]
    return _with(round_, deciding=moves)


# -- luck ----------------------------------------------------------------------------------------------------------


def straight_flush(round_: Round, rng: Random) -> Round:
    return _jackpot(round_, rng, rng.choice(("56789", "6789T", "789TJ", "9TJQK")))


def royal_flush(round_: Round, rng: Random) -> Round:
    return _jackpot(round_, rng, "TJQKA")


def _jackpot(round_: Round, rng: Random, ranks: str) -> Round:
    seat, suit = rng.choice(seats_of(round_)), rng.choice("cdhs")
    cards = [Card(rank + suit) for rank in ranks]
    rng.shuffle(cards)
    given = {seat: cards}
    chips = tuple(sorted({*round_.chips, seat}))
    return dealt(round_.antes, chips, shuffled(rng, given), given)


WELL_KNOWN: tuple[Incident, ...] = (
    late_chip,
    four_card_dealer,
    talker,
    unread_card,
    boxed_card,
    straight_flush,
    stuck_acceptor,
)
"""What a show has to have seen before anything is seen for the second time."""
OTHERS: tuple[Incident, ...] = (
    second_chip,
    light_without_ante,
    miscounted_chips,
    six_card_player,
    card_seen_twice,
    jam,
    exposed_in_the_deal,
    dealers_card_exposed,
    wrongly_accused,
    early_look,
    touched_again,
    out_of_view,
    royal_flush,
)


def rounds(rng: Random, seats: int) -> Iterator[Round]:
    """Without end: plain rounds, and something unusual in every other one."""
    unusual = _shuffled_again_and_again(rng)
    while True:
        yield plain_round(rng, seats)
        yield next(unusual)(plain_round(rng, seats), rng)


def _shuffled_again_and_again(rng: Random) -> Iterator[Incident]:
    """The well-known ones first; then all of them, none again before each was there."""
    bag = list(WELL_KNOWN)
    while True:
        rng.shuffle(bag)
        yield from bag
        bag = [*WELL_KNOWN, *OTHERS]
