"""YAML files as plain values that remember their lines, and the faults a person made in them.

Everything a person writes for a table goes through here, so that every fault can be told as `file:line: key: what is
wrong; what would be right`. Values are plain: mappings, tuples, text, whole numbers, booleans, None. This module knows
nothing of tables, and no input makes it raise anything but `UnreadableError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

Key = str | int
Place = tuple[Key, ...]
"""Where a value stands: the keys that lead to it, counted from the top of the file."""

LARGEST_FILE = 1_000_000
DEEPEST = 40

_Loader: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong in a file, for the person who wrote it. `line` 0 is the file as a whole."""

    file: str
    line: int
    key: str
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        told = [where, self.key, self.wrong] if self.key else [where, self.wrong]
        return ": ".join(told) + (f"; {self.right}" if self.right else "")


class FaultyError(Exception):
    """A file was read and is wrong: every fault at once, in the order of the lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(map(str, self.faults)))


class UnreadableError(Exception):
    """A file cannot be read at all: one fault, in one line."""

    def __init__(self, file: str, line: int, wrong: str, right: str = "") -> None:
        self.fault = Fault(file, line, "", wrong, right)
        super().__init__(str(self.fault))


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is not a plain whole one, kept as written: no float is made of it."""

    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """`faults` are those of the YAML itself: keys written twice, aliases. `file` is the name the person gave."""

    file: str
    value: object
    lines: Mapping[Place, int]
    faults: tuple[Fault, ...] = field(default=())

    def line(self, place: Place) -> int:
        """The line of `place`, or of the nearest thing above it that was written."""
        while place not in self.lines and place:
            place = place[:-1]
        return self.lines.get(place, 1)

    def fault(self, place: Place, wrong: str, right: str = "") -> Fault:
        return Fault(self.file, self.line(place), spelled(place), wrong, right)


def spelled(place: Place) -> str:
    """`hardware.lamps.3`: how a place is written for a person."""
    return ".".join(map(str, place))


def read_document(file: Path, name: str | None = None) -> Document:
    """`name` is how faults call the file. Raises UnreadableError."""
    name = name or str(file)
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UnreadableError(name, 0, f"cannot be read: {_reason(error)}") from None
    except ValueError:
        raise UnreadableError(repr(name), 0, "cannot be read: that is no name of a file") from None
    if len(raw) > LARGEST_FILE:
        raise UnreadableError(
            name, 0, f"cannot be read: it has more than {LARGEST_FILE:,} bytes", "is it the right file?"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableError(name, line, "this is not UTF-8 text", "save the file as UTF-8") from None
    return parse_document(text, name)


def parse_document(text: str, name: str) -> Document:
    """Raises UnreadableError where the text is no YAML."""
    stray = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text)
    if stray:
        line = text.count("\n", 0, stray.start()) + 1
        raise UnreadableError(name, line, f"a control character (code {ord(stray[0])})", "this is not a text file")
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        raise UnreadableError(name, *_syntax(error, text)) from None
    except RecursionError:
        raise UnreadableError(name, 0, "it is nested too deep", "nothing here needs more than a few levels") from None
    finally:
        loader.dispose()
    reader = _Reader(name)
    value = reader.value(node, ()) if node is not None else None
    return Document(name, value, reader.lines, tuple(reader.faults))


