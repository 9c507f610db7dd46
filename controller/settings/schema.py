"""The JSON Schema of a settings file, for editors that complete and check while one types."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pydantic import ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from controller.core.money import Money
from controller.explain import Strict
from controller.settings.daemon import ControlSettings, StateSettings
from controller.settings.hardware import HardwareSettings
from controller.settings.table import TableSettings
from controller.units import spelled_percent


class _SettingsFile(Strict):
    model_config = ConfigDict(title="The settings of a tablehand table")

    table: TableSettings
    hardware: HardwareSettings
    state: StateSettings = Field(default_factory=StateSettings)
    control: ControlSettings = Field(default_factory=ControlSettings)


class _AsWritten(GenerateJsonSchema):
    """Defaults as a person would write them: money and percentages are text."""

    def encode_default(self, dft: Any) -> Any:
        match dft:
            case Money():
                return str(dft)
            case Fraction():
                return spelled_percent(dft)
            case _:
                return super().encode_default(dft)


def settings_schema() -> JsonSchemaValue:
    """JSON Schema 2020-12."""
    schema = _SettingsFile.model_json_schema(schema_generator=_AsWritten)
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema}
