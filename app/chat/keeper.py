"""The one thread that owns the chat store, so that no window ever waits for a disk."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from app.chat.store import ChatStore
from app.core.errors import AppError

_log = logging.getLogger(__name__)

T = TypeVar("T")


class ChatKeeper:
    """Runs everything that concerns saved chats on its own thread, in the order asked.

    `on_failure` hears, on that thread, of each failure of a `tell`; the store is opened by the first request.
    """

    def __init__(self, path: Path, on_failure: Callable[[AppError], None]) -> None:
        self._path = path
        self._on_failure = on_failure
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chats")
        self._store: ChatStore | None = None

    def ask(self, question: Callable[[ChatStore], T]) -> "Future[T]":
        """The answer, once it is there; the future raises what the store raised."""
        return self._thread.submit(self._run, question)

    def tell(self, change: Callable[[ChatStore], None]) -> None:
        """Have a change kept without waiting for it."""
        self.ask(change).add_done_callback(self._report)

    def close(self) -> None:
        """Finish what was asked and give the file back."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _run(self, question: Callable[[ChatStore], T]) -> T:
        if self._store is None:
            self._store = ChatStore(self._path)
        return question(self._store)

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()

    def _report(self, done: "Future[None]") -> None:
        error = done.exception()
        if isinstance(error, AppError):
            self._on_failure(error)
        elif error is not None:
            _log.error("a change to the chats failed", exc_info=error)
