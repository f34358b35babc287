"""A newer revision on the Hub is one of the model's own files, and one repository's trouble is its own."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import Pulled, plan_pull, pull
from app.hub.errors import HubOffline, HubServerTrouble
from app.hub.shelf import incomplete
from app.hub.updates import Update, check_updates
from app.models.library.library import Library
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Cut, Status
from tests.hub.conftest import IMPATIENT, MakeClient
from tests.hub.repositories import REPO, checkpoint, some_bytes

OTHER = "Someone/Other"


def _pull(client: HubClient, library: Path, repo: str = REPO, name: str = "", revision: str | None = None) -> Pulled:
    return pull(client, plan_pull(client, repo, library, Progress(), revision=revision, name=name), Progress())


def _check(client: HubClient, library: Path) -> list[Update]:
    return list(check_updates(client, Library(library).fetched(), Progress()))


def test_another_commit_with_the_same_files_is_nothing_new(stub: StubHub, client: HubClient, library: Path) -> None:
    files = checkpoint()
    stub.add(REPO, {**files, "README.md": b"old"})
    _pull(client, library)
    assert _check(client, library) == [Update(REPO, "")]
    stub.add(REPO, {**files, "README.md": b"new"})
    assert _check(client, library) == [Update(REPO, "")]


def test_a_changed_file_is_told_with_what_it_costs(stub: StubHub, client: HubClient, library: Path) -> None:
    files = checkpoint()
    stub.add(REPO, files)
    old = _pull(client, library)
    newer = stub.add(REPO, {**files, "chat_template.jinja": b"{{ messages }}"})
    assert _check(client, library) == [Update(REPO, "", newer.commit, 14)]
    new = _pull(client, library)
    assert new.fetched_bytes == 14 and new.path != old.path
    assert {model.fetched and model.fetched.commit for model in Library(library).checkpoints()} == {
        old.commit,
        new.commit,
    }


def test_each_file_of_a_repository_is_asked_for_itself(
    stub: StubHub, client: HubClient, library: Path, shared: Path
) -> None:
    content = (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()
    stub.add(REPO, {"a.gguf": content, "b.gguf": content + b"b"})
    for name in ("a.gguf", "b.gguf"):
        _pull(client, library, name=name)
    newer = stub.add(REPO, {"a.gguf": content, "b.gguf": content + b"c"})
    told = {update.name: update.commit for update in _check(client, library)}
    assert told == {"a.gguf": "", "b.gguf": newer.commit}


def test_what_was_fetched_by_its_commit_is_not_asked_for(stub: StubHub, client: HubClient, library: Path) -> None:
    repo = stub.add(REPO, checkpoint())
    _pull(client, library, revision=repo.commit)
    stub.requests.clear()
    assert _check(client, library) == [Update(REPO, "")] and not stub.requests


def test_a_repository_that_went_does_not_hide_the_others(stub: StubHub, client: HubClient, library: Path) -> None:
    for repo in (REPO, OTHER):
        stub.add(repo, checkpoint())
        _pull(client, library, repo)
    del stub.repos[OTHER]
    newer = stub.add(REPO, checkpoint(vocab_size=999))
    told = {update.repo: update for update in _check(client, library)}
    assert told[OTHER] == Update(OTHER, "", problem="hub_repo_missing", problem_facts=(("repo", OTHER),))
    assert told[REPO].commit == newer.commit


def test_trouble_of_the_hub_itself_is_raised(
    stub: StubHub, client: HubClient, make_client: MakeClient, library: Path
) -> None:
    stub.add(REPO, checkpoint())
    _pull(client, library)
    stub.misbehave("", *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        _check(client, library)
    with pytest.raises(HubOffline):
        _check(make_client(is_offline=True), library)


def test_what_was_begun_at_an_older_commit_goes_once_the_newer_is_whole(
    stub: StubHub, client: HubClient, library: Path
) -> None:
    stub.add(REPO, {"m.gguf": some_bytes(100_000), "n.gguf": some_bytes(9)})
    stub.misbehave("m.gguf", Cut(40_000), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        _pull(client, library, name="m.gguf")
    stub.add(REPO, {"m.gguf": some_bytes(100_000, seed=1), "n.gguf": some_bytes(9)})
    _pull(client, library, name="n.gguf")
    assert [replace(stopped, present_bytes=0).name for stopped in incomplete(library)] == ["m.gguf"]
    _pull(client, library, name="m.gguf")
    assert incomplete(library) == () and not list(library.rglob("*.part"))
