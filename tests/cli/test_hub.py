"""`search` and `pull` as a person types them, against a Hub on loopback."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import ROOT, Ended, environment, run_program
from tests.fakes.hub import GOOD_TOKEN, OTHER_TOKEN, StubHub, wait_until
from tests.fakes.hub_faults import Stall, WrongByte
from tests.gui.discovering import DRAFT, GGUF, MISFIT, TARGET, files_in, publish
from tests.hub.repositories import REPO, checkpoint, one_file

pytestmark = pytest.mark.process

NAME = "model.gguf"


@pytest.fixture
def stub() -> Iterator[StubHub]:
    """A Hub without repositories."""
    with StubHub() as hub:
        yield hub


@pytest.fixture
def variables(stub: StubHub, tmp_path: Path) -> dict[str, str]:
    """What makes the program ask the stub."""
    return {"HF_ENDPOINT": stub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}


@pytest.fixture
def run(home: Path, variables: dict[str, str]) -> Callable[..., Ended]:
    """Run the program with these arguments to its end."""

    def run_on_stub(*arguments: object, **changes: str) -> Ended:
        return run_program(home, *arguments, stdin=b"", **{**variables, **changes})

    return run_on_stub


def test_pull_fetches_into_the_library_once(stub: StubHub, run: Callable[..., Ended], home: Path) -> None:
    files = checkpoint()
    stub.add(REPO, files)
    first = run("pull", REPO, "--json")
    assert first.code == 0, first.err
    told = first.json
    path = Path(told["path"])
    assert path.is_relative_to(home / "models" / "hub") and told["fetched_bytes"] == told["size_bytes"] > 0
    assert {name: (path / name).read_bytes() for name in files} == files
    again = run("pull", REPO)
    assert again.code == 0 and "0 bytes fetched" in again.out and str(path) in again.out
    seen = run("inspect", path, "--json").json["model"]
    assert (seen["name"], seen["kind"]) == ("Tiny-Chat", "target"), "it bears the repository's name"


def test_pull_tells_what_was_unusual(stub: StubHub, run: Callable[..., Ended]) -> None:
    stub.add(REPO, one_file())
    stub.misbehave(NAME, WrongByte(5))
    ended = run("pull", REPO, "--json", HF_TOKEN="hf_nobodyknowsme")
    assert [note["code"] for note in ended.json["notes"]] == ["hub_fetched_anew", "hub_token_ignored"]
    assert "fetched anew" in ended.err and "hf_nobody" not in ended.err + ended.out


def test_the_hubs_own_login_opens_a_gate(
    stub: StubHub, run: Callable[..., Ended], home: Path, variables: dict[str, str]
) -> None:
    stub.add(REPO, one_file(), gated="auto", members=frozenset({GOOD_TOKEN}))
    closed = run("pull", REPO, "--json")
    assert closed.json["error"]["code"] == "hub_token_needed" and f"{stub.url}/settings/tokens" in closed.err
    login = Path(variables["HF_HOME"]) / "token"
    login.parent.mkdir(exist_ok=True)
    login.write_text(GOOD_TOKEN)
    other = run("pull", REPO, "--json", HF_TOKEN=OTHER_TOKEN)
    assert other.json["error"]["code"] == "hub_licence", "the variable goes before the login"
    opened = run("pull", REPO, "--json")
    assert opened.code == 0, opened.err
    written = [path for path in home.rglob("*") if path.is_file() and GOOD_TOKEN.encode() in path.read_bytes()]
    assert not written and GOOD_TOKEN not in opened.out + opened.err


def test_a_login_that_cannot_be_read_counts_as_none(
    stub: StubHub, run: Callable[..., Ended], variables: dict[str, str]
) -> None:
    stub.add(REPO, one_file())
    (Path(variables["HF_HOME"]) / "token").mkdir(parents=True)
    assert run("pull", REPO).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("Nobody/Nothing",), "hub_repo_missing", "no repository Nobody/Nothing"),
        (("nonsense",), "hub_name_invalid", "OWNER/NAME"),
        ((REPO, "--revision", "v9"), "hub_revision_missing", "v9"),
        ((REPO, "--file", "x.gguf"), "hub_file_missing", "x.gguf"),
        ((REPO,), "hub_several_files", "a.gguf, b.gguf"),
    ],
)
def test_pull_tells_what_is_wrong(
    stub: StubHub, run: Callable[..., Ended], arguments: tuple[str, ...], code: str, words: str
) -> None:
    stub.add(REPO, {"a.gguf": b"GGUF", "b.gguf": b"GGUF"})
    ended = run("pull", *arguments, "--json")
    assert (ended.code, ended.json["error"]["code"]) == (1, code) and words in ended.err


def test_one_file_of_several_can_be_named(stub: StubHub, run: Callable[..., Ended]) -> None:
    stub.add(REPO, {"a.gguf": b"GGUF a", "b.gguf": b"GGUF b"})
    path = Path(run("pull", REPO, "--file", "b.gguf", "--json").json["path"])
    assert path.read_bytes() == b"GGUF b" and not path.with_name("a.gguf").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_at_once_and_the_next_run_goes_on(
    stub: StubHub, run: Callable[..., Ended], home: Path, variables: dict[str, str]
) -> None:
    files = one_file()
    stub.add(REPO, files)
    stub.misbehave(NAME, Stall(100_000, 60))
    command = [sys.executable, str(ROOT / "main.py"), "pull", REPO]
    with subprocess.Popen(command, env=environment(home, **variables), stderr=subprocess.PIPE) as process:
        wait_until(lambda: any(home.rglob(f"{NAME}.part")) and bool(stub.fetched(NAME)))
        wait_until(lambda: stub.fetched(NAME)[-1].server == "store")
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130 and process.stderr and b"Stopped." in process.stderr.read()
    done = run("pull", REPO, "--json").json
    assert Path(done["path"]).read_bytes() == files[NAME]


def test_search_lists_what_the_hub_has(stub: StubHub, run: Callable[..., Ended]) -> None:
    stub.add("Qwen/Qwen3-4B", {}, tags=("safetensors", "license:apache-2.0"))
    stub.add("lab/Qwen3-4B-DSpark", {}, tags=("safetensors", "base_model:Qwen/Qwen3-4B"), gated="auto")
    told = run("search", "qwen3", "--json").json
    assert {result["repo"]: result["method"] for result in told["results"]} == {
        "Qwen/Qwen3-4B": None,
        "lab/Qwen3-4B-DSpark": "dspark",
    }
    drafts = run("search", "Qwen/Qwen3-4B", "--drafts")
    assert drafts.code == 0 and "draft: DSpark, of Qwen/Qwen3-4B, safetensors" in drafts.out
    assert "accept its terms" in drafts.out and "Qwen/Qwen3-4B\n" not in drafts.out
    assert "nothing of this name" in run("search", "no such thing").out


def test_offline_nothing_is_asked(stub: StubHub, run: Callable[..., Ended], home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text('{"offline": true}')
    for verb in ("search", "pull"):
        ended = run(verb, REPO, "--json")
        assert ended.code == 1 and ended.json["error"]["code"] == "hub_offline"
    (home / "settings.json").unlink()
    assert run("search", REPO, "--json", HF_HUB_OFFLINE="1").json["error"]["code"] == "hub_offline"
    assert not stub.requests


def test_search_leaves_out_what_is_not_wanted(stub: StubHub, run: Callable[..., Ended]) -> None:
    stub.add("Qwen/Qwen3-4B", {}, tags=("safetensors", "license:apache-2.0"))
    stub.add("lab/Qwen3-4B-DSpark", {}, tags=("safetensors", "license:mit"))
    stub.add("lab/Qwen3-32B-EAGLE3", {}, tags=("safetensors", "license:apache-2.0"))
    stub.add("lab/Qwen3-4B-GGUF", {}, tags=("gguf", "license:apache-2.0"))

    def found(*filters: str) -> set[str]:
        return {
            result["repo"].partition("/")[2] for result in run("search", "qwen3", *filters, "--json").json["results"]
        }

    assert found("--method", "dspark") == {"Qwen3-4B-DSpark"}
    assert found("--drafts", "--max-size", "8") == {"Qwen3-4B-DSpark"}
    assert found("--licence", "apache-2.0", "--format", "safetensors") == {"Qwen3-4B", "Qwen3-32B-EAGLE3"}
    assert found("--format", "gguf") == {"Qwen3-4B-GGUF"}
    assert found("--family", "gemma") == set()


def test_search_looks_into_what_it_finds(stub: StubHub, run: Callable[..., Ended], shared: Path) -> None:
    stub.add("lab/tiny-dspark", files_in(shared / "fixtures/drafts/dspark_deepspec"))
    stub.add("lab/tiny-picture", {"model_index.json": b"{}"})
    ended = run("search", "tiny", "--look")
    assert "It is a draft: DSpark, proposes 6 tokens at once" in ended.out and "no model to chat with" in ended.out
    looked = {result["repo"]: result["looked"] for result in run("search", "tiny", "--look", "--json").json["results"]}
    assert (
        looked["lab/tiny-dspark"]["kind"] == "draft"
        and looked["lab/tiny-picture"]["problem"]["code"] == "not_a_chat_model"
    )


def test_inspect_tells_what_a_repository_is_and_takes(stub: StubHub, run: Callable[..., Ended], shared: Path) -> None:
    publish(stub, shared / "fixtures")
    ended = run("inspect", TARGET)
    assert ended.code == 0, ended.err
    assert f"{TARGET}: target of the family qwen3" in ended.out
    assert f"fits: {DRAFT}: draft for" in ended.out and f"does not fit: {MISFIT}" in ended.out
    assert "to fetch" in ended.out and "of memory with a context of" in ended.out
    told = run("inspect", TARGET, "--json").json
    assert told["model"]["kind"] == "target" and told["proposal"]["room"] == "fits"
    assert {partner["model"]["repo"]: partner["fits"] for partner in told["partners"]}[DRAFT] is True
    assert told["proposal"]["target"]["form"]["repo"] == GGUF and told["proposal"]["fetch_bytes"] > 0
    draft = run("inspect", DRAFT, "--json").json
    assert draft["model"]["kind"] == "draft" and draft["proposal"]["target"]["form"]["repo"] == GGUF
    assert not [request for request in stub.requests if request.path.endswith("tokenizer.json")], "small files only"


def test_inspect_of_what_cannot_be_used_says_why(stub: StubHub, run: Callable[..., Ended]) -> None:
    stub.add("lab/picture", {"model_index.json": b"{}"})
    ended = run("inspect", "lab/picture", "--json")
    assert (ended.code, ended.json["error"]["code"]) == (1, "not_a_chat_model")
    assert run("inspect", "lab/nothing", "--json").json["error"]["code"] == "hub_repo_missing"
    assert run("inspect", "lab/picture", "--offline", "--json").json["error"]["code"] == "hub_offline"


def test_a_path_is_never_asked_of_the_hub(stub: StubHub, run: Callable[..., Ended], home: Path) -> None:
    home.mkdir(exist_ok=True)
    for path in ("tests/nothing", "./lab/tiny", "/lab/tiny", "model.gguf"):
        assert run("inspect", path, "--json").code == 1
    assert not stub.requests
