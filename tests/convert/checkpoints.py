"""Small checkpoints to change and to break: real ones copied, or made up."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.formats.checkpoint import read_checkpoint

Array = NDArray[Any]

TYPES = {
    "BF16": np.uint16,
    "F16": np.float16,
    "F32": np.float32,
    "I64": np.int64,
    "BOOL": np.uint8,
    "U8": np.uint8,
    "F8_E4M3": np.uint8,
}


def copied(source: Path, folder: Path) -> Path:
    """A copy of a checkpoint that can be changed."""
    folder.mkdir(parents=True)
    for path in source.iterdir():
        shutil.copyfile(path, folder / path.name)
    return folder


def edit_json(path: Path, *, without: Sequence[str] = (), **changes: Any) -> None:
    """Change the object in `path`."""
    content = json.loads(path.read_text("utf-8"))
    kept = {key: value for key, value in content.items() if key not in without}
    path.write_text(json.dumps({**kept, **changes}), "utf-8")


def read_tensors(folder: Path) -> dict[str, tuple[str, Array]]:
    """Name -> (type, values; BF16 as its bits)."""
    found = {}
    for name, info in read_checkpoint(folder).items():
        content = info.path.read_bytes()[info.offset : info.offset + info.size_bytes]
        found[name] = (info.dtype, np.frombuffer(content, TYPES[info.dtype]).reshape(info.shape))
    return found


def write_tensors(path: Path, tensors: Mapping[str, tuple[str, Array]]) -> None:
    """One safetensors file."""
    header: dict[str, Any] = {}
    end = 0
    for name, (dtype, values) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [end, end + values.nbytes]}
        end += values.nbytes
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(v.tobytes() for _, v in tensors.values()))


def write_shards(folder: Path, tensors: Mapping[str, tuple[str, Array]], shards_n: int) -> None:
    """The same in several files with an index, instead of the single one."""
    (folder / "model.safetensors").unlink()
    names = list(tensors)
    weight_map: dict[str, str] = {}
    for i in range(shards_n):
        shard = f"model-{i + 1:05d}-of-{shards_n:05d}.safetensors"
        own = names[i::shards_n]
        write_tensors(folder / shard, {name: tensors[name] for name in own})
        weight_map |= dict.fromkeys(own, shard)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": weight_map}), "utf-8")


def change_tensors(
    folder: Path, changes: Mapping[str, tuple[str, Array]] | None = None, *, without: Sequence[str] = ()
) -> None:
    """Take tensors out of a checkpoint of one file, and put others in."""
    kept = {name: tensor for name, tensor in read_tensors(folder).items() if name not in without}
    write_tensors(folder / "model.safetensors", {**kept, **(changes or {})})


def random_bf16(*shape: int, seed: int = 1) -> tuple[str, Array]:
    """Made-up weights."""
    values = (np.random.default_rng(seed).standard_normal(shape) * 0.02).astype(np.float32)
    return "BF16", (values.view(np.uint32) >> 16).astype(np.uint16)


def write_sparse(path: Path, shapes: Mapping[str, tuple[str, tuple[int, ...]]]) -> None:
    """One safetensors file of zeros that takes no room on the disk; `shapes` is name -> (type, shape)."""
    header: dict[str, Any] = {}
    end = 0
    for name, (dtype, shape) in shapes.items():
        size = int(np.prod(shape)) * np.dtype(TYPES[dtype]).itemsize
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    with path.open("wb") as stream:
        stream.write(len(text).to_bytes(8, "little") + text)
        stream.truncate(8 + len(text) + end)


def make_large(folder: Path, tokenizer: Path, *, layers: int) -> Path:
    """A Qwen3 checkpoint of 9 MB per layer, sparse on the disk, with the tokenizer of the checkpoint `tokenizer`."""
    folder.mkdir(parents=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(tokenizer / name, folder / name)
    hidden, forward = 512, 2048
    shapes: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (1024, hidden),
        "model.norm.weight": (hidden,),
        "lm_head.weight": (1024, hidden),
    }
    for i in range(layers):
        layer = f"model.layers.{i}."
        shapes |= {layer + f"self_attn.{part}_proj.weight": (hidden, hidden) for part in "qkvo"}
        shapes |= {layer + f"self_attn.{part}_norm.weight": (64,) for part in "qk"}
        shapes |= {layer + f"{part}_layernorm.weight": (hidden,) for part in ("input", "post_attention")}
        shapes |= {layer + f"mlp.{part}_proj.weight": (forward, hidden) for part in ("gate", "up")}
        shapes[layer + "mlp.down_proj.weight"] = (hidden, forward)
    write_sparse(folder / "model.safetensors", {name: ("BF16", shape) for name, shape in shapes.items()})
    config = {
        "architectures": ["Qwen3ForCausalLM"], "hidden_size": hidden, "intermediate_size": forward,
        "num_attention_heads": 8, "num_key_value_heads": 8, "head_dim": 64, "num_hidden_layers": layers,
        "vocab_size": 1024, "max_position_embeddings": 4096, "rms_norm_eps": 1e-6, "rope_theta": 1e6,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    return folder
