"""Which program this is: its version and the digest of its own files.

The journal names it in every entry, so that a changed program is seen, above all in the middle of a round.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import controller
import drivers

_KINDS = (".py", ".yaml")


@dataclass(frozen=True, slots=True)
class Program:
    """`digest` is the SHA-256, in hex, over name and content of every file."""

    version: str
    digest: str

    @property
    def name(self) -> str:
        return f"tablehand {self.version} {self.digest[:12]}"


def this_program() -> Program:
    roots = [Path(place) for package in (controller, drivers) for place in package.__path__]
    try:
        number = version("tablehand")
    except PackageNotFoundError:
        number = "uninstalled"
    return Program(number, digest_of(roots))


def digest_of(roots: list[Path]) -> str:
    """Over the program files below each root, in the order of their names."""
    summed = sha256()
    for root in roots:
        for file in sorted(path for path in root.rglob("*") if path.suffix in _KINDS):
            content = file.read_bytes()
            summed.update(f"{root.name}/{file.relative_to(root).as_posix()} {len(content)}\n".encode())
            summed.update(content)
    return summed.hexdigest()
