"""The token of a session reaches a job through its pipe, and is in nothing that the job leaves behind."""

import os
import queue
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from app.core.parent import ParentLink, failure_of
from app.core.session_token import hold_session_token
from app.jobs.events import COMMANDS, EVENTS, JobEvent, JobFailed, JobFinished, RunJob
from app.jobs.runner import JobRunner
from tests.fakes.hub import GOOD_TOKEN, StubHub
from tests.fakes.keyring import NO_KEYRING
from tests.hub.repositories import REPO, one_file

pytestmark = pytest.mark.process


@pytest.fixture
def session() -> Iterator[str]:
    """A token that was entered for this session."""
    hold_session_token(GOOD_TOKEN)
    yield GOOD_TOKEN
    hold_session_token("")


def _dies_talking(connection: "Connection[Any, Any]") -> None:
    """Prints the token that it was sent, and crashes."""
    inbox: queue.SimpleQueue[RunJob] = queue.SimpleQueue()
    ParentLink(connection, sends=EVENTS, receives=COMMANDS).listen(inbox.put, lambda: None)
    sys.stderr.write(f"Authorization: Bearer {inbox.get().token}\n")
    sys.stderr.flush()
    os.abort()


def _end_of(kind: str, arguments: dict[str, Any], entry: Any = None) -> tuple[JobEvent, JobRunner]:
    events: queue.SimpleQueue[JobEvent] = queue.SimpleQueue()
    runner = JobRunner(events.put, entry) if entry else JobRunner(events.put)
    runner.start(kind, arguments)
    while True:
        event = events.get(timeout=60)
        if isinstance(event, JobFinished | JobFailed):
            runner.close()
            return event, runner


def test_a_job_asks_as_the_session_does(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with StubHub() as stub:
        stub.add(REPO, one_file(), gated="auto", members=frozenset({GOOD_TOKEN}))
        told = {"HF_ENDPOINT": stub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1", **NO_KEYRING}
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        end, runner = _end_of("pull", {"repo": REPO, "library": str(tmp_path / "models")})
    assert isinstance(end, JobFinished), end
    assert session not in repr(end) and session not in repr(runner.jobs())
    written = [path for path in tmp_path.rglob("*") if path.is_file() and session.encode() in path.read_bytes()]
    assert not written


def test_the_last_words_of_a_job_hold_no_token(session: str) -> None:
    end, _ = _end_of("pull", {}, _dies_talking)
    assert isinstance(end, JobFailed) and "Authorization" in end.log and session not in end.log


def test_a_traceback_holds_no_token(session: str) -> None:
    code, facts, trace = failure_of(ValueError(f"no answer for {session}"))
    assert code == "unexpected" and session not in f"{facts}{trace}" and "no answer for" in trace


def test_a_command_tells_no_token_when_it_is_shown(session: str) -> None:
    assert session not in repr(RunJob(1, "pull", {}, session))
