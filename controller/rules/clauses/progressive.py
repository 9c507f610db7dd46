"""The progressive's clauses; they act in `controller.rules.progressive` without a ruling."""

from __future__ import annotations

from controller.rules.judge import Clause, Rule

CLAUSES = (
    Clause(id="PRG-1", says="Each accepted chip raises the meter; fractions of a cent are carried.",
           acts="raise_by_chip"),
    Clause(id="PRG-2", says="A lit seat with a flush or better wins whatever the table bets do.", acts="award_due"),
    Clause(id="PRG-3", says="A folded hand still wins it where the profile says so; the warning comes at the reveal.",
           acts="can_win"),
    Clause(id="PRG-4", says="Each winner is paid from the meter as it stands when it is that player's turn.",
           acts="award_due"),
    Clause(id="PRG-5", says="Several royals share the meter equally; cents that do not divide go to those paid first.",
           acts="royal_shares"),
    Clause(id="PRG-6", says="At the first royal's turn the whole meter is set aside and restarts at its base.",
           acts="set_aside"),
    Clause(id="PRG-7", says="Percentage awards are rounded down to the cent; the remainder stays on the meter.",
           acts="award_due"),
    Clause(id="PRG-8", says="Whether fixed awards come off the meter is the house's setting.", acts="pay_award"),
    Clause(id="PRG-9", says="A percentage award waits for two persons, one of them a supervisor.", acts="approve"),
    Clause(id="PRG-10", says="The meter falls only by an award, a correction by two persons or a chip handed back.",
           acts="correct_meter"),
    Clause(id="PRG-11", says="Six figures and the last 25 hits, recomputable from the journal.", acts="Meter"),
    Clause(id="PRG-12", says="Above the limit is overflow; an unreasonable rise is no money.", acts="raise_by_chip"),
    Clause(id="PRG-13", says="A changed parameter comes into force after the next royal.", acts="change_parameters"),
    Clause(id="PRG-14", says="A void round gives its chips back, their share comes off the meter.", acts="void_round"),
)  # fmt: skip

RULES: tuple[Rule, ...] = ()
