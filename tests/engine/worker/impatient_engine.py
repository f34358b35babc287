"""An engine that waits for a backend no longer than a second."""

from multiprocessing.connection import Connection
from typing import Any

from app.engine import entry
from app.engine.worker import backends


def run(connection: "Connection[Any, Any]") -> None:
    """Entry: as the real one."""
    backends.PATIENCE_S = 1.0
    entry.run(connection)
