"""What has to be seen on the board, in this order: each proof goes on at the table that the one before left behind.

A proof returns what it saw as one sentence, or raises ProofError. It measures wires and asks the installed commands; it
must never take the daemon's word where a wire can be measured.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.hil import card
from tests.hil.rig import JOURNAL, UNIT, Rig
from tests.hil.trouble import ProofError

Proof = Callable[[Rig], str]

# Seat 3 holds a pair of kings against ace-king, seat 5 nothing; nobody is dealt a card twice in a round.
_ROUND = {3: "Kh Kc 9s 6d 3c", 5: "Qh 8c 7s 5d 2h", 0: "As Kd 9h 4c 2s"}
_PACKETS = list(_ROUND.values())


def it_starts_as_installed(rig: Rig) -> str:
    """The shipped unit with the shipped configuration, under its own user, on devices that udev rules give it."""
    seconds = rig.start()
    rig.open_table()

    user = rig.board.must("ps", "-o", "user=", "-p", rig.unit("MainPID")).strip()
    _same(user, "tablehand", "the daemon's user")
    _same(rig.lit(), set(), "the lamps lit before any chip")
    return f"READY after {seconds:.1f} s as user {user}"


def chips_light_the_right_lamps(rig: Rig) -> str:
    rig.ante([1, 3, 5])
    rig.chip(4, milliseconds=0)

    for seat in (3, 5):
        rig.chip(seat)

    rig.until_lit({3, 5})
    rig.act({"ante": {"1": "0.00"}})
    _same(rig.status()["meter"], "100001.40", "the meter after two chips")
    return "pulses on acceptors 3 and 5: lamps 3 and 5 lit, all others dark; a spike on 4 was no chip"


def no_more_bets_locks_the_acceptors(rig: Rig) -> str:
    before = rig.levels()["lock"]

    rig.press("no_more_bets")

    rig.board.until(rig.refusing, "the lock line is active")
    rig.chip(1)
    rig.act({"count_chips": 2})
    rig.until_phase("dealing")
    _same(rig.lit(), {3, 5}, "the lamps after a late chip")
    return f"lock line {before} -> {rig.levels()['lock']} on the dealer's key; a late chip lit nothing"


def a_round_from_the_shoe_is_settled(rig: Rig) -> str:
    rig.shoe.deal(_PACKETS)
    rig.board.until(lambda: rig.shoe.settled, "the shoe's frames are acknowledged")
    rig.press("deal_complete")
    rig.until_phase("deciding")
    rig.act({"decide": {"3": "raise", "5": "fold"}})
    rig.act({"reveal": None})

    rig.act({"settle": None})

    results = rig.status()["results"]
    _same({seat: results[seat]["outcome"] for seat in ("3", "5")}, {"3": "win", "5": "fold"}, "the results")
    rig.press("clear")
    rig.until_phase("betting")
    _same(rig.lit(), set(), "the lamps after the round")
    return f"15 cards over /dev/ttyS1: seat 3 wins, seat 5 folds; journal: {_verified(rig)}"


def a_killed_daemon_resumes_the_round(rig: Rig) -> str:
    _bet(rig)
    rig.shoe.deal(_PACKETS[:1])
    rig.shoe.draw("Qh 8c")
    rig.board.until(lambda: rig.shoe.settled, "the shoe's frames are acknowledged")
    before, restarts = _told(rig), int(rig.unit("NRestarts"))

    rig.board.must("systemctl", "kill", "-s", "KILL", UNIT)

    seconds = rig.until_restarted(restarts)
    _same(_told(rig), before, "the table after the restart")
    rig.until_lit({3, 5})
    rig.shoe.draw("7s 5d 2h")
    rig.shoe.end_packet()
    rig.shoe.deal(_PACKETS[2:])
    _finish(rig)
    return f"killed after 7 cards, dealing again after {seconds:.1f} s, played to the end; journal: {_verified(rig)}"


def the_watchdog_restarts_a_hung_daemon(rig: Rig) -> str:
    _bet(rig)
    before, restarts = _told(rig), int(rig.unit("NRestarts"))

    rig.board.must("kill", "-s", "STOP", rig.unit("MainPID"))

    seconds = rig.until_restarted(restarts)
    _same(rig.unit("Result"), "success", "the unit's result after the restart")
    _same(_told(rig), before, "the table after the restart")
    rig.until_lit({3, 5})
    return f"stopped with SIGSTOP, back with the same round after {seconds:.1f} s"


def outputs_are_safe_after_stop(rig: Rig) -> str:
    """With the lamps lit and, on purpose, one lamp's pull the wrong way round, so that only a driver can keep it dark."""
    held = rig.levels()
    _same(rig.lit(), {3, 5}, "the lamps while the daemon holds the lines")
    wrong_way = rig.wires["lamp_3"]
    rig.board.ask("pull", line=wrong_way.line, pull="up")
    rig.board.ask("record", lines=[wire.line for wire in rig.outputs.values()])

    rig.stop()

    changes = rig.board.ask("recorded")
    _same(rig.holder(), "", "who holds the lock line after the stop")
    last = {line: level for _, line, level in changes}
    lock = [level for _, line, level in changes if line == rig.wires["lock"].line]
    lamp = [level for _, line, level in changes if line == wrong_way.line]
    _same(lamp, [1, 0, 1, 0, 1], "lamp 3 lit, put out, let go, made safe, let go again")
    rig.board.ask("pull", line=wrong_way.line, pull=wrong_way.pull)
    _same(rig.levels(), rig.safe_levels, "the levels while nobody holds the lines")
    return f"{held} {lock} {last}"


