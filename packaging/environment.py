"""Makes .venv from the lock, stage by stage, so that an interrupted set-up goes on where it was."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import llama_cpp_wheel
import lockfile
import stamp
import system_parts
from console import Console
from stamp import LOCK, ROOT, VENV, venv_python
from tool import SetupError, pip, run_tool

BUILD = ROOT / ".build"
PACKAGES_MARK = "packages.stamp"
NEEDED_BYTES = 2_500_000_000
CHECK_LLAMA_CPP = "import llama_cpp; llama_cpp.llama_backend_init(); llama_cpp.llama_backend_free()"
CHECK_BACKENDS = """
import sys
sys.path.insert(0, {root!r})
from app.engine.worker.devices import list_devices
found = list_devices()
sys.exit(None if found.devices else f"no backend works here: {{found.notices}}")
"""


def make(console: Console) -> None:
    """Set up .venv, or return at once when it is there. Raises SetupError when that is not possible."""
    BUILD.mkdir(exist_ok=True)
    with alone(BUILD / "lock", console):
        if stamp.is_ready():
            return
        started = time.monotonic()
        log = BUILD / "setup.log"
        log.write_text("", encoding="utf-8")
        console.say(f"Setting up Slipstream in {VENV}. This happens once, and can be interrupted and started again.")
        check_space()
        system_parts.provide(system_parts.missing_for_build(), console, log)
        requirements = lockfile.blocks((LOCK / "environment.txt").read_text(encoding="utf-8"))
        llama_cpp = requirements.pop(llama_cpp_wheel.NAME)
        install_packages(requirements, log, console)
        system_parts.provide(system_parts.missing_for_window(_pyside()), console, log)
        _install_llama_cpp(llama_cpp, log, console)
        _check(log)
        clear_build(log)
        stamp.write()
        console.say(f"Slipstream is set up ({time.monotonic() - started:.0f} s).")


@contextmanager
def alone(path: Path, console: Console) -> Iterator[None]:
    """Hold a lock that one process at a time can have; the system takes it back however the process ends."""
    with path.open("a") as file:
        if not _try_lock(file):
            console.say("Another set-up is at work in this folder; waiting for it.")
            while not _try_lock(file):
                time.sleep(0.5)
        yield


def _try_lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def check_space() -> None:
    """Raise SetupError when the disk is too full to finish."""
    free = shutil.disk_usage(ROOT).free
    if free < NEEDED_BYTES:
        sizes = f"{free / 1e9:.1f} GB free; the set-up needs up to {NEEDED_BYTES / 1e9:.1f} GB"
        raise SetupError(f"{ROOT} has {sizes}. Make room, then start again.")


def install_packages(requirements: dict[str, str], log: Path, console: Console) -> None:
    """A fresh .venv with all packages but llama-cpp-python, unless an earlier set-up got that far."""
    wanted = stamp.fingerprint(_this_python())
    mark = VENV / PACKAGES_MARK
    if mark.exists() and mark.read_text(encoding="utf-8") == wanted and venv_python().exists():
        return
    # A killed pip leaves packages that look installed and are not: a half-made environment is made anew.
    shutil.rmtree(VENV, ignore_errors=True)
    new_environment(VENV, log)
    install_locked(VENV, requirements, log, console)
    mark.write_text(wanted, encoding="utf-8")


def _this_python() -> str:
    return ".".join(str(part) for part in sys.version_info[:3])


def new_environment(folder: Path, log: Path) -> None:
    """An empty virtual environment of the interpreter that runs this."""
    base = Path(getattr(sys, "_base_executable", sys.executable))
    # Not by a link such as python3, which a system upgrade turns to another version.
    interpreter = base.resolve() if sys.platform != "win32" else base
    run_tool([interpreter, "-I", "-m", "venv", folder], f"Making {folder.name}", log)


def install_locked(venv: Path, requirements: dict[str, str], log: Path, console: Console) -> None:
    """Install locked requirements as wheels, each checked against its hash; nothing else is resolved or built."""
    listing = BUILD / f"{venv.name}.txt"
    listing.write_text("".join(requirements.values()), encoding="utf-8")
    done = 0

    def show(line: str) -> None:
        nonlocal done
        text = line.strip()
        if text.startswith(("Collecting ", "Ignoring ")):
            done += 1
            console.progress(f"  Packages: {done} of {len(requirements)}, {text.split()[1].rstrip(':')}")
        elif text.startswith("Downloading "):
            console.progress(f"  Packages: {done} of {len(requirements)}, fetching {text.removeprefix('Downloading ')}")
        elif text.startswith("Installing "):
            console.progress(f"  Packages: unpacking {len(requirements)}")

    console.say(f"Installing {len(requirements)} packages.")
    command = [*pip(venv), "install", "--progress-bar", "off", "--require-hashes", "--no-deps"]
    command += ["--only-binary", ":all:", "-r", listing]
    run_tool(command, "The installation of the packages", log, show)
    console.close_line()


def _pyside() -> Path:
    command = [str(venv_python()), "-I", "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip(), "PySide6")


def _install_llama_cpp(block: str, log: Path, console: Console) -> None:
    wheel = llama_cpp_wheel.find_wheel(block)
    if wheel is None:
        wheel = llama_cpp_wheel.compile_wheel(block, tools(log, console), BUILD / "llama-cpp", log, console)
    else:
        console.say("Using the llama-cpp-python that was compiled before on this machine.")
    run_tool([*pip(VENV), "install", "--no-deps", "--no-index", wheel], "The installation of llama-cpp-python", log)
    try:
        run_tool([venv_python(), "-I", "-c", CHECK_LLAMA_CPP], "The start of llama.cpp", log)
    except SetupError:
        wheel.unlink()  # the next start compiles it anew
        raise


def _check(log: Path) -> None:
    run_tool([*pip(VENV), "check"], "The check of the packages", log)
    run_tool([venv_python(), "-I", "-c", "import PySide6.QtWidgets"], "The start of Qt", log)
    run_tool([venv_python(), "-I", "-c", CHECK_BACKENDS.format(root=str(ROOT))], "The start of the engine", log)


def tools(log: Path, console: Console) -> Path:
    """The build tools, in an environment of their own that goes when what they make is made."""
    folder = BUILD / "tools"
    mark = folder / PACKAGES_MARK
    if not (mark.exists() and venv_python(folder).exists()):
        shutil.rmtree(folder, ignore_errors=True)
        new_environment(folder, log)
        requirements = lockfile.blocks((LOCK / "build.txt").read_text(encoding="utf-8"))
        install_locked(folder, requirements, log, console)
        mark.touch()
    return folder


def clear_build(log: Path) -> None:
    """Remove what only an interrupted set-up needs; the held lock and the log stay."""
    for path in BUILD.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path != log and path.name != "lock":
            path.unlink(missing_ok=True)


def main() -> int:
    """Set up; returns the exit code."""
    return told(make)


def told(work: Callable[[Console], None]) -> int:
    """Do something long and tell of a failure in words; returns the exit code."""
    console = Console()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        work(console)
    except SetupError as error:
        console.say(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        console.say("Interrupted. The next start goes on from here.")
        return 130
    return 0
