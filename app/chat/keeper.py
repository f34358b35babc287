"""The one thread that owns the chat store, so that no window ever waits for a disk."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from app.chat.store import ChatStore, SetAside
from app.core.errors import AppError

_log = logging.getLogger(__name__)

T = TypeVar("T")

_RETRY_S = 3.0


class ChatKeeper:
    """Runs everything that concerns saved chats on its own thread, in the order asked.

    Both callables are called on that thread: `on_failure` when a `tell` fails, once until one goes well again, and
    `on_set_aside` when a damaged file was found, in whose place a new one was begun. The store is opened by the first
    request; where that fails, the same failure is the answer to everything for three seconds.
    """

    def __init__(
        self,
        path: Path,
        on_failure: Callable[[AppError], None],
        on_set_aside: Callable[[SetAside], None] = lambda set_aside: None,
    ) -> None:
        self._path = path
        self._on_failure = on_failure
        self._on_set_aside = on_set_aside
        self._is_failing = False
        self._unopened: AppError | None = None
        self._retry_s = 0.0
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chats")
        self._store: ChatStore | None = None

    def ask(self, question: Callable[[ChatStore], T]) -> "Future[T]":
        """The answer, once it is there; the future raises what the store raised. After `close` it is cancelled."""
        try:
            return self._thread.submit(self._run, question)
        except RuntimeError:
            # Windows that are taken down still tell of what was typed in them.
            unanswered: Future[T] = Future()
            unanswered.cancel()
            return unanswered

    def tell(self, change: Callable[[ChatStore], None]) -> None:
        """Have a change kept without waiting for it."""
        self.ask(change).add_done_callback(self._report)

    def close(self) -> None:
        """Finish what was asked and give the file back."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _run(self, question: Callable[[ChatStore], T]) -> T:
        return question(self._store or self._open())

    def _open(self) -> ChatStore:
        if self._unopened is not None and time.monotonic() < self._retry_s:
            raise self._unopened
        try:
            store = self._store = ChatStore(self._path)
        except AppError as error:
            self._unopened, self._retry_s = error, time.monotonic() + _RETRY_S
            raise
        if store.set_aside is not None:
            self._on_set_aside(store.set_aside)
        return store

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()

    def _report(self, done: "Future[None]") -> None:
        if done.cancelled():
            return
        error = done.exception()
        was_failing, self._is_failing = self._is_failing, error is not None
        if isinstance(error, AppError):
            if not was_failing:
                self._on_failure(error)
        elif error is not None:
            _log.error("a change to the chats failed", exc_info=error)
