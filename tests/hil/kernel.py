"""Builds what the virtual board boots: a stock Debian kernel, a gpio-sim module for it, and an initramfs.

Needs Debian 12 on amd64, and root for the packages that are missing. Everything lands in the directory given and is
built once for each edit of this file and of `init`. Must never leave a download or a build outside it.
"""

from __future__ import annotations

import gzip
import hashlib
import platform
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.hil.building import install, run_step, update_lists
from tests.hil.trouble import NoBoardError

_INIT = Path(__file__).with_name("init")
_PACKAGES = (
    *("qemu-system-x86", "busybox-static", "cpio", "kmod", "xz-utils", "e2fsprogs"),
    *("systemd", "dbus", "udev", "build-essential", "python3-venv"),
)
_MODULES = (
    "9p",
    "9pnet_virtio",
    "virtio_pci",
    "virtio_blk",
    "virtio_console",
    "ext4",
    "overlay",
    "configfs",
    "i6300esb",
)
_SOURCES = ("*/drivers/gpio/gpio-sim.c", "*/drivers/gpio/gpiolib.h", "*/kernel/irq/irq_sim.c")
_MAKEFILE = "obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n"


def build(directory: Path) -> tuple[Path, Path]:
    """Returns the kernel and the initramfs. Raises NoBoardError when this machine cannot have them, saying why."""
    if platform.machine() != "x86_64" or not shutil.which("apt-get"):
        raise NoBoardError("the virtual board is built from Debian 12 packages on an amd64 machine; this is not one")
    directory.mkdir(parents=True, exist_ok=True)
    kernel, initramfs, built = directory / "vmlinuz", directory / "initrd.gz", directory / "built"
    install(_PACKAGES)
    wanted = hashlib.sha256(Path(__file__).read_bytes() + _INIT.read_bytes()).hexdigest()
    if not built.exists() or built.read_text() != wanted:
        built.unlink(missing_ok=True)
        _make(kernel, initramfs)
        built.write_text(wanted)
    return kernel, initramfs


def _make(kernel: Path, initramfs: Path) -> None:
    update_lists()
    depends = run_step("apt-cache", "depends", "linux-image-amd64")
    found = re.search(r"Depends: (linux-image-\S+)", depends)
    if not found:
        raise NoBoardError("apt knows no linux-image-amd64; as root: apt-get update")
    image = found[1]
    release = image.removeprefix("linux-image-")
    install([f"linux-headers-{release}"])
    with TemporaryDirectory(dir=kernel.parent) as scratch:
        directory = Path(scratch)
        _download(directory, image, "linux-source-6.1")
        shutil.copy(directory / "kernel" / "boot" / f"vmlinuz-{release}", kernel)
        _build_module(directory, release)
        _pack(directory, release, initramfs)


def _download(directory: Path, image: str, source: str) -> None:
    for package, into in ((image, "kernel"), (source, "source")):
        run_step("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", package, cwd=directory)
        (deb,) = directory.glob(f"{package}_*.deb")
        run_step("dpkg", "-x", deb, directory / into)
    run_step("depmod", "-b", directory / "kernel", image.removeprefix("linux-image-"))


def _build_module(directory: Path, release: str) -> None:
    """Debian ships neither GPIO_SIM nor IRQ_SIM, so both go into one module."""
    module = directory / "module"
    module.mkdir()
    archive = directory / "source" / "usr" / "src" / "linux-source-6.1.tar.xz"
    run_step("tar", "-xJf", archive, "-C", module, "--strip-components=3", "--wildcards", *_SOURCES)
    (module / "gpio-sim.c").rename(module / "gpio-sim-main.c")
    irq = module / "irq_sim.c"
    # irq_to_desc() is not exported to modules; generic_handle_irq_safe() does the same work and is.
    text = irq.read_text().replace("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq_safe(irqnum)")
    irq.write_text(re.sub(r"(?m)^EXPORT_SYMBOL_GPL.*$", "", text))
    (module / "Makefile").write_text(_MAKEFILE)
    run_step("make", "-s", "-C", f"/usr/src/linux-headers-{release}", f"M={module}", "modules")


def _pack(directory: Path, release: str, initramfs: Path) -> None:
    """An initramfs that only loads modules, lays a RAM overlay over this machine's root and starts systemd."""
    tree = directory / "initrd"
    for name in ("bin", "mod", "host", "ram", "root", "proc", "sys", "dev"):
        (tree / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin" / "busybox")
    files: list[str] = []
    for module in _MODULES:
        shown = run_step("modprobe", "-d", directory / "kernel", "-S", release, "--show-depends", module)
        files += [line.split()[1] for line in shown.splitlines() if line.startswith("insmod")]
    for place, file in enumerate([*dict.fromkeys(files), str(directory / "module" / "gpio-sim.ko")]):
        shutil.copy(file, tree / "mod" / f"{place:02d}-{Path(file).name}")
    shutil.copy(_INIT, tree / "init")
    (tree / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    packed = subprocess.run(
        ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"],
        cwd=tree,
        input=names.encode(),
        capture_output=True,
        check=True,
    )
    initramfs.write_bytes(gzip.compress(packed.stdout, compresslevel=1, mtime=0))
