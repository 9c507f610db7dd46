"""What came of a show: rounds, wagers, awards and rulings, counted from what was told to everyone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from controller.core.money import NOTHING, Money


class Tally:
    def __init__(self) -> None:
        self.rounds = 0
        self.chips = 0
        self.awards: list[Money] = []
        self.rulings: Counter[str] = Counter()
        self.meter = NOTHING

    def begin(self, answer: Mapping[str, Any]) -> None:
        """The table as it stands at first."""
        self.meter = Money.parse(answer["table"]["meter"])

    def hear(self, told: Mapping[str, Any]) -> None:
        self.rounds += told["event"] == "round_cleared" and told["phase"] == "betting"
        self.meter = Money.parse(told["table"]["meter"])
        for effect in told["effects"]:
            match effect:
                case {"effect": "issue_ruling", "clause": clause}:
                    self.rulings[clause] += 1
                case {"effect": "move_meter", "reason": "contribution"}:
                    self.chips += 1
                case {"effect": "move_money", "wager": "award", "way": "paid", "amount": amount}:
                    self.awards.append(Money.parse(amount))

    def lines(self) -> Iterator[str]:
        yield f"{_some(self.rounds, 'round')} played, {_some(self.chips, 'progressive wager')}"
        paid = sum(self.awards, NOTHING)
        yield f"meter {self.meter.spoken()}, {_some(len(self.awards), 'award')} paid: {paid.spoken()}"
        issued = ", ".join(f"{clause} {count}" for clause, count in sorted(self.rulings.items()))
        yield f"rulings: {issued or 'none'}"


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
