"""Children that speak, fall silent, crash, lie, or will not go."""

import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.core.child import Child, ChildExit
from app.core.messages import ProtocolError
from app.core.parent import Entry
from tests.conftest import ROOT
from tests.core import children
from tests.core.children import WORDS, Word

pytestmark = pytest.mark.process
posix_only = pytest.mark.skipif(os.name == "nt", reason="signals")

TIMEOUT_S = 20.0


class Listener:
    """A child with what it said."""

    def __init__(self, entry: Entry) -> None:
        self.words: queue.Queue[str] = queue.Queue()
        self.ends: queue.Queue[ChildExit] = queue.Queue()
        self.child = Child(
            entry,
            sends=WORDS,
            receives=WORDS,
            on_message=lambda word: self.words.put(word.text),
            on_exit=self.ends.put,
            name="test child",
        )

    def word(self) -> str:
        return self.words.get(timeout=TIMEOUT_S)

    def end(self) -> ChildExit:
        return self.ends.get(timeout=TIMEOUT_S)


@pytest.fixture
def listen() -> Iterator[Callable[[Entry], Listener]]:
    """Start children, and stop them whatever happens."""
    listeners: list[Listener] = []

    def start(entry: Entry) -> Listener:
        listener = Listener(entry)
        listeners.append(listener)
        listener.child.start()
        return listener

    yield start
    for listener in listeners:
        listener.child.stop(0.1)
        assert not listener.child.is_alive


Listen = Callable[[Entry], Listener]


def test_messages_go_there_and_back_in_order(listen: Listen) -> None:
    echo = listen(children.echo)
    texts = [f"{number} 日本語 🤝" for number in range(200)]
    for text in texts:
        echo.child.send(Word(text))
    assert [echo.word() for _ in texts] == texts
    assert echo.child.is_alive


def test_one_frame_may_hold_several_messages(listen: Listen) -> None:
    heard = listen(children.send_in_one_frame)
    assert [heard.word() for _ in range(3)] == ["one", "two\nlines", "three"]


def test_a_polite_stop_is_quick_and_no_crash(listen: Listen) -> None:
    echo = listen(children.echo)
    echo.child.send(Word("up"))
    echo.word()
    before_s = time.monotonic()
    echo.child.stop(30)
    assert time.monotonic() - before_s < 15
    assert echo.end() == ChildExit(0, None, None, "", was_asked=True)
    assert not echo.child.is_alive


def test_a_message_of_many_megabytes_does_not_hold_up_the_sender(listen: Listen) -> None:
    echo = listen(children.echo)
    text = "x" * (20 << 20)
    before_s = time.monotonic()
    echo.child.send(Word(text))
    echo.child.send(Word("after"))
    assert time.monotonic() - before_s < 5
    assert echo.word() == text
    assert echo.word() == "after"


def test_what_cannot_be_sent_raises_at_the_sender(listen: Listen) -> None:
    echo = listen(children.echo)
    with pytest.raises(ProtocolError):
        echo.child.send("not a message")


def test_entries_of_engine_and_jobs_are_light(listen: Listen) -> None:
    assert listen(children.modules).word() == ""


@posix_only
def test_an_abort_is_told_with_its_last_words(listen: Listen) -> None:
    aborted = listen(children.abort)
    assert aborted.word() == "before"
    end = aborted.end()
    assert (end.code, end.signal_name, end.fault, end.was_asked) == (-signal.SIGABRT, "SIGABRT", None, False)
    assert "GGML_ASSERT(false) failed" in end.log
    assert "printed by Python" in end.log


@posix_only
def test_what_it_was_at_is_known_whatever_it_printed_since(listen: Listen) -> None:
    end = listen(children.abort_at_something).end()
    assert end.mark == "another"
    assert "another" not in end.log


@posix_only
def test_a_memory_fault_shows_where_it_happened(listen: Listen) -> None:
    end = listen(children.crash_in_c).end()
    assert end.signal_name == "SIGSEGV"
    assert "crash_in_c" in end.log


def test_an_exception_in_the_child_is_told_with_its_traceback(listen: Listen) -> None:
    end = listen(children.fail_to_run).end()
    assert end.code == 1
    assert "RuntimeError: no such luck" in end.log


