"""Checkpoints that nobody trained: a Qwen3 target of any size and DSpark drafts for it, the same bytes every time.

Each word of the target's vocabulary is followed by the one after it: its head holds, for every word, the embedding of
the one before. A draft whose Markov head knows the same order is always right, one that knows another is always
wrong. Speed is real with both, acceptance with neither.
"""

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.output_types import WrittenType

Bits = NDArray[np.uint16]

_SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|mask|>")
_END, _MASK = 2, 3
_FIRST_WORD = len(_SPECIAL) + 256
_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_TEMPLATE = "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}" + (
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_RANK = 64
_WEIGHT_SPREAD = 0.01
_HEAD_SCALE = 0.02


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a transformer, named as in its config."""

    layers: int
    hidden_size: int
    feed_forward_size: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary_n: int = 32_000


# 131 million parameters.
TARGET_SHAPE = Shape(layers=12, hidden_size=768, feed_forward_size=2304, heads=12, kv_heads=4, head_dim=64)
DRAFT_LAYERS = 2
BLOCK_SIZE = 7


@dataclass(frozen=True, slots=True)
class Weight:
    """A tensor to be: its shape, and what makes its values as the bits of bfloat16."""

    shape: tuple[int, ...]
    values: Callable[[], Bits]


@dataclass(frozen=True, slots=True)
class MadePair:
    """GGUF files of a target, and of a draft that is always right and one that is always wrong."""

    target: Path
    right_draft: Path
    wrong_draft: Path


def make_pair(folder: Path, shape: Shape = TARGET_SHAPE, output_type: WrittenType = "bf16") -> MadePair:
    """Make the checkpoints in `folder` and convert them."""
    write_target(folder / "target", shape)
    target = _converted(folder / "target", None, output_type)
    drafts = []
    for name, step in (("right", 1), ("wrong", -1)):
        write_draft(folder / name, shape, step)
        drafts.append(_converted(folder / name, folder / "target", output_type))
    return MadePair(target, *drafts)


def _converted(source: Path, target: Path | None, output_type: WrittenType) -> Path:
    plan = plan_conversion(source, target=target, output_type=output_type)
    return convert(plan, source.with_suffix(".gguf"), Progress())


def write_target(folder: Path, shape: Shape) -> None:
    """A Qwen3 checkpoint as transformers writes one, with its tokenizer."""
    rng = np.random.default_rng(1)
    embedding = rng.standard_normal((shape.vocabulary_n, shape.hidden_size), np.float32)
    head = np.zeros_like(embedding)
    head[_followers(shape, 1)] = _HEAD_SCALE * embedding[_FIRST_WORD:]
    weights = {
        "model.embed_tokens.weight": Weight(embedding.shape, lambda: _bits(embedding)),
        "lm_head.weight": Weight(head.shape, lambda: _bits(head)),
        "model.norm.weight": _ones(shape.hidden_size),
        **_layers("model.", shape, shape.layers, rng),
    }
    write_checkpoint(folder, _target_config(shape), weights)
    (folder / "tokenizer.json").write_text(json.dumps(_tokenizer(shape.vocabulary_n)), "utf-8")
    settings = {"eos_token": _SPECIAL[_END], "chat_template": _TEMPLATE}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), "utf-8")


def write_draft(folder: Path, shape: Shape, step: int) -> None:
    """A DSpark checkpoint as speculators writes one; it guesses that the word `step` further on follows."""
    rng = np.random.default_rng(2)
    layer_ids = (1, shape.layers // 2, shape.layers - 1)
    codes = rng.choice(np.array([-1, 1], np.float32), (shape.vocabulary_n, _RANK))
    guesses = np.zeros_like(codes)
    guesses[_followers(shape, step)] = codes[_FIRST_WORD:]
    weights = {
        "fc.weight": _random((shape.hidden_size, len(layer_ids) * shape.hidden_size), rng),
        "hidden_norm.weight": _ones(shape.hidden_size),
        "norm.weight": _ones(shape.hidden_size),
        "markov_head.markov_w1.weight": Weight(codes.shape, lambda: _bits(codes)),
        "markov_head.markov_w2.weight": Weight(guesses.shape, lambda: _bits(guesses)),
        "confidence_head.proj.weight": _random((1, shape.hidden_size + _RANK), rng),
        "confidence_head.proj.bias": _random((1,), rng),
        **_layers("", shape, DRAFT_LAYERS, rng),
    }
    write_checkpoint(folder, _draft_config(shape, layer_ids), weights)


def write_filled(folder: Path, shape: Shape) -> int:
    """A Qwen3 checkpoint whose tensors repeat one random block, as quick to make as to copy; gives its bytes."""
    block = _bits(np.random.default_rng(3).standard_normal(1 << 22, np.float32))

    def filled(*size: int) -> Weight:
        return Weight(size, lambda: np.resize(block, size))

    drawn = _layers("model.", shape, shape.layers, np.random.default_rng(3))
    table = filled(shape.vocabulary_n, shape.hidden_size)
    weights = {"model.embed_tokens.weight": table, "lm_head.weight": table}
    weights["model.norm.weight"] = _ones(shape.hidden_size)
    weights |= {name: filled(*weight.shape) for name, weight in drawn.items()}
    write_checkpoint(folder, _target_config(shape), weights)
    (folder / "tokenizer.json").write_text(json.dumps(_tokenizer(shape.vocabulary_n)), "utf-8")
    return (folder / "model.safetensors").stat().st_size


def write_checkpoint(folder: Path, config: Mapping[str, object], weights: Mapping[str, Weight]) -> None:
    """config.json and model.safetensors, one tensor in memory at a time."""
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    header: dict[str, object] = {}
    end = 0
    for name, weight in weights.items():
        begin, end = end, end + 2 * int(np.prod(weight.shape))
        header[name] = {"dtype": "BF16", "shape": list(weight.shape), "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for weight in weights.values():
            file.write(weight.values().data)


def _followers(shape: Shape, step: int) -> NDArray[np.int64]:
    """Of every word the token `step` further on, in a circle."""
    words_n = shape.vocabulary_n - _FIRST_WORD
    return _FIRST_WORD + (np.arange(words_n) + step) % words_n


def _layers(prefix: str, shape: Shape, layers: int, rng: np.random.Generator) -> dict[str, Weight]:
    hidden, forward = shape.hidden_size, shape.feed_forward_size
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    matrices = {
        "self_attn.q_proj": (queries, hidden),
        "self_attn.k_proj": (keys, hidden),
        "self_attn.v_proj": (keys, hidden),
        "self_attn.o_proj": (hidden, queries),
        "mlp.gate_proj": (forward, hidden),
        "mlp.up_proj": (forward, hidden),
        "mlp.down_proj": (hidden, forward),
    }
    norms = {"input_layernorm": hidden, "post_attention_layernorm": hidden}
    norms |= {"self_attn.q_norm": shape.head_dim, "self_attn.k_norm": shape.head_dim}
    weights: dict[str, Weight] = {}
    for layer in range(layers):
        place = f"{prefix}layers.{layer}."
        weights |= {f"{place}{name}.weight": _random(size, rng) for name, size in matrices.items()}
        weights |= {f"{place}{name}.weight": _ones(length) for name, length in norms.items()}
    return weights


def _random(size: tuple[int, ...], rng: np.random.Generator) -> Weight:
    return Weight(size, lambda: _bits(_WEIGHT_SPREAD * rng.standard_normal(size, np.float32)))


def _ones(length: int) -> Weight:
    return Weight((length,), lambda: _bits(np.ones(length, np.float32)))


def _bits(values: NDArray[np.float32]) -> Bits:
    """The upper halves of float32: bfloat16, rounded towards zero."""
    return (values.view(np.uint32) >> np.uint32(16)).astype(np.uint16)


def _target_config(shape: Shape) -> dict[str, object]:
    return {
        "architectures": ["Qwen3ForCausalLM"],
        "dtype": "bfloat16",
        "eos_token_id": _END,
        "tie_word_embeddings": False,
        **_transformer_config(shape, shape.layers),
    }


def _draft_config(shape: Shape, layer_ids: tuple[int, ...]) -> dict[str, object]:
    return {
        "architectures": ["DSparkDraftModel"],
        "speculators_model_type": "dspark",
        "speculators_version": "0.9.0",
        "aux_hidden_state_layer_ids": layer_ids,
        "block_size": BLOCK_SIZE,
        "confidence_head_with_markov": True,
        "draft_vocab_size": shape.vocabulary_n,
        "dtype": "bfloat16",
        "enable_confidence_head": True,
        "markov_head_type": "vanilla",
        "markov_rank": _RANK,
        "mask_token_id": _MASK,
        "sample_from_anchor": True,
        "sliding_window_non_causal": False,
        "transformer_layer_config": _transformer_config(shape, DRAFT_LAYERS),
    }


def _transformer_config(shape: Shape, layers: int) -> dict[str, object]:
    return {
        "model_type": "qwen3",
        "attention_bias": False,
        "head_dim": shape.head_dim,
        "hidden_act": "silu",
        "hidden_size": shape.hidden_size,
        "intermediate_size": shape.feed_forward_size,
        "layer_types": ["full_attention"] * layers,
        "max_position_embeddings": 2048,
        "num_attention_heads": shape.heads,
        "num_hidden_layers": layers,
        "num_key_value_heads": shape.kv_heads,
        "rms_norm_eps": 1e-6,
        "rope_parameters": {"rope_theta": 10000.0, "rope_type": "default"},
        "sliding_window": None,
        "use_sliding_window": False,
        "vocab_size": shape.vocabulary_n,
    }


def _tokenizer(vocabulary_n: int) -> dict[str, object]:
    """Bytes, and made-up words that no text is cut into but every reply consists of."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    alphabet = [chr(byte) for byte in printable] + [chr(0x100 + index) for index in range(256 - len(printable))]
    words = [_word(index) for index in range(vocabulary_n - _FIRST_WORD)]
    vocabulary = {token: index for index, token in enumerate([*_SPECIAL, *alphabet, *words])}
    split = {"type": "Split", "pattern": {"Regex": _SPLIT}, "behavior": "Isolated", "invert": False}
    to_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    return {
        "version": "1.0",
        "added_tokens": [{"id": index, "content": name, "special": True} for index, name in enumerate(_SPECIAL)],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, to_bytes]},
        "model": {"type": "BPE", "vocab": vocabulary, "merges": [["\u0120", "a"]], "ignore_merges": False},
    }


def _word(index: int) -> str:
    """A space, then the index in letters: a, b ... z, aa, ba ..."""
    letters = ""
    number = index + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters += chr(ord("a") + digit)
    return "\u0120" + letters
