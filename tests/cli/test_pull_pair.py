"""`pull TARGET --draft DRAFT` as a person types it, against a Hub on loopback."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from app.formats.gguf import read_gguf
from app.jobs.registry import MODULES
from tests.cli.terminal import ROOT, Ended, environment, run_program
from tests.fakes.hub import StubHub, wait_until
from tests.fakes.hub_faults import Drip
from tests.jobs.ordering import DRAFT_REPO, TARGET_REPO, files_of

pytestmark = pytest.mark.process

WEIGHTS = "model.safetensors"


@pytest.fixture
def stub(shared: Path) -> Iterator[StubHub]:
    """A Hub with a pair."""
    with StubHub() as hub:
        hub.add(TARGET_REPO, files_of(shared / "fixtures/trained/target"))
        hub.add(DRAFT_REPO, files_of(shared / "fixtures/trained/draft-anchor-full"))
        yield hub


@pytest.fixture
def variables(stub: StubHub, tmp_path: Path) -> dict[str, str]:
    """What makes the program ask the stub."""
    return {"HF_ENDPOINT": stub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}


@pytest.fixture
def run(home: Path, variables: dict[str, str]) -> Callable[..., Ended]:
    """Run the program with these arguments to its end."""
    return partial(run_program, home, stdin=b"", **variables)


def test_a_pair_is_fetched_converted_and_tried(run: Callable[..., Ended], home: Path, stub: StubHub) -> None:
    ended = run("pull", TARGET_REPO, "--draft", DRAFT_REPO, "--type", "q8_0", "--json")
    assert ended.code == 0, ended.err
    target, draft = Path(ended.json["target"]), Path(ended.json["draft"])
    assert target == home / "models/Tiny-Target-Q8_0.gguf"
    assert read_gguf(target).metadata["general.architecture"] == "qwen3"
    assert read_gguf(draft).metadata["general.architecture"] == "dflash"
    assert (ended.json["verdict"] == "works") == ("try_pair" in MODULES)
    assert "Fetch the target (Tiny-Target): done." in ended.err
    stub.requests.clear()
    again = run("pull", TARGET_REPO, "--draft", DRAFT_REPO, "--type", "q8_0")
    assert again.code == 0 and f"target: {target}" in again.out and not stub.fetched(WEIGHTS)
    assert "Convert the target (Tiny-Target): Was there already." in again.err


def test_a_target_alone_is_converted_where_a_type_is_named(run: Callable[..., Ended], home: Path) -> None:
    told = run("pull", TARGET_REPO, "--type", "f16", "--json").json
    assert told["target"] == str(home / "models/Tiny-Target-F16.gguf") and told["draft"] is None


def test_what_does_not_fit_is_told_and_gone_on_with(
    run: Callable[..., Ended], stub: StubHub, shared: Path, home: Path
) -> None:
    stub.add("Someone/Other", files_of(shared / "fixtures/drafts/eagle3_speculators"))
    ended = run("pull", TARGET_REPO, "--draft", "Someone/Other", "--json")
    assert ended.code == 1 and ended.json["error"]["code"].startswith("pair_")
    assert (home / "models/Tiny-Target-BF16.gguf").is_file(), "what went well before is kept"
    assert len(list((home / "orders").glob("*.json"))) == 1
    stub.requests.clear()
    assert run("pull", TARGET_REPO, "--draft", "Someone/Other").code == 1
    assert len(list((home / "orders").glob("*.json"))) == 1, "it is the same order"
    assert not stub.fetched(WEIGHTS)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_pauses_and_the_same_command_goes_on(
    run: Callable[..., Ended], stub: StubHub, home: Path, variables: dict[str, str]
) -> None:
    stub.misbehave(WEIGHTS, Drip(40_000, 0.05), Drip(40_000, 0.05))
    command = [sys.executable, str(ROOT / "main.py"), "pull", TARGET_REPO, "--draft", DRAFT_REPO]
    with subprocess.Popen(command, env=environment(home, **variables), stderr=subprocess.PIPE) as process:
        parts = (home / "models/hub").rglob
        wait_until(lambda: any(path.stat().st_size > 1_000_000 for path in parts(f"{WEIGHTS}.part")), timeout_s=30)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(10) == 130 and process.stderr
        assert b"goes on where this one stopped" in process.stderr.read()
    stub.requests.clear()
    ended = run("pull", TARGET_REPO, "--draft", DRAFT_REPO, "--json")
    assert ended.code == 0, ended.err
    assert max(request.first_byte for request in stub.fetched(WEIGHTS)) > 1_000_000
    assert not list((home / "orders").iterdir())
