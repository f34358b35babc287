"""The command loop: order, exactly one end per job, cancel, and what becomes of failures."""

import threading
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.messages import FRAME_SEPARATOR
from app.core.parent import ParentLink
from app.core.progress import Progress
from app.engine.inbox import Inbox
from app.engine.protocol import (
    COMMANDS,
    EVENTS,
    PROTOCOL_VERSION,
    Cancel,
    Command,
    CountTokens,
    Event,
    Failed,
    Finished,
    Generate,
    Hello,
    ListDevices,
    Load,
    Piece,
    Ready,
    ReportProgress,
    Speculation,
    Stats,
    Timings,
    Unload,
    Working,
)
from app.engine.worker import main
from app.engine.worker.errors import ModelNotLoaded
from app.engine.worker.main import Replies, Worker
from tests.fakes.engine import DEVICES, load_result

pytestmark = pytest.mark.native

TARGET = Path("/m/target.gguf")


class ShortSession:
    """Says one word, then does what the loop was told."""

    def __init__(self, load: Load, loop: "Loop") -> None:
        self.result = load_result(load.target, load.draft)
        self.is_closed = False
        self.is_generating = False
        self._loop = loop

    def generate(self, request: Generate, cancelled: Callable[[], bool]) -> Replies:
        self.is_generating = True
        try:
            yield Piece(request.job, "Hello")
            yield Stats(request.job, self._loop.numbers, Speculation())
            if self._loop.does() == "finish":
                yield Finished(request.job, "cancelled" if cancelled() else "stop")
        finally:
            self.is_generating = False

    def count(self, text: str) -> int:
        return len(text.split())

    def close(self) -> None:
        self.is_closed = True


