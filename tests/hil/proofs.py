"""What has to be seen on the board, in this order: each proof goes on at the table that the one before left behind.

A proof returns what it saw as one sentence, or raises ProofError. It measures wires and asks the installed commands; it
must never take the daemon's word where a wire can be measured.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.hil import card
from tests.hil.rig import JOURNAL, SEATS, UNIT, Rig
from tests.hil.trouble import ProofError

Proof = Callable[[Rig], str]

# Seat 3 holds a pair of kings against ace-king, seat 5 nothing; nobody is dealt a card twice in a round.
_ROUND = {3: "Kh Kc 9s 6d 3c", 5: "Qh 8c 7s 5d 2h", 0: "As Kd 9h 4c 2s"}
_PACKETS = list(_ROUND.values())


def it_starts_as_installed(rig: Rig) -> str:
    """The shipped unit with the shipped configuration, under its own user, on devices that udev rules give it."""
    seconds = rig.start()
    rig.open_table()

    owner = rig.board.must("stat", "-c", "%U:%G %a", f"/dev/{rig.gpio.name}").strip()
    user = rig.board.must("ps", "-o", "user=", "-p", rig.unit("MainPID")).strip()
    analyzed = rig.board.must("systemd-analyze", "security", "--no-pager", UNIT)
    exposure = float(analyzed.rpartition("service: ")[2].split()[0])
    _same((user, owner), ("tablehand", "root:tablehand 660"), "the daemon's user and its chip's rights")
    _holds(exposure <= 1.2, f"the unit's exposure is at most 1.2: {exposure}")
    _same((rig.lit(), rig.refusing()), (set(), False), "the lamps and the lock line of an open table")
    return f"READY after {seconds:.1f} s as user {user}; systemd-analyze security: exposure {exposure}"


def chips_light_the_right_lamps(rig: Rig) -> str:
    rig.shoe.load_pack("P0417")
    rig.ante(SEATS)

    for number, seat in enumerate(SEATS, start=1):
        rig.chip(seat)
        rig.until_lit(SEATS[:number])

    rig.act({"ante": {str(seat): "0.00" for seat in SEATS if seat not in _ROUND}})
    rig.until_lit([3, 5])
    _same(rig.table()["meter"], "100001.40", "the meter with two chips left")
    return "a pulse on each acceptor lit its own lamp and no other; taken back, five went dark and the meter fell again"


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
    rig.until_shoe_is_content()

    _play_to_the_end(rig)

    verdict = rig.command("journal", "verify", JOURNAL).partition(", the last")[0]
    return f"15 cards over the UART, seat 3 wins and seat 5 folds; {verdict}"


def a_killed_daemon_resumes_the_round(rig: Rig) -> str:
    _bet(rig)
    _close_bets(rig)
    _deal_in_part(rig)
    before, restarts = rig.table(), rig.restarts()
    seconds = 0.0

    def kill() -> None:
        nonlocal seconds
        rig.board.must("systemctl", "kill", "-s", "KILL", UNIT)
        seconds = rig.until_restarted(restarts)
        rig.until_lit({3, 5})

    levels = rig.recorded(kill)

    _same(rig.table(), before, "the table after the restart")
    _same(levels["lock"], [rig.safe_levels["lock"]], "the lock line from the kill to the resumed deal")
    _same(levels["lamp_3"], [1, 0, 1], "lamp 3 from the kill to the resumed deal")
    _deal_the_rest(rig)
    _play_to_the_end(rig)
    return f"killed after 7 cards, back at the same card after {seconds:.1f} s, acceptors locked meanwhile; played on"


def the_watchdog_restarts_a_hung_daemon(rig: Rig) -> str:
    _bet(rig)
    before, restarts = rig.table(), rig.restarts()

    rig.board.must("kill", "-s", "STOP", rig.unit("MainPID"))

    seconds = rig.until_restarted(restarts)
    _holds("Watchdog timeout" in rig.log(), "systemd's log names the watchdog")
    _same(rig.table(), before, "the table after the restart")
    rig.until_lit({3, 5})
    return f"stopped with SIGSTOP; the watchdog killed it, the same wagers stood again after {seconds:.1f} s"


def outputs_are_safe_after_stop(rig: Rig) -> str:
    """While wagers are open and lamps are lit: the moment at which every output has to change."""
    _same(rig.lit(), {3, 5}, "the lamps while the daemon holds the lines")
    _same(rig.refusing(), False, "whether the acceptors refuse while wagers are open")

    levels = rig.recorded(rig.stop)

    turned = [name for name, seen in levels.items() if seen != [rig.safe_levels[name]]]
    _same(turned, ["lock", "lamp_3", "lamp_5"], "the outputs that changed")
    for name in turned:
        safe = rig.safe_levels[name]
        _same(levels[name], [1 - safe, safe], f"{name} while the daemon stopped and make-safe ran")
    _holds("at their fail-safe level: lamp_1" in rig.log(), "the log tells that make-safe ran after the daemon")
    _same(rig.holder(rig.wires["lock"].line), "", "who holds the lock line after the stop")
    _same(rig.levels(), rig.safe_levels, "the levels while nobody holds the lines")
    return "lamps dark and acceptors refusing: as the daemon stopped, while make-safe ran, and when nobody held a line"


def make_safe_drives_the_outputs(rig: Rig) -> str:
    """With every pull the wrong way round, so that only a driver can hold a line at its fail-safe level."""
    for wire in rig.outputs.values():
        rig.board.ask("pull", line=wire.line, pull="down" if wire.safe else "up")
    try:
        levels = rig.recorded(lambda: rig.command("make-safe"))
    finally:
        for wire in rig.outputs.values():
            rig.board.ask("pull", line=wire.line, pull=wire.pull)

    undriven = [name for name, safe in rig.safe_levels.items() if levels[name] != [1 - safe, safe]]
    _same(undriven, [], "the outputs that make-safe did not drive")
    return f"make-safe drove all {len(levels)} outputs against pulls that were wrong on purpose"


def a_power_cut_resumes_the_round(rig: Rig) -> str:
    rig.start()
    rig.until_lit({3, 5})
    _close_bets(rig)
    _deal_in_part(rig)
    before = rig.table()

    rig.cut_power()

    rig.power_on()
    _same(rig.levels(), rig.safe_levels, "the levels before the daemon starts")
    seconds = rig.start()
    rig.until_lit({3, 5})
    _same(rig.table(), before, "the table after the power cut")
    _deal_the_rest(rig)
    _play_to_the_end(rig)
    return f"QEMU killed after 7 cards; at the next boot READY after {seconds:.1f} s at the same card; played on"


def the_drivers_conform_on_the_chip(rig: Rig) -> str:
    """The conformance tests that pass on simulated drivers, on the kernel's chip; the last proof, since they turn its
    wires about."""
    rig.stop()

    pytest = (f"{card.HOME}/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short")
    done = rig.board.run(*pytest, "-m", "hil", "tests/conformance", within=400, cwd=f"{card.HOME}/kit")

    _holds(done.code == 0, f"the conformance tests pass: {done.last}\n{done.out}")
    _holds("skipped" not in done.last, f"none was skipped: {done.last}")
    return f"pytest tests/conformance -m hil: {done.last}"


PROOFS: tuple[Proof, ...] = (
    it_starts_as_installed,
    chips_light_the_right_lamps,
    no_more_bets_locks_the_acceptors,
    a_round_from_the_shoe_is_settled,
    a_killed_daemon_resumes_the_round,
    the_watchdog_restarts_a_hung_daemon,
    outputs_are_safe_after_stop,
    make_safe_drives_the_outputs,
    a_power_cut_resumes_the_round,
    the_drivers_conform_on_the_chip,
)


def _bet(rig: Rig) -> None:
    """A new pack, antes and chips at seats 3 and 5."""
    rig.shoe.load_pack("P0417")
    rig.ante([3, 5])
    for seat in (3, 5):
        rig.chip(seat)
    rig.until_lit({3, 5})


def _close_bets(rig: Rig) -> None:
    rig.press("no_more_bets")
    rig.until_phase("counting")
    rig.act({"count_chips": 2})
    rig.until_phase("dealing")


def _deal_in_part(rig: Rig) -> None:
    """Seven cards: seat 3 has its hand, seat 5 two cards."""
    rig.shoe.deal(_PACKETS[:1])
    rig.shoe.draw(_PACKETS[1][:5])
    rig.until_shoe_is_content()


def _deal_the_rest(rig: Rig) -> None:
    rig.shoe.draw(_PACKETS[1][6:])
    rig.shoe.end_packet()
    rig.shoe.deal(_PACKETS[2:])
    rig.until_shoe_is_content()


def _play_to_the_end(rig: Rig) -> None:
    """From the last card to the cleared table, whose journal has to be sound."""
    rig.press("deal_complete")
    rig.until_phase("deciding")
    rig.act({"decide": {"3": "raise", "5": "fold"}})
    rig.act({"reveal": None})
    rig.act({"settle": None})
    results = {seat: told["result"] for seat, told in rig.table()["seats"].items() if told["result"]}
    _same({seat: result["outcome"] for seat, result in results.items()}, {"3": "win", "5": "fold"}, "the results")
    rig.press("clear")
    rig.until_phase("betting")
    rig.until_lit([])
    rig.command("journal", "verify", JOURNAL)


def _same(seen: object, wanted: object, what: str) -> None:
    if seen != wanted:
        raise ProofError(f"{what}: saw {seen}, wanted {wanted}")


def _holds(truth: bool, what: str) -> None:
    if not truth:
        raise ProofError(f"not so: {what}")
