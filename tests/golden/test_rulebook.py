"""No clause, ruling or authority of a profile changes unseen."""

from __future__ import annotations

import pytest

from tests.golden.rulebook import FOLDER, file_of, written
from tests.properties.drawn import PROFILES

RENEW = (
    "the rulebook has changed; if that is meant, run: python -m tests.golden, and read the diff before you commit it"
)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_rulebook_of_a_profile_is_the_one_written_down(profile: str) -> None:
    golden = file_of(profile).read_text(encoding="utf-8")

    now = written(profile)

    assert now == golden, RENEW


def test_no_profile_that_is_gone_has_a_rulebook() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(PROFILES)