class Loop:
    """A worker on a thread, asked and answering through a real pipe."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.sessions: list[ShortSession] = []
        self.does: Callable[[], str] = lambda: "finish"
        self.numbers = Timings()
        self._ours, theirs = Pipe()
        self._frames: list[bytes] = []
        worker = Worker(ParentLink(theirs, sends=EVENTS, receives=COMMANDS), self._open, lambda: DEVICES)
        self._thread = threading.Thread(target=worker.work, args=(self.inbox,))
        self._thread.start()

    def _open(self, load: Load, progress: Progress) -> ShortSession:
        progress.update("load_target", 1, 2)
        if load.target != TARGET:
            raise ModelNotLoaded(path=str(load.target), detail="no such model")
        self.sessions.append(ShortSession(load, self))
        return self.sessions[-1]

    def next(self) -> Event:
        if not self._frames:
            assert self._ours.poll(10)
            self._frames = self._ours.recv_bytes().split(FRAME_SEPARATOR)
        event: Event = EVENTS.decode(self._frames.pop(0))
        return event

    def answers(self, *commands: Command) -> list[Event]:
        """What comes up to the end of the last of the jobs."""
        for command in commands:
            self.inbox.put(command)
        jobs = sum(not isinstance(command, Cancel | Hello) for command in commands)
        events: list[Event] = []
        while len(ends(events)) < jobs:
            events.append(self.next())
        assert not self._frames and not self._ours.poll(0.05)
        return events

    def close(self) -> None:
        self.inbox.close()
        self._thread.join(10)
        assert not self._thread.is_alive()


def ends(events: list[Event]) -> list[tuple[int, str]]:
    return [
        (event.job, event.reason if isinstance(event, Finished) else event.code)
        for event in events
        if isinstance(event, Finished | Failed)
    ]


@pytest.fixture
def loop() -> Iterator[Loop]:
    started = Loop()
    yield started
    started.close()
    assert all(session.is_closed and not session.is_generating for session in started.sessions)


def raising(error: Exception) -> Callable[[], str]:
    def fail() -> str:
        raise error

    return fail


def test_hello_is_answered_with_the_version(loop: Loop) -> None:
    loop.inbox.put(Hello(PROTOCOL_VERSION))
    ready = loop.next()
    assert isinstance(ready, Ready)
    assert ready.version == PROTOCOL_VERSION
    assert "llama-cpp-python" in ready.backend


def test_tokens_are_counted_by_what_is_loaded(loop: Loop) -> None:
    assert ends(loop.answers(CountTokens(1, ("too early",)))) == [(1, "nothing_loaded")]
    *_, counted = loop.answers(Load(2, TARGET), CountTokens(3, ("one two", "", "three")))
    assert isinstance(counted, Finished)
    assert counted.token_counts == (2, 0, 1)


def test_a_parent_of_another_version_is_left() -> None:
    inbox = Inbox()
    _, theirs = Pipe()
    worker = Worker(ParentLink(theirs, sends=EVENTS, receives=COMMANDS), ShortSession, lambda: DEVICES)  # type: ignore[arg-type]
    inbox.put(Hello(PROTOCOL_VERSION + 1))
    with pytest.raises(SystemExit, match=f"version {PROTOCOL_VERSION + 1}"):
        worker.work(inbox)


def test_jobs_are_done_in_order_each_with_one_end(loop: Loop) -> None:
    events = loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"), ListDevices(3), Unload(4))
    assert events == [
        ReportProgress(1, "load_target", 1, 2),
        Finished(1, "done", loaded=load_result(TARGET, None)),
        Piece(2, "Hello"),
        Stats(2, Timings(), Speculation()),
        Finished(2, "stop"),
        Finished(3, "done", devices=DEVICES),
        Finished(4, "done"),
    ]


def test_whoever_is_long_at_work_gives_signs_of_life(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    loop.answers(Load(1, TARGET))
    told = loop.answers(Generate(2, raw_prompt="x"))
    assert not any(isinstance(event, Working) for event in told), "not while there is something to tell"
    monkeypatch.setattr(main, "SIGN_OF_LIFE_S", 0.0)
    # Asked once before it begins, and once by the session.
    assert [event for event in loop.answers(Generate(3, raw_prompt="x")) if isinstance(event, Working)] == [
        Working(3),
        Working(3),
    ]


def test_memory_that_ran_out_has_a_name(loop: Loop) -> None:
    loop.does = raising(MemoryError("no room for an array"))
    *_, failed = loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"))
    assert isinstance(failed, Failed)
    assert (failed.code, failed.facts) == ("memory_ran_out", {"detail": "no room for an array"})
    loop.does = lambda: "finish"
    assert ends(loop.answers(Generate(3, raw_prompt="x"))) == [(3, "stop")]


def test_loading_frees_what_was_loaded_before(loop: Loop) -> None:
    loop.answers(Load(1, TARGET), Load(2, TARGET))
    assert [session.is_closed for session in loop.sessions] == [True, False]
    assert ends(loop.answers(Load(3, Path("/m/other.gguf")))) == [(3, "model_not_loaded")]
    assert [session.is_closed for session in loop.sessions] == [True, True]
    assert ends(loop.answers(Generate(4, raw_prompt="x"))) == [(4, "nothing_loaded")]


def test_without_a_model_there_is_no_reply(loop: Loop) -> None:
    assert ends(loop.answers(Generate(1, raw_prompt="x"), Unload(2), Generate(3, raw_prompt="x"))) == [
        (1, "nothing_loaded"),
        (2, "done"),
        (3, "nothing_loaded"),
    ]


def test_a_job_cancelled_while_it_waits_does_not_run(loop: Loop) -> None:
    is_running, may_go_on = threading.Event(), threading.Event()

    def wait() -> str:
        is_running.set()
        may_go_on.wait(10)
        return "finish"

    loop.does = wait
    for command in (Load(1, TARGET), Generate(2, raw_prompt="x"), Generate(3, raw_prompt="y")):
        loop.inbox.put(command)
    assert is_running.wait(10)
    loop.inbox.put(Cancel(3))
    loop.inbox.put(Cancel(2))
    may_go_on.set()
    events = [loop.next() for _ in range(6)]
    assert ends(events) == [(1, "done"), (2, "cancelled"), (3, "cancelled")]
    assert not any(isinstance(event, Piece) and event.job == 3 for event in events)


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (Cancelled(), "cancelled"),
        (ModelNotLoaded(path="/m", detail="x"), "model_not_loaded"),
        (ZeroDivisionError("by zero"), "unexpected"),
        (MemoryError(), "memory_ran_out"),
    ],
)
def test_what_goes_wrong_in_a_reply_ends_that_reply_alone(loop: Loop, error: Exception, end: str) -> None:
    loop.does = raising(error)
    events = loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"))
    assert ends(events) == [(1, "done"), (2, end)]
    assert Piece(2, "Hello") in events
    loop.does = lambda: "finish"
    assert ends(loop.answers(Generate(3, raw_prompt="x"))) == [(3, "stop")]


def test_an_unforeseen_failure_brings_its_traceback(loop: Loop) -> None:
    loop.does = raising(ZeroDivisionError("by zero"))
    failed = loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"))[-1]
    assert isinstance(failed, Failed)
    assert failed.facts == {"detail": "ZeroDivisionError: by zero"}
    assert "Traceback" in failed.log


def test_a_failure_with_a_code_keeps_its_facts(loop: Loop) -> None:
    failed = loop.answers(Load(1, Path("/m/other.gguf")))[-1]
    assert isinstance(failed, Failed)
    assert failed.facts == {"path": str(Path("/m/other.gguf")), "detail": "no such model"}


def test_what_cannot_be_sent_fails_the_job_and_not_the_engine(loop: Loop) -> None:
    loop.numbers = Timings(prompt_ms=float("nan"))
    assert ends(loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"))) == [(1, "done"), (2, "protocol")]
    loop.numbers = Timings()
    assert ends(loop.answers(Generate(3, raw_prompt="x"))) == [(3, "stop")]


def test_a_reply_without_an_end_is_a_failure(loop: Loop) -> None:
    loop.does = lambda: "forget to say why"
    assert ends(loop.answers(Load(1, TARGET), Generate(2, raw_prompt="x"))) == [(1, "done"), (2, "unexpected")]


def test_closing_cancels_what_runs_and_what_waits(loop: Loop) -> None:
    is_running, may_go_on = threading.Event(), threading.Event()

    def wait() -> str:
        is_running.set()
        may_go_on.wait(10)
        return "finish"

    loop.does = wait
    for command in (Load(1, TARGET), Generate(2, raw_prompt="x"), ListDevices(3)):
        loop.inbox.put(command)
    assert is_running.wait(10)
    loop.inbox.close()
    may_go_on.set()
    assert ends([loop.next() for _ in range(6)]) == [(1, "done"), (2, "cancelled"), (3, "cancelled")]
