"""How one wire is written in a settings file, and the drivers' own values for it.

Pure: it knows pins as values and touches none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from controller.documents import shown
from controller.explain import Strict, wrong
from controller.units import OnOff
from drivers.gpio.pins import Input, Output, Pin, Pull

Level = Literal["low", "high"]
PullWord = Literal["up", "down", "none"]
Switch = Annotated[Literal["on", "off"], OnOff]


def _pin(value: object) -> Pin:
    try:
        return Pin.of(value)
    except ValueError:
        raise wrong(f"{shown(value)} is no pin", "write GPIO0 to GPIO27, or {chip: mcp23017, line: 3}") from None


_PIN_SCHEMA = {
    "anyOf": [
        {"type": "string", "pattern": "^GPIO([0-9]|1[0-9]|2[0-7])$"},
        {
            "type": "object",
            "properties": {"chip": {"type": "string"}, "line": {"type": ["integer", "string"]}},
            "required": ["chip", "line"],
            "additionalProperties": False,
        },
    ]
}
PinWord = Annotated[Pin, PlainValidator(_pin), WithJsonSchema(_PIN_SCHEMA)]


class InputWire(Strict):
    """`GPIO5` alone, or `{pin: GPIO5, active: high}` for one that differs from its group."""

    pin: PinWord = Field(examples=["GPIO17"])
    active: Level | None = None
    pull: PullWord | None = None


class AcceptorWire(InputWire):
    second: PinWord | None = Field(default=None, description="a second sensor that a chip passes after the first")


class OutputWire(Strict):
    """`GPIO17` alone, or `{pin: GPIO17, active: low}` for one that differs from its group."""

    pin: PinWord = Field(examples=["GPIO17"])
    active: Level | None = None


class Inputs(Strict):
    """What inputs of one group have in common."""

    active: Level = "low"
    pull: PullWord = "up"

    def input(self, wire: InputWire, pin: Pin | None = None) -> Input:
        return Input(
            pin=pin or wire.pin,
            active_low=(wire.active or self.active) == "low",
            pull=Pull(wire.pull or self.pull),
        )


def output(pin: Pin, active: Level, fail_safe: Switch) -> Output:
    return Output(pin=pin, active_low=active == "low", fail_safe=fail_safe == "on")


def _in_full(value: object) -> Any:
    is_pin = isinstance(value, str) or (isinstance(value, Mapping) and "chip" in value)
    return {"pin": value} if is_pin else value


AnyInput = Annotated[InputWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | InputWire)]
AnyAcceptor = Annotated[AcceptorWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | AcceptorWire)]
AnyOutput = Annotated[OutputWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | OutputWire)]
