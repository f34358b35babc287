"""The verb `wheel`: llama-cpp-python compiled for a kind of device, and the backend alone, to be added elsewhere."""

from __future__ import annotations

import argparse
import base64
import hashlib
import shutil
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import environment
import lockfile
import system_parts
from backend_module import Backend, Parts, compile_module, find_module
from console import Console
from cuda_parts import cuda_parts
from environment import BUILD
from llama_cpp_wheel import NAME, compile_wheel, find_wheel
from stamp import LOCK
from tool import SetupError
from vulkan_parts import missing_to_run, vulkan_parts

# On macOS the wheel has Metal without being asked.
DEVICES = ("cpu", "vulkan", "cuda", "metal")
LIBRARIES = "llama_cpp/lib"
# Where a set-up compiles too: what it left half done is gone on with.
PLACE = BUILD / "llama-cpp"


def main(words: Sequence[str]) -> int:
    """Compile what is not there yet and print where it is; returns the exit code."""
    parser = argparse.ArgumentParser("dev.py wheel", description=__doc__)
    parser.add_argument("device", choices=DEVICES)
    parser.add_argument("--arch", default="", help="of CUDA, as CMAKE_CUDA_ARCHITECTURES takes it, such as 86-real")
    options = parser.parse_args(words)
    return environment.told(lambda console: make(options.device, options.arch, console))


def make(device: str, architectures: str, console: Console) -> None:
    """The wheel on the first line of stdout; on the second the folder to name in SLIPSTREAM_BACKENDS, if there is one.

    Raises SetupError.
    """
    if device == "metal" and sys.platform != "darwin":
        raise SetupError("Metal is compiled on macOS alone.")
    BUILD.mkdir(exist_ok=True)
    log = BUILD / "wheel.log"
    with environment.alone(BUILD / "lock", console):
        log.write_text("", encoding="utf-8")
        block = lockfile.blocks((LOCK / "environment.txt").read_text(encoding="utf-8"))[NAME]
        wheel = find_wheel(block) or _compiled(block, log, console)
        if device in ("cpu", "metal"):
            print(wheel)
        else:
            folder = made_backend(block, Backend(device, architectures), log, console)
            print(packed(wheel, folder / Backend(device).file_name, folder), folder, sep="\n")
        for name in ("tools", PLACE.name):
            shutil.rmtree(BUILD / name, ignore_errors=True)


def _compiled(block: str, log: Path, console: Console) -> Path:
    return compile_wheel(block, environment.tools(log, console), PLACE, log, console)


def made_backend(block: str, backend: Backend, log: Path, console: Console) -> Path:
    """The folder with the backend's module, compiled unless it is there."""
    if found := find_module(block, backend):
        if backend.name == "vulkan" and sys.platform == "linux":
            # Compiled on this machine or on one like it, it still needs these to be of any use.
            system_parts.provide(missing_to_run(), console, log)
        return found
    PLACE.mkdir(exist_ok=True)
    if backend.name == "vulkan":
        parts = Parts(vulkan_parts(PLACE, console, log))
    else:
        parts = cuda_parts(PLACE, log, console)
    return compile_module(block, backend, parts, environment.tools(log, console), PLACE, log, console)


def packed(wheel: Path, module: Path, folder: Path) -> Path:
    """A wheel in ``folder`` with the module among the libraries of ``wheel``, told apart by a build number."""
    name, version, tags = wheel.name.split("-", 2)
    build = f"1{module.stem.rpartition('-')[2]}"
    made = folder / f"{name}-{version}-{build}-{tags}"
    if made.exists():
        return made
    part = made.with_name(made.name + ".part")
    info = f"{name}-{version}.dist-info"
    entry = f"{LIBRARIES}/{module.name}"
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as target:
        for item in source.infolist():
            if item.filename != f"{info}/RECORD":
                target.writestr(item, source.read(item), zipfile.ZIP_DEFLATED)
        target.write(module, entry)
        record = source.read(f"{info}/RECORD").decode()
        target.writestr(f"{info}/RECORD", record + _record_line(entry, module.read_bytes()))
    return part.replace(made)


def _record_line(name: str, content: bytes) -> str:
    """As the wheel format wants it: path, sha256 in URL-safe base64 without padding, size."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"
