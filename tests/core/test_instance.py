"""One window for each data folder: later starts hand over and end, dead windows leave nothing in the way."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Client
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import pytest

from app.core.instance import Instance, InstanceSilent, WindowRequest, claim

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for sockets of the test's own; that of the other files has too long a name for a socket."""
    with TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Instance]:
    """The window over `tmp_path / "data"`."""
    instance = claim(tmp_path / "data", WindowRequest())
    assert instance is not None
    yield instance
    instance.close()


def serve_all(instance: Instance) -> "SimpleQueue[WindowRequest]":
    """Have the instance take every request."""
    taken: SimpleQueue[WindowRequest] = SimpleQueue()

    def take(request: WindowRequest, served: object) -> None:
        taken.put(request)
        assert callable(served)
        served()

    instance.attach(take)
    return taken


@contextmanager
def window_process(data: Path) -> "Iterator[subprocess.Popen[str]]":
    """A process that is the window over `data`, until it is killed or the block ends."""
    code = (
        "import sys; from pathlib import Path; from app.core.instance import WindowRequest, claim\n"
        "instance = claim(Path(sys.argv[1]), WindowRequest())\n"
        "instance.attach(lambda request, served: served())\n"
        "print('there', flush=True); sys.stdin.read(); instance.close()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(data)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "there\n"
    try:
        yield child
    finally:
        child.send_signal(signal.SIGCONT)
        child.communicate("" if child.poll() is None else None)


def test_a_later_start_hands_everything_over(tmp_path: Path, first: Instance) -> None:
    taken = serve_all(first)
    request = WindowRequest((Path("/models/数 据 😀.gguf"),), Path("/t"), Path("/d"), Path("/c.slipstream"), "token")
    assert claim(tmp_path / "data", request) is None
    assert taken.get(timeout=30) == request


def test_what_comes_before_the_window_is_there_is_kept_for_it(tmp_path: Path, first: Instance) -> None:
    request = WindowRequest((Path("/a.gguf"),))
    assert claim(tmp_path / "data", request) is None
    assert serve_all(first).get(timeout=30) == request


def test_each_data_folder_has_a_window_of_its_own(tmp_path: Path, first: Instance) -> None:
    other = claim(tmp_path / "other", WindowRequest())
    assert other is not None
    other.close()


def test_after_the_end_the_next_start_is_the_window(tmp_path: Path) -> None:
    for _ in range(3):
        instance = claim(tmp_path / "data", WindowRequest())
        assert instance is not None
        instance.close()


def test_a_start_while_the_window_ends_waits_for_its_turn(tmp_path: Path) -> None:
    instance = claim(tmp_path / "data", WindowRequest())
    assert instance is not None
    serve_all(instance)
    instance.stop_serving()
    threading.Timer(0.3, instance.close).start()
    following = claim(tmp_path / "data", WindowRequest())
    assert following is not None
    following.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_what_a_killed_window_left_is_in_nobodys_way(tmp_path: Path, runtime: Path) -> None:
    with window_process(tmp_path / "data") as child:
        child.kill()
    assert list(runtime.rglob("*.sock"))
    instance = claim(tmp_path / "data", WindowRequest())
    assert instance is not None
    taken = serve_all(instance)
    assert claim(tmp_path / "data", WindowRequest()) is None and taken.get(timeout=30) == WindowRequest()
    instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_window_that_hangs_is_told_of_in_time(tmp_path: Path) -> None:
    with window_process(tmp_path / "data") as child:
        child.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        with pytest.raises(InstanceSilent):
            claim(tmp_path / "data", WindowRequest())
        assert 2.5 < time.monotonic() - begin < 10


def test_of_many_starts_at_once_one_is_the_window(tmp_path: Path) -> None:
    results: SimpleQueue[Instance | None] = SimpleQueue()
    threads = [
        threading.Thread(target=lambda: results.put(claim(tmp_path / "data", WindowRequest()))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (instance,) = (found for _ in threads if (found := results.get()) is not None)
    instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path, runtime: Path) -> None:
    (runtime / "slipstream").mkdir()
    (runtime / "slipstream").chmod(0o777)
    windows = [claim(tmp_path / "data", WindowRequest()) for _ in range(2)]
    assert all(windows) and not list(runtime.rglob("*.sock"))


@pytest.mark.skipif(sys.platform == "win32", reason="sockets of POSIX")
@pytest.mark.parametrize("words", [b"", b"{}", b"\xff" * 100, b'{"kind": "Served"}'])
def test_nonsense_is_not_answered_and_hurts_nobody(
    tmp_path: Path, runtime: Path, first: Instance, words: bytes
) -> None:
    taken = serve_all(first)
    (address,) = runtime.rglob("*.sock")
    with Client(os.fspath(address)) as connection:
        connection.send_bytes(words)
        with pytest.raises(EOFError):
            connection.recv_bytes()
    assert claim(tmp_path / "data", WindowRequest()) is None
    assert taken.get(timeout=30) == WindowRequest()
