"""The `hardware:` part of a settings file: which driver stands behind each port, and on which pins.

A driver is chosen by name; what else may be written depends on it. This module knows the words and their limits, not
the drivers themselves: those are found by `drivers.registry`, and only by the composition root.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema, model_validator

from controller.documents import shown
from controller.explain import Strict, wrong
from controller.units import AbsolutePath, Milliseconds, OnOff, Sealed, Text
from drivers.pulses import Timings

GPIO = re.compile(r"GPIO([0-9]|[1-4][0-9]|5[0-3])")

Level = Literal["low", "high"]
Pull = Literal["up", "down", "none"]
Switch = Annotated[Literal["on", "off"], OnOff]


@dataclass(frozen=True, slots=True)
class Wire:
    """One line of a GPIO chip: its name in the wiring guide, where it is, and how it behaves.

    `chip` is a label such as `pinctrl-rp1`, never a number; `line` its offset on that chip. `fail_safe` is for outputs:
    whether they are on when nobody controls them.
    """

    name: str
    chip: str
    line: int
    active: Level
    pull: Pull
    fail_safe: bool = False


# -- pins ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pin:
    """`chip` is empty where the table's own is meant."""

    line: int
    chip: str = ""


def read_pin(value: object) -> Pin:
    """`GPIO17`, or `{chip: mcp23017, line: 3}` on an expander. Raises a sentence."""
    if isinstance(value, str) and (match := GPIO.fullmatch(value)):
        return Pin(int(match[1]))
    if isinstance(value, Mapping) and value.keys() == {"chip", "line"}:
        chip, line = value["chip"], value["line"]
        if isinstance(chip, str) and chip and isinstance(line, int) and not isinstance(line, bool) and 0 <= line < 512:
            return Pin(line, chip)
    raise wrong(f"{shown(value)} is no pin", "write GPIO17, or {chip: mcp23017, line: 3} on an expander")


_PIN_SCHEMA = {
    "anyOf": [
        {"type": "string", "pattern": f"^{GPIO.pattern}$"},
        {
            "type": "object",
            "properties": {"chip": {"type": "string"}, "line": {"type": "integer", "minimum": 0}},
            "required": ["chip", "line"],
            "additionalProperties": False,
        },
    ]
}
PinWord = Annotated[Pin, PlainValidator(read_pin), WithJsonSchema(_PIN_SCHEMA)]


class InputWire(Strict):
    """`GPIO5` alone, or `{pin: GPIO5, active: high}` for one that differs from its group."""

    pin: PinWord = Field(examples=["GPIO17"])
    active: Level | None = None
    pull: Pull | None = None


class AcceptorWire(InputWire):
    second: PinWord | None = Field(default=None, description="a second sensor that a chip passes after the first")


class OutputWire(Strict):
    """`GPIO17` alone, or `{pin: GPIO17, active: low}` for one that differs from its group."""

    pin: PinWord = Field(examples=["GPIO17"])
    active: Level | None = None


def _in_full(value: object) -> Any:
    is_pin = isinstance(value, str) or (isinstance(value, Mapping) and "chip" in value)
    return {"pin": value} if is_pin else value


Input = Annotated[InputWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | InputWire)]
Output = Annotated[OutputWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | OutputWire)]
Acceptor = Annotated[AcceptorWire, BeforeValidator(_in_full, json_schema_input_type=PinWord | AcceptorWire)]
Seat = Annotated[int, Field(ge=1, le=7)]


def _keys_are_seats(schema: dict[str, Any]) -> None:
    """JSON knows only keys that are text, so pydantic leaves the seat numbers out."""
    schema["patternProperties"] = {"^[1-7]$": schema.pop("additionalProperties")}
    schema["additionalProperties"] = False


# -- ports ---------------------------------------------------------------------------------------------------------


class Pulses(Strict):
    """How wide and how far apart the pulses of a chip acceptor are; measure them on the acceptor in use."""

    min_pulse_ms: Milliseconds = Field(default=5, description="shorter is noise")
    max_pulse_ms: Milliseconds = Field(default=500, description="up to this a chip")
    stuck_ms: Milliseconds = Field(default=1000, description="longer is stuck; between the two it is unclear, no chip")
    min_gap_ms: Milliseconds = Field(default=20, description="pulses closer together are chatter")

    @model_validator(mode="after")
    def they_grow(self) -> Self:
        if not 0 < self.min_pulse_ms < self.max_pulse_ms < self.stuck_ms:
            raise wrong(
                f"the pulse times do not grow: {self.min_pulse_ms}, {self.max_pulse_ms}, {self.stuck_ms}",
                "min_pulse_ms is above 0, max_pulse_ms longer, stuck_ms longer still",
            )
        if self.min_gap_ms == 0:
            raise wrong("min_gap_ms is 0", "write at least 1")
        return self

    @property
    def timings(self) -> Timings:
        return Timings(
            min_pulse_ms=self.min_pulse_ms,
            max_pulse_ms=self.max_pulse_ms,
            stuck_ms=self.stuck_ms,
            min_gap_ms=self.min_gap_ms,
        )


