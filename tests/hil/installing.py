"""The commands of systemd/INSTALL.md that a board can run: what the guide says is what the proofs install.

Must never know better than the guide: a step that is missing there is missing on the board.
"""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "systemd" / "INSTALL.md"
_CHAPTERS = ("4.", "5.", "6.", "7.")
"""The program, its user and its devices, the settings, the daemon; what comes before needs a Pi."""
_NOT_HERE = re.compile(r"apt-get|venv|pip install|usermod|nano|enable --now|systemctl status")
"""The virtual environment is on the card; there is no technician's account; the start is a proof of its own."""


def steps(guide: Path = GUIDE) -> list[str]:
    """Shell commands, to be run as root in the folder of the project."""
    chapters = re.split(r"(?m)^## ", guide.read_text())
    wanted = [chapter for chapter in chapters if chapter.startswith(_CHAPTERS)]
    blocks = [block for chapter in wanted for block in re.findall(r"(?s)```sh\n(.*?)```", chapter)]
    lines = [line.removeprefix("sudo ") for block in blocks for line in block.splitlines()]
    return [line for line in lines if not _NOT_HERE.search(line)]
