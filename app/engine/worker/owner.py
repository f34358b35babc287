"""Who holds a native handle frees it, once."""

from collections.abc import Callable
from typing import Any, Self


class Owner:
    """Holds one native handle and frees it exactly once."""

    def __init__(self, handle: Any, free: Callable[[Any], None]) -> None:
        self._handle = handle
        self._free = free

    @property
    def handle(self) -> Any:
        """The native pointer, for the modules that call native code only."""
        if self._handle is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return self._handle

    def close(self) -> None:
        """Free the handle; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._free(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
