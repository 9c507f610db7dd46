"""One table's settings file: read, checked whole, and given as frozen values."""

from controller.settings.reading import Settings, read_outputs, read_settings
from controller.settings.schema import settings_schema

__all__ = ["Settings", "read_outputs", "read_settings", "settings_schema"]
