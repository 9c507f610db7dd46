"""Writes the golden files anew: `python -m tests.golden`."""

from tests.golden.rulebook import renew

renew()
