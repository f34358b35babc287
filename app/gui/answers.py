"""Answers of worker threads, brought to the window's thread."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError

T = TypeVar("T")


class Answers(QObject):
    """`wait_for` a future; an AppError goes to `failed`, any other exception to the hook for uncaught ones."""

    failed = Signal(object)
    _arrived = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._on_arrived)

    def wait_for(self, future: "Future[T]", on_answer: Callable[[T], None]) -> None:
        """Call `on_answer` in the window's thread when the answer is there."""
        future.add_done_callback(lambda done: self._arrived.emit(done, on_answer))

    def _on_arrived(self, done: "Future[Any]", on_answer: Callable[[Any], None]) -> None:
        if done.cancelled():
            # Whoever should answer is closing.
            return
        try:
            answer = done.result()
        except AppError as error:
            self.failed.emit(error)
            return
        on_answer(answer)
