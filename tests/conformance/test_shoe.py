"""Every shoe driver keeps one contract, whether its signals are posted at the port or come as bytes over a line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.ports import (
    CardLeft,
    Garbled,
    Heartbeat,
    PacketEnded,
    PackLoaded,
    ShoeBooted,
    ShoeFault,
    ShoeRestored,
    ShoeSignal,
    Signal,
    StubCounted,
)
from drivers.shoe.conversation import Conversation, Patience
from drivers.sim.shoe import SimShoe, SimulatedShoe
from drivers.sim.shoe_side import ShoeSide
from drivers.sim.wired_shoe import PtyShoe
from tests.conformance.waiting import until

BOOTED = ShoeBooted("7F3A", 52)


class Bench(ABC):
    """One shoe, and the controller's end of it, which can lose its power and come back."""

    shoe: SimulatedShoe

    def __init__(self) -> None:
        self.signals: list[Signal] = []

    @abstractmethod
    def come_back(self, boot: str, number: int, cards_out: int) -> None:
        """The controller's end starts anew with what its journal knows."""

    def start(self) -> None:
        self.shoe.start(self.signals.append)
        until(lambda: any(isinstance(signal, Heartbeat) for signal in self.signals), "no heartbeat")

    def start_in_step(self) -> None:
        """Started, and the boot is behind us."""
        self.start()
        until(lambda: self.told == [BOOTED])
        self.shoe.acknowledge("7F3A", 0)
        self.signals.clear()

    @property
    def told(self) -> list[ShoeSignal]:
        """What is for the rules."""
        return [
            signal
            for signal in self.signals
            if isinstance(signal, ShoeSignal) and not isinstance(signal, Heartbeat | Garbled)
        ]

    def tells(self, *signals: ShoeSignal) -> None:
        """Exactly this is told, sooner or later, and with it the shoe's numbers."""
        until(lambda: len(self.told) >= len(signals), f"told only {self.told}")
        assert self.told == list(signals)


class PortBench(Bench):
    def __init__(self) -> None:
        super().__init__()
        self.shoe: SimShoe = SimShoe()

    def come_back(self, boot: str, number: int, cards_out: int) -> None:
        self.shoe.close()
        self.signals.clear()
        self.shoe.resume(boot, number, cards_out)
        self.start()


class LineBench(Bench):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._side = ShoeSide()
        self.shoe: PtyShoe = self._link()

    def _link(self) -> PtyShoe:
        patience = Patience(degraded_ms=1_500, silent_ms=1_500)
        return PtyShoe(self._path, side=self._side, conversation=Conversation(patience=patience))

    def come_back(self, boot: str, number: int, cards_out: int) -> None:
        self.shoe.close()
        self.signals.clear()
        self.shoe = self._link()
        self.shoe.resume(boot, number, cards_out)
        self.start()


