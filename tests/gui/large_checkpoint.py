"""A Qwen3 checkpoint of some hundred megabytes that takes hardly any room: most of it is a hole in the file."""

import json
import struct
from pathlib import Path
from typing import Any

HIDDEN, FEED_FORWARD, HEADS, KV_HEADS, HEAD_DIM, LAYERS = 1024, 4096, 16, 4, 64, 7
# What it says, and nothing else, to whatever it is asked.
WORD = "a"
_ONE = struct.pack("<H", 0x3F80)


def make_large_checkpoint(folder: Path, like: Path, layers: int = LAYERS) -> Path:
    """About 210 MB in BF16, 30 a layer, with the tokenizer and template of the checkpoint `like`.

    All zeros but for what makes it say WORD without end: all embeddings and the row of the head for it are ones.
    """
    folder.mkdir()
    config = json.loads((like / "config.json").read_text())
    config |= {
        "hidden_size": HIDDEN,
        "intermediate_size": FEED_FORWARD,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KV_HEADS,
        "head_dim": HEAD_DIM,
        "num_hidden_layers": layers,
        "layer_types": ["full_attention"] * layers,
    }
    (folder / "config.json").write_text(json.dumps(config))
    for name in ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "generation_config.json"):
        (folder / name).write_bytes((like / name).read_bytes())
    header: dict[str, Any] = {}
    end = 0
    for name, shape in _tensors(config["vocab_size"], layers).items():
        size = 2
        for dimension in shape:
            size *= dimension
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text)
        start = stream.tell()
        stream.truncate(start + end)
        word = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"][WORD]
        ones = {
            "model.embed_tokens.weight": (0, config["vocab_size"]),
            "model.norm.weight": (0, 1),
            "lm_head.weight": (word, 1),
        }
        for name, (row, rows) in ones.items():
            stream.seek(start + header[name]["data_offsets"][0] + row * HIDDEN * len(_ONE))
            stream.write(_ONE * HIDDEN * rows)
    return folder


def _tensors(vocabulary_n: int, layers: int) -> dict[str, list[int]]:
    tensors = {"model.embed_tokens.weight": [vocabulary_n, HIDDEN], "model.norm.weight": [HIDDEN]}
    tensors["lm_head.weight"] = [vocabulary_n, HIDDEN]
    for i in range(layers):
        parts = {
            "input_layernorm": [HIDDEN],
            "post_attention_layernorm": [HIDDEN],
            "self_attn.q_proj": [HEADS * HEAD_DIM, HIDDEN],
            "self_attn.k_proj": [KV_HEADS * HEAD_DIM, HIDDEN],
            "self_attn.v_proj": [KV_HEADS * HEAD_DIM, HIDDEN],
            "self_attn.o_proj": [HIDDEN, HEADS * HEAD_DIM],
            "self_attn.q_norm": [HEAD_DIM],
            "self_attn.k_norm": [HEAD_DIM],
            "mlp.gate_proj": [FEED_FORWARD, HIDDEN],
            "mlp.up_proj": [FEED_FORWARD, HIDDEN],
            "mlp.down_proj": [HIDDEN, FEED_FORWARD],
        }
        tensors |= {f"model.layers.{i}.{name}.weight": shape for name, shape in parts.items()}
    return tensors
