"""What a search returns, and what it says of each result."""

from typing import Any

import pytest

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.results import SearchFilter, result_of
from app.hub.search import search
from tests.fakes.hub import StubHub
from tests.hub.conftest import MakeClient


def _publish(stub: StubHub) -> None:
    safe = ("safetensors", "license:apache-2.0")
    stub.add("Qwen/Qwen3-4B", {}, tags=safe, config={"architectures": ["Qwen3ForCausalLM"]})
    stub.add("unsloth/Qwen3-4B-GGUF", {}, tags=("gguf", "base_model:Qwen/Qwen3-4B"))
    stub.add("deepseek-ai/dspark_qwen3-4b_block7", {}, config={"architectures": ["Qwen3DSparkModel"]})
    stub.add("z-lab/Qwen3-4B-DFlash-b16", {}, tags=(*safe, "base_model:Qwen/Qwen3-4B"))
    stub.add("RedHatAI/Qwen3-4B-speculator.eagle3", {}, tags=(*safe, "eagle3"), gated="manual")
    stub.add("someone/quiet-helper", {}, tags=("dspark", "base_model:draft:Qwen/Qwen3-4B", "base_model:Qwen/Qwen3-4B"))
    stub.add("other/Llama", {}, tags=safe)


def test_a_search_tells_targets_from_drafts(stub: StubHub, client: HubClient) -> None:
    _publish(stub)
    found = {result.repo: result for result in search(client, "qwen3 4b", Progress())}
    assert len(found) == 5 and not found["Qwen/Qwen3-4B"].is_draft and not found["unsloth/Qwen3-4B-GGUF"].is_draft
    assert found["Qwen/Qwen3-4B"].licence == "apache-2.0" and found["Qwen/Qwen3-4B"].has_safetensors
    assert found["unsloth/Qwen3-4B-GGUF"].has_gguf
    assert found["unsloth/Qwen3-4B-GGUF"].base_models == ("Qwen/Qwen3-4B",)
    drafts = {repo: result.method for repo, result in found.items() if result.is_draft}
    assert drafts == {
        "deepseek-ai/dspark_qwen3-4b_block7": "dspark",
        "z-lab/Qwen3-4B-DFlash-b16": "dflash",
        "RedHatAI/Qwen3-4B-speculator.eagle3": "eagle3",
    }
    assert found["RedHatAI/Qwen3-4B-speculator.eagle3"].gated == "manual"
    assert found["z-lab/Qwen3-4B-DFlash-b16"].updated == "2026-09-01"


def test_drafts_of_a_target_are_found_by_name_and_by_what_they_say(stub: StubHub, client: HubClient) -> None:
    _publish(stub)
    results = search(client, "Qwen/Qwen3-4B", Progress(), wanted=SearchFilter(drafts_only=True))
    found = {result.repo: result for result in results}
    assert set(found) == {
        "deepseek-ai/dspark_qwen3-4b_block7",
        "z-lab/Qwen3-4B-DFlash-b16",
        "RedHatAI/Qwen3-4B-speculator.eagle3",
        "someone/quiet-helper",
    }
    assert found["someone/quiet-helper"].base_models == ("Qwen/Qwen3-4B",)


def test_a_limit_is_kept(stub: StubHub, client: HubClient) -> None:
    _publish(stub)
    assert len(search(client, "qwen3", Progress(), limit=2)) == 2


def test_a_bad_token_finds_the_same(stub: StubHub, make_client: MakeClient, client: HubClient) -> None:
    _publish(stub)
    assert search(make_client("hf_badbadbad"), "qwen", Progress()) == search(client, "qwen", Progress())


@pytest.mark.parametrize(
    ("repo", "tags", "config", "method"),
    [
        ("a/x-DFlash2", [], {}, "dflash2"),
        ("a/x", ["dflash"], {}, "dflash"),
        ("a/x", [], {"architectures": ["Eagle3Speculator"]}, "eagle3"),
        ("google/gemma-4-12B-it-assistant", [], {}, "mtp"),
        ("a/x-speculator", [], {}, None),
        ("a/x", [], {"architectures": 5}, None),
        ("a/x", ["base_model:z-lab/y-DFlash"], {}, None),
    ],
)
def test_the_method_is_told_by_class_name_and_tags(
    repo: str, tags: list[str], config: dict[str, Any], method: str | None
) -> None:
    assert result_of({"id": repo, "tags": tags, "config": config}).method == method


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, [5], {"total": "many"}, -1, True])
def test_what_is_of_another_kind_counts_as_not_told(value: Any) -> None:
    keys = ("tags", "config", "gguf", "safetensors", "downloads", "likes", "lastModified", "gated")
    result = result_of({"id": "a/b", **dict.fromkeys(keys, value)})
    assert result.repo == "a/b" and result.parameters is None and isinstance(result.downloads, int)


def test_parameters_are_counted_by_the_hub() -> None:
    assert result_of({"id": "a/b", "safetensors": {"parameters": {"BF16": 7}, "total": 7}}).parameters == 7
    assert result_of({"id": "a/b", "gguf": {"total": 8}}).parameters == 8
