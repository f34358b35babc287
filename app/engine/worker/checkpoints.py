"""Places in a text that a family with running states can come back to."""

from dataclasses import dataclass

from app.engine.worker.native import Bytes


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The running states as they were when the cache held `position` tokens."""

    position: int
    states: Bytes
