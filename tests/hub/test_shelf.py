"""Where fetched models lie, seen by the rest of the program."""

from pathlib import Path

import pytest

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import plan_pull, pull
from app.hub.errors import HubServerTrouble
from app.hub.shelf import Incomplete, Shelf, incomplete, read_manifest
from app.models.library.library import Library
from app.models.recognition.inspect import inspect_model
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Cut, Status
from tests.hub.conftest import IMPATIENT
from tests.hub.repositories import REPO, checkpoint, some_bytes


def test_a_model_that_is_not_whole_is_not_in_the_library(
    stub: StubHub, client: HubClient, library: Path, shared: Path
) -> None:
    content = (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()
    stub.add(REPO, {"m-00001-of-00002.gguf": content, "m-00002-of-00002.gguf": some_bytes(500)})
    stub.misbehave("m-00002-of-00002.gguf", *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert any(library.rglob("m-00001-of-00002.gguf")), "one file of two is there"
    assert Library(library).models() == ()


def test_a_whole_gguf_is_in_the_library_at_once(stub: StubHub, client: HubClient, library: Path, shared: Path) -> None:
    stub.add(REPO, {"m.gguf": (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()})
    pulled = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert [model.entry.path for model in Library(library).models()] == [pulled.path]


def test_what_waits_to_go_on_is_not_tidied_away(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, {"m.gguf": some_bytes(100_000)})
    stub.misbehave("m.gguf", *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    Library(library).remove_remains()
    assert any(library.rglob("m.gguf.part"))


def test_what_stopped_in_the_middle_is_known_and_can_be_given_up(
    stub: StubHub, client: HubClient, library: Path
) -> None:
    repo = stub.add(REPO, {"m.gguf": some_bytes(100_000), "n.gguf": some_bytes(5)})
    stub.misbehave("m.gguf", Cut(40_000), *[Status(500)] * IMPATIENT.tries)
    assert incomplete(library) == ()
    with pytest.raises(HubServerTrouble):
        pull(client, plan_pull(client, REPO, library, Progress(), name="m.gguf"), Progress())
    assert incomplete(library) == (Incomplete(REPO, "main", "m.gguf", 100_000, 40_000),)
    shelf = Shelf(library, REPO, repo.commit, "m.gguf")
    shelf.discard()
    shelf.discard()
    assert incomplete(library) == () and not any(library.rglob("*.part"))


def test_a_try_that_brought_nothing_is_not_listed(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, {"m.gguf": some_bytes(100_000)})
    stub.misbehave("m.gguf", *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert incomplete(library) == ()


def test_one_file_does_not_cost_what_came_of_another(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, {"m.gguf": some_bytes(100_000), "n.gguf": some_bytes(500)})
    stub.misbehave("m.gguf", Cut(40_000), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        pull(client, plan_pull(client, REPO, library, Progress(), name="m.gguf"), Progress())
    pull(client, plan_pull(client, REPO, library, Progress(), name="n.gguf"), Progress())
    assert [stopped.present_bytes for stopped in incomplete(library)] == [40_000]
    pulled = pull(client, plan_pull(client, REPO, library, Progress(), name="m.gguf"), Progress())
    assert pulled.fetched_bytes == 60_000 and incomplete(library) == ()


def test_a_file_that_somebody_removed_is_fetched_again(stub: StubHub, client: HubClient, library: Path) -> None:
    files = checkpoint()
    stub.add(REPO, files)
    pulled = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    (pulled.path / "model.safetensors").unlink()
    (pulled.path / "config.json").write_bytes(b"")
    again = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert again.path == pulled.path and again.fetched_bytes == sum(map(len, files.values()))
    assert {name: (again.path / name).read_bytes() for name in files} == files


def test_what_is_whole_is_not_incomplete(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, {"m.gguf": some_bytes(1000), "n.gguf": some_bytes(5)})
    for name in ("m.gguf", "n.gguf"):
        pulled = pull(client, plan_pull(client, REPO, library, Progress(), name=name), Progress())
    manifest = read_manifest(pulled.path.parent)
    assert incomplete(library) == () and manifest and manifest.name == "n.gguf" and manifest.fetched_at


def test_a_checkpoint_bears_its_repositorys_name(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, checkpoint())
    pulled = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    entry = inspect_model(pulled.path)
    assert entry.name == "Tiny-Chat" and entry.problem is None


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"repo": 5}', b"\xff"])
def test_a_broken_note_counts_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "slipstream.json").write_bytes(content)
    assert read_manifest(tmp_path) is None
