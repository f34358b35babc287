"""An engine whose process gets no more memory than a test gives it."""

import resource
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.engine import entry
from app.models import memory


def with_little_memory(connection: "Connection[Any, Any]", more_bytes: int, usual_context: int) -> None:
    """Entry: an engine that may have `more_bytes` beside what it has at its start; its usual context is set."""
    # What the engine is made of shall not count.
    from app.engine.worker import devices, main

    assert main.__doc__ and devices.list_devices().devices
    memory.USUAL_CONTEXT = usual_context
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    now = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:"))
    resource.setrlimit(resource.RLIMIT_DATA, (now + more_bytes, now + more_bytes))
    entry.run(connection)
