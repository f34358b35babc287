"""What is no language model is named from a listing as it is from the disk."""

from pathlib import Path

import pytest

from app.core.progress import Progress
from app.hub.classify import classify
from app.hub.client import HubClient
from app.models.recognition.inspect import inspect_model
from tests.fakes.hub import StubHub
from tests.hub.repositories import REPO
from tests.models.recognition.test_other_kinds import FOLDERS


@pytest.mark.parametrize("name", FOLDERS)
def test_a_listing_says_what_the_folder_says(stub: StubHub, client: HubClient, tmp_path: Path, name: str) -> None:
    files = FOLDERS[name][0]
    folder = tmp_path / "Tiny-Chat"
    folder.mkdir()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    local = inspect_model(folder)
    stub.add(REPO, files)
    found = classify(client, client.listing(REPO, None, Progress()), Progress()).entry
    facts = {key: value for key, value in found.problem_facts if key != "path"}
    assert found.problem == local.problem
    assert facts == {key: value for key, value in local.problem_facts if key != "path"}
