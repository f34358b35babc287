"""Why an engine process died, as far as its last words and the way it ended tell."""

import re
from typing import Literal

Cause = Literal["out_of_memory", "device_lost", "file_changed", "processor"]

# What an exception or a failed check of each backend is called on its way out: memory first, for a device that ran out
# of it is told as a fault of the device too.
_WORDS: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    (
        "out_of_memory",
        re.compile(
            r"bad_alloc|out of memory|OutOf(Device|Host|Pool)?Memory|failed to allocate|insufficient memory"
            r"|mem_buffer != NULL"
        ),
    ),
    (
        "device_lost",
        re.compile(r"device ?lost|\b(CUDA|ROCm|HIP|SYCL|MUSA) error|command buffer \d+ failed", re.IGNORECASE),
    ),
)
_SIGNALS: dict[str, Cause] = {"SIGKILL": "out_of_memory", "SIGBUS": "file_changed", "SIGILL": "processor"}
# NTSTATUS: a page of a mapped file could not be read, no such instruction, no memory.
_STATUSES: dict[int, Cause] = {0xC0000006: "file_changed", 0xC000001D: "processor", 0xC0000017: "out_of_memory"}
_STATUS_BITS = 0xFFFF_FFFF
# The engine prints these around the loading of a backend that was added: drivers run code of theirs then.
LOADING_BACKEND, BACKEND_LOADED = "loading the backend ", "loaded the backend "
# And this before models are loaded onto devices, whose names follow; again without names once they have worked there.
LOADING_ONTO = "loading onto "
# After the native last words, Python tells where it was.
_TRACE = "Fatal Python error"
# Further back stands what was got over.
_LAST_LINES = 12


def backend_at_fault(log: str) -> str | None:
    """The backend that was being loaded when the process ended."""
    lines = [line for line in log.splitlines() if line.startswith((LOADING_BACKEND, BACKEND_LOADED))]
    is_loading = bool(lines) and lines[-1].startswith(LOADING_BACKEND)
    return lines[-1].removeprefix(LOADING_BACKEND) if is_loading else None


def devices_at_fault(log: str) -> tuple[str, ...]:
    """The devices that models were being loaded onto, or first run on, when the process ended."""
    lines = [line for line in log.splitlines() if line.startswith(LOADING_ONTO)]
    return tuple(lines[-1].removeprefix(LOADING_ONTO).split()) if lines else ()


def cause_of(exit_code: int | None, signal_name: str | None, log: str) -> Cause | None:
    """Why a process ended that nobody had asked to; None where nothing tells.

    Nobody but the system kills it so (SIGKILL): where memory runs out, it ends the process that holds most.
    """
    last_words = "\n".join(log.split(_TRACE)[0].splitlines()[-_LAST_LINES:])
    for cause, words in _WORDS:
        if words.search(last_words):
            return cause
    if signal_name is not None:
        return _SIGNALS.get(signal_name)
    return None if exit_code is None else _STATUSES.get(exit_code & _STATUS_BITS)
