"""Log lines as JSON on standard output, for journald.

Whatever is logged of an event is veiled before it comes here; this module only writes.
"""

from __future__ import annotations

from typing import Any

import orjson
import structlog


def start_logging() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _line(content: Any, **_options: Any) -> bytes:
    return orjson.dumps(content, default=str, option=orjson.OPT_NON_STR_KEYS)
