"""Objects of Qt die on the window's thread, whatever other threads still hold."""

import gc
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest

from app.gui.answers import Answers
from app.gui.bridges import Bridge
from app.gui.letters import Letters


class Mortal(QObject):
    """Tells on which thread it dies, and what was answered before."""

    def __init__(self, deaths: list[threading.Thread]) -> None:
        super().__init__()
        self._deaths = deaths
        self.answers = Answers(self)
        self.answered: list[object] = []

    def take(self, answer: object) -> None:
        self.answered.append(answer)

    def __del__(self) -> None:
        self._deaths.append(threading.current_thread())


class Heard(Bridge):
    """Keeps what it delivers."""

    def __init__(self, heard: list[Any]) -> None:
        super().__init__(interval_ms=1)
        self._heard = heard

    def deliver(self, batch: Sequence[Any]) -> None:
        self._heard += batch


def wait_until(is_so: Any) -> None:
    deadline_s = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline_s
        QTest.qWait(5)


def test_who_waits_for_an_answer_may_go_before_it_comes(garbage: None) -> None:
    deaths: list[threading.Thread] = []
    may_answer = threading.Event()
    with ThreadPoolExecutor(1) as worker:
        for _ in range(20):
            mortal = Mortal(deaths)
            mortal.answers.wait_for(worker.submit(may_answer.wait), mortal.take)
            del mortal
        gc.collect()
        assert len(deaths) == 20, "an answer that is waited for keeps nobody alive"
        may_answer.set()
    QTest.qWait(20)
    assert set(deaths) == {threading.main_thread()}


def test_answers_come_in_the_windows_thread_and_one_that_fails_keeps_none_back(
    garbage: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncaught: list[type[BaseException]] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, *_: uncaught.append(kind))
    mortal = Mortal([])
    futures: list[Future[int]] = [Future() for _ in range(3)]

    def fail(_: object) -> None:
        raise ValueError

    for future, on_answer in zip(futures, (mortal.take, fail, mortal.take), strict=True):
        mortal.answers.wait_for(future, on_answer)

    def answer() -> None:
        for at, future in enumerate(futures):
            future.set_result(at)

    worker = threading.Thread(target=answer)
    worker.start()
    worker.join()
    assert mortal.answered == []
    wait_until(lambda: len(mortal.answered) == 2)
    assert mortal.answered == [0, 2] and uncaught == [ValueError]


def test_who_forgets_what_was_asked_is_told_only_what_is_asked_afterwards(garbage: None) -> None:
    mortal = Mortal([])
    futures: list[Future[int]] = [Future() for _ in range(2)]
    mortal.answers.wait_for(futures[0], mortal.take)
    mortal.answers.forget()
    mortal.answers.wait_for(futures[1], mortal.take)
    for at, future in enumerate(futures):
        future.set_result(at)
    wait_until(lambda: mortal.answered)
    assert mortal.answered == [1]


def test_a_thread_that_holds_the_post_does_not_hold_the_bridge(garbage: None) -> None:
    heard: list[int] = []
    bridge = Heard(heard)
    deaths: list[threading.Thread] = []
    bridge.destroyed.connect(lambda: deaths.append(threading.current_thread()))
    post, goes_on = bridge.post, threading.Event()

    def say() -> None:
        post(1)
        goes_on.wait()
        post(2)

    speaker = threading.Thread(target=say)
    speaker.start()
    wait_until(lambda: heard == [1])
    del bridge
    assert deaths == [threading.main_thread()]
    goes_on.set()
    speaker.join()
    QTest.qWait(20)
    assert heard == [1]


def test_one_that_qt_has_deleted_is_told_nothing(garbage: None) -> None:
    heard: list[int] = []
    bridge = Heard(heard)
    bridge.deleteLater()
    QTest.qWait(10)
    bridge.post(1)
    QTest.qWait(20)
    assert heard == []


def test_what_comes_while_others_are_read_is_announced_again(garbage: None) -> None:
    class Reader(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.letters = Letters(self.read)
            self.taken: list[int] = []

        def read(self) -> None:
            for letter in self.letters.take():
                self.taken.append(letter)
                if letter < 3:
                    self.letters.post(letter + 1)

    reader = Reader()
    reader.letters.post(1)
    wait_until(lambda: reader.taken == [1, 2, 3])
