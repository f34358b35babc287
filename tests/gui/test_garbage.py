"""Garbage is collected on the window's thread, and on no other."""

import threading
import time

from PySide6.QtCore import QObject
from PySide6.QtTest import QTest


class _Circle(QObject):
    def __init__(self, told: list[threading.Thread]) -> None:
        super().__init__()
        self.circle = self
        self._told = told

    def __del__(self) -> None:
        self._told.append(threading.current_thread())


def test_what_refers_to_itself_dies_on_the_windows_thread(garbage: None) -> None:
    told: list[threading.Thread] = []
    for _ in range(20):
        _Circle(told)

    def ask_for_memory() -> None:
        kept = [[index] for index in range(200_000)]
        assert kept

    worker = threading.Thread(target=ask_for_memory)
    worker.start()
    worker.join()
    assert told == []
    kept: list[list[int]] = []
    deadline_s = time.monotonic() + 30
    while len(told) < 20 and time.monotonic() < deadline_s:
        kept += [[index] for index in range(2_000)]
        QTest.qWait(50)
    assert len(told) == 20 and set(told) == {threading.main_thread()}
