"""The parent's side of the engine against a real child process that follows a script."""

import os
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.messages import ProtocolError
from app.core.parent import Entry
from app.engine.client import Crashed, EngineClient, EngineNotRunning
from app.engine.protocol import (
    PROTOCOL_VERSION,
    Cancel,
    ChatMessage,
    Event,
    Failed,
    Finished,
    Generate,
    ListDevices,
    Load,
    Piece,
    Ready,
    ReportProgress,
    Unload,
)
from tests.fakes.engine import DEVICES, Crash, CrashAtLoad, CrashLater, Fail, Hang, Say, SendBytes, Wait, scripted

pytestmark = pytest.mark.process
posix_only = pytest.mark.skipif(os.name == "nt", reason="signals")

TIMEOUT_S = 20.0


class Engine:
    """A client with the events that came."""

    def __init__(self, entry: Entry) -> None:
        self.events: queue.Queue[Event | Crashed] = queue.Queue()
        self.client = EngineClient(self.events.put, entry)

    def next(self) -> Event | Crashed:
        return self.events.get(timeout=TIMEOUT_S)

    def ready(self) -> "Engine":
        assert self.next() == Ready(PROTOCOL_VERSION, "fake")
        return self

    def silence(self) -> bool:
        try:
            self.events.get(timeout=0.3)
        except queue.Empty:
            return True
        return False


Start = Callable[[Entry], Engine]


@pytest.fixture
def start() -> Iterator[Start]:
    engines: list[Engine] = []

    def start_engine(entry: Entry) -> Engine:
        engine = Engine(entry)
        engines.append(engine)
        engine.client.start()
        return engine

    yield start_engine
    for engine in engines:
        engine.client.stop()
        assert not engine.client.is_alive


def ask(job: int) -> Generate:
    return Generate(job, (ChatMessage("user", "Hello?"),))


def test_a_reply_arrives_in_pieces_and_ends_once(start: Start) -> None:
    engine = start(scripted(Say("Hel"), Say("lo", draft_position=0))).ready()
    engine.client.send(ask(7))
    assert engine.next() == Piece(7, "Hel")
    assert engine.next() == Piece(7, "lo", 0)
    finished = engine.next()
    assert isinstance(finished, Finished)
    assert finished.generated
    assert (finished.job, finished.reason, finished.generated.text) == (7, "stop", "Hello")
    assert engine.silence()


def test_load_devices_and_unload(start: Start) -> None:
    engine = start(scripted()).ready()
    engine.client.send(Load(1, Path("/m/target.gguf"), Path("/m/draft.gguf")))
    engine.client.send(ListDevices(2))
    engine.client.send(Unload(3))
    assert engine.next() == ReportProgress(1, "load_target", 1, 2)
    loaded = engine.next()
    assert isinstance(loaded, Finished)
    assert loaded.loaded
    assert loaded.loaded.draft
    assert loaded.loaded.target.path == Path("/m/target.gguf")
    assert engine.next() == Finished(2, "done", devices=DEVICES)
    assert engine.next() == Finished(3, "done")


def test_cancel_reaches_the_job_that_runs_and_the_one_that_waits(start: Start) -> None:
    engine = start(scripted(Say("so far"), Wait(30))).ready()
    engine.client.send(ask(1))
    engine.client.send(ask(2))
    assert engine.next() == Piece(1, "so far")
    before_s = time.monotonic()
    engine.client.send(Cancel(2))
    engine.client.send(Cancel(1))
    first, second = engine.next(), engine.next()
    assert time.monotonic() - before_s < 10
    assert isinstance(first, Finished)
    assert isinstance(second, Finished)
    assert (first.job, first.reason) == (1, "cancelled")
    assert (second.job, second.reason) == (2, "cancelled")


def test_a_cancel_that_comes_too_late_harms_nobody(start: Start) -> None:
    engine = start(scripted(Say("x"))).ready()
    engine.client.send(ask(1))
    assert isinstance(engine.next(), Piece)
    assert isinstance(engine.next(), Finished)
    engine.client.send(Cancel(1))
    engine.client.send(ask(1))
    assert isinstance(engine.next(), Piece)
    finished = engine.next()
    assert isinstance(finished, Finished)
    assert finished.reason == "stop"


def test_a_failed_job_leaves_the_engine_at_work(start: Start) -> None:
    engine = start(scripted(Fail("prompt_too_long", {"detail": "x"}))).ready()
    engine.client.send(ask(1))
    assert engine.next() == Failed(1, "prompt_too_long", {"detail": "x"})
    engine.client.send(ListDevices(2))
    assert engine.next() == Finished(2, "done", devices=DEVICES)


@posix_only
def test_a_crash_is_told_with_its_job_and_last_words_and_a_restart_is_fresh(start: Start) -> None:
    engine = start(scripted(Say("part of "), Crash("GGML_ASSERT(x) failed"))).ready()
    engine.client.send(ask(3))
    engine.client.send(ask(4))
    assert engine.next() == Piece(3, "part of ")
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert (crashed.job, crashed.signal_name, crashed.detail) == (3, "SIGABRT", None)
    assert "GGML_ASSERT(x) failed" in crashed.log
    assert not engine.client.is_alive
    with pytest.raises(EngineNotRunning):
        engine.client.send(ask(5))
    engine.client.restart()
    engine.ready()
    engine.client.send(ListDevices(6))
    assert engine.next() == Finished(6, "done", devices=DEVICES)


@posix_only
def test_a_crash_between_jobs_names_none(start: Start) -> None:
    engine = start(scripted(CrashLater(0.2))).ready()
    engine.client.send(ask(1))
    assert isinstance(engine.next(), Finished)
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert (crashed.job, crashed.signal_name) == (None, "SIGABRT")


