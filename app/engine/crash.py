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
# What the engine marks itself to be at where drivers run code of theirs: the name of a backend follows, or those of the
# devices that models go onto.
LOADING_BACKEND, LOADING_ONTO = "loading the backend ", "loading onto "
# And once that has worked.
NOTHING_RISKY = "nothing that drivers could end"
# CUDA and what is made like it: the failure, and in the next line the number of the device.
_NAMED = re.compile(r"\b(CUDA|ROCm|MUSA) error.*\n\s*current device: (\d+)")
# After the native last words, Python tells where it was.
_TRACE = "Fatal Python error"
# Further back stands what was got over.
_LAST_LINES = 12


def backend_at_fault(mark: str) -> str | None:
    """The backend that was being loaded when the process ended, by the last mark of that."""
    return mark.removeprefix(LOADING_BACKEND) if mark.startswith(LOADING_BACKEND) else None


def devices_at_fault(mark: str) -> tuple[str, ...]:
    """The devices that models were being loaded onto, or first run on, when the process ended, by its last mark."""
    return tuple(mark.removeprefix(LOADING_ONTO).split()) if mark.startswith(LOADING_ONTO) else ()


def device_named(log: str) -> str | None:
    """The one of several devices that the last words name as the one that failed."""
    found = _NAMED.findall(_last_words(log))
    return "".join(found[-1]) if found else None


def cause_of(exit_code: int | None, signal_name: str | None, log: str) -> Cause | None:
    """Why a process ended that nobody had asked to; None where nothing tells.

    Nobody but the system kills it so (SIGKILL): where memory runs out, it ends the process that holds most.
    """
    last_words = _last_words(log)
    for cause, words in _WORDS:
        if words.search(last_words):
            return cause
    if signal_name is not None:
        return _SIGNALS.get(signal_name)
    return None if exit_code is None else _STATUSES.get(exit_code & _STATUS_BITS)


def _last_words(log: str) -> str:
    return "\n".join(log.split(_TRACE)[0].splitlines()[-_LAST_LINES:])
