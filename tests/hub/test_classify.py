"""What a repository is, told as well from the Hub as from the disk, and from a few of its bytes."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from app.core.progress import Progress
from app.formats.torch_zip import read_torch
from app.hub.classify import Classified, classify
from app.hub.client import HubClient
from app.hub.errors import HubSeveralFiles
from app.hub.outline import Outline
from app.models.entry import ModelEntry
from app.models.recognition.inspect import inspect_model
from tests.fakes.hub import StubHub
from tests.hub.repositories import REPO, checkpoint, some_bytes

TARGETS = ("qwen3", "llama31", "gpt_oss", "qwen3_moe", "gemma4")
DRAFTS = ("dspark_deepspec", "dspark_specforge_flat", "dflash_zlab", "eagle3_speculators", "dspark_speculators_anchor")


def _classify(stub: StubHub, client: HubClient, files: dict[str, bytes]) -> Classified:
    stub.add(REPO, files)
    return classify(client, client.listing(REPO, None, Progress()), Progress())


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _as_told_by_the_hub(entry: ModelEntry) -> ModelEntry:
    """The entry without what only the tokenizer tells, which is not fetched to look."""
    target = entry.target and replace(entry.target, tokens_digest=None)
    return replace(entry, path=Path(REPO), name="Tiny-Chat", target=target)


@pytest.mark.parametrize("name", TARGETS + DRAFTS)
def test_a_checkpoint_is_what_it_is_on_disk(stub: StubHub, client: HubClient, shared: Path, name: str) -> None:
    folder = shared / "fixtures" / ("drafts" if name in DRAFTS else "targets") / name
    found = _classify(stub, client, _files(folder)).entry
    assert found.problem is None and (found.draft is not None) == (name in DRAFTS)
    assert found == _as_told_by_the_hub(inspect_model(folder))


@pytest.mark.parametrize("name", ["qwen3", "dspark_deepspec"])
def test_a_gguf_is_what_it_is_on_disk(stub: StubHub, client: HubClient, shared: Path, name: str) -> None:
    path = shared / "fixtures" / "expected" / f"{name}.bf16.gguf"
    found = _classify(stub, client, {"model.gguf": path.read_bytes(), "README.md": b"#"})
    assert found.entry == replace(inspect_model(path), path=Path(REPO))
    assert found.variants == (("model.gguf", path.stat().st_size),)


def test_of_several_quantizations_one_is_looked_at(stub: StubHub, client: HubClient, shared: Path) -> None:
    content = (shared / "fixtures" / "expected" / "qwen3.bf16.gguf").read_bytes()
    padded = content + bytes(1 << 20)
    found = _classify(stub, client, {"big.gguf": padded, "small.gguf": content})
    assert found.entry.target and found.variants == (("big.gguf", len(padded)), ("small.gguf", len(content)))
    assert stub.fetched("small.gguf") and not stub.fetched("big.gguf")


def test_only_heads_are_fetched(stub: StubHub, client: HubClient) -> None:
    large = save({"model.embed_tokens.weight": np.zeros((1000, 4096), np.float32)})
    found = _classify(stub, client, {**checkpoint(hidden_size=4096), "model.safetensors": large})
    assert found.entry.target and found.entry.target.hidden_size == 4096 and found.entry.size_bytes == len(large)
    asked = [request.asked_bytes for request in stub.requests if request.server == "store"]
    assert len(large) > 16_000_000 and asked == [65_536]


def test_of_many_shards_those_that_tell_are_looked_at(stub: StubHub, client: HubClient) -> None:
    names = [f"model-{i:05}-of-00009.safetensors" for i in range(1, 10)]
    shards = {name: save({f"layer.{i}": np.zeros(8, np.float32)}) for i, name in enumerate(names)}
    shards[names[7]] = save({"lm_head.weight": np.zeros(8, np.float32)})
    weight_map = {f"layer.{i}": name for i, name in enumerate(names) if i != 7} | {"lm_head.weight": names[7]}
    index = json.dumps({"weight_map": weight_map}).encode()
    files = {"config.json": checkpoint()["config.json"], "model.safetensors.index.json": index, **shards}
    entry = _classify(stub, client, files).entry
    assert entry.target and entry.target.has_own_output
    assert entry.size_bytes == sum(map(len, shards.values()))
    assert [name for name in names if stub.fetched(name)] == [names[0], names[7]]


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"model_index.json": b"{}", "unet/model.safetensors": b"x"}, "not_a_chat_model"),
        ({"adapter_config.json": b"{}", "adapter_model.safetensors": b"x"}, "lora_adapter"),
        ({"config.json": b"{}", "pytorch_model.bin": b"x"}, "hub_seen_when_fetched"),
        ({"README.md": b"#"}, "hub_no_weights"),
        ({"config.json": b"{}", "model-00001-of-00002.safetensors": b"x"}, "hub_shard_missing"),
        ({**checkpoint(), "config.json": b'{"architectures": ["NewForCausalLM"]}'}, "target_family_unknown"),
        ({**checkpoint(), "config.json": b"nonsense"}, "format"),
        ({**checkpoint(), "model.safetensors": some_bytes(200_000)}, "format"),
        ({"model.gguf": b"GGUF" + some_bytes(200_000)}, "format"),
        ({"model.gguf": b""}, "file_empty"),
    ],
)
def test_what_cannot_be_used_says_why(stub: StubHub, client: HubClient, files: dict[str, bytes], problem: str) -> None:
    entry = _classify(stub, client, files).entry
    assert entry.problem == problem and entry.path == Path(REPO)
    assert not any("slipstream-" in str(fact) for _, fact in entry.problem_facts), "no word of a scratch folder"


@pytest.mark.parametrize("name", ["zip", "shard1"])
@pytest.mark.parametrize("tail_bytes", [300, 1 << 18])
def test_of_a_pytorch_file_its_list_of_tensors_is_seen(
    stub: StubHub, client: HubClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, tail_bytes: int
) -> None:
    monkeypatch.setattr("app.hub.outline._ZIP_TAIL_BYTES", tail_bytes)
    path = Path(__file__).parents[1] / f"formats/torch/{name}.bin"
    stub.add(REPO, {"pytorch_model.bin": path.read_bytes()})
    listing = client.listing(REPO, None, Progress())
    Outline(client, listing, tmp_path, Progress()).sketch_torch(listing.files[0])
    found, expected = read_torch(tmp_path / "pytorch_model.bin"), read_torch(path)
    assert {name: (info.dtype, info.shape) for name, info in found.items()} == {
        name: (info.dtype, info.shape) for name, info in expected.items()
    }


def test_a_pytorch_file_of_the_old_format_is_seen_when_it_is_here(stub: StubHub, client: HubClient) -> None:
    legacy = (Path(__file__).parents[1] / "formats/torch/legacy.bin").read_bytes()
    found = _classify(stub, client, {"config.json": b"{}", "pytorch_model.bin": legacy})
    assert found.entry.problem == "hub_seen_when_fetched"


def test_several_checkpoints_are_named(stub: StubHub, client: HubClient) -> None:
    files = {"config.json": b"{}", "a.safetensors": b"x", "b.safetensors": b"y"}
    with pytest.raises(HubSeveralFiles):
        _classify(stub, client, files)
