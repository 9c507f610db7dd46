"""One step of building a board: a command that must end well, or a sentence that says which did not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.hil.trouble import NoBoardError


def run_step(*command: str | Path, cwd: Path | None = None) -> str:
    """Returns what it printed. Raises NoBoardError with the last line of one that failed."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, cwd=cwd, env=quiet, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise NoBoardError(f"{command[0]} is not installed") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
        raise NoBoardError(f"`{' '.join(map(str, command))}` failed: {last[0]}")
    return done.stdout


def missing_packages(packages: Sequence[str]) -> list[str]:
    listed = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Abbrev}\n", *packages],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    installed = {line.split()[0] for line in listed.splitlines() if line.split()[1:] == ["ii"]}
    return [package for package in packages if package not in installed]


def install(packages: Sequence[str]) -> None:
    missing = missing_packages(packages)
    if not missing:
        return
    if os.geteuid() != 0:
        wanted = " ".join(missing)
        raise NoBoardError(f"packages are missing; as root: apt-get install --no-install-recommends {wanted}")
    update_lists()
    run_step("apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing)


def update_lists() -> None:
    """Old lists name packages that are no longer to be had. Without root they have to do."""
    if os.geteuid() == 0:
        run_step("apt-get", "-qq", "update")
