"""Events and tables survive the journal's JSON, and what does not fit is refused in a sentence."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given

from controller.core.events import ChipInserted, Event
from controller.record import RecordError, canonical, event_from_dict, event_to_dict
from tests.properties.drawn import any_event


@given(any_event())
def test_any_event_is_read_back_as_it_was(event: Event) -> None:
    written = canonical(event_to_dict(event))

    assert event_from_dict(orjson.loads(written)) == event


def test_an_event_is_written_in_canonical_json() -> None:
    event = ChipInserted(seq=4, at=123, wall="2026-01-02T03:04:05Z", source="line chip.3", seat=3)

    written = canonical(event_to_dict(event))

    assert written == (
        b'{"at":123,"event":"chip_inserted","seat":3,"seq":4,"source":"line chip.3","wall":"2026-01-02T03:04:05Z"}'
    )


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"event": "chip_inserte", "seat": 3}, "is no table event"),
        ({"event": "chip_inserted"}, "chip_inserted"),
        ({"event": "chip_inserted", "seat": 3, "colour": "red"}, "colour"),
        ({"event": "ante_placed", "seat": 3, "amount": "ten"}, "expected Money"),
        ({"event": "shoe_condition", "kind": "sleepy"}, "expected ShoeState"),
    ],
)
def test_what_is_no_event_is_refused_in_a_sentence(body: dict[str, object], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        event_from_dict(body)


@pytest.mark.parametrize("value", [1.5, {"meter": 0.1}, [1, [2.0]]])
def test_a_float_never_gets_into_the_journal(value: object) -> None:
    with pytest.raises(RecordError, match="is a float"):
        canonical(value)
