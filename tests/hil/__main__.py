"""`make hil`: builds the board, boots it, runs the proofs and prints what they saw. Names choose proofs.

Exit code 0 when all hold, 1 when one does not, 77 when this machine cannot have a board: then nothing was proven, and
it says so loudly.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.table import Column, Table

from tests.hil.card import CHECKOUT
from tests.hil.proofs import PROOFS, Proof
from tests.hil.rig import Rig
from tests.hil.trouble import NoBoardError, ProofError

SKIPPED = 77
FOLDER = CHECKOUT / ".hil"
_OUT = Console(highlight=False, width=None if sys.stdout.isatty() else 140)


def main(names: list[str]) -> int:
    """Runs the proofs named, else all; each goes on where the one before left the table."""
    unknown = set(names) - {proof.__name__ for proof in PROOFS}
    if unknown:
        _OUT.print(f"there is no proof {', '.join(sorted(unknown))}; there are:")
        _OUT.print("\n".join(f"  {proof.__name__}" for proof in PROOFS))
        return 2
    proofs = [proof for proof in PROOFS if not names or proof.__name__ in names]
    try:
        with Rig(FOLDER) as rig:
            return 0 if _run(rig, proofs) else 1
    except NoBoardError as why:
        _OUT.print(Rule("SKIPPED: NOTHING WAS PROVEN ON REAL INPUT", style="bold red"))
        _OUT.print(f"There is no virtual board: {why}", markup=False)
        return SKIPPED


def _run(rig: Rig, proofs: Sequence[Proof]) -> bool:
    seen = Table("proof", "what was seen", Column("seconds", justify="right"), box=SIMPLE)
    holds = 0
    began = time.monotonic()
    rig.power_on()
    seen.add_row("the board boots", "Debian's kernel with a GPIO chip, a UART and systemd", _since(began))
    for proof in proofs:
        began = time.monotonic()
        name = proof.__name__.replace("_", " ")
        try:
            saw = proof(rig)
        except ProofError as wrong:
            first, *rest = str(wrong).splitlines()
            seen.add_row(f"[bold red]{name}[/]", escape(f"FAILED: {first}"), _since(began))
            _keep_log(rig, rest)
            break
        holds += 1
        seen.add_row(name, escape(saw), _since(began))
    _OUT.print(seen)
    if holds < len(proofs):
        _OUT.print(f"[bold red]not reached:[/] {len(proofs) - holds - 1}")
    _OUT.print(f"{holds} passed, {int(holds < len(proofs))} failed")
    return holds == len(proofs)


def _since(began: float) -> str:
    return f"{time.monotonic() - began:.1f}"


def _keep_log(rig: Rig, details: list[str]) -> None:
    """What the proof saw in full, and what the daemon and systemd said, for whoever looks for the reason."""
    log = FOLDER / "board.log"
    try:
        told = rig.board.must("journalctl", "--no-pager", "--boot", "--lines", "1000")
    except ProofError as wrong:
        told = f"{wrong}\n"
    log.write_text("\n".join([*details, told]))
    _OUT.print(f"the board's log: {log}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
