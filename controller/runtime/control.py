"""The control socket: JSON lines in and out, for many visitors at once.

One thread owns all connections. It knows how lines travel, not what they ask (`desk.py`) and not what they show
(`veil.py`). Whatever a visitor sends or fails to read, no other visitor waits for it, and never the deciding thread.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue

import orjson

LONGEST_LINE = 64 * 1024
MOST_WAITING = 1024 * 1024
"""Bytes that may wait for one visitor to read them; one who is slower than that is sent away."""
MOST_VISITORS = 256

Answer = Mapping[str, object]


class ControlError(Exception):
    """The socket cannot be had: one sentence."""


class Visitor:
    """One connection. `reply` may be called from any thread, once for each request."""

    def __init__(
        self, link: socket.socket, letters: SimpleQueue[tuple[Visitor | None, bytes]], wake: Callable[[], None]
    ) -> None:
        self.link = link
        self.read = bytearray()
        self.unsent = bytearray()
        self.waits = False
        self.watches = False
        self.ended = False
        self._letters = letters
        self._wake = wake

    def reply(self, answer: Answer) -> None:
        self._letters.put((self, line(answer)))
        self._wake()

    def watch(self, first: Answer) -> None:
        """Answers, and from then on passes on whatever is told. Only from within a request."""
        self.watches = True
        self.reply(first)


Desk = Callable[[Mapping[str, object], Visitor], None]
"""Takes one request; every request gets exactly one reply, now or later."""


def line(content: object) -> bytes:
    return orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS)


def refusal(sentence: str) -> dict[str, object]:
    return {"ok": False, "error": sentence}


class ControlSocket:
    def __init__(self, path: Path, desk: Desk) -> None:
        self.path = path
        self._desk = desk
        self._letters: SimpleQueue[tuple[Visitor | None, bytes]] = SimpleQueue()
        self._selector = selectors.DefaultSelector()
        self._visitors: set[Visitor] = set()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._turns = 0

    def start(self) -> None:
        """Raises ControlError."""
        self._listener = _listen(self.path)
        self._ear, self._bell = socket.socketpair()
        for end in (self._listener, self._ear, self._bell):
            end.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="control socket", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets every visitor go. May be called twice."""
        if self._thread is None:
            return
        self._closing.set()
        self._wake()
        self._thread.join()
        self._thread = None

    def progress(self) -> int:
        return self._turns

    @property
    def watched(self) -> bool:
        return any(visitor.watches for visitor in tuple(self._visitors))

    def tell(self, content: object) -> None:
        """To everyone who watches; from any thread, and it never blocks."""
        self._letters.put((None, line(content)))
        self._wake()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                for key, events in self._selector.select(timeout=0.5):
                    if key.fileobj is self._listener:
                        self._admit()
                    elif key.fileobj is self._ear:
                        self._drain_bell()
                    else:
                        self._attend(key.data, events)
                self._deliver()
                self._turns += 1
        finally:
            for visitor in tuple(self._visitors):
                self._dismiss(visitor)
            for end in (self._listener, self._ear, self._bell):
                end.close()
            self._selector.close()
            self.path.unlink(missing_ok=True)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            self._bell.send(b"\0")

    def _drain_bell(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._ear.recv(4096):
                pass

    def _admit(self) -> None:
        try:
            link, _ = self._listener.accept()
        except OSError:
            return
        if len(self._visitors) >= MOST_VISITORS:
            link.close()
            return
        link.setblocking(False)
        visitor = Visitor(link, self._letters, self._wake)
        self._visitors.add(visitor)
        self._selector.register(link, selectors.EVENT_READ, visitor)

    def _dismiss(self, visitor: Visitor) -> None:
        if visitor in self._visitors:
            self._visitors.discard(visitor)
            with contextlib.suppress(KeyError):
                self._selector.unregister(visitor.link)
            visitor.link.close()

    def _attend(self, visitor: Visitor, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._send(visitor)
        if events & selectors.EVENT_READ and visitor in self._visitors:
            self._receive(visitor)
        self._settle(visitor)

    def _receive(self, visitor: Visitor) -> None:
        try:
            heard = visitor.link.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            self._dismiss(visitor)
            return
        if heard:
            visitor.read += heard
        else:
            visitor.ended = True
            if visitor.read and not visitor.read.endswith(b"\n"):
                visitor.read += b"\n"
        self._take_requests(visitor)

    def _take_requests(self, visitor: Visitor) -> None:
        """One at a time: who has not been answered waits with the next."""
        while not visitor.waits and visitor in self._visitors:
            text, newline, rest = visitor.read.partition(b"\n")
            if not newline or len(text) > LONGEST_LINE:
                break
            visitor.read = rest
            if text.strip():
                self._take(visitor, bytes(text))
        if not visitor.waits and len(visitor.read) > LONGEST_LINE:
            visitor.read.clear()
            visitor.ended = visitor.waits = True
            visitor.reply(
                refusal(f"a line has more than {LONGEST_LINE} bytes; nothing this table understands is so long")
            )

    def _take(self, visitor: Visitor, text: bytes) -> None:
        visitor.waits = True
        try:
            request = orjson.loads(text)
        except orjson.JSONDecodeError as error:
            visitor.reply(refusal(f"this is no JSON ({error}); send one object a line"))
            return
        if not isinstance(request, dict):
            visitor.reply(refusal('a request is an object, like {"do": "status"}'))
            return
        self._desk(request, visitor)

    def _deliver(self) -> None:
        """Hands out what was told and answered since; what cannot be sent at once waits for its visitor."""
        while True:
            try:
                visitor, text = self._letters.get_nowait()
            except Empty:
                return
            if visitor is None:
                for watcher in [one for one in self._visitors if one.watches and not one.waits]:
                    self._hand(watcher, text)
            elif visitor in self._visitors:
                visitor.waits = False
                self._hand(visitor, text)
                self._take_requests(visitor)
                self._settle(visitor)

    def _hand(self, visitor: Visitor, text: bytes) -> None:
        visitor.unsent += text
        if len(visitor.unsent) > MOST_WAITING:
            self._dismiss(visitor)
        else:
            self._send(visitor)
            self._settle(visitor)

    def _send(self, visitor: Visitor) -> None:
        try:
            while visitor.unsent:
                sent = visitor.link.send(visitor.unsent)
                del visitor.unsent[:sent]
        except BlockingIOError:
            return
        except OSError:
            self._dismiss(visitor)

    def _settle(self, visitor: Visitor) -> None:
        """Listens to who may speak, writes to who has something to read, lets go who wants nothing more."""
        if visitor not in self._visitors:
            return
        if visitor.ended and not (visitor.waits or visitor.watches or visitor.unsent):
            self._dismiss(visitor)
            return
        hears = not visitor.ended and len(visitor.read) <= LONGEST_LINE
        interest = (selectors.EVENT_READ if hears else 0) | (selectors.EVENT_WRITE if visitor.unsent else 0)
        registered = visitor.link in self._selector.get_map()
        if interest and registered:
            self._selector.modify(visitor.link, interest, visitor)
        elif interest:
            self._selector.register(visitor.link, interest, visitor)
        elif registered:
            self._selector.unregister(visitor.link)


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _remove_stale(path)
        listener.bind(str(path))
        os.chmod(path, 0o660)
        listener.listen(MOST_VISITORS)
    except ControlError:
        listener.close()
        raise
    except OSError as error:
        listener.close()
        raise ControlError(f"cannot open the control socket {path}: {error.strerror or error}") from None
    return listener


def _remove_stale(path: Path) -> None:
    """A socket that nobody answers was left behind by a daemon that was killed."""
    if not path.is_socket():
        raise ControlError(f"{path} is in the way and is no control socket; remove it")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise ControlError(f"cannot tell who answers on {path}: {error.strerror}") from None
    raise ControlError(f"another tablehand answers on {path}; stop it first")
