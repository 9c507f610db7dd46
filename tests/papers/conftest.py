from __future__ import annotations

from tests.commands.conftest import tablehand

__all__ = ["tablehand"]
