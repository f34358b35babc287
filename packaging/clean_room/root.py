"""A fresh Debian in a folder: made once by debootstrap and kept, unpacked anew for every trial."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SUITES = {12: "bookworm", 13: "trixie"}
PERSON = "person"
_NUMBER = 1000
# What none of the person's programs may find.
_UNWANTED = ("python3", "python", "gcc", "cc", "c++", "cmake", "git", "pip")


@dataclass(frozen=True, slots=True)
class Root:
    """A Debian below `folder`, with /proc, /dev and a user who is no administrator."""

    folder: Path

    @property
    def home(self) -> Path:
        """The person's home, seen from outside."""
        return self.folder / "home" / PERSON

    @property
    def data(self) -> Path:
        """Where an installed Slipstream keeps the person's own, seen from outside."""
        return self.home / ".local" / "share" / "slipstream"

    def administer(self, *command: str) -> str:
        """Run a command as root; returns its output, raises CalledProcessError with it."""
        words = ["chroot", str(self.folder), "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *command]
        return subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def start(
        self, *command: str, environment: Mapping[str, str] | None = None, output: Path | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program as the person, who has an empty environment but for what is named."""
        own = {"HOME": f"/home/{PERSON}", "USER": PERSON, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        variables = [f"{name}={value}" for name, value in (own | dict(environment or {})).items()]
        words = ["chroot", f"--userspec={_NUMBER}:{_NUMBER}", str(self.folder), "env", "-i", "-C", own["HOME"]]
        with (output or Path(os.devnull)).open("ab") as sink:
            return subprocess.Popen(
                [*words, *variables, *command], stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT
            )

    def tools(self) -> list[str]:
        """The tools of programmers that lie in it; there should be none."""
        folders = [self.folder / place for place in ("usr/bin", "usr/local/bin", "usr/sbin")]
        return [str(folder / name) for folder in folders for name in _UNWANTED if (folder / name).exists()]

    def files(self, below: Path | None = None) -> set[str]:
        """Every file and link of it, as its own programs name them."""
        found: set[str] = set()
        for place, folders, names in os.walk(below or self.folder):
            folder = Path(place)
            folders[:] = [name for name in folders if not (folder / name).is_mount()]
            found.update(f"/{(folder / name).relative_to(self.folder)}" for name in names)
        return found

    def processes(self) -> list[int]:
        """Those that run in it."""
        found = []
        for entry in Path("/proc").iterdir():
            # One that ends meanwhile is none.
            with suppress(OSError):
                if entry.name.isdigit() and (entry / "root").readlink() == self.folder:
                    found.append(int(entry.name))
        return found

    def give_away(self, place: Path) -> None:
        """Have a folder belong to the person."""
        subprocess.run(["chown", "--recursive", f"{_NUMBER}:{_NUMBER}", str(place)], check=True)


def enter_own_namespace(script: Path, arguments: Sequence[str]) -> None:
    """Become a process whose mounts nobody else sees, and with which everything ends that it has started."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, str(script)]
    os.execvp(command[0], [*command, *arguments])


@contextmanager
def fresh_root(debian: int, folder: Path, cache: Path) -> Iterator[Root]:
    """A Debian unpacked below `folder`, which goes with the block and all that runs in it.

    Nothing of this system is mounted into it: what is deleted there is its own.
    """
    kept = cache / f"debian-{debian}.tar"
    if not kept.exists():
        _make(SUITES[debian], kept)
    folder.mkdir(parents=True)
    subprocess.run(["tar", "--extract", "--file", str(kept), "--directory", str(folder)], check=True)
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(Path("/etc", name), folder / "etc" / name)
    root = Root(folder)
    root.administer("useradd", "--create-home", "--uid", str(_NUMBER), PERSON)
    own, shared = folder / "proc", folder / "dev" / "shm"
    shared.mkdir(mode=0o1777, exist_ok=True)
    subprocess.run(["mount", "--types", "proc", "proc", str(own)], check=True)
    subprocess.run(["mount", "--types", "tmpfs", "tmpfs", str(shared)], check=True)
    try:
        yield root
    finally:
        for number in root.processes():
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        subprocess.run(["umount", "--lazy", str(own), str(shared)], check=True)
        shutil.rmtree(folder)


@contextmanager
def kept_packages(root: Root, cache: Path) -> Iterator[None]:
    """Have apt find the packages of an earlier trial, and keep those that it fetches in this block for the next."""
    cache.mkdir(parents=True, exist_ok=True)
    archives = root.folder / "var" / "cache" / "apt" / "archives"
    for package in cache.glob("*.deb"):
        shutil.copyfile(package, archives / package.name)
    yield
    for package in archives.glob("*.deb"):
        shutil.copyfile(package, cache / package.name)


def _make(suite: str, kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    building = kept.with_suffix(".building")
    shutil.rmtree(building, ignore_errors=True)
    subprocess.run(["debootstrap", "--variant=minbase", suite, str(building)], check=True, stdout=subprocess.DEVNULL)
    part = kept.with_suffix(".part")
    pack = ["tar", "--create", "--one-file-system", "--file", str(part), "--directory", str(building), "."]
    subprocess.run(pack, check=True)
    part.replace(kept)
    shutil.rmtree(building)