@posix_only
def test_only_the_last_of_a_long_log_is_kept(listen: Listen) -> None:
    end = listen(children.chatter).end()
    assert end.signal_name == "SIGABRT"
    assert "line 19999 of very many" in end.log
    assert "the first line" not in end.log
    assert len(end.log) <= 16 << 10


@pytest.mark.parametrize("content", [b"", b"{}", b"\x80\x04pickle", b'{"kind": "Word", "text": 1}'])
def test_a_frame_that_is_no_message_ends_the_child(listen: Listen, content: bytes) -> None:
    end = listen(partial(children.send_bytes, content=content)).end()
    assert end.fault
    assert not end.was_asked


@posix_only
def test_an_announced_length_over_the_limit_ends_the_child(listen: Listen) -> None:
    assert "over the limit" in (listen(children.announce_too_much).end().fault or "")


@posix_only
def test_dying_in_the_middle_of_a_frame_is_a_crash_like_any_other(listen: Listen) -> None:
    end = listen(children.break_off).end()
    assert (end.code, end.fault) == (3, None)


def test_a_child_that_closes_its_end_is_not_left_behind(listen: Listen) -> None:
    assert listen(children.close_and_stay).end().code != 0


@posix_only
def test_stopping_native_code_terminates_it(listen: Listen) -> None:
    busy = listen(children.stay_native)
    busy.word()
    before_s = time.monotonic()
    busy.child.stop(0.3)
    assert 0.3 <= time.monotonic() - before_s < 10
    end = busy.end()
    assert (end.signal_name, end.was_asked) == ("SIGTERM", True)


@posix_only
def test_what_will_not_be_terminated_is_killed(listen: Listen) -> None:
    stubborn = listen(children.refuse_to_end)
    stubborn.word()
    before_s = time.monotonic()
    stubborn.child.stop(0.2)
    assert time.monotonic() - before_s < 15
    assert stubborn.end().signal_name == "SIGKILL"


@posix_only
def test_ctrl_c_leaves_the_child_to_its_parent(listen: Listen) -> None:
    assert listen(children.ignore_interrupts).word() == "still here"


@posix_only
def test_nor_does_ctrl_c_end_one_that_is_only_starting(listen: Listen) -> None:
    echo = listen(children.echo)
    echo.child.send(Word("hello"))
    while not (started := [process for process in multiprocessing.active_children() if process.name == "test child"]):
        time.sleep(0.001)
    while echo.words.empty():
        assert echo.child.is_alive
        os.kill(started[0].pid or 0, signal.SIGINT)
        time.sleep(0.005)
    assert echo.word() == "hello"


def test_asking_to_stop_does_not_wait(listen: Listen) -> None:
    busy = listen(children.stay_native)
    busy.word()
    before_s = time.monotonic()
    busy.child.request_stop(2)
    assert time.monotonic() - before_s < 1
    assert busy.end().was_asked


def test_a_stop_right_after_the_start_holds(listen: Listen) -> None:
    echo = listen(children.echo)
    echo.child.stop()
    assert echo.end().was_asked


def test_one_child_waits_for_another_to_end(listen: Listen) -> None:
    first = listen(children.echo)
    second = Listener(children.echo)
    second.child.send(Word("mine"))
    second.child.start(after=first.child)
    with pytest.raises(queue.Empty):
        second.words.get(timeout=0.3)
    first.child.request_stop()
    assert second.word() == "mine"
    second.child.stop()


def test_a_child_that_is_stopped_while_it_waits_for_another_never_starts(listen: Listen) -> None:
    first = listen(children.echo)
    second = Listener(children.modules)
    second.child.start(after=first.child)
    second.child.request_stop()
    first.child.request_stop()
    assert second.end() == ChildExit(None, None, None, "", was_asked=True)
    assert second.words.empty()


def test_the_callback_may_stop_its_own_child() -> None:
    ends: queue.Queue[ChildExit] = queue.Queue()
    child: Child
    child = Child(
        children.echo,
        sends=WORDS,
        receives=WORDS,
        on_message=lambda _: child.stop(),
        on_exit=ends.put,
        name="test child",
    )
    child.start()
    child.send(Word("stop"))
    assert ends.get(timeout=TIMEOUT_S).was_asked
    assert child.wait(TIMEOUT_S)


