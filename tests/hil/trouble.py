"""The two ways in which `make hil` ends badly, each with one sentence for a person."""

from __future__ import annotations


class NoBoardError(Exception):
    """The virtual board cannot be had on this machine: no proof of anything, to be said loudly."""


class ProofError(Exception):
    """A proof saw something other than what it must see."""
