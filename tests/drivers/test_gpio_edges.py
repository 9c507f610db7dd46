"""One thread that tells many owners of their edges, shown on pipes: to it a line is something to read."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator

import pytest

from drivers.gpio.edges import EdgeWatch


class Pipe:
    def __init__(self, told: queue.Queue[bytes]) -> None:
        self.fd, self._far = os.pipe()
        self._told = told

    def send(self, what: bytes) -> None:
        os.write(self._far, what)

    def read(self) -> None:
        self._told.put(os.read(self.fd, 1))

    def fail(self) -> None:
        self.read()
        raise RuntimeError("a defect in a callback")

    def hang_up(self) -> None:
        os.close(self._far)
        self._far = -1

    def close(self) -> None:
        for fd in (self.fd, self._far):
            if fd >= 0:
                os.close(fd)


@pytest.fixture
def told() -> queue.Queue[bytes]:
    return queue.Queue()


@pytest.fixture
def pipes(told: queue.Queue[bytes]) -> Iterator[tuple[Pipe, Pipe]]:
    pair = (Pipe(told), Pipe(told))
    yield pair
    for pipe in pair:
        pipe.close()


@pytest.fixture
def watch() -> Iterator[EdgeWatch]:
    watch = EdgeWatch()
    yield watch
    watch.close()


def test_every_owner_is_told_on_one_thread(
    watch: EdgeWatch, told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe]
) -> None:
    before = threading.active_count()
    for pipe in pipes:
        watch.add(pipe.fd, pipe.read)

    pipes[0].send(b"a")
    pipes[1].send(b"b")

    assert {told.get(timeout=5), told.get(timeout=5)} == {b"a", b"b"}
    assert threading.active_count() == before + 1


def test_a_callback_that_raises_is_reported_and_told_again(
    watch: EdgeWatch, told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.put(str(args.exc_value)))
    watch.add(pipes[0].fd, pipes[0].fail)
    watch.add(pipes[1].fd, pipes[1].read)

    pipes[0].send(b"a")
    pipes[0].send(b"b")
    pipes[1].send(b"c")

    assert sorted(told.get(timeout=5) for _ in range(3)) == [b"a", b"b", b"c"]
    assert [reported.get(timeout=5) for _ in range(2)] == ["a defect in a callback"] * 2


def test_a_removed_line_is_told_no_more(watch: EdgeWatch, told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe]) -> None:
    for pipe in pipes:
        watch.add(pipe.fd, pipe.read)
    watch.remove(pipes[0].fd)

    pipes[0].send(b"a")
    pipes[1].send(b"b")

    assert told.get(timeout=5) == b"b"
    assert told.empty()


def test_a_line_that_broke_is_dropped_and_the_others_go_on(
    watch: EdgeWatch, told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe]
) -> None:
    for pipe in pipes:
        watch.add(pipe.fd, pipe.read)

    pipes[0].hang_up()
    pipes[1].send(b"b")

    assert told.get(timeout=5) == b"b"


def test_after_close_no_thread_is_left_and_closing_again_is_harmless(
    told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe]
) -> None:
    before = threading.active_count()
    watch = EdgeWatch()
    watch.add(pipes[0].fd, pipes[0].read)

    watch.close()
    watch.close()

    assert threading.active_count() == before


def test_a_closed_watch_can_be_used_again(told: queue.Queue[bytes], pipes: tuple[Pipe, Pipe]) -> None:
    watch = EdgeWatch()
    watch.add(pipes[0].fd, pipes[0].read)
    watch.close()

    watch.add(pipes[1].fd, pipes[1].read)
    pipes[1].send(b"b")

    assert told.get(timeout=5) == b"b"
    watch.close()