@pytest.fixture(params=["port", "line"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    made: Bench = PortBench() if request.param == "port" else LineBench(tmp_path / "shoe")
    yield made
    made.shoe.close()


def test_a_shoe_tells_what_it_does_in_order_with_boot_and_number(bench: Bench) -> None:
    bench.start()

    bench.shoe.load_pack("P0417")
    bench.shoe.draw("Kd")
    bench.shoe.draw("??", "u")
    bench.shoe.end_packet()
    bench.shoe.count_stub(50)

    bench.tells(BOOTED, PackLoaded("P0417"), CardLeft("Kd", "d"), CardLeft("??", "u"), PacketEnded(2), StubCounted(50))
    assert [(signal.boot, signal.number) for signal in bench.told] == [("7F3A", number) for number in range(6)]
    assert all(signal.at > 0 for signal in bench.signals)


def test_a_whole_pack_comes_out_and_the_numbers_go_round(bench: Bench) -> None:
    bench.start_in_step()
    cards = [rank + suit for _ in range(6) for suit in "cdhs" for rank in "23456789TJQKA"]

    for first in range(0, len(cards), 12):
        for card in cards[first : first + 12]:
            bench.shoe.draw(card)
        until(lambda first=first: len(bench.told) == first + 12)  # type: ignore[misc]
        bench.shoe.acknowledge("7F3A", bench.told[-1].number)

    bench.tells(*(CardLeft(card, "d") for card in cards))
    assert bench.told[-1].number == len(cards) - 255


@pytest.mark.parametrize("kind", ["jam", "misread", "double_draw", "cover_open", "empty"])
def test_a_shoe_in_trouble_says_so_and_says_when_it_is_over(bench: Bench, kind: str) -> None:
    bench.start_in_step()

    bench.shoe.fail(kind)
    bench.shoe.restore()

    bench.tells(ShoeFault(kind), ShoeRestored())


def test_trouble_is_cleared_from_the_table(bench: Bench) -> None:
    bench.start_in_step()
    bench.shoe.fail("jam")
    bench.tells(ShoeFault("jam"))

    bench.shoe.clear_fault()

    bench.tells(ShoeFault("jam"), ShoeRestored())


def test_a_packet_that_is_miscounted_is_a_fault_until_a_new_pack(bench: Bench) -> None:
    bench.start_in_step()

    bench.shoe.draw("Kd")
    bench.shoe.end_packet(2)
    bench.shoe.load_pack("P0418")

    bench.tells(CardLeft("Kd", "d"), ShoeFault("count"), PackLoaded("P0418"), ShoeRestored())


def test_a_shoe_whose_count_goes_wrong_is_at_fault(bench: Bench) -> None:
    bench.start_in_step()

    bench.shoe.miscount()

    bench.tells(ShoeFault("count"))


def test_a_shoe_that_reboots_says_so_and_counts_anew(bench: Bench) -> None:
    bench.start_in_step()
    bench.shoe.draw("Kd")
    bench.tells(CardLeft("Kd", "d"))

    bench.shoe.reboot("81C0")
    bench.shoe.draw("2c")

    bench.tells(CardLeft("Kd", "d"), ShoeBooted("81C0", 52), CardLeft("2c", "d"))
    assert [(signal.boot, signal.number) for signal in bench.told] == [("7F3A", 1), ("81C0", 0), ("81C0", 1)]


def test_a_shoe_is_locked_and_unlocked(bench: Bench) -> None:
    bench.start_in_step()

    bench.shoe.lock(True)
    until(lambda: bench.shoe.locked)
    bench.shoe.lock(False)

    until(lambda: not bench.shoe.locked)


def test_a_silent_shoe_is_at_fault_and_its_cards_come_when_it_speaks_again(bench: Bench) -> None:
    bench.start_in_step()

    bench.shoe.expect_cards(True)
    bench.shoe.go_silent()
    bench.shoe.draw("Kd")
    bench.tells(ShoeFault("silent"))
    bench.shoe.speak_again()

    bench.tells(ShoeFault("silent"), CardLeft("Kd", "d"), ShoeRestored())


@pytest.mark.parametrize("known", [0, 1, 2, 3])
def test_after_a_power_cut_exactly_what_the_journal_lacks_is_told(bench: Bench, known: int) -> None:
    bench.start_in_step()
    cards = ["Kd", "2c", "3s"]
    for card in cards:
        bench.shoe.draw(card)
    bench.tells(*(CardLeft(card, "d") for card in cards))
    bench.shoe.acknowledge("7F3A", known)

    bench.come_back("7F3A", known, known)
    bench.shoe.draw("9h")

    bench.tells(*(CardLeft(card, "d") for card in [*cards[known:], "9h"]))
    assert [signal.number for signal in bench.told] == list(range(known + 1, 5))


def test_after_a_power_cut_another_shoe_is_told_and_is_no_standing_trouble(bench: Bench) -> None:
    bench.start_in_step()
    bench.shoe.draw("Kd")
    bench.tells(CardLeft("Kd", "d"))
    bench.shoe.acknowledge("7F3A", 1)
    bench.signals.clear()
    bench.shoe.draw("2c")
    bench.tells(CardLeft("2c", "d"))
    bench.shoe.acknowledge("7F3A", 2)
    _settle(bench)

    bench.come_back("81C0", 40, 12)
    bench.shoe.draw("3s")

    bench.tells(ShoeFault("restarted"), ShoeRestored(), CardLeft("3s", "d"))


def test_acknowledgements_and_orders_that_make_no_sense_do_no_harm(bench: Bench) -> None:
    bench.shoe.acknowledge("", 0)
    bench.shoe.clear_fault()
    bench.start()

    bench.shoe.acknowledge("none", 300)
    bench.shoe.acknowledge("7F3A", 99)
    bench.shoe.draw("Kd")

    bench.tells(BOOTED, CardLeft("Kd", "d"))


def test_a_shoe_makes_progress_until_it_is_closed(bench: Bench) -> None:
    bench.start()
    before = bench.shoe.progress()

    until(lambda: bench.shoe.progress() > before + 1)


@pytest.mark.parametrize("acts", [(), ("start",)])
def test_a_shoe_may_be_closed_twice_from_any_state(bench: Bench, acts: tuple[str, ...]) -> None:
    for act in acts:
        getattr(bench, act)()

    bench.shoe.close()
    bench.shoe.close()


def test_whoever_takes_a_signal_may_acknowledge_it_at_once(bench: Bench) -> None:
    def take(signal: Signal) -> None:
        bench.signals.append(signal)
        if isinstance(signal, ShoeSignal):
            bench.shoe.acknowledge(signal.boot, signal.number)

    post: Callable[[Signal], None] = take
    bench.shoe.start(post)
    until(lambda: any(isinstance(signal, Heartbeat) for signal in bench.signals))
    for card in ["Kd", "2c"] * 20:
        bench.shoe.draw(card)

    until(lambda: len(bench.told) == 41)


def _settle(bench: Bench) -> None:
    """The shoe has heard what was acknowledged, where it has to hear it over a line."""
    if isinstance(bench.shoe, PtyShoe):
        shoe = bench.shoe

        def settled() -> bool:
            with shoe.hands_on() as side:
                return side.settled

        until(settled)
