"""How much of the machine's own memory programs can still have."""

import sys
from pathlib import Path

# Limits that the system sets for a group of programs, a container's for instance.
_GROUP = Path("/sys/fs/cgroup")


def main_memory(told_free: int, told_total: int) -> tuple[int, int]:
    """(free bytes, all bytes), from what llama.cpp tells; free is 0 where nobody knows.

    llama.cpp tells of all memory as free, whatever is in use, on every system but Windows. On Linux that counts as free
    which holds nothing but copies of files.
    """
    if sys.platform == "win32":
        return told_free, told_total
    if sys.platform != "linux":
        return 0, told_total
    free = _amount(Path("/proc/meminfo"), "MemAvailable:") * 1024
    limit = _number(_GROUP / "memory.max")
    if limit and limit < told_total:
        copies = _amount(_GROUP / "memory.stat", "file")
        left = max(0, limit - _number(_GROUP / "memory.current") + copies)
        return min(free, left), limit
    return min(free, told_total), told_total


def _amount(path: Path, name: str) -> int:
    """The number behind a name at the beginning of a line, 0 where there is none."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(words[1]) for line in lines if (words := line.split())[:1] == [name]), 0)


def _number(path: Path) -> int:
    try:
        words = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return 0
    return int(words) if words.isdigit() else 0
