"""The machine that is measured on: its facts, the memory of processes, and what stands in its page cache."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource

_BLOCK_BYTES = 512
_PACKAGES = ("llama-cpp-python", "PySide6-Essentials", "numpy", "gguf")


def facts() -> Mapping[str, Any]:
    """What somebody needs to know to compare figures with their own."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "processors_usable": usable,
        "memory_bytes": _memory_bytes(),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "windows": qt_platform() or "on the display",
        "python": platform.python_version(),
        **{name: version(name) for name in _PACKAGES},
    }


def qt_platform() -> str:
    """Where windows are opened, as Qt names it; empty where Qt may choose."""
    named = os.environ.get("QT_QPA_PLATFORM", "")
    has_display = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return named if named or has_display else "offscreen"


def resident_bytes(pid: int) -> int:
    """Memory that a process holds now, pages that it shares with others included."""
    return _process_memory(pid, linux="VmRSS", windows="WorkingSet64")


def proportional_bytes(pid: int) -> int:
    """Memory that a process holds now, pages that it shares with others divided among them; Linux alone tells that."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def peak_bytes() -> int:
    """The most memory that this process has held."""
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Not ru_maxrss on Linux: that one begins with what the starter of this process held.
    return _process_memory(os.getpid(), linux="VmHWM", windows="PeakWorkingSet64")


def drop_from_cache(places: Iterable[Path]) -> bool:
    """Have the system forget the content of files and folders, so that they are read from the disk again.

    What another process has mapped stays; False where the system has no call for this.
    """
    if not hasattr(os, "posix_fadvise"):
        return False
    os.sync()
    for place in places:
        for path in place.rglob("*") if place.is_dir() else (place,):
            if path.is_file() and not path.is_symlink():
                descriptor = os.open(path, os.O_RDONLY)
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(descriptor)
    return True


def program_files() -> list[Path]:
    """Everything that a start of Slipstream reads: the project, its packages, the standard library, the interpreter."""
    root = Path(__file__).resolve().parents[2]
    standard_library = Path(os.__file__).parent
    interpreter = Path(sys.executable).resolve()
    return [root / "main.py", root / "app", root / "assets", Path(sys.prefix) / "lib", standard_library, interpreter]


def read_from_disk_bytes() -> int:
    """Bytes that the children waited for so far, and theirs, had to fetch from the disk; 0 where nobody counts."""
    if sys.platform == "win32":
        return 0
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_inblock * _BLOCK_BYTES


def _process_memory(pid: int, *, linux: str, windows: str) -> int:
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(linux + ":"))
    if os.name == "nt":
        return int(_powershell(f"(Get-Process -Id {pid}).{windows}"))
    return int(_output("ps", "-o", "rss=", "-p", str(pid))) << 10


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text().splitlines()
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    if os.name == "nt":
        return platform.processor()
    return _output("sysctl", "-n", "machdep.cpu.brand_string")


def _memory_bytes() -> int:
    if os.name == "nt":
        return int(_powershell("(Get-CimInstance Win32_ComputerSystem).TotalPhysicalMemory"))
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _powershell(question: str) -> str:
    return _output("powershell", "-NoProfile", "-Command", question)


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
