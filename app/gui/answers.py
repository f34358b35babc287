"""Answers of worker threads, brought to the window's thread."""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError
from app.gui.letters import Letters

T = TypeVar("T")


class Answers(QObject):
    """`wait_for` a future; an AppError goes to `failed`, any other exception to the hook for uncaught ones."""

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._letters = Letters(self._on_arrived)
        self._numbers = count()
        # Here, for the thread that answers must hold nothing of the window's.
        self._asked: dict[int, Callable[[Any], None]] = {}

    def wait_for(self, future: "Future[T]", on_answer: Callable[[T], None]) -> None:
        """Call `on_answer` in the window's thread when the answer is there."""
        number, post = next(self._numbers), self._letters.post
        self._asked[number] = on_answer
        future.add_done_callback(lambda done: post((number, done)))

    def forget(self) -> None:
        """Whoever waited is closing: what comes now is for nobody."""
        self._asked.clear()

    def _on_arrived(self) -> None:
        for number, done in self._letters.take():
            on_answer = self._asked.pop(number, None)
            if on_answer is None:
                continue
            try:
                self._take(done, on_answer)
            except Exception:  # noqa: BLE001 -- the other answers are waited for as well
                sys.excepthook(*sys.exc_info())

    def _take(self, done: "Future[Any]", on_answer: Callable[[Any], None]) -> None:
        if done.cancelled():
            # Whoever should answer is closing.
            return
        try:
            answer = done.result()
        except AppError as error:
            self.failed.emit(error)
            return
        on_answer(answer)
