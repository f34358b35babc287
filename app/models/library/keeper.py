"""The one thread that owns the library, so that no window ever waits for a disk."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from app.models.library.library import Library

T = TypeVar("T")


class LibraryKeeper:
    """Runs everything that concerns the library on its own thread, in the order asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self._library = Library(folder)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")

    def ask(self, question: Callable[[Library], T]) -> "Future[T]":
        """The answer, once it is there; the future raises what the library raised."""
        return self._thread.submit(question, self._library)

    def close(self) -> None:
        """Finish what goes on and forget what has not begun."""
        self._thread.shutdown(wait=True, cancel_futures=True)
