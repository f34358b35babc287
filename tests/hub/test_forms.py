"""What the names of files tell: number formats, drafts that lie beside their target, models in a folder."""

from pathlib import Path

import pytest

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import plan_pull, pull
from app.hub.files import choose, is_sidecar
from app.hub.forms import file_type_of
from app.models.recognition.inspect import inspect_model
from tests.fakes.hub import StubHub
from tests.gui.discovering import TARGET, files_in


@pytest.mark.parametrize(
    ("name", "file_type"),
    [
        ("Qwen3-4B-Q4_K_M.gguf", "Q4_K_M"),
        ("Qwen3-4B-UD-Q4_K_XL.gguf", "Q4_K_XL"),
        ("qwen3-4b.q8_0.gguf", "Q8_0"),
        ("Q6_K/Qwen3-4B-Q6_K-00001-of-00002.gguf", "Q6_K"),
        ("Q5_K_M/model-00001-of-00002.gguf", "Q5_K_M"),
        ("model-IQ3_XXS.gguf", "IQ3_XXS"),
        ("model-IQ4_NL.gguf", "IQ4_NL"),
        ("model-fp16.gguf", "F16"),
        ("gpt-oss-20b-mxfp4.gguf", "MXFP4"),
        ("Qwen3-4B.gguf", ""),
        ("Q4U-chat.gguf", ""),
    ],
)
def test_a_name_tells_the_number_format(name: str, file_type: str) -> None:
    assert file_type_of(name) == file_type


@pytest.mark.parametrize(
    ("name", "is_draft"),
    [("mtp-Qwen3.6-27B-Q8_0.gguf", True), ("Q8/DFlash2-x.gguf", True), ("Qwen3-4B-DFlash.gguf", False)],
)
def test_a_draft_beside_its_target_is_told_by_its_name(name: str, is_draft: bool) -> None:
    assert is_sidecar(name) is is_draft


def test_a_model_in_a_folder_is_fetched_alone(stub: StubHub, client: HubClient, library: Path, shared: Path) -> None:
    fixtures = shared / "fixtures"
    inner = {f"draft/{name}": content for name, content in files_in(fixtures / "drafts/dspark_deepspec").items()}
    stub.add(TARGET, {**files_in(fixtures / "targets/qwen3"), **inner})
    choice = choose(client.listing(TARGET, None, Progress()), "draft")
    assert choice.main == "draft" and {file.name.partition("/")[0] for file in choice.files} == {"draft"}
    pulled = pull(client, plan_pull(client, TARGET, library, Progress(), name="draft"), Progress())
    assert pulled.path.name == "draft" and not (pulled.path.parent / "config.json").exists()
    found = inspect_model(pulled.path)
    assert found.draft and found.draft.method == "dspark"
    whole = pull(client, plan_pull(client, TARGET, library, Progress()), Progress())
    assert inspect_model(whole.path).target and whole.path == pulled.path.parent
