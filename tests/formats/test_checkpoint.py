"""A checkpoint folder gives its tensors, in whichever files they lie."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import PathMissing, UnsafePath
from app.formats.checkpoint import SAFETENSORS, TORCH, read_checkpoint, weight_format
from app.formats.errors import FormatError, SeveralModels, ShardMissing, TensorMissing
from tests.formats.files import safetensors_bytes

TWO = {"b.weight": ("BF16", (3, 2)), "a.weight": ("F32", (4,))}
TORCH_FILES = Path(__file__).parent / "torch"


def write(folder: Path, content: bytes, name: str = "model.safetensors") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def write_index(folder: Path, weight_map: Any) -> None:
    (folder / SAFETENSORS.index_name).write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": weight_map}))


def write_shards(folder: Path, names: tuple[str, str] = ("model-00001-of-00002", "model-00002-of-00002")) -> None:
    write(folder, safetensors_bytes({"z": ("F32", (2,)), "c": ("F32", (1,))}), names[0] + ".safetensors")
    write(folder, safetensors_bytes({"a": ("F32", (3,))}), names[1] + ".safetensors")


def test_shards_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    write_shards(tmp_path)
    files = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    write_index(tmp_path, {"a": files[1], "z": files[0], "c": files[0]})
    tensors = read_checkpoint(tmp_path)
    assert list(tensors) == ["c", "z", "a"]
    assert tensors["a"].path.name == files[1]


def test_numbered_shards_need_no_index(tmp_path: Path) -> None:
    write_shards(tmp_path)
    assert list(read_checkpoint(tmp_path)) == ["c", "z", "a"]
    (tmp_path / "model-00001-of-00002.safetensors").unlink()
    with pytest.raises(ShardMissing) as caught:
        read_checkpoint(tmp_path)
    assert caught.value.facts["name"] == "model-00001-of-00002.safetensors"


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    write_shards(tmp_path)
    write_index(tmp_path, {"a": "model-00002-of-00002.safetensors", "z": "model-00001-of-00002.safetensors"})
    (tmp_path / "model-00002-of-00002.safetensors").unlink()
    with pytest.raises(ShardMissing) as caught:
        read_checkpoint(tmp_path)
    assert caught.value.facts["name"] == "model-00002-of-00002.safetensors"


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "..\\x", "C:\\x", "a/../../x", "./x", ""])
def test_an_index_cannot_point_outside_its_folder(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, safetensors_bytes(TWO), "x")
    write_index(inner, {"a.weight": name})
    with pytest.raises((UnsafePath, FormatError)) as caught:
        read_checkpoint(inner)
    assert isinstance(caught.value, UnsafePath) == bool(name)
    assert (tmp_path / "x").is_file()


@pytest.mark.parametrize("weight_map", [None, {}, [], {"a": 1}, {"a": None}, {"a": "x\0y"}, {"a": "\ud800"}, "x"])
def test_a_broken_index_is_a_format_error(tmp_path: Path, weight_map: Any) -> None:
    write_index(tmp_path, weight_map)
    with pytest.raises(FormatError):
        read_checkpoint(tmp_path)


def test_a_tensor_that_is_not_in_its_shard_is_named(tmp_path: Path) -> None:
    write_shards(tmp_path)
    write_index(tmp_path, {"a": "model-00001-of-00002.safetensors"})
    with pytest.raises(TensorMissing) as caught:
        read_checkpoint(tmp_path)
    assert caught.value.facts["name"] == "a"


def test_a_whole_index_goes_before_a_single_file_and_a_broken_one_after_it(tmp_path: Path) -> None:
    write_shards(tmp_path)
    write(tmp_path, safetensors_bytes(TWO))
    write_index(tmp_path, {"a": "model-00002-of-00002.safetensors"})
    assert list(read_checkpoint(tmp_path)) == ["a"]
    (tmp_path / "model-00002-of-00002.safetensors").unlink()
    assert list(read_checkpoint(tmp_path)) == ["a.weight", "b.weight"]


def test_one_file_of_another_name_will_do_and_several_will_not(tmp_path: Path) -> None:
    write(tmp_path, safetensors_bytes(TWO), "draft.safetensors")
    assert list(read_checkpoint(tmp_path)) == ["a.weight", "b.weight"]
    write(tmp_path, safetensors_bytes(TWO), "other.safetensors")
    with pytest.raises(SeveralModels) as caught:
        read_checkpoint(tmp_path)
    assert caught.value.facts["names"] == "draft.safetensors, other.safetensors"


def test_an_empty_folder_has_no_weights(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        read_checkpoint(tmp_path)
    with pytest.raises(PathMissing):
        read_checkpoint(tmp_path / "nothing")


@pytest.mark.skipif(os.name == "nt", reason="a Hub cache on Windows has no links")
def test_the_links_of_a_hub_cache_are_followed(tmp_path: Path) -> None:
    blobs, snapshot = tmp_path / "blobs", tmp_path / "snapshots" / "0123"
    blobs.mkdir()
    snapshot.mkdir(parents=True)
    write_shards(blobs, ("first", "second"))
    names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    for name, blob in zip(names, ["first", "second"], strict=True):
        (snapshot / name).symlink_to(Path("../../blobs") / f"{blob}.safetensors")
    write_index(snapshot, {"a": names[1], "c": names[0]})
    assert list(read_checkpoint(snapshot)) == ["c", "a"]


# PyTorch's own files.


@pytest.mark.parametrize("name", ["pytorch_model.bin", "draft.pt", "x.pth", "x.ckpt"])
def test_pytorch_files_are_read_where_there_are_no_safetensors(tmp_path: Path, name: str) -> None:
    shutil.copyfile(TORCH_FILES / "zip.bin", tmp_path / name)
    for other in ("training_args.bin", "optimizer.pt", "rng_state_0.pth", "scheduler.pt", "mask_embedding.pt"):
        write(tmp_path, b"x", other)
    tensors = read_checkpoint(tmp_path)
    assert {tensor.path.name for tensor in tensors.values()} == {name}
    write(tmp_path, safetensors_bytes(TWO))
    assert list(read_checkpoint(tmp_path)) == ["a.weight", "b.weight"]


def test_pytorch_shards_come_with_or_without_their_index(tmp_path: Path) -> None:
    names = ["pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin"]
    for name, shard in zip(names, ("shard1.bin", "shard2.bin"), strict=True):
        shutil.copyfile(TORCH_FILES / shard, tmp_path / name)
    assert list(read_checkpoint(tmp_path)) == ["b", "a", "c"]
    index = {"weight_map": {"a": names[1], "b": names[0]}}
    (tmp_path / TORCH.index_name).write_text(json.dumps(index))
    assert list(read_checkpoint(tmp_path)) == ["b", "a"]
    (tmp_path / names[0]).unlink()
    with pytest.raises(ShardMissing):
        read_checkpoint(tmp_path)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["model.safetensors", "pytorch_model.bin"], SAFETENSORS),
        (["model.safetensors.index.json", "pytorch_model.bin"], SAFETENSORS),
        (["pytorch_model.bin.index.json"], TORCH),
        (["training_args.bin", "config.json", "x.pkl"], None),
    ],
)
def test_the_names_tell_the_format(names: list[str], expected: object) -> None:
    assert weight_format(names) is expected
