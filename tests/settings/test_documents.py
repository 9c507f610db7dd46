"""YAML with its lines: what a person wrote, and what is no YAML at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.documents import Document, Number, UnreadableError, meant, parse_document, read_document


def unreadable(text: str) -> str:
    with pytest.raises(UnreadableError) as caught:
        parse_document(text, "table.yaml")
    return str(caught.value)


def test_every_value_knows_its_line() -> None:
    text = "table:\n  name: Caribbean 1\n  chips: [1,\n    2]\n"

    document = parse_document(text, "table.yaml")

    assert document == Document(
        file="table.yaml",
        value={"table": {"name": "Caribbean 1", "chips": (1, 2)}},
        lines={
            (): 1,
            ("table",): 1,
            ("table", "name"): 2,
            ("table", "chips"): 3,
            ("table", "chips", 1): 3,
            ("table", "chips", 2): 4,
        },
    )


def test_a_place_that_was_not_written_has_the_line_of_what_is_around_it() -> None:
    document = parse_document("a: 1\ntable:\n  name: x\n", "table.yaml")

    line = document.line(("table", "progressive", "base"))

    assert line == 2


def test_a_key_written_twice_names_both_lines() -> None:
    document = parse_document("seats: 6\nname: x\nseats: 7\n", "table.yaml")

    assert [str(fault) for fault in document.faults] == [
        "table.yaml:3: seats: written twice, first in line 1; keep one"
    ]


def test_no_number_with_a_point_becomes_a_float() -> None:
    document = parse_document("a: 5.00\nb: 1e3\nc: 017\nd: 12:30\ne: .inf\nf: -3\n", "table.yaml")

    assert document.value == {
        "a": Number("5.00"),
        "b": "1e3",
        "c": Number("017"),
        "d": Number("12:30"),
        "e": Number(".inf"),
        "f": -3,
    }


def test_an_alias_and_a_tag_are_faults() -> None:
    document = parse_document("a: &x [1]\nb: *x\nc: !secret 1\n", "table.yaml")

    assert [str(fault) for fault in document.faults] == [
        "table.yaml:2: b: an alias (*) repeats another part of the file; write it out in full",
        'table.yaml:3: c: the tag "!secret" means nothing here; leave it out',
    ]


def test_a_value_nested_too_deep_is_a_fault_and_no_crash() -> None:
    document = parse_document("[" * 600 + "]" * 600, "table.yaml")

    (fault,) = document.faults
    assert str(fault).endswith(": it is nested too deep; nothing here needs more than a few levels")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a:\n\t- 1\n", "table.yaml:2: this is no YAML: a tab; indent with blanks"),
        (
            "a: 1\n  b: 2\n",
            'table.yaml:2: this is no YAML: a ":" where none can stand: wrong indentation, or text that ',
        ),
        ("a: 'x\n", "table.yaml:1: this is no YAML: a quote is not closed"),
        ("a: [1\nb: 2\n", 'table.yaml:2: this is no YAML: a "{" or "[" is not closed, or a comma is missing'),
        ("a:\n  b: 1\n c: 2\n", "table.yaml:3: this is no YAML: the indentation does not fit the lines above"),
        ("a: @b\n", 'table.yaml:1: this is no YAML: a value begins with "@"; quote it'),
        ("a: 1\n---\nb: 1\n", 'table.yaml:2: this is no YAML: a second document begins here ("---"); a file has one'),
        ("[" * 100_000, "table.yaml:1: this is no YAML: it is nested too deep"),
        ("a: 1\nb: \x00\n", "table.yaml:2: a control character (code 0); this is not a text file"),
    ],
)
def test_what_is_no_yaml_is_told_in_one_plain_sentence(text: str, sentence: str) -> None:
    assert unreadable(text).startswith(sentence)
    assert "\n" not in unreadable(text)


def test_a_file_that_is_no_text_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_bytes(b"a: 1\nb: \xff\xfe\n")

    with pytest.raises(UnreadableError) as caught:
        read_document(file, "table.yaml")

    assert str(caught.value) == "table.yaml:2: this is not UTF-8 text; save the file as UTF-8"


def test_a_file_that_is_not_there_or_a_directory_is_told_so(tmp_path: Path) -> None:
    missing, directory = tmp_path / "nowhere.yaml", tmp_path

    sentences = []
    for path in (missing, directory, Path("a\0b")):
        with pytest.raises(UnreadableError) as caught:
            read_document(path, "table.yaml")
        sentences.append(str(caught.value))

    assert sentences == [
        "table.yaml: cannot be read: there is no such file",
        "table.yaml: cannot be read: it is a directory, not a file",
        "'table.yaml': cannot be read: that is no name of a file",
    ]


def test_a_file_far_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_bytes(b"#" * 1_000_001)

    with pytest.raises(UnreadableError, match="it has more than 1,000,000 bytes"):
        read_document(file)


def test_the_nearest_known_word_is_suggested_and_else_all_are_named() -> None:
    known = ["seats", "deal", "profile"]

    assert meant("seat", known) == 'did you mean "seats"?'
    assert meant("xyzzy", known) == "known here: deal, profile, seats"


@given(st.text(max_size=200))
def test_any_text_gives_a_document_or_one_sentence(text: str) -> None:
    outcome = _told(text)

    assert isinstance(outcome, Document) or (outcome.startswith("table.yaml") and "\n" not in outcome)


def _told(text: str) -> Document | str:
    try:
        return parse_document(text, "table.yaml")
    except UnreadableError as error:
        return str(error)
