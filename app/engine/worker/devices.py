"""Which backends and devices llama.cpp finds here, with their memory."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from app.core.parent import mark
from app.engine.crash import LOADING_ONTO, NOTHING_RISKY
from app.engine.protocol import DeviceFacts, DevicesResult
from app.engine.worker import symbols
from app.engine.worker.backends import load_backends
from app.engine.worker.errors import DeviceMissing
from app.engine.worker.main_memory import main_memory

Kind = Literal["cpu", "gpu", "integrated", "accelerator"]

# ggml_backend_dev_type; a "meta" device (4) only groups others.
_KINDS: dict[int, Kind] = {0: "cpu", 1: "gpu", 2: "integrated", 3: "accelerator"}


def _handles() -> list[int]:
    load_backends()
    return [symbols.backend_dev_get(index) for index in range(symbols.backend_dev_count())]


def _facts(handle: int) -> DeviceFacts | None:
    kind = _KINDS.get(symbols.backend_dev_type(handle))
    if kind is None:
        return None
    free, total = symbols.device_memory(handle)
    if kind == "cpu":
        free, total = main_memory(free, total)
    return DeviceFacts(
        name=symbols.backend_dev_name(handle).decode("utf-8", "replace"),
        description=symbols.backend_dev_description(handle).decode("utf-8", "replace"),
        kind=kind,
        memory_total_bytes=total or None,
        memory_free_bytes=free or None if kind == "cpu" else free if total else None,
    )


def list_devices() -> DevicesResult:
    """Everything that the loaded backends find; notices tell of backends that could not be loaded."""
    notices = load_backends()
    found = [facts for handle in _handles() if (facts := _facts(handle))]
    names = [symbols.backend_reg_name(symbols.backend_reg_get(index)) for index in range(symbols.backend_reg_count())]
    build = f"{symbols.ggml_version().decode('utf-8', 'replace')} ({symbols.ggml_commit().decode('utf-8', 'replace')})"
    return DevicesResult(tuple(name.decode("utf-8", "replace") for name in names), tuple(found), notices, build)


def handles_of(names: Sequence[str]) -> tuple[int, ...]:
    """The handles of devices, as `Model` takes them; raises DeviceMissing for one that is not there."""
    known = {facts.name: handle for handle in _handles() if (facts := _facts(handle))}
    if missing := next((name for name in names if name not in known), None):
        raise DeviceMissing(device=missing)
    return tuple(known[name] for name in names)


def tell_loading_onto(names: Sequence[str]) -> None:
    """Have the parent know which devices get models, should their drivers end the engine; without names: they work."""
    mark(f"{LOADING_ONTO}{' '.join(names)}" if names else NOTHING_RISKY)


def core_count() -> int:
    """Physical cores that this process may use: a second thread on a core slows llama.cpp's matrix kernels down."""
    if not hasattr(os, "sched_getaffinity"):
        logical = os.cpu_count() or 1
        return logical if platform.machine() in ("arm64", "aarch64", "ARM64") else max(1, logical // 2)
    usable = os.sched_getaffinity(0)
    siblings = {_siblings(cpu) for cpu in usable}
    return max(1, len(siblings))


def _siblings(cpu: int) -> str:
    try:
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text().strip()
    except OSError:
        return str(cpu)
