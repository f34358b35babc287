"""Small repositories, laid out as real ones are."""

import json
import random

import numpy as np
from safetensors.numpy import save

REPO = "Someone/Tiny-Chat"


def some_bytes(size_bytes: int, seed: int = 0) -> bytes:
    """Bytes without a pattern, the same each time."""
    return random.Random(seed).randbytes(size_bytes)


def one_file(size_bytes: int = 300_000, name: str = "model.gguf") -> dict[str, bytes]:
    """A repository of one large file and what lies beside it."""
    return {"README.md": b"# Tiny", ".gitattributes": b"*", name: some_bytes(size_bytes)}


def sharded(shards_n: int = 3, size_bytes: int = 40_000) -> dict[str, bytes]:
    """A checkpoint in shards, with everything twice that such repositories hold twice."""
    names = [f"model-{i:05}-of-{shards_n:05}.safetensors" for i in range(1, shards_n + 1)]
    index = {"weight_map": {f"layer.{i}": name for i, name in enumerate(names)}}
    return {
        ".gitattributes": b"*",
        "README.md": b"# Tiny",
        "LICENSE": b"Apache",
        "config.json": b'{"architectures": ["Qwen3ForCausalLM"]}',
        "generation_config.json": b"{}",
        "tokenizer.json": some_bytes(5_000),
        "tokenizer_config.json": b"{}",
        "model.safetensors.index.json": json.dumps(index).encode(),
        **{name: some_bytes(size_bytes, seed) for seed, name in enumerate(names)},
        "consolidated.safetensors": some_bytes(1_000),
        "pytorch_model-00001-of-00001.bin": some_bytes(1_000),
        "tiny-Q4_K_M.gguf": some_bytes(1_000),
        "onnx/model.onnx": some_bytes(1_000),
        "original/model.safetensors": some_bytes(1_000),
        "modeling_tiny.py": b"import os",
    }


NEEDED_OF_SHARDED = {
    *("LICENSE", "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"),
    "model.safetensors.index.json",
    *(f"model-0000{i}-of-00003.safetensors" for i in (1, 2, 3)),
}


def checkpoint(**config: object) -> dict[str, bytes]:
    """A target's checkpoint whose header can be read: Qwen3, two layers, tied."""
    values = {
        "architectures": ["Qwen3ForCausalLM"],
        "num_hidden_layers": 2,
        "hidden_size": 64,
        "vocab_size": 1000,
        "max_position_embeddings": 4096,
        **config,
    }
    weights = {"model.embed_tokens.weight": np.zeros((1000, 64), np.float32)}
    return {"config.json": json.dumps(values).encode(), "model.safetensors": save(weights)}
