"""The control socket answers every line with one line, and nobody waits for anybody else."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from controller.runtime.control import LONGEST_LINE, MOST_WAITING, ControlError, ControlSocket, Visitor


class Caller:
    """Somebody at the other end of the socket."""

    def __init__(self, path: Path) -> None:
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.link.connect(str(path))
        self.link.settimeout(10)
        self._lines = self.link.makefile("rb")

    def say(self, text: str | bytes) -> None:
        self.link.sendall(text if isinstance(text, bytes) else text.encode())

    def hear(self) -> object:
        return json.loads(self._lines.readline())

    def hears_the_end(self) -> bool:
        try:
            return self._lines.readline() == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self._lines.close()
        self.link.close()


class EchoDesk:
    """Answers what it was asked; keeps back the answers to `later`, and lets who says `watch` watch."""

    def __init__(self) -> None:
        self.kept: list[Visitor] = []
        self.asked = threading.Semaphore(0)

    def __call__(self, request: Mapping[str, object], visitor: Visitor) -> None:
        match request.get("do"):
            case "later":
                self.kept.append(visitor)
            case "watch":
                visitor.watch({"ok": True, "watching": True})
            case _:
                visitor.reply({"ok": True, "asked": request})
        self.asked.release()


class Hall:
    """An open control socket and who calls on it."""

    def __init__(self, path: Path, stack: contextlib.ExitStack) -> None:
        self.desk = EchoDesk()
        self.control = ControlSocket(path, self.desk)
        self.control.start()
        self._stack = stack
        stack.callback(self.control.close)

    def caller(self) -> Caller:
        caller = Caller(self.control.path)
        self._stack.callback(caller.close)
        return caller


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with contextlib.ExitStack() as stack:
        yield Hall(tmp_path / "run" / "control.sock", stack)


def test_a_line_gets_its_answer(hall: Hall) -> None:
    caller = hall.caller()

    caller.say('{"do": "status"}\n')

    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}


NONSENSE = {
    "no JSON": (b"open sesame\n", "this is no JSON"),
    "half a line": (b'{"do": \n', "this is no JSON"),
    "no UTF-8": (b'{"do": "\xff\xfe"}\n', "this is no JSON"),
    "a list": (b"[1, 2]\n", "a request is an object"),
    "a number": (b"7\n", "a request is an object"),
    "nested without end": (b"[" * 5000 + b"\n", "this is no JSON"),
    "NaN": (b'{"do": NaN}\n', "this is no JSON"),
}


@pytest.mark.parametrize(("text", "sentence"), NONSENSE.values(), ids=NONSENSE.keys())
def test_a_line_that_makes_no_sense_gets_a_sentence_and_the_next_line_is_heard(
    hall: Hall, text: bytes, sentence: str
) -> None:
    caller = hall.caller()

    caller.say(text + b'{"do": "status"}\n')

    answer = caller.hear()
    assert isinstance(answer, dict)
    assert answer["ok"] is False
    assert answer["error"].startswith(sentence)
    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}


def test_a_line_may_come_in_any_cutting(hall: Hall) -> None:
    caller = hall.caller()

    for byte in b'{"do":"status"}\n\n  \n{"do":"rule"}\n':
        caller.say(bytes([byte]))

    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}
    assert caller.hear() == {"ok": True, "asked": {"do": "rule"}}


@pytest.mark.parametrize("end", [b"", b"\n"], ids=["without end", "with an end"])
def test_a_line_that_is_far_too_long_is_answered_and_the_visitor_let_go(hall: Hall, end: bytes) -> None:
    caller = hall.caller()

    caller.say(b'{"do": "' + b"x" * LONGEST_LINE + end)

    answer = caller.hear()
    assert answer == {
        "ok": False,
        "error": f"a line has more than {LONGEST_LINE} bytes; nothing this table understands is so long",
    }
    assert caller.hears_the_end()


def test_who_has_said_all_still_hears_the_answer(hall: Hall) -> None:
    caller = hall.caller()

    caller.say('{"do": "status"}')
    caller.link.shutdown(socket.SHUT_WR)

    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}
    assert caller.hears_the_end()


def test_answers_come_in_the_order_of_the_questions(hall: Hall) -> None:
    caller = hall.caller()
    caller.say('{"do": "later"}\n{"do": "status"}\n')
    assert hall.desk.asked.acquire(timeout=10)

    hall.desk.kept[0].reply({"ok": True, "late": True})

    assert caller.hear() == {"ok": True, "late": True}
    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}


def test_one_who_waits_for_an_answer_keeps_nobody_waiting(hall: Hall) -> None:
    waiting, other = hall.caller(), hall.caller()
    waiting.say('{"do": "later"}\n')
    assert hall.desk.asked.acquire(timeout=10)

    other.say('{"do": "status"}\n')

    assert other.hear() == {"ok": True, "asked": {"do": "status"}}


def test_everyone_who_watches_hears_everything_in_order(hall: Hall) -> None:
    callers = [hall.caller() for _ in range(100)]
    for caller in callers:
        caller.say('{"do": "watch"}\n')
        caller.hear()

    for number in range(20):
        hall.control.tell({"number": number})

    assert [[caller.hear() for _ in range(20)] for caller in callers] == [[{"number": n} for n in range(20)]] * 100


def test_who_only_asks_hears_nothing_of_what_is_told(hall: Hall) -> None:
    caller = hall.caller()
    caller.say('{"do": "status"}\n')
    caller.hear()

    hall.control.tell({"event": "chip_inserted"})
    caller.say('{"do": "status"}\n')

    assert caller.hear() == {"ok": True, "asked": {"do": "status"}}


def test_a_watcher_who_does_not_read_is_let_go_and_the_others_miss_nothing(hall: Hall) -> None:
    deaf, keen = hall.caller(), hall.caller()
    for caller in (deaf, keen):
        caller.say('{"do": "watch"}\n')
        caller.hear()
    long = {"text": "x" * 100_000}
    lines = 2 * MOST_WAITING // 100_000 + 10

    for _ in range(lines):
        hall.control.tell(long)
        assert keen.hear() == long

    heard = 0
    with contextlib.suppress(json.JSONDecodeError, ConnectionResetError):
        while deaf.hear():
            heard += 1
    assert heard < lines


def test_a_visitor_who_leaves_in_between_disturbs_nobody(hall: Hall) -> None:
    leaver, other = hall.caller(), hall.caller()
    leaver.say('{"do": "later"}\n')
    assert hall.desk.asked.acquire(timeout=10)
    leaver.close()

    hall.desk.kept[0].reply({"ok": True})
    hall.control.tell({"event": "chip_inserted"})
    other.say('{"do": "status"}\n')

    assert other.hear() == {"ok": True, "asked": {"do": "status"}}


def test_closing_lets_everyone_go_and_leaves_no_file(tmp_path: Path) -> None:
    control = ControlSocket(tmp_path / "control.sock", EchoDesk())
    control.start()
    caller = Caller(control.path)

    control.close()
    control.close()

    assert caller.hears_the_end()
    assert list(tmp_path.iterdir()) == []
    caller.close()


def test_only_its_user_and_group_may_call(hall: Hall) -> None:
    assert hall.control.path.stat().st_mode & 0o777 == 0o660


def test_a_socket_left_behind_by_a_killed_daemon_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "control.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))

    control = ControlSocket(path, EchoDesk())
    control.start()

    caller = Caller(path)
    caller.say("{}\n")
    assert caller.hear() == {"ok": True, "asked": {}}
    caller.close()
    control.close()


def test_two_daemons_never_share_a_socket(hall: Hall) -> None:
    with pytest.raises(ControlError) as refused:
        ControlSocket(hall.control.path, EchoDesk()).start()

    assert str(refused.value) == f"another tablehand answers on {hall.control.path}; stop it first"


def test_a_file_in_the_way_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "control.sock"
    path.write_text("mine")

    with pytest.raises(ControlError):
        ControlSocket(path, EchoDesk()).start()

    assert path.read_text() == "mine"


def test_a_path_that_is_too_long_says_so(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 120)

    with pytest.raises(ControlError, match="cannot open the control socket"):
        ControlSocket(path, EchoDesk()).start()
