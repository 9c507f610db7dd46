"""A meter that is only logged, for tables whose sign is driven by something else that reads the log.

It must never log anything but the public face.
"""

from __future__ import annotations

import structlog

from drivers.meter.sign import Sign, plain
from drivers.ports import MeterFace


class LogMeter(Sign):
    """One line for each new face."""

    def draw(self, face: MeterFace) -> None:
        structlog.get_logger("meter").info("meter_shows", amount=plain(face.amount), text=face.text)
