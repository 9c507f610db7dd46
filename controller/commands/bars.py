"""Progress bars on a terminal, on stderr; where there is none, nothing is shown and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Bar = Callable[[str, float], Callable[[float], None]]
"""Of what is done, and how much there is to do: gives the function that is told how much is done. It shows once that is
called.
"""


@contextmanager
def bars() -> Iterator[Bar]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as shown:

        def bar(says: str, total: float) -> Callable[[float], None]:
            task = None

            def done(so_far: float) -> None:
                nonlocal task
                task = shown.add_task(says, total=total) if task is None else task
                shown.update(task, completed=so_far)

            return done

        yield bar
