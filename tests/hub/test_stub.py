"""The stub is close enough to the Hub for its own client, and everything stays on this machine."""

import hashlib
from pathlib import Path

import pytest
from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.errors import GatedRepoError
from huggingface_hub.utils import disable_progress_bars

from tests.fakes.hub import GOOD_TOKEN, StubHub
from tests.hub.repositories import REPO, one_file


def test_the_real_client_lists_and_finds(stub: StubHub) -> None:
    stub.add(REPO, one_file(), tags=("gguf",))
    stub.add("Other/Thing", one_file())
    api = HfApi(stub.url, token=False)
    assert [model.id for model in api.list_models(search="tiny chat", filter="gguf")] == [REPO]
    info = api.model_info(REPO, files_metadata=True)
    files = {sibling.rfilename: sibling for sibling in info.siblings or ()}
    assert files["model.gguf"].size == 300_000 and files["model.gguf"].lfs
    assert files["model.gguf"].lfs.sha256 == hashlib.sha256(stub.repos[REPO].files["model.gguf"].content).hexdigest()
    assert files["README.md"].lfs is None and info.sha == stub.repos[REPO].commit


def test_the_real_client_downloads(stub: StubHub, tmp_path: Path) -> None:
    stub.add(REPO, one_file())
    disable_progress_bars()
    found = snapshot_download(REPO, endpoint=stub.url, token=GOOD_TOKEN, cache_dir=tmp_path)
    assert (Path(found) / "model.gguf").read_bytes() == stub.repos[REPO].files["model.gguf"].content
    from_store = [request for request in stub.requests if request.server == "store"]
    assert from_store and not any(request.has_token for request in from_store)


def test_the_real_client_is_kept_out(stub: StubHub) -> None:
    stub.add(REPO, one_file(), gated="auto")
    with pytest.raises(GatedRepoError):
        HfApi(stub.url, token=False).hf_hub_download(REPO, "model.gguf")