class _Reader:
    """Turns YAML nodes into plain values; notes the line of each and what is wrong with the YAML itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Place, int] = {}
        self.faults: list[Fault] = []
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, place: Place) -> object:
        self.lines.setdefault(place, node.start_mark.line + 1)
        if not node.tag.startswith(_TAG) or node.tag.startswith(_TAG + "python"):
            self._fault(place, f"the tag {shown(node.tag)} means nothing here", "leave it out")
            return None
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if id(node) in self._seen:
            self._fault(place, "an alias (*) repeats another part of the file", "write it out in full")
            return None
        self._seen.add(id(node))
        if len(place) >= DEEPEST:
            self._fault(place, "it is nested too deep", "nothing here needs more than a few levels")
            return None
        if isinstance(node, yaml.SequenceNode):
            return tuple(self.value(item, (*place, number)) for number, item in enumerate(node.value, 1))
        return self._mapping(node, place)

    def _mapping(self, node: yaml.Node, place: Place) -> dict[Key, object]:
        entries: dict[Key, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._fault(place, "a key is itself a list or a mapping", "a key is a word or a number")
                continue
            key = _key(key_node)
            line = key_node.start_mark.line + 1
            if key in entries:
                first = self.lines[*place, key]
                self.faults.append(
                    Fault(self.name, line, spelled((*place, key)), f"written twice, first in line {first}", "keep one")
                )
                continue
            self.lines[*place, key] = line
            entries[key] = self.value(value_node, (*place, key))
        return entries

    def _fault(self, place: Place, wrong: str, right: str) -> None:
        self.faults.append(Fault(self.name, self.lines.get(place, 1), spelled(place), wrong, right))


def _scalar(node: yaml.ScalarNode) -> object:
    tag = node.tag.removeprefix(_TAG)
    text: str = node.value
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() in {"yes", "true", "on"}
    if tag in {"int", "float"}:
        return int(text) if _WHOLE_NUMBER.fullmatch(text) else Number(text)
    return text  # a date too: nothing here takes one


def _key(node: yaml.ScalarNode) -> Key:
    number = node.tag == _TAG + "int" and _WHOLE_NUMBER.fullmatch(node.value)
    return int(node.value) if number else str(node.value)


def _reason(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a directory, not a file"
        case PermissionError():
            return "this user may not read it"
        case _:
            return (error.strerror or "it cannot be read").lower()


_PLAINER = {
    "mapping values are not allowed": 'a ":" where none can stand: wrong indentation, or text that needs quotes',
    "did not find expected key": "the indentation does not fit the lines above",
    "did not find expected '-' indicator": "the indentation does not fit the lines above",
    "could not find expected ':'": 'a key without its ":"',
    "did not find expected ',' or": 'a "{" or "[" is not closed, or a comma is missing',
    "did not find expected node content": 'a "{" or "[" is closed by the wrong bracket, or a value is missing',
    "found unexpected end of stream": "a quote is not closed",
    "found undefined alias": 'a word begins with "*"; quote it',
    "exceeded maximum nesting depth": "it is nested too deep",
    "but found another document": 'a second document begins here ("---"); a file has one',
}


def _syntax(error: yaml.YAMLError, text: str) -> tuple[int, str]:
    """The line, and what is wrong there in plainer words than the parser's."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return 0, f"this is no YAML: {' '.join(str(error).split())}"
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    written = text.split("\n")
    sign = "".join(written[line : line + 1])[column : column + 1]
    line = min(line, max(0, len(text.splitlines()) - 1))  # the end of a file is where its last line is
    problem = error.problem or "it cannot be understood"
    if sign == "\t":
        problem = "a tab; indent with blanks"
    elif "cannot start any token" in problem:
        problem = f'a value begins with "{sign}"; quote it'
    else:
        problem = next((plain for strange, plain in _PLAINER.items() if strange in problem), problem)
    return line + 1, f"this is no YAML: {problem}"


def shown(value: object) -> str:
    """A value as a person wrote it, short enough for a sentence."""
    match value:
        case None:
            return "empty"
        case bool():
            return "true" if value else "false"
        case int() | float():  # a float comes from JSON only
            return str(value)
        case Number(text):
            return text
        case str():
            return f'"{value}"' if len(value) <= 40 else f'"{value[:37]}..."'
        case Mapping():
            return "a mapping"
        case _:
            return "a list"


def meant(word: object, known: Iterable[object]) -> str:
    """`did you mean "seats"?` where one is near, else the few that are known."""
    names = [str(name) for name in known]
    near = difflib.get_close_matches(str(word), names, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{near[0]}"?'
    return "known here: " + ", ".join(sorted(names)) if names else ""


def one_of(words: Sequence[object]) -> str:
    """`"low" or "high"`."""
    quoted = [f'"{word}"' for word in words]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]


def walk(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Every value in a tree with its place, from the top."""
    yield place, value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from walk(inner, (*place, key))
    elif isinstance(value, tuple):
        for number, inner in enumerate(value, 1):
            yield from walk(inner, (*place, number))
