"""Compiles llama-cpp-python into a wheel, once; an interrupted compile goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
import tarfile
import time
from pathlib import Path

import lockfile
from console import Console
from stamp import BUILD_OPTIONS, venv_python
from tool import pip, run_tool

NAME = "llama-cpp-python"
NINJA_STEP = re.compile(r"\[(\d+)/(\d+)\] ")


def find_wheel(block: str, cache: Path | None = None) -> Path | None:
    """The wheel of this locked requirement, when it was made for this machine before."""
    return next(wheel_folder(block, cache).glob("*.whl"), None)


def wheel_folder(block: str, cache: Path | None = None) -> Path:
    """Where wheels of this locked requirement are kept that fit this machine."""
    return (cache or cache_folder()) / f"{NAME}-{lockfile.version(block)}-{build_key(block)}"


def cache_folder() -> Path:
    """The user's cache for compiled wheels, so that a second checkout does not compile again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "slipstream-dev"


def build_key(block: str, *options: str) -> str:
    """Of all that compiled code depends on; of the processor only its kind, and of the system its C library."""
    facts = [
        lockfile.hashes(block),
        BUILD_OPTIONS.read_text(encoding="utf-8"),
        os.environ.get("CMAKE_ARGS", ""),
        sys.platform,
        platform.machine(),
        platform.libc_ver(),
        options,
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def compile_wheel(block: str, tools: Path, folder: Path, log: Path, console: Console) -> Path:
    """Fetch the locked source, compile it in ``folder`` with the build tools of ``tools``, return the wheel's path.

    Raises SetupError. Source, objects and wheel each appear whole or not at all, and ninja keeps what it has compiled.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = fetch_source(block, tools, folder, log, console)
    # What an earlier compile installed there would go into the wheel.
    shutil.rmtree(source / "llama_cpp" / "lib", ignore_errors=True)
    objects = folder / "objects"
    if (objects / ".ninja_log").exists():
        console.say("Going on with the compile of llama-cpp-python.")
    else:
        console.say("Compiling llama-cpp-python: about 9 minutes on 2 cores.")
    made = folder / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    settings = {
        "build-dir": objects.as_posix(),
        "cmake.define.LLAVA_BUILD": "OFF",
        "cmake.define.CMAKE_PROJECT_llama_cpp_INCLUDE": BUILD_OPTIONS.as_posix(),
        # What llama.cpp installs for those who would compile with it.
        "wheel.exclude": "include/**;llama_cpp/lib/cmake/**;llama_cpp/lib/pkgconfig/**",
    }
    options = [word for key, value in settings.items() for word in ("-C", f"{key}={value}")]
    command = [*pip(tools), "wheel", "-v", "--no-deps", "--no-build-isolation", *options]
    started = time.monotonic()

    def show(line: str) -> None:
        if match := NINJA_STEP.search(line):
            seconds = int(time.monotonic() - started)
            console.progress(f"  Compiling llama-cpp-python: {match[1]} of {match[2]} steps, {seconds} s")

    path = os.pathsep.join([str(venv_python(tools).parent), os.environ.get("PATH", "")])
    run_tool([*command, "-w", made, source], "The compile of llama-cpp-python", log, show, {"PATH": path})
    console.close_line()
    (wheel,) = made.glob("*.whl")
    return _keep(wheel, wheel_folder(block))


def fetch_source(block: str, tools: Path, folder: Path, log: Path, console: Console) -> Path:
    """The unpacked source distribution; pip checks its hash before it is unpacked."""
    source = folder / f"source-{lockfile.hashes(block)[0][:16]}"
    if source.exists():
        return source
    console.say("Fetching the source of llama-cpp-python (about 75 MB).")
    requirement = folder / "requirement.txt"
    requirement.write_text(block, encoding="utf-8")
    fetched, unpacked = folder / "fetched", folder / "unpacked.part"
    command = [*pip(tools), "download", "--require-hashes", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"]
    command += ["-d", fetched, "-r", requirement]
    run_tool(command, "The download of llama-cpp-python", log)
    (archive,) = fetched.glob("*.tar.gz")
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(unpacked, filter="data")
        else:  # Python before 3.11.4; pip has checked the archive's hash
            tar.extractall(unpacked)
    (top,) = unpacked.iterdir()
    top.replace(source)
    shutil.rmtree(unpacked)
    shutil.rmtree(fetched)
    return source


def _keep(wheel: Path, folder: Path) -> Path:
    """Copy the wheel into the cache, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / (wheel.name + ".part")
    shutil.copyfile(wheel, part)
    return part.replace(folder / wheel.name)
