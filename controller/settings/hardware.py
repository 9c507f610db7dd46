"""The `hardware:` part of a settings file: which driver stands behind each port, and on which pins.

A driver is chosen by name; what else may be written depends on it. This module knows the words and their limits, not
the drivers themselves: those are found by `drivers.registry`, and only by the composition root. Lines and lamps are
named as in the wiring guide: `acceptor_3`, `lamp_3`, `lock`, `no_more_bets`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from controller.documents import shown
from controller.explain import Strict, wrong
from controller.settings.wires import AnyAcceptor, AnyInput, AnyOutput, Inputs, Level, PinWord, Switch, output
from controller.units import AbsolutePath, Milliseconds, Sealed
from drivers.gpio.pins import Input, Output
from drivers.pulses import Acceptor, Timings

LOCK = "lock"
Seat = Annotated[int, Field(ge=1, le=7)]


def _keys_are_seats(schema: dict[str, Any]) -> None:
    """JSON knows only keys that are text, so pydantic leaves the seat numbers out."""
    schema["patternProperties"] = {"^[1-7]$": schema.pop("additionalProperties")}
    schema["additionalProperties"] = False


class Pulses(Strict):
    """How wide and how far apart the pulses of a chip acceptor are; measure them on the acceptor in use."""

    min_pulse_ms: Milliseconds = Field(default=5, description="shorter is noise")
    max_pulse_ms: Milliseconds = Field(default=500, description="up to this a chip")
    stuck_ms: Milliseconds = Field(default=1000, description="longer is stuck; between the two it is unclear, no chip")
    min_gap_ms: Milliseconds = Field(default=20, description="pulses closer together are chatter")
    quiet_ms: Milliseconds = Field(default=1000, description="after trouble: idle for so long, and it is restored")
    travel_ms: Milliseconds = Field(default=1000, description="from the first sensor to the second, where fitted")

    @model_validator(mode="after")
    def they_grow(self) -> Self:
        if not 0 < self.min_pulse_ms < self.max_pulse_ms < self.stuck_ms:
            raise wrong(
                f"the pulse times do not grow: {self.min_pulse_ms}, {self.max_pulse_ms}, {self.stuck_ms}",
                "min_pulse_ms is above 0, max_pulse_ms longer, stuck_ms longer still",
            )
        for key in ("min_gap_ms", "quiet_ms", "travel_ms"):
            if getattr(self, key) == 0:
                raise wrong(f"{key} is 0", "write at least 1")
        return self

    @property
    def timings(self) -> Timings:
        return Timings(
            min_pulse_ms=self.min_pulse_ms,
            max_pulse_ms=self.max_pulse_ms,
            stuck_ms=self.stuck_ms,
            min_gap_ms=self.min_gap_ms,
            quiet_ms=self.quiet_ms,
            travel_ms=self.travel_ms,
        )


class GpioAcceptors(Pulses, Inputs):
    """`active` is the level of a line while a chip passes."""

    driver: Literal["gpio"]
    read_back_ms: Annotated[int, Field(ge=10, le=1000)] = Field(
        default=75, description="levels are read again so often"
    )
    seats: Annotated[Mapping[Seat, AnyAcceptor], Sealed] = Field(
        examples=["{1: GPIO5, 2: GPIO6}"], json_schema_extra=_keys_are_seats
    )

    def acceptors(self, seats: int) -> dict[int, Acceptor]:
        """By seat, with the names of their lines."""
        return {seat: _acceptor(seat, wire.second is not None) for seat, wire in self.seats.items() if seat <= seats}

    @property
    def inputs(self) -> dict[str, Input]:
        inputs = {}
        for seat, wire in self.seats.items():
            acceptor = _acceptor(seat, wire.second is not None)
            inputs[acceptor.line] = self.input(wire)
            if acceptor.second:
                inputs[acceptor.second] = self.input(wire, wire.second)
        return inputs


class SimAcceptors(Pulses):
    driver: Literal["sim"]

    def acceptors(self, seats: int) -> dict[int, Acceptor]:
        """By seat, with the names of their lines."""
        return {seat: _acceptor(seat, has_second=False) for seat in range(1, seats + 1)}


def _acceptor(seat: int, has_second: bool) -> Acceptor:
    return Acceptor(f"acceptor_{seat}", f"acceptor_{seat}_second" if has_second else None)


def lamp(seat: int) -> str:
    """What the lamp of a seat is called."""
    return f"lamp_{seat}"


class GpioLamps(Strict):
    driver: Literal["gpio"]
    active: Level = Field(default="high", description="level of the line while the lamp is lit")
    fail_safe: Switch = Field(default="off", description="when nobody controls it")
    seats: Annotated[Mapping[Seat, AnyOutput], Sealed] = Field(
        examples=["{1: GPIO17, 2: GPIO18}"], json_schema_extra=_keys_are_seats
    )

    @property
    def outputs(self) -> dict[str, Output]:
        return {
            lamp(seat): output(wire.pin, wire.active or self.active, self.fail_safe)
            for seat, wire in self.seats.items()
        }


class SimLamps(Strict):
    driver: Literal["sim"]


class GpioLock(Strict):
    """The line that makes every acceptor refuse chips."""

    driver: Literal["gpio"]
    pin: PinWord = Field(examples=["GPIO26"])
    active: Level = Field(default="low", description="level of the line while the acceptors refuse")
    fail_safe: Switch = Field(default="on", description="when nobody controls it: on, so that acceptors refuse")

    @property
    def outputs(self) -> dict[str, Output]:
        return {LOCK: output(self.pin, self.active, self.fail_safe)}


class SimLock(Strict):
    driver: Literal["sim"]


class KeyLines(Strict):
    """Only those that are wired; the others come through the control socket."""

    no_more_bets: AnyInput | None = None
    deal_complete: AnyInput | None = None
    exposed_card: AnyInput | None = None
    call_supervisor: AnyInput | None = None
    clear: AnyInput | None = None
    supervisor_key: AnyInput | None = Field(default=None, description="the supervisor's key switch")


class GpioKeys(Inputs):
    """`active` is the level of a line while its key is pressed or turned."""

    driver: Literal["gpio"]
    debounce_ms: Annotated[int, Field(ge=1, le=500)] = Field(default=20, description="a key is stable for so long")
    lines: KeyLines = Field(default_factory=KeyLines)

    @property
    def inputs(self) -> dict[str, Input]:
        wires = {name: getattr(self.lines, name) for name in KeyLines.model_fields}
        return {name: self.input(wire) for name, wire in wires.items() if wire is not None}


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


class PtyShoe(Strict):
    """A simulated shoe at the other end of a line of bytes, read by the real protocol and link."""

    driver: Literal["pty"]
    port: AbsolutePath | None = Field(default=None, description="where the line appears; beside the state by default")
    counts_pack: bool = True


class LogMeter(Strict):
    """The meter's amount is only logged."""

    driver: Literal["log"]


