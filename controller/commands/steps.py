"""A step as it is typed into a terminal, in the words of a scenario file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from controller.documents import Number, UnreadableError, parse_document


def step_of(text: str) -> dict[str, Any]:
    """`{decide: {1: fold}}`, or a bare verb. Raises click.UsageError with a sentence."""
    step = _read(text)
    if isinstance(step, str):
        step = {step: None}
    if not isinstance(step, Mapping) or len(step) != 1:
        raise click.UsageError("a step has one verb, like no_more_bets or '{decide: {1: fold}}'")
    return dict(_plain(step))


def step_of_words(verb: str, words: tuple[str, ...]) -> dict[str, Any]:
    """`chip 3`, `chip 1 3`, `fault acceptor=3 kind=stuck`, or the verb's value written as in a scenario file."""
    if all("=" in word for word in words) and words:
        pairs = [word.partition("=") for word in words]
        return {verb: {key: _plain(_read(value)) for key, _, value in pairs}}
    values = [_plain(_read(word)) for word in words]
    return {verb: values[0] if len(values) == 1 else values or None}


def _read(text: str) -> object:
    try:
        document = parse_document(text, "STEP")
    except UnreadableError as error:
        raise click.UsageError(str(error)) from None
    if document.faults:
        raise click.UsageError(str(document.faults[0]))
    return document.value


def _plain(value: object) -> Any:
    """As JSON can carry it; amounts must have been written in quotes."""
    match value:
        case Number(text):
            raise click.UsageError(f'{text}: write amounts in quotes, like "10.00"')
        case Mapping():
            return {key: _plain(inner) for key, inner in value.items()}
        case tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value
