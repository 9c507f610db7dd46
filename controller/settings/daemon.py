"""The `state:` and `control:` parts of a settings file: where the daemon keeps and offers what it knows."""

from __future__ import annotations

from pydantic import Field, model_validator

from controller.explain import Strict, wrong
from controller.units import AnyPath


class StateSettings(Strict):
    """The journal and the people. Without a `directory`: the one that systemd gives, else /var/lib/tablehand."""

    directory: AnyPath | None = None
    copy_directory: AnyPath | None = Field(default=None, description="second copy of the journal, on another medium")
    allow_volatile: bool = Field(default=False, description="only for demonstrations: the state may be lost")

    @model_validator(mode="after")
    def the_copy_lies_elsewhere(self) -> StateSettings:
        if self.copy_directory is not None and self.copy_directory == self.directory:
            raise wrong("copy_directory is the directory of the journal itself", "name one on another medium")
        return self


class ControlSettings(Strict):
    """The control socket. Without one: in the runtime directory, as the contracts say."""

    socket: AnyPath | None = None