class FileMeter(Strict):
    """The meter's amount is written into a file, for a page or a sign that reads it."""

    driver: Literal["file"]
    path: AbsolutePath = Field(
        examples=["/run/tablehand/meter.html"], description="ends in .html, .json, or anything else for plain text"
    )
    currency: Annotated[str, Field(max_length=4)] = Field(default="$", description="stands before the amount")


class SimMeter(Strict):
    driver: Literal["sim"]


Acceptors = Annotated[GpioAcceptors | SimAcceptors, Field(discriminator="driver")]
Lamps = Annotated[GpioLamps | SimLamps, Field(discriminator="driver")]
Lock = Annotated[GpioLock | SimLock, Field(discriminator="driver")]
Keys = Annotated[GpioKeys | SimKeys, Field(discriminator="driver")]
Shoe = Annotated[TablehandShoe | SimShoe | PtyShoe, Field(discriminator="driver")]
Meter = Annotated[LogMeter | FileMeter | SimMeter, Field(discriminator="driver")]


class HardwareSettings(Strict):
    acceptors: Acceptors
    lamps: Lamps
    lock: Lock
    keys: Keys
    shoe: Shoe
    meter: Meter

    @property
    def outputs(self) -> dict[str, Output]:
        """Every real output: what must be at its fail-safe level when nobody is in charge."""
        ports = [port for port in (self.lamps, self.lock) if isinstance(port, GpioLamps | GpioLock)]
        return {name: output for port in ports for name, output in port.outputs.items()}
