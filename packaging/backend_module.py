"""Compiles a backend of llama.cpp as a module of its own, to be added to the compiled llama-cpp-python."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import llama_cpp_wheel
import lockfile
from console import Console
from stamp import BUILD_OPTIONS, venv_python
from tool import run_tool

# The file that app/engine/worker/backends.py asks for: modules share structs with the library that loads them.
MADE_FOR_NAME = "made-for.txt"
# What CMake is told, besides what every backend needs.
DEFINES: Mapping[str, Mapping[str, str]] = {
    "vulkan": {"GGML_VULKAN": "ON"},
    # NCCL is for several cards, and would be one more library to bring along.
    "cuda": {"GGML_CUDA": "ON", "GGML_CUDA_NCCL": "OFF"},
}


@dataclass(frozen=True)
class Backend:
    """A backend to compile; ``architectures`` are CUDA's, as CMAKE_CUDA_ARCHITECTURES has them (empty: llama.cpp's)."""

    name: str
    architectures: str = ""

    @property
    def file_name(self) -> str:
        """The module's name on this system."""
        return f"ggml-{self.name}.dll" if sys.platform == "win32" else f"libggml-{self.name}.so"


@dataclass(frozen=True)
class Parts:
    """CMake's names for where to find what a backend is compiled with, and libraries that have to go along with it."""

    defines: Mapping[str, str]
    libraries: tuple[Path, ...] = ()


def module_folder(block: str, backend: Backend, cache: Path | None = None) -> Path:
    """Where the module of this locked requirement is kept; it is there once MADE_FOR_NAME is."""
    key = llama_cpp_wheel.build_key(block, backend.name, backend.architectures)
    name = f"{backend.name}-for-{llama_cpp_wheel.NAME}-{lockfile.version(block)}-{key}"
    return (cache or llama_cpp_wheel.cache_folder()) / name


def find_module(block: str, backend: Backend, cache: Path | None = None) -> Path | None:
    """The folder with the module, when it was made here before."""
    folder = module_folder(block, backend, cache)
    return folder if (folder / MADE_FOR_NAME).exists() else None


def compile_module(
    block: str, backend: Backend, parts: Parts, tools: Path, folder: Path, log: Path, console: Console
) -> Path:
    """Compile in ``folder`` with the build tools of ``tools`` and return the folder that holds the module.

    Raises SetupError. An interrupted compile goes on where it was.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = llama_cpp_wheel.fetch_source(block, tools, folder, log, console)
    words = [f"-D{name}={value}" for name, value in {**_defines(backend), **parts.defines}.items()]
    # CMake forgets what it was told where another compiler is named in a folder that it knows.
    objects = folder / f"objects-{backend.name}-{hashlib.sha256(' '.join(words).encode()).hexdigest()[:8]}"
    cmake = venv_python(tools).with_name("cmake")
    path = {"PATH": os.pathsep.join([str(cmake.parent), os.environ.get("PATH", "")])}
    configure: list[str | Path] = [cmake, "-G", "Ninja", "-S", source / "vendor" / "llama.cpp", "-B", objects, *words]
    run_tool(configure, f"The preparation of the {backend.name} backend", log, env=path)
    started = time.monotonic()

    def show(line: str) -> None:
        if match := llama_cpp_wheel.NINJA_STEP.search(line):
            seconds = int(time.monotonic() - started)
            console.progress(f"  Compiling the {backend.name} backend: {match[1]} of {match[2]} steps, {seconds} s")

    build: list[str | Path] = [cmake, "--build", objects, "--target", f"ggml-{backend.name}"]
    run_tool(build, f"The compile of the {backend.name} backend", log, show, path)
    console.close_line()
    return _keep([objects / "bin" / backend.file_name, *parts.libraries], module_folder(block, backend), block)


def _defines(backend: Backend) -> dict[str, str]:
    defines = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_PROJECT_llama.cpp_INCLUDE": BUILD_OPTIONS.as_posix(),
        # Paths of this machine are of no use elsewhere.
        "CMAKE_BUILD_WITH_INSTALL_RPATH": "ON",
        "BUILD_SHARED_LIBS": "ON",
        **{f"LLAMA_BUILD_{part}": "OFF" for part in ("TESTS", "TOOLS", "EXAMPLES", "SERVER")},
        **DEFINES[backend.name],
    }
    if backend.architectures:
        defines["CMAKE_CUDA_ARCHITECTURES"] = backend.architectures
    return defines


def _keep(files: Sequence[Path], folder: Path, block: str) -> Path:
    """Copy them into the cache; the file that says what they were made for comes last."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
    part = folder / (MADE_FOR_NAME + ".part")
    part.write_text(f"{llama_cpp_wheel.NAME} {lockfile.version(block)}\n", encoding="utf-8")
    part.replace(folder / MADE_FOR_NAME)
    return folder
