"""Loads llama.cpp's backends: modules beside its library, and those that were added in other folders."""

import ctypes
import faulthandler
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.core import paths
from app.core.parent import mark
from app.engine.crash import LOADING_BACKEND, NOTHING_RISKY
from app.engine.protocol import Notice
from app.engine.worker import native_log, symbols

ADD_ONS_VARIABLE = "SLIPSTREAM_BACKENDS"
# Names in a folder of added modules what they were compiled for: they share structs with the library that loads them.
MADE_FOR_NAME = "made-for.txt"
MADE_FOR = f"llama-cpp-python {symbols.BINDING_VERSION}"

_MODULE_NAME = re.compile(r"(?:lib)?ggml-(?P<backend>[a-z0-9]+)(?:-.+)?\.(?:so|dll)")
# What the modules themselves are linked with.
_NO_MODULE = "base"
_PROCESSOR = "cpu"
# Code for processors that compute with tiles (AMX), which ends the engine at a quantized model: GCC drops the shapes
# that tiles are set up with, and the processor is asked for tiles, not the system, which may not allow them. The next
# best module takes its place. https://github.com/ggml-org/llama.cpp/pull/26954
_WITH_TILES = "sapphirerapids"
# Of two backends that offer the same graphics card llama.cpp uses the one that was loaded first.
_ORDER = ("cuda", "hip", "musa", "metal", "sycl", "vulkan", "opencl")
_READ_MAX = 200
# A module of half a gigabyte comes off a slow disk within that; and the window does not ask yet what to do.
PATIENCE_S = 25.0
# Where drivers keep what they have compiled for a card: Mesa, NVIDIA's for Vulkan and for CUDA.
_CACHES = ("MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "CUDA_CACHE_PATH")

_left_out: set[str] = set()


@dataclass(frozen=True, slots=True)
class _Module:
    """A file with a backend; for one and the same there may be several, each for other processors."""

    backend: str
    path: Path


def leave_out(backends: Iterable[str]) -> None:
    """Do not touch these: the engine ended when it loaded them. To be called before anything is loaded."""
    _left_out.update(backends)


@cache
def load_backends() -> tuple[Notice, ...]:
    """Load each backend that works here, the first time; tell which do not, and why, which stops nothing."""
    native_log.listen()
    if (folder := paths.portable_folder()) is not None:
        _keep_caches_in(folder / "cache")
    notices: list[Notice] = []
    folders = _folders(notices)
    for backend in sorted({module.backend for modules in folders for module in modules}, key=_rank):
        if backend in _left_out:
            notices.append(Notice("backend_ended_engine", {"backend": backend}))
            continue
        with _watched(backend):
            for modules in folders:
                if _load_best([module for module in modules if module.backend == backend], notices):
                    break
    return tuple(notices)


def _keep_caches_in(folder: Path) -> None:
    # A portable copy writes nowhere else, and neither does what it loads.
    for name in _CACHES:
        os.environ.setdefault(name, str(folder))


@contextmanager
def _watched(backend: str) -> Iterator[None]:
    """Have the parent know what is being loaded, and this process ended where that hangs.

    The clock is the one of faulthandler, which needs no Python to run: while a library is opened, none may.
    """
    if backend == _PROCESSOR:
        # Without that one there is nothing to go on with.
        yield
        return
    mark(f"{LOADING_BACKEND}{backend}")
    faulthandler.dump_traceback_later(PATIENCE_S, exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        mark(NOTHING_RISKY)


def _folders(notices: list[Notice]) -> list[list[_Module]]:
    """The modules of each folder that may have some."""
    # A library that was compiled with its backends linked in has them from the start, and no modules.
    own = [] if symbols.backend_reg_count() else [symbols.LIBRARY_FOLDER]
    return [_modules_in(folder) for folder in [*own, *_add_ons(notices)]]


def _add_ons(notices: list[Notice]) -> list[Path]:
    named = os.environ.get(ADD_ONS_VARIABLE)
    added = [Path(named).expanduser().absolute()] if named else []
    if getattr(sys, "frozen", False):
        added.append(paths.program_folder() / "backends")
    return [folder for folder in added if folder.is_dir() and _is_made_for_this(folder, notices)]


def _is_made_for_this(folder: Path, notices: list[Notice]) -> bool:
    try:
        with (folder / MADE_FOR_NAME).open(encoding="utf-8", errors="replace") as file:
            made_for = file.read(_READ_MAX).strip()
    except OSError:
        made_for = ""
    if made_for != MADE_FOR:
        facts = {"path": str(folder), "made_for": made_for or None, "needed": MADE_FOR}
        notices.append(Notice("backends_of_other_version", facts))
    return made_for == MADE_FOR


def _modules_in(folder: Path) -> list[_Module]:
    try:
        files = sorted(folder.iterdir())
    except OSError:
        return []
    named = ((path, _MODULE_NAME.fullmatch(path.name)) for path in files)
    modules = [_Module(match["backend"], path) for path, match in named if match and match["backend"] != _NO_MODULE]
    return [module for module in modules if not module.path.stem.endswith(_WITH_TILES)]


def _rank(backend: str) -> tuple[int, str]:
    if backend == _PROCESSOR:
        return len(_ORDER) + 1, backend
    return _ORDER.index(backend) if backend in _ORDER else len(_ORDER), backend


def _load_best(modules: Sequence[_Module], notices: list[Notice]) -> bool:
    """Load the one that suits this processor best; whether there is one."""
    suited: list[tuple[int, _Module]] = []
    for module in modules:
        try:
            # Opened here first, for the system's own words when that fails; a library is never loaded twice.
            library = ctypes.CDLL(str(module.path))
        except OSError as error:
            # In a bundle, ctypes puts words of its own around the system's.
            notices.append(_not_loaded(module, str(error.__cause__ or error)))
            continue
        suited.append((_suitability(library), module))
    for suitability, module in sorted(suited, key=lambda each: each[0], reverse=True):
        if suitability and _register(module, notices):
            return True
    return False


def _suitability(library: ctypes.CDLL) -> int:
    """0 where the processor lacks what the module was compiled for, else more the more of it is used."""
    score = getattr(library, "ggml_backend_score", None)
    return int(score()) if score else 1


def _register(module: _Module, notices: list[Notice]) -> bool:
    native_log.forget_errors()
    # C++ reads names in the code page of Windows, which lacks most letters; there the bare name finds what is open.
    name = module.path.name if os.name == "nt" else module.path
    if symbols.backend_load(os.fsencode(name)):
        return True
    notices.append(_not_loaded(module, native_log.last_errors()))
    return False


def _not_loaded(module: _Module, detail: str) -> Notice:
    return Notice("backend_not_loaded", {"backend": module.backend, "path": str(module.path), "detail": detail or None})
