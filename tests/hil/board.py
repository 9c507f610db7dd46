"""A virtual controller board under QEMU: power on, ask the probe, cut the power.

One board at a time. Whoever powers it on has to cut its power again, whatever happens in between. The console goes to
a file beside the image, since what a board prints while it boots is read only when something went wrong.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hil.trouble import NoBoardError, ProofError

_BOOT_WITHIN = 180.0
_COMMAND_LINE = "console=ttyS0 panic=-1 loglevel=3 systemd.show_status=0"


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that ran on the board."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line it printed: what to quote when it failed."""
        return ((self.err.strip() or self.out.strip()).splitlines() or ["(nothing printed)"])[-1]


class Board:
    """`folder` holds the kernel and initramfs; `card` is the installed project, `disk` what a power cut leaves."""

    def __init__(self, folder: Path, card: Path, disk: Path) -> None:
        self._folder, self._card, self._disk = folder, card, disk
        self._sockets = {name: folder / f"{name}.sock" for name in ("probe", "shoe")}

    def power_on(self) -> None:
        """Returns when the probe answers; a board that does not come up is off again."""
        for path in self._sockets.values():
            path.unlink(missing_ok=True)
        try:
            self._machine = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL)
        except FileNotFoundError:
            raise NoBoardError("qemu-system-x86_64 is not installed") from None
        try:
            self._probe = self._connect("probe")
            self._lines = self._probe.makefile("rb")
            self._probe.settimeout(_BOOT_WITHIN)
            self._read()
        except BaseException:
            self.cut_power()
            raise

    def cut_power(self) -> None:
        """What was synced is there at the next boot, what was not is gone. May be called twice."""
        self._machine.kill()
        self._machine.wait()
        for name in ("_lines", "_probe"):
            if hasattr(self, name):
                getattr(self, name).close()

    def uart(self) -> socket.socket:
        """The far end of the board's /dev/ttyS1."""
        return self._connect("shoe")

    # -- what the probe does ---------------------------------------------------------------------------------------

    def ask(self, do: str, within: float = 60, **arguments: Any) -> Any:
        self._probe.settimeout(within)
        self._probe.sendall(json.dumps({"do": do, **arguments}).encode() + b"\n")
        reply = self._read()
        if "wrong" in reply:
            raise ProofError(f"the board could not {do}: {reply['wrong']}")
        return reply["answer"]

    def run(self, *command: str, said: str = "", within: float = 60, cwd: str = "/") -> Finished:
        return Finished(**self.ask("run", within + 10, command=command, said=said, cwd=cwd))

    def must(self, *command: str, said: str = "", within: float = 60, cwd: str = "/") -> str:
        """As `run`, for a command that has to end well."""
        done = self.run(*command, said=said, within=within, cwd=cwd)
        if done.code:
            raise ProofError(f"`{' '.join(command)}` ended with {done.code}: {done.last}")
        return done.out

    def levels(self, lines: Sequence[int]) -> dict[int, int]:
        answer: Mapping[str, int] = self.ask("levels", lines=list(lines))
        return {int(line): level for line, level in answer.items()}

    def until(self, seen: Callable[[], bool], what: str, within: float = 20) -> float:
        """Asks again until it is so; returns the seconds it took."""
        began = time.monotonic()
        while not seen():
            if time.monotonic() - began > within:
                raise ProofError(f"{what}: not so within {within:.0f} s")
            time.sleep(0.02)
        return time.monotonic() - began

    # -- the machine -----------------------------------------------------------------------------------------------

    def _command(self) -> list[str]:
        drive = "if=virtio,format=raw"
        return [
            *("qemu-system-x86_64", "-machine", "pc,accel=tcg", "-cpu", "max", "-smp", "2", "-m", "1024"),
            *("-display", "none", "-no-reboot", "-nodefaults", "-device", "i6300esb"),
            *("-kernel", str(self._folder / "vmlinuz"), "-initrd", str(self._folder / "initrd.gz")),
            *("-append", _COMMAND_LINE),
            *("-serial", f"file:{self._folder / 'console.log'}"),
            *("-serial", f"unix:{self._sockets['shoe']},server=on,wait=off"),
            *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=probe,name=probe"),
            *("-chardev", f"socket,id=probe,path={self._sockets['probe']},server=on,wait=off"),
            *("-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"),
            *("-drive", f"file={self._disk},{drive},cache={_cache(self._disk)}"),
            *("-drive", f"file={self._card},{drive},readonly=on"),
        ]

    def _connect(self, name: str) -> socket.socket:
        began = time.monotonic()
        while True:
            end = socket.socket(socket.AF_UNIX)
            try:
                end.connect(str(self._sockets[name]))
            except (FileNotFoundError, ConnectionRefusedError):
                end.close()
                if self._machine.poll() is not None or time.monotonic() - began > 20:
                    raise NoBoardError("QEMU did not start") from None
                time.sleep(0.02)
            else:
                return end

    def _read(self) -> dict[str, Any]:
        try:
            line = self._lines.readline()
        except TimeoutError:
            raise ProofError(f"the board does not answer; its console: {self._folder / 'console.log'}") from None
        if not line:
            raise ProofError(f"the board lost its power; its console: {self._folder / 'console.log'}")
        reply: dict[str, Any] = json.loads(line)
        return reply


def _cache(disk: Path) -> str:
    """`none` where the file system of this machine can: then no cache of ours outlives the board's power."""
    try:
        os.close(os.open(disk, os.O_RDONLY | os.O_DIRECT))
    except OSError:
        return "writeback"
    return "none"
