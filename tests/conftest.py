"""Hypothesis profiles: a quick one by default, a nightly one (`make nightly`) that looks much longer."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=40, stateful_step_count=30, deadline=None)
settings.register_profile(
    "nightly",
    max_examples=5000,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