@posix_only
def test_a_load_that_ended_the_engine_for_want_of_memory_is_tried_with_less(start: Start) -> None:
    engine = start(scripted(memory=CrashAtLoad(times=2))).ready()
    engine.client.send(Load(1, Path("/m/target.gguf")))
    engine.client.send(ListDevices(2))
    for crashes in range(2):
        assert engine.next() == ReportProgress(1, "load_target", crashes, 2)
        engine.ready()
    assert engine.next() == ReportProgress(1, "load_target", 1, 2)
    assert isinstance(engine.next(), Finished)
    assert engine.next() == Finished(2, "done", devices=DEVICES)
    assert engine.silence()


@posix_only
def test_a_load_that_is_not_wanted_any_more_is_not_tried_again(start: Start) -> None:
    engine = start(scripted(memory=CrashAtLoad(times=2, when_cancelled=True))).ready()
    engine.client.send(Load(1, Path("/m/target.gguf")))
    assert engine.next() == ReportProgress(1, "load_target", 0, 2)
    engine.client.send(Cancel(1))
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert (crashed.job, crashed.cause) == (1, "out_of_memory")
    assert engine.silence()


@posix_only
def test_a_reply_that_ended_the_engine_is_not_asked_for_again(start: Start) -> None:
    engine = start(scripted(Crash("std::bad_alloc"))).ready()
    engine.client.send(ask(1))
    engine.client.send(Load(2, Path("/m/target.gguf")))
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert (crashed.job, crashed.cause) == (1, "out_of_memory")
    assert engine.silence()


def test_the_callback_may_restart_a_crashed_engine() -> None:
    events: queue.Queue[Event | Crashed] = queue.Queue()
    client: EngineClient

    def on_event(event: Event | Crashed) -> None:
        events.put(event)
        if isinstance(event, Crashed):
            client.restart()

    client = EngineClient(on_event, scripted(Crash()))
    client.start()
    try:
        assert isinstance(events.get(timeout=TIMEOUT_S), Ready)
        client.send(ask(1))
        assert isinstance(events.get(timeout=TIMEOUT_S), Crashed)
        assert isinstance(events.get(timeout=TIMEOUT_S), Ready)
    finally:
        client.stop()


@pytest.mark.parametrize("content", [b"", b"not JSON", b'{"kind": "Piece", "job": 1, "text": 2}', b'{"kind": "Load"}'])
def test_a_bad_frame_ends_the_engine_with_the_reason(start: Start, content: bytes) -> None:
    engine = start(scripted(SendBytes(content), Wait(30))).ready()
    engine.client.send(ask(1))
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert crashed.job == 1
    assert crashed.detail
    assert not engine.client.is_alive


def test_an_engine_of_another_version_is_refused(start: Start) -> None:
    engine = start(scripted(version=PROTOCOL_VERSION + 1))
    crashed = engine.next()
    assert isinstance(crashed, Crashed)
    assert f"version {PROTOCOL_VERSION + 1}" in (crashed.detail or "")
    assert engine.silence()


def test_a_restart_drops_what_the_old_engine_says_and_does_not_wait_for_it(start: Start) -> None:
    engine = start(scripted(Say("old"), Hang())).ready()
    engine.client.send(ask(1))
    assert engine.next() == Piece(1, "old")
    before_s = time.monotonic()
    engine.client.restart()
    assert time.monotonic() - before_s < 1
    assert engine.client.is_alive
    engine.ready()
    engine.client.send(ListDevices(2))
    assert engine.next() == Finished(2, "done", devices=DEVICES)
    assert engine.silence()


def test_a_stop_ends_even_a_hanging_engine_silently(start: Start) -> None:
    engine = start(scripted(Say("x"), Hang())).ready()
    engine.client.send(ask(1))
    assert isinstance(engine.next(), Piece)
    before_s = time.monotonic()
    engine.client.stop()
    assert time.monotonic() - before_s < 15
    assert engine.silence()


def test_starting_twice_is_starting_once(start: Start) -> None:
    engine = start(scripted()).ready()
    engine.client.start()
    assert engine.silence()


def test_without_a_start_nothing_can_be_sent() -> None:
    client = EngineClient(lambda _: None, scripted())
    client.stop()
    with pytest.raises(EngineNotRunning):
        client.send(ListDevices(1))


def test_text_of_many_megabytes_arrives(start: Start) -> None:
    engine = start(scripted(Say("語" * (8 << 20)))).ready()
    engine.client.send(ask(1))
    piece = engine.next()
    assert isinstance(piece, Piece)
    assert len(piece.text) == 8 << 20
    with pytest.raises(ProtocolError):
        engine.client.send(Generate(2, raw_prompt="x" * (65 << 20)))


def test_a_job_that_ends_twice_is_told_once(start: Start) -> None:
    doubled = b'{"kind": "Finished", "job": 1, "reason": "stop"}'
    engine = start(scripted(SendBytes(doubled), SendBytes(doubled))).ready()
    engine.client.send(ask(1))
    assert engine.next() == Finished(1, "stop")
    assert engine.silence()


def test_an_abandoned_engine_takes_nothing_says_nothing_and_is_not_waited_for(start: Start) -> None:
    engine = start(scripted(Say("x"), Hang())).ready()
    engine.client.send(ask(1))
    assert isinstance(engine.next(), Piece)
    before_s = time.monotonic()
    engine.client.abandon()
    assert time.monotonic() - before_s < 1.5
    assert not engine.client.is_alive
    with pytest.raises(EngineNotRunning):
        engine.client.send(ListDevices(2))
    assert engine.silence()
    engine.client.start()
    engine.ready()
    engine.client.send(ListDevices(3))
    assert engine.next() == Finished(3, "done", devices=DEVICES)
