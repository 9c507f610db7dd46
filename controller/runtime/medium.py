"""Whether a place on disk keeps what is written to it when the power fails.

Reads the kernel's list of mounts; it never writes and never decides whether a demonstration may do without.
"""

from __future__ import annotations

import os
from pathlib import Path

FORGETFUL = frozenset({"overlay", "tmpfs", "ramfs", "aufs"})
"""A Pi's overlay keeps changes in RAM: a journal on it is gone with the power, and so are the meter and the round."""

_MOUNTS = Path("/proc/self/mountinfo")


def forgetful_medium(directory: Path) -> str:
    """The file system type of `directory` when a power cut empties it, else "". An unknown system is trusted."""
    try:
        device = os.stat(directory).st_dev
        mounts = _MOUNTS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    kind = filesystem_of(f"{os.major(device)}:{os.minor(device)}", mounts)
    return kind if kind in FORGETFUL else ""


def filesystem_of(device: str, mounts: str) -> str:
    """The type of the mount with this `major:minor` in the text of /proc/self/mountinfo; "" when there is none."""
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) > 5 and fields[2] == device and "-" in fields:
            return fields[fields.index("-") + 1]
    return ""
