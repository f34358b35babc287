"""Which backends and devices llama.cpp finds here, with their memory, and which of them a load asks for."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from app.engine.protocol import DeviceFacts, DevicesResult
from app.engine.worker import native_log, symbols
from app.engine.worker.errors import DeviceMissing

AUTO = "auto"
CPU = "cpu"

Kind = Literal["cpu", "gpu", "integrated", "accelerator"]

# ggml_backend_dev_type; a "meta" device (4) only groups others.
_KINDS: dict[int, Kind] = {0: "cpu", 1: "gpu", 2: "integrated", 3: "accelerator"}
_OFFLOADED: tuple[Kind, ...] = ("gpu", "integrated")


def load_backends() -> None:
    """Load the backends that lie beside the library as modules, unless they are linked in."""
    native_log.listen()
    if symbols.backend_reg_count() == 0:
        symbols.backend_load_all_from_path(os.fsencode(symbols.LIBRARY_FOLDER))


def _handles() -> list[int]:
    load_backends()
    return [symbols.backend_dev_get(index) for index in range(symbols.backend_dev_count())]


def _facts(handle: int) -> DeviceFacts | None:
    kind = _KINDS.get(symbols.backend_dev_type(handle))
    if kind is None:
        return None
    free, total = symbols.device_memory(handle)
    return DeviceFacts(
        name=symbols.backend_dev_name(handle).decode("utf-8", "replace"),
        description=symbols.backend_dev_description(handle).decode("utf-8", "replace"),
        kind=kind,
        memory_total_bytes=total or None,
        memory_free_bytes=free if total else None,
    )


def list_devices() -> DevicesResult:
    """Everything that the loaded backends find."""
    found = [facts for handle in _handles() if (facts := _facts(handle))]
    names = [symbols.backend_reg_name(symbols.backend_reg_get(index)) for index in range(symbols.backend_reg_count())]
    return DevicesResult(tuple(name.decode("utf-8", "replace") for name in names), tuple(found))


def chosen_devices(device: str) -> tuple[Sequence[int] | None, str]:
    """The handles to load onto, as `Model` takes them, and the name of the device that will do most of the work.

    Raises DeviceMissing for a name that no backend knows.
    """
    known = [(handle, facts) for handle in _handles() if (facts := _facts(handle))]
    cpu_name = next((facts.name for _, facts in known if facts.kind == "cpu"), "CPU")
    if device == AUTO:
        return None, next((facts.name for _, facts in known if facts.kind in _OFFLOADED), cpu_name)
    if device in (CPU, cpu_name):
        return (), cpu_name
    for handle, facts in known:
        if facts.name == device:
            return (handle,), facts.name
    raise DeviceMissing(device=device)


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
