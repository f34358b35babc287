"""The job in its process: it finds the Hub by the environment, stops at once, and survives being killed anywhere."""

import json
import queue
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.hub.shelf import MANIFEST_NAME
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished
from app.jobs.runner import JobRunner
from tests.cli.terminal import ROOT, environment
from tests.fakes.hub import StubHub, wait_until
from tests.fakes.hub_faults import Drip, Stall
from tests.hub.repositories import NEEDED_OF_SHARDED, REPO, sharded

pytestmark = pytest.mark.process

RUNS_N = 20


class Watched:
    """A runner whose events wait in a queue."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[JobEvent] = queue.SimpleQueue()
        self.runner = JobRunner(self.events.put)

    def next(self, *kinds: type[JobEvent]) -> Any:
        while True:
            event = self.events.get(timeout=30)
            if isinstance(event, kinds):
                return event


@pytest.fixture
def watched(stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """A runner whose jobs ask the stub."""
    for name, value in _of_the_stub(stub, tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("HF_TOKEN", raising=False)
    jobs = Watched()
    yield jobs
    jobs.runner.close()


def _of_the_stub(stub: StubHub, tmp_path: Path) -> dict[str, str]:
    return {"HF_ENDPOINT": stub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}


def test_the_job_fetches_and_tells(stub: StubHub, watched: Watched, library: Path) -> None:
    repo = stub.add(REPO, sharded())
    watched.runner.start("pull", {"repo": REPO, "library": str(library)})
    ended = watched.next(JobFinished, JobFailed)
    assert isinstance(ended, JobFinished), ended
    assert ended.result["commit"] == repo.commit and "notes" not in ended.result
    assert _names(Path(str(ended.result["path"]))) == NEEDED_OF_SHARDED | {MANIFEST_NAME}


def test_a_failure_arrives_by_name(stub: StubHub, watched: Watched, library: Path) -> None:
    stub.add(REPO, sharded(), gated="auto")
    watched.runner.start("pull", {"repo": REPO, "library": str(library)})
    ended = watched.next(JobFinished, JobFailed)
    assert ended.code == "hub_token_needed" and ended.facts["repo"] == REPO and not ended.log


def test_offline_the_job_does_not_ask(stub: StubHub, watched: Watched, library: Path) -> None:
    watched.runner.start("pull", {"repo": REPO, "library": str(library), "is_offline": True})
    assert watched.next(JobFailed).code == "hub_offline" and not stub.requests


def test_a_cancel_on_a_dead_line_is_at_once(stub: StubHub, watched: Watched, library: Path) -> None:
    stub.add(REPO, sharded())
    stub.misbehave("model-00002-of-00003.safetensors", Stall(1_000, 60))
    job = watched.runner.start("pull", {"repo": REPO, "library": str(library)})
    wait_until(
        lambda: [request.server for request in stub.fetched("model-00002-of-00003.safetensors")] == ["hub", "store"]
    )
    time.sleep(0.2)
    asked = time.monotonic()
    watched.runner.cancel(job)
    watched.next(JobCancelled)
    assert time.monotonic() - asked < 20
    again = watched.runner.start("pull", {"repo": REPO, "library": str(library)})
    ended = watched.next(JobFinished, JobFailed)
    assert isinstance(ended, JobFinished) and ended.job == again
    begins = [request.first_byte for request in stub.fetched("model-00002-of-00003.safetensors")]
    assert begins[-1] == 1_000, "it went on where it stopped"


def test_killed_anywhere_it_ends_with_the_right_bytes(stub: StubHub, library: Path, tmp_path: Path) -> None:
    files = sharded(size_bytes=150_000)
    stub.add(REPO, files)
    chance = random.Random(4)
    command = [sys.executable, "-m", "tests.hub.pulling", REPO, str(library)]
    variables = environment(tmp_path, **_of_the_stub(stub, tmp_path))
    folder = library / "hub" / "Someone--Tiny-Chat" / stub.repos[REPO].commit[:12]
    killed_n = 0
    for _ in range(RUNS_N):
        stub.misbehave("model-00002-of-00003.safetensors", Drip(20_000, 0.01))
        stub.requests.clear()
        with subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL) as process:
            wait_until(lambda: bool(stub.requests))
            time.sleep(chance.uniform(0, 0.25))
            process.kill()
        killed_n += process.returncode != 0
        if folder.exists():
            _assert_whole(folder, files)
            shutil.rmtree(folder)
    assert killed_n > RUNS_N // 2
    done = subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True)
    path = Path(json.loads(done.stdout)["path"])
    assert path == folder
    _assert_whole(path, files)
    assert _names(path) == NEEDED_OF_SHARDED | {MANIFEST_NAME}, "nothing of the killed ones is left"
    assert not list(library.rglob("*.part*"))


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _assert_whole(folder: Path, files: dict[str, bytes]) -> None:
    for name in NEEDED_OF_SHARDED:
        assert (folder / name).read_bytes() == files[name], "what stands at its place is whole"
