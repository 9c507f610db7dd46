"""Supervisors: answering the question that halted the table, replacing rulings, entering cards.

The decision is final (SUP-1): any ruling of the round can be confirmed or replaced until the round is cleared. What
only a person may decide is decided nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.core.cards import UNREAD, Card
from controller.core.effects import IssueRuling
from controller.core.events import DEALER, CardDrawn, Hand, HandShown, KeyTurned, Person, Role, SupervisorDecided
from controller.core.frozen import changed
from controller.core.house import Ruling
from controller.core.state import FIVE, Phase, Ruled, Stop, Table
from controller.rules.book import CLAUSES, findings
from controller.rules.clauses.dealing import due, seen_before
from controller.rules.dealing import lay_card, resume, turn_up_card
from controller.rules.enforcement import ENDS_A_HAND, apply, settle_anew, undo
from controller.rules.progressive import two_persons
from controller.rules.rulings import rule, ruling_of
from controller.rules.settling import warn_of_folded_awards
from controller.rules.step import Step, name_of, player_of, refuse

_ON_A_HAND = (*ENDS_A_HAND, Ruling.GIVE_CARD)
_WITHOUT_A_RULING = (Ruling.VOID_ROUND, Ruling.DEAD_HAND, Ruling.FORFEIT_HAND)
_MOVES_A_CARD = (Ruling.GIVE_CARD, Ruling.BURN_CARD, Ruling.ENTER_CARD, Ruling.SET_RIGHT, Ruling.TURN_UP)


def is_proven(table: Table, by: Iterable[Person]) -> bool:
    """A supervisor is among them, and the key is turned where one is fitted (SUP-2)."""
    return any(person.role is Role.SUPERVISOR for person in by) and (table.key_on or not table.house.supervisor_key)


def turn_key(table: Table, event: KeyTurned) -> Step:
    return Step(changed(table, key_on=event.on))


def decide(table: Table, event: SupervisorDecided) -> Step:
    """Answers the open question, or replaces the last ruling (of `seat`, where one is named)."""
    if not is_proven(table, event.by):
        key = " with the key turned" if table.house.supervisor_key else ""
        return refuse(table, f"This needs a supervisor{key}. (SUP-2)", alert="approval_missing", clause="SUP-2")
    if event.decision == "take_back":
        return _take_back(table, event)
    decision = _meaning(table, event.decision, _hand_meant(table, event))
    if event.decision != "accept" and decision is None:
        return refuse(table, f'"{event.decision}" is no decision of this house.', clause="SUP-1")
    stop = table.stops[0] if table.stops else None
    if stop is not None and (stop.hand is None or event.seat in (None, stop.hand)):
        return _answer(table, event, stop, decision)
    return _replace(table, event, decision)


def _hand_meant(table: Table, event: SupervisorDecided) -> Hand | None:
    if event.seat is not None:
        return event.seat
    if table.stops:
        return table.stops[0].hand
    return table.rulings[-1].hand if table.rulings else None


def _meaning(table: Table, word: str, hand: Hand | None) -> Ruling | None:
    """A clause id as decision applies that clause as the profile rules it."""
    if word in CLAUSES:
        return ruling_of(table, word, hand)
    return Ruling(word) if word in set(Ruling) - {Ruling.NONE} else None


# -- the open question ---------------------------------------------------------------------------------------------


def _answer(table: Table, event: SupervisorDecided, stop: Stop, decision: Ruling | None) -> Step:
    accepted = decision is None
    decision = Ruling(stop.choices[0]) if decision is None else decision
    named = not table.void and (event.decision in CLAUSES or (stop.hand is None and event.seat is not None))
    if decision.value not in stop.choices and not (named and decision not in _MOVES_A_CARD):
        return refuse(table, f"Open are: {', '.join(stop.choices)}.", stop.hand, clause=stop.clause)
    about = stop if stop.hand is not None or event.seat is None else replace(stop, hand=event.seat)
    if decision in _ON_A_HAND and about.hand is None:
        return refuse(table, "Say which hand: name its seat.", clause=stop.clause)
    if (why := _cannot_be(table, about, decision)) != "":
        return refuse(table, why, about.hand, clause=stop.clause)
    if decision is Ruling.ENTER_CARD:
        return _enter(table, event, stop, accepted)
    step = Step(table).without(stop)
    if stop.clause == "DEAL-1" and decision is not Ruling.VOID_ROUND:
        step = step.but(layout_unknown=True, deal_judged=True)
    if stop.clause == "WAG-7" and decision is Ruling.PLAY_ON:
        step = step.but(chips_counted=True)
    step = _put_in_force(step, event, about, decision, issued=stop.clause if accepted else "SUP-1", answered=True)
    return resume(step)


def _cannot_be(table: Table, about: Stop, decision: Ruling) -> str:
    """Why a decision makes no sense of what it is about; empty where it does."""
    ends = (*ENDS_A_HAND, Ruling.VOID_ROUND)
    if about.hand is not None and about.clause == "WAG-6" and not _has_hand(table, about.hand) and decision not in ends:
        return "A light without an ante cannot play: its chip goes back, or the round is void. (WAG-6)"
    if decision is Ruling.PROGRESSIVE_ONLY and not table.deal_told:
        return "The hands are not dealt yet; they cannot be played for the progressive only. (CNT-5)"
    return ""


def _put_in_force(
    step: Step,
    event: SupervisorDecided,
    about: Stop,
    decision: Ruling,
    *,
    issued: str,
    answered: bool = False,
    replaced: Ruled | None = None,
) -> Step:
    names = ", ".join(person.name for person in event.by)
    where = "" if about.hand is None or decision is Ruling.VOID_ROUND else f"{name_of(about.hand)}: "
    says = f"{where}{decision.value.replace('_', ' ')}, decided by {names}. ({issued})"
    return apply(step, about, decision, issued=issued, says=says, facts=about.facts, answered=answered,
                 replaced=replaced, by=names, note=event.note)  # fmt: skip


# -- cards entered by people ---------------------------------------------------------------------------------------


def _enter(table: Table, event: SupervisorDecided, stop: Stop, accepted: bool) -> Step:
    """One supervisor for cards that were shown (SET-8), two persons where the shoe read nothing (EQP-1)."""
    issued = stop.clause if accepted else "SUP-1"
    if stop.clause == "SET-8":
        return _accept_shown(table, event, stop, event.cards or stop.cards, issued)
    cards = event.cards or stop.entered
    if not cards:
        return refuse(table, "Say which card it is.", stop.hand, clause=stop.clause)
    by = _added(stop, cards, event.by)
    if not two_persons(by):
        step = Step(table).without(stop).but(stops=(replace(stop, entered=cards, by=by), *table.stops[1:]))
        says = "A card entered by hand needs a second person. (EQP-1)"
        return step.alert("approval_missing", says, stop.hand, "EQP-1")
    event = replace(event, by=by)
    if stop.hand is None:
        return _deal_by_hand(table, event, stop, cards, issued)
    if len(cards) != 1 or seen_before(table, cards[0]):
        return refuse(table, "Enter the one card that was not read, and none that has been seen.", stop.hand,
                      clause=stop.clause)  # fmt: skip
    dealt = table.dealt(stop.hand)
    if UNREAD not in dealt.cards:
        return refuse(table, f"{name_of(stop.hand)} holds no card that was not read.", stop.hand, clause=stop.clause)
    at = dealt.cards.index(UNREAD)
    whole = (*dealt.cards[:at], cards[0], *dealt.cards[at + 1 :])
    step = Step(table).without(stop)
    shown = dealt.shown
    step = _put_in_force(step, event, replace(stop, cards=whole), Ruling.ENTER_CARD, issued=issued, answered=True)
    return resume(_up_card_read(step.hand(stop.hand, shown=shown), stop.hand))


def _added(stop: Stop, cards: tuple[Card, ...], by: tuple[Person, ...]) -> tuple[Person, ...]:
    """Persons who entered the same cards add up; other cards start anew."""
    earlier = stop.by if stop.entered == cards else ()
    return tuple({person.name: person for person in (*earlier, *by)}.values())


def _up_card_read(step: Step, hand: Hand) -> Step:
    if hand == DEALER and step.table.up_card == UNREAD:
        step = step.but(up_card=step.table.dealer.cards[-1])
    return step


def _deal_by_hand(table: Table, event: SupervisorDecided, stop: Stop, cards: tuple[Card, ...], issued: str) -> Step:
    """With a dead shoe the round is finished with cards entered by hand, each to the hand that is due."""
    step = Step(table).without(stop)
    step = _put_in_force(step, event, replace(stop, cards=()), Ruling.ENTER_CARD, issued=issued, answered=True)
    for card in cards:
        if step.table.void or due(step.table) is None:
            break
        laid = lay_card(step.table, CardDrawn(card=card, at=event.at))
        step = Step(laid.table, (*step.effects, *laid.effects))
        step = _end_full_packet(step)
    return resume(step)


def _end_full_packet(step: Step) -> Step:
    """Cards entered by hand come without packet marks: five make a hand."""
    table = step.table
    while not table.deal_told and table.packet < len(table.order):
        if len(table.dealt(table.order[table.packet]).cards) < FIVE:
            break
        table = changed(table, packet=table.packet + 1)
    if table.order and table.packet == len(table.order) and not table.deal_told:
        table = changed(table, deal_told=True)
    return Step(table, step.effects)


def show_hand(table: Table, event: HandShown) -> Step:
    """The physical cards of a hand: they settle what the shoe could not read, and stop the table where they differ."""
    hand = event.hand
    player = player_of(table, hand)
    if hand not in table.order or table.void:
        return refuse(table, f"{name_of(hand)} has no hand in this round.", hand)
    if player is not None and not player.in_play:
        return refuse(table, f"Seat {hand}: that hand is dead.", hand, alert="hand_is_dead")
    if len(set(event.cards)) != FIVE:
        return refuse(table, "A hand is shown with its five cards.", hand, clause="SET-8")
    unread = UNREAD in table.dealt(hand).cards and not table.layout_unknown
    if table.stops and not (unread or _disputed(table, hand)):
        return refuse(table, "The table is halted; a supervisor decides first.", hand)
    if unread:
        return _show_unread(table, event)
    if (stop := _disputed(table, hand)) and is_proven(table, event.by):
        decided = SupervisorDecided(by=event.by, decision="accept", at=event.at)
        return _accept_shown(table, decided, stop, event.cards, "SET-8")
    found = findings(table, event)
    if found:
        return rule(Step(table), found, cards=event.cards)
    step = Step(table).hand(hand, cards=event.cards if table.layout_unknown else table.dealt(hand).cards, shown=True)
    return warn_of_folded_awards(step, only=hand) if table.revealed and table.layout_unknown and hand else step


def _disputed(table: Table, hand: Hand) -> Stop | None:
    stop = table.stops[0] if table.stops else None
    return stop if stop is not None and stop.clause == "SET-8" and stop.hand == hand else None


def _show_unread(table: Table, event: HandShown) -> Step:
    """Two persons show a hand of which the shoe did not read every card (EQP-1)."""
    dealt = table.dealt(event.hand)
    read = {card for card in dealt.cards if card != UNREAD}
    named = tuple(card for card in event.cards if card not in read)
    stop = next((s for s in table.stops if s.clause == "EQP-1" and s.hand == event.hand), None)
    if not read <= set(event.cards) or any(seen_before(table, card) for card in named):
        says = "These are not the cards the shoe read; show the hand again."
        return refuse(table, says, event.hand, clause="SET-8")
    by = _added(stop, event.cards, event.by) if stop else event.by
    if not two_persons(by):
        step = Step(table)
        if stop:
            waiting = replace(stop, entered=event.cards, by=by)
            step = step.but(stops=tuple(waiting if other is stop else other for other in table.stops))
        return step.alert(
            "approval_missing", "A card entered by hand needs a second person. (EQP-1)", event.hand, "EQP-1"
        )
    step = Step(table)
    about = stop or Stop(clause="EQP-1", says="", choices=(), hand=event.hand)
    rest = tuple(s for s in table.stops if not (s.clause == "EQP-1" and s.hand == event.hand))
    entered = SupervisorDecided(by=by, decision=Ruling.ENTER_CARD.value, at=event.at)
    in_order = _in_record_order(dealt.cards, named)
    step = _put_in_force(step.but(stops=rest), entered, replace(about, cards=in_order), Ruling.ENTER_CARD,
                         issued="EQP-1", answered=stop is not None)  # fmt: skip
    return resume(_up_card_read(step, event.hand))


def _in_record_order(cards: tuple[Card, ...], named: tuple[Card, ...]) -> tuple[Card, ...]:
    """The order of the deal is kept, so that the up card stays the last one."""
    left = list(named)
    return tuple(left.pop(0) if card == UNREAD and left else card for card in cards)


def _accept_shown(table: Table, event: SupervisorDecided, stop: Stop, cards: tuple[Card, ...], issued: str) -> Step:
    """Cards speak: the physical ones prevail (SET-8); a settled seat is settled again."""
    assert stop.hand is not None
    if len(set(cards)) != FIVE:
        return refuse(table, "A hand is entered with its five cards.", stop.hand, clause="SET-8")
    step = Step(table).without(stop)
    others = [card for card in table.pack if card not in table.dealt(stop.hand).cards]
    step = _put_in_force(step, event, replace(stop, cards=cards), Ruling.ENTER_CARD, issued=issued, answered=True)
    twice = any(card in others and card != UNREAD for card in cards) and not table.layout_unknown
    if stop.hand == DEALER and step.table.up_card is not None and step.table.up_card not in cards:
        step = step.but(up_card=cards[-1])
    step = settle_anew(step, stop.hand)
    if twice:
        about = Stop(clause="CNT-4", says="", choices=())
        says = "A card on the layout lies in another hand as well. (CNT-4)"
        return apply(step, about, Ruling.VOID_ROUND, issued="CNT-4", says=says)
    return resume(turn_up_card(step))


# -- replacing and taking back -------------------------------------------------------------------------------------


def _replace(table: Table, event: SupervisorDecided, decision: Ruling | None) -> Step:
    """Another ruling takes the place of the last one, applied to the round as that one found it."""
    old = _last_ruling(table, event.seat)
    if decision is None and old is not None:
        return _say(Step(table), event, "confirmed", old.hand)
    if decision is None or (old is None and decision not in _WITHOUT_A_RULING):
        return refuse(table, "There is no ruling of this round to decide on.", event.seat, clause="SUP-1")
    if table.play_phase is Phase.CLOSED:
        return refuse(table, "The table is closed; there is no round to decide on.", clause="SUP-1")
    about = _about(old, event.seat) if old else Stop(clause="SUP-1", says="", choices=(), hand=event.seat)
    if decision in _ON_A_HAND and about.hand is None:
        return refuse(table, "Say which hand: name its seat.", clause="SUP-1")
    if decision in ENDS_A_HAND and not _has_hand(table, about.hand):
        return refuse(table, f"{name_of(about.hand or DEALER)} has no hand that could be ruled so.", about.hand)
    if decision in _MOVES_A_CARD and not _card_can_move(table, about, decision):
        return refuse(table, f"There is no card to {decision.value.split('_')[0]} here.", about.hand, clause="SUP-1")
    if (why := _cannot_be(table, about, decision)) != "":
        return refuse(table, why, about.hand, clause="SUP-1")
    if old is not None and old.decision is Ruling.ENTER_CARD and decision in (Ruling.VOID_ROUND, *ENDS_A_HAND):
        # What the cards are stays known; the new ruling stands beside it, and nothing settled by it is unsettled.
        old = None
    step = undo(Step(table), old) if old else Step(table)
    question = _question_of(old)
    if decision is Ruling.ENTER_CARD and question is not None:
        return _enter_after_all(table, step, event, question)
    if question is not None and question.hand not in (None, about.hand) and decision is not Ruling.VOID_ROUND:
        # Another hand is decided on: what was asked about the first is a question again.
        step = step.but(stops=(question, *step.table.stops))
    step = _put_in_force(step, event, about, decision, issued="SUP-1", replaced=old)
    return resume(step)


def _enter_after_all(table: Table, undone: Step, event: SupervisorDecided, question: Stop) -> Step:
    """Cards are entered as when it was asked; where that is refused the ruling that stood still stands."""
    asked = undone.but(stops=(question, *undone.table.stops))
    entered = _enter(asked.table, event, question, False)
    if changed(entered.table, message="") == changed(asked.table, message=""):
        return Step(changed(table, message=entered.table.message), entered.effects)
    return Step(entered.table, (*asked.effects, *entered.effects))


def _card_can_move(table: Table, about: Stop, decision: Ruling) -> bool:
    """A card is given to a hand that is short, and burned or entered where the question was about one."""
    if decision is Ruling.GIVE_CARD:
        return about.hand is not None and about.hand in table.order and len(table.dealt(about.hand).cards) < FIVE
    return decision.value in about.choices


def _has_hand(table: Table, hand: Hand | None) -> bool:
    return bool(hand) and bool(table.player(hand or 1).ante)


def _about(old: Ruled, seat: Hand | None) -> Stop:
    answered = _question_of(old) or Stop(clause=old.clause, says="", choices=(), hand=old.hand)
    return answered if seat is None else replace(answered, hand=seat)


def _question_of(ruled: Ruled | None) -> Stop | None:
    """The question that a ruling answered, itself or in place of another."""
    while ruled is not None and ruled.answers is None:
        ruled = ruled.replaced
    return None if ruled is None else ruled.answers


def _since(table: Table, ruling: Ruled) -> tuple[Ruled, ...]:
    """The rulings after this one."""
    place = next(place for place, ruled in enumerate(table.rulings) if ruled is ruling)
    return table.rulings[place + 1 :]


def _last_void(table: Table) -> Ruled | None:
    """The ruling that the round is void by; None while it is not."""
    voids = (ruled for ruled in reversed(table.rulings) if ruled.decision is Ruling.VOID_ROUND)
    return next(voids, None) if table.void else None


def _last_ruling(table: Table, seat: Hand | None) -> Ruled | None:
    """The ruling a decision replaces: the last one, or the last that touched `seat`; in a void round what voided it."""
    if (void := _last_void(table)) is not None:
        return void
    for ruled in reversed(table.rulings):
        if seat is None or ruled.hand == seat:
            return ruled
    return None


def _take_back(table: Table, event: SupervisorDecided) -> Step:
    """Undoes the last decision: what it replaced is in force again, what it answered is asked again."""
    last = next((ruled for ruled in reversed(table.rulings) if ruled.by), None)
    if last is None:
        return refuse(table, "There is no decision to take back.", clause="SUP-1")
    void = _last_void(table)
    if void is not None and any(ruled is void for ruled in _since(table, last)):
        says = f"The round was voided after that decision ({void.clause}); replace that ruling first."
        return refuse(table, says, last.hand, clause="SUP-1")
    step = undo(Step(table), last)
    if last.replaced is not None:
        old = last.replaced
        names = ", ".join(person.name for person in event.by)
        says = f"{names} took back the last decision; {old.decision.value.replace('_', ' ')} stands again. (SUP-1)"
        about = _about(old, None)
        step = apply(
            step, about, old.decision, issued="SUP-1", says=says, facts=about.facts, by=old.by, note=event.note
        )
        # The ruling that was replaced stands again as it was, with its own history.
        again = replace(step.table.rulings[-1], answers=old.answers, replaced=old.replaced)
        return Step(changed(step.table, rulings=(*step.table.rulings[:-1], again)), step.effects)
    step = _say(step, event, "take_back", last.hand)
    return _ask_first(step, last.answers) if last.answers is not None else resume(step)


def _ask_first(step: Step, stop: Stop) -> Step:
    """The question that was answered first is the first again."""
    step = step.ask(stop)
    return step.but(stops=(step.table.stops[-1], *step.table.stops[:-1]))


def _say(step: Step, event: SupervisorDecided, decision: str, hand: Hand | None) -> Step:
    """A decision that puts no new ruling into force is issued all the same."""
    names = ", ".join(person.name for person in event.by)
    says = {"confirmed": "confirmed the ruling", "take_back": "took back the last decision"}[decision]
    return step.tell(IssueRuling("SUP-1", decision, f"{names} {says}. (SUP-1)", hand, (), names, event.note))