def test_a_child_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch, listen: Listen) -> None:
    def no_more() -> tuple[int, int]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(os, "pipe", no_more)
    end = listen(children.echo).end()
    assert end.code is None
    assert "Too many open files" in (end.fault or "")


def test_the_end_is_told_even_where_a_message_could_not_be_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: queue.Queue[BaseException | None] = queue.Queue()
    monkeypatch.setattr(threading, "excepthook", lambda hook: raised.put(hook.exc_value))
    ends: queue.Queue[ChildExit] = queue.Queue()

    def fail(_: Word) -> None:
        raise RuntimeError("a fault of ours")

    child = Child(children.echo, sends=WORDS, receives=WORDS, on_message=fail, on_exit=ends.put, name="test child")
    child.start()
    child.send(Word("up"))
    end = ends.get(timeout=TIMEOUT_S)
    assert end.fault == "its messages could not be handled"
    assert not end.was_asked
    assert str(raised.get(timeout=TIMEOUT_S)) == "a fault of ours"
    assert child.wait(TIMEOUT_S)


def _open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts descriptors in /proc")
def test_fifty_starts_leave_no_thread_and_no_descriptor() -> None:
    def cycle(entry: Entry) -> None:
        listener = Listener(entry)
        listener.child.start()
        if entry is children.echo:
            listener.child.send(Word("up"))
            listener.word()
        listener.child.stop()
        listener.end()

    cycle(children.echo)
    descriptors, threads = _open_descriptors(), threading.active_count()
    for number in range(50):
        cycle(children.echo if number % 2 else children.abort)
    # A thread that told of the stop may be on its last instruction.
    deadline_s = time.monotonic() + 30
    while threading.active_count() > threads and time.monotonic() < deadline_s:
        time.sleep(0.01)
    assert threading.active_count() <= threads
    assert _open_descriptors() <= descriptors


PARENT = """
import sys, time
from functools import partial
sys.path.insert(0, sys.argv[1])
from app.core.child import Child
from tests.core import children
if __name__ == "__main__":
    entry = getattr(children, sys.argv[2])
    child = Child(
        partial(entry, path=sys.argv[3]) if len(sys.argv) > 3 else entry,
        sends=children.WORDS, receives=children.WORDS,
        on_message=lambda word: print(word.text, flush=True), on_exit=print, name="orphan",
    )
    child.start()
    time.sleep(3600)
"""


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return not Path("/proc").is_dir() or ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def _is_stopped(pid: int) -> bool:
    return ") T " in Path(f"/proc/{pid}/stat").read_text()


def _orphan(tmp_path: Path, *arguments: Any, is_so: Callable[[int], bool] = _is_running) -> int:
    """Start a parent with a child, kill the parent once that is so of the child, and return the child's process id."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    command = [sys.executable, str(script), str(ROOT), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        deadline_s = time.monotonic() + 30
        while not is_so(pid):
            assert time.monotonic() < deadline_s
            time.sleep(0.02)
        parent.kill()
    return pid


def _ends_within(pid: int, seconds: float) -> bool:
    deadline_s = time.monotonic() + seconds
    while _is_running(pid):
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.02)
    return True


@posix_only
def test_a_killed_parent_leaves_no_orphan_even_in_native_code(tmp_path: Path) -> None:
    assert _ends_within(_orphan(tmp_path, "stay_native"), 3)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has ended")
@pytest.mark.parametrize("entry", ["stop_still", "stop_still_with_nothing_to_tidy"])
def test_nor_does_one_that_is_stopped_outlive_its_parent(tmp_path: Path, entry: str) -> None:
    assert _ends_within(_orphan(tmp_path, entry, is_so=_is_stopped), 10)


@posix_only
def test_a_child_whose_parent_was_killed_still_tidies_up(tmp_path: Path) -> None:
    half_made = tmp_path / "model.gguf.part"
    half_made.write_bytes(b"half")
    assert _ends_within(_orphan(tmp_path, "clean_up_when_left", half_made), 3)
    assert not half_made.exists()
