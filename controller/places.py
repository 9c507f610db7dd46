"""Where the daemon and the commands meet: settings file, state directory, control socket.

systemd names the directories of a service in the environment; outside of it the usual places stand in. Nothing here
touches a file, so the answer is the same for the daemon that makes a place and the command that looks for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

SETTINGS = Path("/etc/tablehand/table.yaml")
STATE = Path("/var/lib/tablehand")
SOCKET_NAME = "control.sock"


def state_directory(configured: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    if configured is not None:
        return configured
    named = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(named) if named else STATE


def control_sockets(configured: Path | None = None, environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where the control socket may be, in order; the daemon takes the first whose directory it may write.

    One that is configured, or whose directory systemd names, is the only one.
    """
    if configured is not None:
        return (configured,)
    if environ.get("RUNTIME_DIRECTORY"):
        return (Path(environ["RUNTIME_DIRECTORY"].split(":")[0]) / SOCKET_NAME,)
    places = [Path("/run/tablehand") / SOCKET_NAME]
    if environ.get("XDG_RUNTIME_DIR"):
        places.append(Path(environ["XDG_RUNTIME_DIR"]) / "tablehand" / SOCKET_NAME)
    return tuple(places)
