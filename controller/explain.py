"""What pydantic found, told to a person: file, line, key, what is wrong and what would be right.

The only place that knows pydantic's error types. A model's own validators raise `wrong(...)`, so that their sentence
arrives here whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from controller.documents import Document, Fault, Key, Place, meant, one_of, shown, spelled

Model = TypeVar("Model", bound=BaseModel)

_MISSING = object()


class Strict(BaseModel):
    """A part of a file: values that cannot be changed, no unknown key, nothing converted behind a person's back."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)


def wrong(what: str, right: str = "") -> PydanticCustomError:
    """What a validator raises: what is wrong with its value, and what would be right."""
    return PydanticCustomError("tablehand", "{what}", {"what": what, "right": right})


def understand(model: type[Model], document: Document, place: Place = ()) -> tuple[Model | None, list[Fault]]:
    """The value at `place` as `model`, or None with all its faults."""
    value = at(document.value, place)
    if value is _MISSING or value is None:
        value = {}
    if not isinstance(value, Mapping):
        keys = ", ".join(model.model_fields)
        return None, [document.fault(place, f"is {shown(value)}, not a mapping", f"it holds the keys {keys}")]
    try:
        return model.model_validate(value, context={"file": document.file}), []
    except ValidationError as error:
        return None, [_fault(document, place, model, detail) for detail in error.errors(include_url=False)]


def at(tree: object, place: Place) -> Any:
    """What stands at `place`; a mark of its own where nothing does."""
    for key in place:
        if isinstance(tree, Mapping) and key in tree:
            tree = tree[key]
        elif isinstance(tree, tuple) and isinstance(key, int) and 1 <= key <= len(tree):
            tree = tree[key - 1]
        else:
            return _MISSING
    return tree


def is_missing(value: object) -> bool:
    return value is _MISSING


def _fault(document: Document, top: Place, model: type[BaseModel], detail: ErrorDetails) -> Fault:
    place, models = _written(document, top, model, detail["loc"])
    kind = detail["type"]
    context = detail.get("ctx", {})
    value = f"is {shown(at(document.value, place))}"
    is_key = detail["loc"][-1:] == ("[key]",)
    if is_key:
        value = f"{shown(place[-1])} cannot be a key here"
    match kind:
        case "tablehand":
            return document.fault(place, str(context["what"]), str(context["right"]))
        case "missing":
            name = str(detail["loc"][-1])
            key = spelled((*place, name))
            return Fault(document.file, document.line(place), key, "is missing", _example(models, name))
        case "extra_forbidden" | "invalid_key":
            return document.fault(place, "unknown key", meant(place[-1], _names(models)))
        case "union_tag_not_found":
            return document.fault((*place, "driver"), "is missing", f"it is {one_of(_drivers(models))}")
        case "union_tag_invalid":
            tag = str(context["tag"])
            return document.fault((*place, "driver"), f'is "{tag}"', f"it is {one_of(_drivers(models))}")
        case "literal_error":
            words = str(context["expected"]).replace("'", '"')
            known = words.replace('"', "").replace(" or ", ", ").split(", ")
            return document.fault(place, value, meant(place[-1], known) if is_key else f"it is {words}")
        case "greater_than_equal":
            return document.fault(place, value, f"it is at least {context['ge']}")
        case "less_than_equal":
            return document.fault(place, value, f"it is at most {context['le']}")
        case _:
            return document.fault(place, value, _RIGHT.get(kind, detail["msg"]))


_RIGHT = {
    "int_type": "write a whole number without quotes, like 20",
    "string_type": 'write text in quotes, like "Table 3"',
    "string_too_short": "it must not be empty",
    "bool_type": "write true or false",
    "dict_type": "write a mapping of keys and values",
    "model_type": "write a mapping of keys and values",
    "model_attributes_type": "write a mapping of keys and values",
    "tuple_type": "write a list, like [a, b]",
    "too_short": "it must not be empty",
}


def _written(
    document: Document, top: Place, model: type[BaseModel], steps: tuple[Key, ...]
) -> tuple[Place, list[type[BaseModel]]]:
    """Where in the file an error lies, and what the mapping around it may hold.

    Pydantic also names the chosen driver and its validators on the way, and counts lists from 0: only what a person
    wrote is followed.
    """
    place, models = top, [model]
    tree = at(document.value, top)
    for number, step in enumerate(steps, 1):
        if isinstance(tree, tuple) and isinstance(step, int):
            place, tree = (*place, step + 1), tree[step]
        elif isinstance(tree, Mapping) and step in tree:
            place, tree = (*place, step), tree[step]
            if number < len(steps) or step in _names(models):
                models = _below(models, step)
        else:
            models = [one for one in models if step in _drivers([one])] or models
    return place, models


def _below(models: list[type[BaseModel]], key: Key) -> list[type[BaseModel]]:
    fields = [field for one in models for name, field in one.model_fields.items() if (field.alias or name) == key]
    return [inner for field in fields for inner in _models_in(field.annotation)] if fields else models


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [inner for part in get_args(annotation) for inner in _models_in(part)]


def _names(models: list[type[BaseModel]]) -> list[str]:
    return [field.alias or name for one in models for name, field in one.model_fields.items()]


def _drivers(models: list[type[BaseModel]]) -> list[str]:
    """The words that tell these models apart."""
    return [
        word
        for one in models
        if "driver" in one.model_fields
        for word in get_args(one.model_fields["driver"].annotation)
    ]


def _example(models: list[type[BaseModel]], name: str) -> str:
    for one in models:
        for known, field in one.model_fields.items():
            if (field.alias or known) == name and field.examples:
                return f"for example {name}: {field.examples[0]}"
    return "it has no default"
