"""Finds and reads the files of the library, each once, and follows what one names in another."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel

from controller.core.house import Awards, PayTable, Profile
from controller.documents import Document, Fault, FaultyError, UnreadableError, meant, read_document
from controller.explain import understand
from controller.library.pays import AwardsFile, PayFile
from controller.library.profiles import ProfileFile, contradictions

Kind = Literal["profiles", "paytables", "awards"]
_ONE_OF = {"profiles": "profile", "paytables": "pay table", "awards": "award table"}
File = TypeVar("File", bound=BaseModel)


class NotOnShelfError(Exception):
    """There is no file of that name: a sentence that names those there are. `wrong` and `right` are its two halves."""

    def __init__(self, kind: Kind, name: str, known: list[str]) -> None:
        self.wrong = f'there is no {_ONE_OF[kind]} "{name}"'
        self.right = meant(name, known)
        super().__init__(f"{self.wrong}; {self.right}")


class Library:
    """The shelves that a settings file may take from: those beside it, then those of the program."""

    def __init__(self, beside: Path | None = None) -> None:
        self._places = ([beside] if beside else []) + [_shipped()]

    def names(self, kind: Kind) -> list[str]:
        """Every name on the shelf, sorted."""
        return sorted({file.stem for place in self._places for file in (place / kind).glob("*.yaml")})

    def profile(self, name: str) -> Profile:
        return self._profile(name, ())

    def paytable(self, name: str) -> PayTable:
        document = self._open("paytables", name)
        return _understood(PayFile, document).value(name)

    def awards(self, name: str) -> Awards:
        document = self._open("awards", name)
        return _understood(AwardsFile, document).value(name)

    def _profile(self, name: str, extended_by: tuple[str, ...]) -> Profile:
        document = self._open("profiles", name)
        file = _understood(ProfileFile, document)
        faults: list[Fault] = []
        base: Profile | None = None
        if file.extends in (name, *extended_by):
            faults.append(document.fault(("extends",), "the profiles extend each other in a circle", "break it"))
        elif file.extends:
            try:
                base = self._profile(file.extends, (name, *extended_by))
            except NotOnShelfError as missing:
                faults.append(document.fault(("extends",), missing.wrong, missing.right))
        if not faults:
            profile = file.value(name, base)
            faults.extend(contradictions(document, profile))
            if profile.paytable not in self.names("paytables"):
                unknown = NotOnShelfError("paytables", profile.paytable, self.names("paytables"))
                faults.append(document.fault(("paytable",), unknown.wrong, unknown.right))
        if faults:
            raise FaultyError(faults)
        return profile

    def _open(self, kind: Kind, name: str) -> Document:
        for place in self._places:
            file = place / kind / f"{name}.yaml"
            if name in self.names(kind) and file.is_file():
                try:
                    return read_document(file)
                except UnreadableError as error:
                    raise FaultyError([error.fault]) from None
        raise NotOnShelfError(kind, name, self.names(kind))


def _understood(model: type[File], document: Document) -> File:
    file, faults = understand(model, document)
    faults.extend(document.faults)
    if file is None or faults:
        raise FaultyError(faults)
    return file


def _shipped() -> Path:
    """`config/`, which the package carries as data; in a checkout it is a link to the one at the top."""
    return Path(str(resources.files("controller"))) / "config"


@cache
def load_profile(name: str) -> Profile:
    """One that comes with the program. Raises NotOnShelfError or FaultyError."""
    return Library().profile(name)


@cache
def load_paytable(name: str) -> PayTable:
    """One that comes with the program. Raises NotOnShelfError or FaultyError."""
    return Library().paytable(name)


@cache
def load_awards(name: str) -> Awards:
    """One that comes with the program. Raises NotOnShelfError or FaultyError."""
    return Library().awards(name)
