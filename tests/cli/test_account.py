"""`login`, `logout` and `models` as a person types them; no token shows anywhere."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import Ended, run_program
from tests.fakes.hub import GOOD_TOKEN, OTHER_TOKEN, StubHub
from tests.fakes.keyring import NO_KEYRING, keyring_variables
from tests.hub.repositories import REPO, checkpoint, one_file

pytestmark = pytest.mark.process

Run = Callable[..., Ended]


@pytest.fixture
def stub() -> Iterator[StubHub]:
    """A Hub without repositories."""
    with StubHub() as hub:
        yield hub


@pytest.fixture
def run(home: Path, stub: StubHub, tmp_path: Path) -> Run:
    """Run the program against the stub, on a machine with a keyring."""
    variables = {"HF_ENDPOINT": stub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}
    variables |= keyring_variables(tmp_path / "ring.json")

    def run_on_stub(*arguments: object, stdin: str = "", **changes: str) -> Ended:
        return run_program(home, *arguments, stdin=stdin.encode(), **{**variables, **changes})

    return run_on_stub


def test_a_token_from_a_pipe_opens_gates_until_it_is_forgotten(stub: StubHub, run: Run) -> None:
    stub.add(REPO, one_file(), gated="auto", members=frozenset({GOOD_TOKEN}))
    assert run("pull", REPO, "--json").json["error"]["code"] == "hub_token_needed"
    signed_in = run("login", stdin=f"{GOOD_TOKEN}\n")
    assert signed_in.code == 0 and f"Signed in to {stub.url} as ada." in signed_in.out
    assert run("pull", REPO).code == 0
    told = run("doctor", "--json").json["hub"]
    assert (told["token"], told["has_keyring"], told["endpoint"]) == ("keyring", True, stub.url)
    out = run("logout", "--json")
    assert out.json == {"endpoint": stub.url, "used": ""}
    assert run("doctor", "--json").json["hub"]["token"] is None


@pytest.mark.parametrize(
    ("stdin", "changes", "code"),
    [
        ("hf_nobodyknowsme", {}, "hub_token_invalid"),
        ("", {}, "hub_token_malformed"),
        ("two words", {}, "hub_token_malformed"),
        (GOOD_TOKEN, NO_KEYRING, "hub_keyring_missing"),
        (GOOD_TOKEN, {"HF_HUB_OFFLINE": "1"}, "hub_offline"),
    ],
)
def test_what_keeps_a_token_from_being_kept_is_told(run: Run, stdin: str, changes: dict[str, str], code: str) -> None:
    ended = run("login", "--json", stdin=stdin, **changes)
    assert (ended.code, ended.json["error"]["code"]) == (1, code)
    assert not stdin or stdin not in ended.out + ended.err


def test_a_variable_goes_first_and_is_told_to(run: Run) -> None:
    ended = run("login", stdin=GOOD_TOKEN, HF_TOKEN=OTHER_TOKEN)
    assert ended.code == 0 and "goes before" in ended.err
    out = run("logout", HF_TOKEN=OTHER_TOKEN)
    assert "still asked with another token: the one in HF_TOKEN" in out.out


def test_a_token_is_written_nowhere_but_into_the_keyring(stub: StubHub, run: Run, home: Path, tmp_path: Path) -> None:
    secret = "hf_SecretSecretSecret"
    stub.add(REPO, checkpoint())
    outputs = [run("login", stdin=secret), run("pull", REPO, HF_TOKEN=secret), run("search", "tiny", HF_TOKEN=secret)]
    outputs += [run("doctor", "--json", HF_TOKEN=secret), run("models", "--json", HF_TOKEN=secret)]
    outputs += [run("pull", REPO, "--revision", secret, "--json"), run("pull", f"{secret}/x", "--json")]
    assert any(path.name.endswith(".log") for path in home.rglob("*"))
    written = [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert written == []
    assert not any(secret in ended.out + ended.err for ended in outputs[:5])


def test_models_lists_and_deletes(stub: StubHub, run: Run, home: Path, tmp_path: Path, shared: Path) -> None:
    assert "library is empty" in run("models").out
    stub.add(REPO, checkpoint())
    pulled = Path(run("pull", REPO, "--json").json["path"])
    for name in ("qwen3", "dspark_deepspec"):
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", home / f"models/{name}.gguf")
    mine = tmp_path / "mine"
    mine.mkdir()
    shutil.copy(shared / "fixtures/expected/llama31.bf16.gguf", mine / "llama31.gguf")
    told = run("models", "--add-folder", mine, "--json").json
    assert {(model["name"], model["kind"], model["form"]) for model in told["models"]} == {
        ("Qwen3", "target", "gguf"),
        ("Dspark_Deepspec", "draft", "gguf"),
        ("Llama31", "target", "gguf"),
    }
    (checkpoint_told,) = told["checkpoints"]
    assert (checkpoint_told["path"], checkpoint_told["repo"]) == (str(pulled), REPO)
    assert told["folders"] == [{"path": str(mine), "is_there": True, "models_n": 1}]
    lines = run("models").out.splitlines()
    target = next(i for i, line in enumerate(lines) if line.startswith("target: Qwen3:"))
    assert lines[target + 2].startswith("  draft: Dspark_Deepspec:"), "drafts stand below their target"
    removed = run("models", "--remove", pulled.parent / ".." / pulled.parent.name / pulled.name, "--json").json
    assert removed["freed_bytes"] > 0 and removed["checkpoints"] == [] and not pulled.exists()
    refused = run("models", "--remove", mine / "llama31.gguf")
    assert refused.code == 2 and (mine / "llama31.gguf").exists()
    for asked in ("--add-folder", "--forget-folder"):
        wrong = run("models", asked, tmp_path / "nowhere")
        assert wrong.code == 2 and "nowhere" in wrong.err
    shutil.move(mine, tmp_path / "unplugged")
    assert f"folder: {mine} (1 model, not there now)" in run("models").out
    assert run("models", "--forget-folder", mine, "--json").json["folders"] == []


def test_offline_may_be_asked_for_once(stub: StubHub, run: Run) -> None:
    for verb in ("search", "pull"):
        assert run(verb, REPO, "--offline", "--json").json["error"]["code"] == "hub_offline"
    assert not stub.requests


def test_a_broken_note_of_what_is_coming_is_not_listed(run: Run, home: Path) -> None:
    part = home / "models/hub/Someone--Tiny/0123456789ab.part"
    part.mkdir(parents=True)
    (part / "slipstream.json").write_text(json.dumps({"repo": "../../x"}))
    assert run("models", "--json").json["incomplete"] == []