class GpioAcceptors(Pulses):
    driver: Literal["gpio"]
    active: Level = Field(default="low", description="level of the line while a chip passes")
    pull: Pull = "up"
    read_back_ms: Annotated[int, Field(ge=10, le=1000)] = Field(
        default=50, description="levels are read again so often"
    )
    seats: Annotated[Mapping[Seat, Acceptor], Sealed] = Field(
        examples=["{1: GPIO5, 2: GPIO6}"], json_schema_extra=_keys_are_seats
    )


class SimAcceptors(Pulses):
    driver: Literal["sim"]


class GpioLamps(Strict):
    driver: Literal["gpio"]
    active: Level = Field(default="high", description="level of the line while the lamp is lit")
    fail_safe: Switch = Field(default="off", description="when nobody controls it")
    blink_ms: Annotated[int, Field(ge=100, le=5000)] = Field(
        default=500, description="half a period of a blinking lamp"
    )
    seats: Annotated[Mapping[Seat, Output], Sealed] = Field(
        examples=["{1: GPIO17, 2: GPIO18}"], json_schema_extra=_keys_are_seats
    )


class SimLamps(Strict):
    driver: Literal["sim"]


class GpioLock(Strict):
    """The line that makes every acceptor refuse chips."""

    driver: Literal["gpio"]
    pin: PinWord = Field(examples=["GPIO26"])
    active: Level = Field(default="low", description="level of the line while the acceptors refuse")
    fail_safe: Switch = Field(default="on", description="when nobody controls it: on, so that acceptors refuse")


class SimLock(Strict):
    driver: Literal["sim"]


class KeyLines(Strict):
    """Only those that are wired; the others come through the control socket."""

    no_more_bets: Input | None = None
    deal_complete: Input | None = None
    exposed_card: Input | None = None
    call_supervisor: Input | None = None
    clear: Input | None = None
    supervisor_key: Input | None = Field(default=None, description="the supervisor's key switch")


class GpioKeys(Strict):
    driver: Literal["gpio"]
    active: Level = Field(default="low", description="level of the line while a key is pressed")
    pull: Pull = "up"
    debounce_ms: Annotated[int, Field(ge=1, le=500)] = Field(default=30, description="a key is stable for so long")
    lines: KeyLines = Field(default_factory=KeyLines)


class SimKeys(Strict):
    driver: Literal["sim"]


def _lasting_port(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"/dev/\S+|socket://[^\s:/]+:\d{1,5}", value):
        raise wrong(f"{shown(value)} is no serial port", "write /dev/serial/by-id/... or socket://host:port")
    if re.fullmatch(r"/dev/tty(USB|ACM)\d+", value):
        raise wrong(f"{value} may be another device after the next start", "write its name in /dev/serial/by-id/")
    return value


_PORT_SCHEMA = WithJsonSchema({"type": "string", "pattern": "^(/dev/|socket://)"})
PortWord = Annotated[str, PlainValidator(_lasting_port), _PORT_SCHEMA]
Baud = Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200]


class TablehandShoe(Strict):
    """A shoe that speaks the reference protocol."""

    driver: Literal["tablehand"]
    port: PortWord = Field(examples=["/dev/serial/by-id/usb-..."])
    baud: Baud = 115200
    counts_pack: bool = Field(default=False, description="the shoe counts each pack itself (EQP-4)")


class SimShoe(Strict):
    driver: Literal["sim"]
    counts_pack: bool = True


class LogMeter(Strict):
    """The meter's amount is only logged."""

    driver: Literal["log"]


class FileMeter(Strict):
    """The meter's amount is written into a file, for a page or a sign that reads it."""

    driver: Literal["file"]
    path: AbsolutePath = Field(examples=["/run/tablehand/meter.json"])


class SimMeter(Strict):
    driver: Literal["sim"]


Acceptors = Annotated[GpioAcceptors | SimAcceptors, Field(discriminator="driver")]
Lamps = Annotated[GpioLamps | SimLamps, Field(discriminator="driver")]
Lock = Annotated[GpioLock | SimLock, Field(discriminator="driver")]
Keys = Annotated[GpioKeys | SimKeys, Field(discriminator="driver")]
Shoe = Annotated[TablehandShoe | SimShoe, Field(discriminator="driver")]
Meter = Annotated[LogMeter | FileMeter | SimMeter, Field(discriminator="driver")]


class HardwareSettings(Strict):
    chip: Text = Field(default="pinctrl-bcm2711", description="label of the GPIO chip that GPIO17 belongs to")
    acceptors: Acceptors
    lamps: Lamps
    lock: Lock
    keys: Keys
    shoe: Shoe
    meter: Meter
