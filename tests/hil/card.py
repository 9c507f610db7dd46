"""What the board's card holds: the project installed as INSTALL.md says, and what the proofs need beside it.

The card is an ext4 image that the board mounts at /opt/tablehand. It is prepared on this machine, where installing is
quick, with Debian's own Python: a unit with its own user cannot run an interpreter of somebody's home. Must install
the project as its users do, from its wheel, never from the checkout.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from tests.hil.building import run_step

CHECKOUT = Path(__file__).resolve().parents[2]
HOME = "/opt/tablehand"
"""Where the board sees the card; `bin/` there is the venv's, `kit/` has config, systemd and tests."""
_PYTHON = "/usr/bin/python3"
_BUILD_TOOLS = ("pip", "setuptools>=70", "wheel")
_TEST_TOOLS = ("pytest>=8.2", "pytest-timeout>=2.3", "hypothesis>=6.100")
_KIT = ("config", "systemd", "tests", "pyproject.toml", "README.md")
_HERE = Path(__file__).parent


def write(folder: Path) -> Path:
    """Returns the image; only what changed since the last one is installed again."""
    venv, image = folder / "card", folder / "card.img"
    _packages(venv)
    _project(venv)
    for kept in ("board", "kit"):
        shutil.rmtree(venv / kept, ignore_errors=True)
    shutil.copytree(_HERE / "units", venv / "board")
    shutil.copy(_HERE / "probe.py", venv / "board" / "probe.py")
    (venv / "kit").mkdir()
    for name in _KIT:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, venv / "kit" / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, venv / "kit" / name)
    image.unlink(missing_ok=True)
    run_step("mke2fs", "-q", "-t", "ext4", "-E", "root_owner=0:0", "-d", venv, image, "512m")
    return image


def blank_disk(folder: Path) -> Path:
    """An empty state disk."""
    disk = folder / "state.img"
    disk.unlink(missing_ok=True)
    run_step("mke2fs", "-q", "-t", "ext4", disk, "128m")
    return disk


def _packages(venv: Path) -> None:
    """The venv with everything the project depends on, made again when pyproject.toml asks for something else."""
    wanted = hashlib.sha256((CHECKOUT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes()).hexdigest()
    stamp = venv / "packages"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(venv, ignore_errors=True)
    run_step(_PYTHON, "-m", "venv", venv)
    _pip(venv, "--upgrade", *_BUILD_TOOLS)
    _pip(venv, *_TEST_TOOLS, _sources(venv))
    stamp.write_text(wanted)


def _project(venv: Path) -> None:
    """The project itself, always new; its scripts name the interpreter as the board will see it."""
    _pip(venv, "--force-reinstall", "--no-deps", "--no-build-isolation", _sources(venv))
    for script in (venv / "bin").iterdir():
        if script.is_symlink() or not script.read_bytes().startswith(b"#!"):
            continue
        script.write_bytes(script.read_bytes().replace(str(venv).encode(), HOME.encode()))


def _sources(venv: Path) -> str:
    """A copy to build from: a build in the checkout would also pack what an earlier one left there."""
    copy = venv.with_name("sources")
    shutil.rmtree(copy, ignore_errors=True)
    for package in ("controller", "drivers"):
        shutil.copytree(CHECKOUT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        if (CHECKOUT / name).exists():
            shutil.copy(CHECKOUT / name, copy / name)
    return str(copy)


def _pip(venv: Path, *arguments: str) -> None:
    quiet = ("-q", "--disable-pip-version-check", "--root-user-action", "ignore")
    run_step(venv / "bin" / "python3", "-m", "pip", "install", *quiet, *arguments)
