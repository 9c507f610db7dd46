"""How findings meet: what the profile rules on each, which prevails, and what is asked of a supervisor.

The grave counts before the light, a void round before all; what only a person may decide becomes a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from controller.core.cards import Card
from controller.core.events import DEALER, Hand
from controller.core.house import Authority, Deal, Ruling, Verdict
from controller.core.lamps import light_is_on
from controller.core.state import FIVE, Phase, Stop, Table
from controller.rules.enforcement import apply
from controller.rules.judge import Finding
from controller.rules.step import Step

GRAVITY = (
    Ruling.NONE, Ruling.PLAY_ON, Ruling.GIVE_CARD, Ruling.BURN_CARD, Ruling.ENTER_CARD,
    Ruling.SET_RIGHT, Ruling.TURN_UP, Ruling.OFFER_WITHDRAWAL, Ruling.DEAD_HAND, Ruling.FORFEIT_HAND,
    Ruling.PROGRESSIVE_ONLY, Ruling.VOID_ROUND,
)  # fmt: skip
"""On one hand the graver ruling prevails: void, forfeited, dead, live."""


def rule(step: Step, findings: Iterable[Finding], cards: tuple[Card, ...] = ()) -> Step:
    """Rules what was found, as the profile has it. `cards` are what a question about them would be about.

    A ruling that voids the round is issued alone and ends the judging, also while the table is halted. Findings on
    different hands are ruled separately; on one hand the graver counts.
    """
    found = [_ruled(step.table, finding) for finding in findings if finding.clause in step.table.house.profile.verdicts]
    found = [(finding, verdict) for finding, verdict in found if verdict.ruling is not Ruling.NONE]
    step = _remember(step, found)
    for finding, verdict in found:
        if verdict.authority is Authority.CONTROLLER and verdict.ruling is Ruling.VOID_ROUND:
            return _at_once(step, finding, verdict, cards)
    for finding, verdict in _gravest_by_hand(found):
        match verdict.authority:
            case Authority.CONTROLLER:
                step = _at_once(step, finding, verdict, cards)
            case Authority.SUPERVISOR:
                step = _ask(step, _question(step.table, finding, verdict, cards))
            case Authority.NOTE:
                step = step.alert(finding.clause, finding.sentence, finding.hand, finding.clause)
    return step


def _ruled(table: Table, finding: Finding) -> tuple[Finding, Verdict]:
    """The verdict of the profile for this finding, as the circumstances have it.

    A second time within the round is ruled as another clause (DEAD-4 as DEAD-2). Where the count alone would void the
    round while somebody is lit, a profile that treats CNT-5 in its own way rules that instead.
    """
    verdicts = table.house.profile.verdicts
    verdict = verdicts[finding.clause]
    if verdict.again and _offence(finding) in table.offences:
        verdict = verdicts[verdict.again]
    special = _variant(table, verdict, finding.hand)
    if special is not None:
        verdict = Verdict(special, Authority.CONTROLLER)
    if finding.clause in _COUNTS and verdict.ruling is Ruling.VOID_ROUND and _cnt_5_is_special(table):
        return replace(finding, rule=replace(finding.rule, clause="CNT-5")), verdicts["CNT-5"]
    return finding, verdict


_COUNTS = ("CNT-1", "CNT-2", "CNT-3")

_CIRCUMSTANCES: dict[str, Callable[[Table, Hand | None], bool]] = {
    "too_many": lambda table, hand: hand is not None and cards_of(table, hand) > FIVE,
    "dealt_singly": lambda table, _hand: table.house.deal is Deal.SINGLE,
    "once_looked": lambda table, _hand: table.looked or any(player.raised is not None for player in table.players),
}


def _variant(table: Table, verdict: Verdict, hand: Hand | None) -> Ruling | None:
    """What the profile rules instead in the circumstances that hold now."""
    held = [ruling for name, ruling in verdict.variants.items() if _CIRCUMSTANCES[name](table, hand)]
    return held[-1] if held else None


def ruling_of(table: Table, clause: str, hand: Hand | None) -> Ruling | None:
    """What the profile rules under a clause that a supervisor names; None where it has no such rule."""
    verdicts = table.house.profile.verdicts
    verdict = verdicts.get(clause)
    if verdict is None or verdict.ruling is Ruling.NONE:
        return None
    ruling = _variant(table, verdict, hand) or verdict.ruling
    if clause in _COUNTS and ruling is Ruling.VOID_ROUND and _cnt_5_is_special(table):
        return verdicts["CNT-5"].ruling
    return ruling


def cards_of(table: Table, hand: Hand) -> int:
    dealt = table.dealt(hand)
    return len(dealt.cards) if dealt.told is None else dealt.told


def _cnt_5_is_special(table: Table) -> bool:
    """In `house` the clause merely says where the chip goes, and is no ruling."""
    profile = table.house.profile
    verdict = profile.verdicts.get("CNT-5")
    own_way = verdict is not None and (verdict.ruling is Ruling.PROGRESSIVE_ONLY or profile.carry_chips)
    return own_way and any(light_is_on(table, player) and player.in_play for player in table.players)


def _offence(finding: Finding) -> tuple[str, Hand]:
    return finding.clause, DEALER if finding.hand is None else finding.hand


def _remember(step: Step, found: list[tuple[Finding, Verdict]]) -> Step:
    new = [_offence(f) for f, _ in found if step.table.house.profile.verdicts[f.clause].again]
    return step.but(offences=(*step.table.offences, *new)) if new else step


def _gravest_by_hand(found: list[tuple[Finding, Verdict]]) -> list[tuple[Finding, Verdict]]:
    """Of several rulings on one hand the gravest; what asks about the round or about cards stands beside them."""
    gravest: dict[object, tuple[Finding, Verdict]] = {}
    for finding, verdict in found:
        about_cards = verdict.ruling in (Ruling.BURN_CARD, Ruling.ENTER_CARD) or finding.hand is None
        key: object = finding.clause if about_cards else finding.hand
        if key not in gravest or GRAVITY.index(verdict.ruling) > GRAVITY.index(gravest[key][1].ruling):
            gravest[key] = (finding, verdict)
    return list(gravest.values())


def _at_once(step: Step, finding: Finding, verdict: Verdict, cards: tuple[Card, ...]) -> Step:
    stop = _question(step.table, finding, verdict, cards)
    return apply(step, stop, verdict.ruling, issued=finding.clause, says=finding.sentence, facts=finding.facts)


def _ask(step: Step, question: Stop) -> Step:
    """Cards that follow one that was not due join its question: one decision is about them all."""
    asked = next((stop for stop in step.table.stops if stop.clause == question.clause == "DEAL-2"), None)
    if asked is None:
        return step.ask(question)
    joined = replace(asked, cards=(*asked.cards, *question.cards))
    return step.but(stops=tuple(joined if stop is asked else stop for stop in step.table.stops))


def _question(table: Table, finding: Finding, verdict: Verdict, cards: tuple[Card, ...]) -> Stop:
    choices = _choices(table, finding, verdict)
    return Stop(
        clause=finding.clause,
        says=finding.sentence,
        choices=tuple(choice.value for choice in choices),
        hand=finding.hand,
        facts=finding.facts,
        cards=cards,
    )


def _choices(table: Table, finding: Finding, verdict: Verdict) -> tuple[Ruling, ...]:
    choices = verdict.choices or (verdict.ruling,)
    if finding.clause == "DEAL-2" and table.play_phase is not Phase.BETTING:
        choices = (Ruling.BURN_CARD,)
    if finding.clause == "EQP-1" and finding.hand is None:
        # Trouble of the shoe itself: a card can be entered only while one is due.
        due = any(table.lacking(hand) for hand in table.order)
        choices = (Ruling.VOID_ROUND, *((Ruling.ENTER_CARD,) if due else ()), Ruling.PLAY_ON)
    if table.void:
        # Nothing is left to void or to enter; the question only says that somebody has seen it.
        return (Ruling.BURN_CARD,) if finding.clause == "DEAL-2" else (Ruling.PLAY_ON,)
    # The round can always be voided; that is nobody's to withhold from a supervisor.
    return choices if Ruling.VOID_ROUND in choices else (*choices, Ruling.VOID_ROUND)