def make_safe_alone_is_enough(rig: Rig) -> str:
    raise ProofError("not written")


def the_drivers_conform_on_the_chip(rig: Rig) -> str:
    """The same conformance tests that pass on simulated drivers, on the kernel's chip."""
    kit = f"{card.HOME}/kit"
    options = ("-q", "-p", "no:cacheprovider", "-m", "hil", "tests/conformance")
    done = rig.board.run(f"{card.HOME}/bin/python3", "-m", "pytest", *options, within=300, cwd=kit)
    if done.code:
        raise ProofError(f"the conformance tests failed: {done.last}\n{done.out}")
    return done.last


def a_power_cut_resumes_the_round(rig: Rig) -> str:
    rig.start()
    rig.shoe.deal(_PACKETS[:1])
    rig.shoe.draw("Qh 8c")
    rig.board.until(lambda: rig.shoe.settled, "the shoe's frames are acknowledged")
    before = _told(rig)

    rig.cut_power()

    rig.power_on()
    seconds = rig.start()
    rig.until_phase("dealing")
    _same(_told(rig), before, "the table after the power cut")
    rig.until_lit({3, 5})
    rig.shoe.draw("7s 5d 2h")
    rig.shoe.end_packet()
    rig.shoe.deal(_PACKETS[2:])
    _finish(rig)
    return f"cut after 7 cards; READY {seconds:.1f} s after the second start, played to the end; {_verified(rig)}"


PROOFS: tuple[Proof, ...] = (
    it_starts_as_installed,
    chips_light_the_right_lamps,
    no_more_bets_locks_the_acceptors,
    a_round_from_the_shoe_is_settled,
    a_killed_daemon_resumes_the_round,
    the_watchdog_restarts_a_hung_daemon,
    outputs_are_safe_after_stop,
    the_drivers_conform_on_the_chip,
    a_power_cut_resumes_the_round,
)


def _bet(rig: Rig) -> None:
    """Antes and chips at seats 3 and 5, then the deal may begin."""
    rig.ante([3, 5])
    for seat in (3, 5):
        rig.chip(seat)
    rig.until_lit({3, 5})
    rig.press("no_more_bets")
    rig.until_phase("counting")
    rig.act({"count_chips": 2})
    rig.until_phase("dealing")


def _finish(rig: Rig) -> None:
    rig.board.until(lambda: rig.shoe.settled, "the shoe's frames are acknowledged")
    rig.press("deal_complete")
    rig.until_phase("deciding")
    rig.act({"decide": {"3": "raise", "5": "fold"}})
    rig.act({"reveal": None})
    rig.act({"settle": None})
    rig.press("clear")
    rig.until_phase("betting")


def _told(rig: Rig) -> str:
    """The table as it tells of itself, without what differs from start to start."""
    return json.dumps(rig.status(), sort_keys=True)


def _verified(rig: Rig) -> str:
    return rig.command("journal", "verify", JOURNAL).strip().splitlines()[-1]


def _same(seen: object, wanted: object, what: str) -> None:
    if seen != wanted:
        raise ProofError(f"{what}: saw {seen}, wanted {wanted}")
