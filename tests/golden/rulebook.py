"""The rulebook of each profile as text: clause, ruling, authority, sentence and source.

The tests that show a clause are left out: they come and go without the rules changing.
"""

from __future__ import annotations

from pathlib import Path

from controller.commands.rulebook import entries
from controller.library import load_profile
from tests.properties.drawn import PROFILES

FOLDER = Path(__file__).parent / "rulebook"


def file_of(profile: str) -> Path:
    return FOLDER / f"{profile}.txt"


def written(name: str) -> str:
    profile = load_profile(name)
    lines = [f"{name}: {profile.source} ({profile.standing})", ""]
    for entry in entries(profile, {}):
        lines.append(f"{entry.clause:<8}{entry.ruling:<18}{entry.authority}")
        lines.append(f"        {entry.sentence}")
        if (entry.source, entry.standing) != (profile.source, profile.standing):
            lines.append(f"        source: {entry.source} ({entry.standing})")
    return "\n".join(lines) + "\n"


def renew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for profile in PROFILES:
        file_of(profile).write_text(written(profile), encoding="utf-8")
