"""Which files are fetched: what is needed, once."""

import pytest

from app.core.errors import AppError
from app.hub.errors import HubFileMissing, HubNoWeights, HubSeveralFiles, HubShardMissing
from app.hub.files import Choice, check_index, choose
from app.hub.listing import Listing, RemoteFile
from tests.hub.repositories import NEEDED_OF_SHARDED, sharded

_BINS = ("pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin")


def _listing(*names: str) -> Listing:
    return Listing("A/b", "main", "0" * 40, tuple(RemoteFile(name, 10) for name in names))


def _names(choice: Choice) -> set[str]:
    return {file.name for file in choice.files}


def test_a_checkpoint_is_fetched_without_its_doubles() -> None:
    choice = choose(_listing(*sharded()))
    assert _names(choice) == NEEDED_OF_SHARDED and choice.main == "" and choice.size_bytes == 90
    assert choice.files[-1].name == "model-00003-of-00003.safetensors", "small files come first"


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("config.json", "model.safetensors"), {"config.json", "model.safetensors"}),
        (("config.json", "draft.safetensors", "draft.bin"), {"config.json", "draft.safetensors"}),
        (
            ("config.json", "model.safetensors", "model-00001-of-00001.safetensors"),
            {"config.json", "model.safetensors"},
        ),
        (
            ("config.json", "chat_template.jinja", "additional_chat_templates/rag.jinja", "model.safetensors"),
            {"config.json", "chat_template.jinja", "additional_chat_templates/rag.jinja", "model.safetensors"},
        ),
        (("config.json", "pytorch_model.bin", "training_args.bin"), {"config.json", "pytorch_model.bin"}),
        (
            ("config.json", "pytorch_model.bin.index.json", *_BINS),
            {"config.json", "pytorch_model.bin.index.json", *_BINS},
        ),
        (("config.json", "pytorch_model.bin", "a.gguf"), {"a.gguf"}),
        (("config.json", "a-Q8_0.gguf", "mmproj-a.gguf", "a-mmproj.gguf"), {"a-Q8_0.gguf"}),
        (("sub/b-00002-of-00002.gguf", "sub/b-00001-of-00002.gguf"), {f"sub/b-0000{i}-of-00002.gguf" for i in (1, 2)}),
    ],
)
def test_one_model_is_fetched_whole(names: tuple[str, ...], wanted: set[str]) -> None:
    assert _names(choose(_listing(*names))) == wanted


def test_a_named_file_brings_its_parts() -> None:
    listing = _listing("a.gguf", "b-00001-of-00002.gguf", "b-00002-of-00002.gguf", "config.json")
    assert _names(choose(listing, "a.gguf")) == {"a.gguf"}
    assert _names(choose(listing, "b-00002-of-00002.gguf")) == {"b-00001-of-00002.gguf", "b-00002-of-00002.gguf"}
    assert choose(listing, "b-00002-of-00002.gguf").main == "b-00001-of-00002.gguf"
    assert _names(choose(listing, "config.json")) == {"config.json"}


@pytest.mark.parametrize(
    ("names", "kind", "name"),
    [
        (("README.md",), HubNoWeights, None),
        (("config.json",), HubNoWeights, None),
        (("pytorch_model.bin",), HubNoWeights, None),
        (("config.json", "optimizer.bin", "training_args.bin"), HubNoWeights, None),
        (("a.gguf", "b.gguf"), HubSeveralFiles, None),
        (("config.json", "a.safetensors", "b.safetensors"), HubSeveralFiles, None),
        (("a-00001-of-00002.gguf",), HubShardMissing, None),
        (("a-00002-of-00002.gguf",), HubShardMissing, None),
        (("config.json", "model.safetensors.index.json", "model-00002-of-00002.safetensors"), HubShardMissing, None),
        (("config.json", "model.safetensors.index.json", "other.gguf"), HubShardMissing, None),
        (("a.gguf",), HubFileMissing, "b.gguf"),
    ],
)
def test_what_cannot_be_fetched_is_named(names: tuple[str, ...], kind: type[AppError], name: str | None) -> None:
    with pytest.raises(kind):
        choose(_listing(*names), name)


def test_an_index_tells_of_a_shard_that_the_hub_lacks() -> None:
    listing = _listing("model-00001-of-00001.safetensors")
    check_index(listing, {"a": "model-00001-of-00001.safetensors"})
    with pytest.raises(HubShardMissing):
        check_index(listing, {"a": "model-00001-of-00001.safetensors", "b": "extra.safetensors"})
