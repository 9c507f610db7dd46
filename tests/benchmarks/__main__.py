"""`make bench`: measures, and prints each ratio with what it was measured against.

Names choose: journal, rounds, ranking, odds, simulation, lamps. Exit code 0 also when a target is missed: a benchmark
tells, it does not judge. `lamps` needs the virtual board and says so when there is none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from tests.benchmarks import journal, odds, ranking, rounds, simulation
from tests.benchmarks.ratio import Ratio
from tests.hil.card import CHECKOUT
from tests.hil.trouble import NoBoardError, ProofError

_OUT = Console(highlight=False, width=None if sys.stdout.isatty() else 140)


def main(names: list[str]) -> int:
    unknown = set(names) - set(_BENCHMARKS)
    if unknown:
        _OUT.print(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(_BENCHMARKS)}")
        return 2
    columns = [Column(name, justify="right") for name in ("ours", "peer", "ratio", "target")]
    table = Table("what", "against, in the same run", *columns, "", box=SIMPLE)
    for name, measure in _BENCHMARKS.items():
        if names and name not in names:
            continue
        try:
            for ratio in measure():
                table.add_row(*_row(ratio))
        except NoBoardError as why:
            _OUT.print(f"[bold red]{name} SKIPPED[/]: there is no virtual board: {escape(str(why))}")
        except ProofError as why:
            _OUT.print(f"[bold red]{name} GAVE NO RESULT[/]: {escape(str(why))}")
    _OUT.print(table)
    return 0


def _row(ratio: Ratio) -> tuple[str, ...]:
    verdict = "met" if ratio.met else "[bold red]missed[/]"
    return ratio.what, ratio.against, ratio.ours, ratio.peer, f"{ratio.value:.2f}x", ratio.wanted, verdict


def _on_the_board() -> Iterator[Ratio]:
    # The board's modules are not needed by the others, nor is what they need.
    from tests.benchmarks import lamps
    from tests.hil.rig import Rig

    with Rig(CHECKOUT / ".hil") as rig:
        rig.power_on()
        rig.start()
        rig.open_table()
        yield from lamps.measure(rig)


_BENCHMARKS: dict[str, Callable[[], Iterator[Ratio]]] = {
    "journal": lambda: journal.measure(CHECKOUT / "var" / "bench"),
    "rounds": rounds.measure,
    "ranking": ranking.measure,
    "odds": odds.measure,
    "simulation": simulation.measure,
    "lamps": _on_the_board,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
