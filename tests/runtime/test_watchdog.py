"""systemd hears that the daemon lives only while all of it moves."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.runtime.watchdog import Notifier, Watchdog


class Systemd:
    """The other end of NOTIFY_SOCKET."""

    def __init__(self, address: str) -> None:
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.link.bind("\0" + address[1:] if address.startswith("@") else address)
        self.link.setblocking(False)
        self.notifier = Notifier({"NOTIFY_SOCKET": address})

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.link.recv(4096).decode())
            except BlockingIOError:
                return words


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    place = f"{tmp_path}/notify.sock"
    systemd = Systemd(place if request.param == "file" else f"@{place}")
    yield systemd
    systemd.link.close()


def test_words_arrive_as_one_message(systemd: Systemd) -> None:
    systemd.notifier.tell("READY=1", "STATUS=7 seats, meter 100000.00")

    assert systemd.heard() == ["READY=1\nSTATUS=7 seats, meter 100000.00"]


def test_nothing_is_told_and_nothing_fails_without_a_service_manager(tmp_path: Path) -> None:
    Notifier({}).tell("READY=1")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone.sock")}).tell("READY=1")


def test_a_ping_while_every_part_moves(systemd: Systemd) -> None:
    loop, shoe = itertools.count(), itertools.count()
    watchdog = Watchdog(systemd.notifier, {"loop": lambda: next(loop), "shoe": lambda: next(shoe)})

    looks = [watchdog.look() for _ in range(3)]

    assert looks == [True, True, True]
    assert systemd.heard() == ["WATCHDOG=1"] * 3


def test_no_ping_when_a_single_part_stands_still_and_it_is_named(systemd: Systemd) -> None:
    moving = itertools.count()
    watchdog = Watchdog(systemd.notifier, {"loop": lambda: next(moving), "acceptors": lambda: 7})
    watchdog.look()
    systemd.heard()

    looks = [watchdog.look() for _ in range(3)]

    assert looks == [False, False, False]
    assert systemd.heard() == []
    assert watchdog.asleep == ("acceptors",)


def test_a_part_that_wakes_brings_the_ping_back(systemd: Systemd) -> None:
    counts = iter([1, 1, 2])
    watchdog = Watchdog(systemd.notifier, {"shoe": lambda: next(counts)})

    assert [watchdog.look() for _ in range(3)] == [True, False, True]
    assert watchdog.asleep == ()
