"""A tiny Nemotron-H as GGUF, with made-up weights: a hybrid family that no checkpoint can be converted of here."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
from gguf import GGUFReader

from tests.engine.worker.gguf_edit import rewrite

_HIDDEN, _FEED_FORWARD, _VOCABULARY = 64, 96, 1024
_STATE, _GROUPS, _INNER, _HEADS, _KERNEL = 16, 2, 128, 8, 4
# State-space layers, feed-forward ones, and one with attention, which alone has a KV cache.
_LAYERS = "M-M*-M"
_ATTENTION_HEADS, _KV_HEADS, _HEAD = 4, 2, 16

Tensors = Mapping[str, npt.NDArray[np.float32]]


def write_nemotron_h(path: Path, vocabulary_of: Path) -> Path:
    """Write it to `path`, with the vocabulary of the GGUF `vocabulary_of`, which has 1024 tokens."""
    like = GGUFReader(vocabulary_of)
    old = {key: None for key in like.fields if key.startswith(like.fields["general.architecture"].contents())}
    dropped = {tensor.name: None for tensor in like.tensors}
    return rewrite(
        vocabulary_of,
        path,
        architecture="nemotron_h",
        metadata={**old, **_metadata()},
        tensors={**dropped, **_tensors()},
    )


def _metadata() -> Mapping[str, object]:
    values = {
        "block_count": len(_LAYERS),
        "context_length": 8192,
        "embedding_length": _HIDDEN,
        "feed_forward_length": [_FEED_FORWARD if kind == "-" else 0 for kind in _LAYERS],
        "attention.head_count": _ATTENTION_HEADS,
        "attention.head_count_kv": [_KV_HEADS if kind == "*" else 0 for kind in _LAYERS],
        "attention.key_length": _HEAD,
        "attention.value_length": _HEAD,
        "attention.layer_norm_epsilon": 1e-5,
        "rope.dimension_count": _HEAD,
        "ssm.conv_kernel": _KERNEL,
        "ssm.state_size": _STATE,
        "ssm.group_count": _GROUPS,
        "ssm.inner_size": _INNER,
        "ssm.time_step_rank": _HEADS,
    }
    return {f"nemotron_h.{name}": value for name, value in values.items()}


def _tensors() -> Tensors:
    random = np.random.default_rng(7)
    table = (_VOCABULARY, _HIDDEN)
    shapes: dict[str, tuple[int, ...]] = {"token_embd.weight": table, "output.weight": table}
    shapes["output_norm.weight"] = (_HIDDEN,)
    for layer, kind in enumerate(_LAYERS):
        shapes |= {f"blk.{layer}.{name}": shape for name, shape in _layer(kind)}
    return {name: _values(random, name, shape) for name, shape in shapes.items()}


def _layer(kind: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield "attn_norm.weight", (_HIDDEN,)
    if kind == "-":
        yield from (("ffn_up.weight", (_FEED_FORWARD, _HIDDEN)), ("ffn_down.weight", (_HIDDEN, _FEED_FORWARD)))
    elif kind == "*":
        queries, keys = _ATTENTION_HEADS * _HEAD, _KV_HEADS * _HEAD
        yield from (("attn_q.weight", (queries, _HIDDEN)), ("attn_output.weight", (_HIDDEN, queries)))
        yield from (("attn_k.weight", (keys, _HIDDEN)), ("attn_v.weight", (keys, _HIDDEN)))
    else:
        convolved = _INNER + 2 * _GROUPS * _STATE
        yield from (("ssm_in.weight", (_INNER + convolved + _HEADS, _HIDDEN)), ("ssm_out.weight", (_HIDDEN, _INNER)))
        yield from (("ssm_conv1d.weight", (convolved, _KERNEL)), ("ssm_conv1d.bias", (convolved,)))
        yield from (("ssm_a", (_HEADS, 1)), ("ssm_d", (_HEADS, 1)), ("ssm_dt.bias", (_HEADS,)))
        yield "ssm_norm.weight", (_GROUPS, _INNER // _GROUPS)


def _values(random: np.random.Generator, name: str, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    if "norm" in name:
        return np.ones(shape, np.float32)
    if name.endswith("ssm_a"):
        # Decay: a state that grew would soon be infinite.
        return -np.exp(random.uniform(0, 2, shape)).astype(np.float32)
    return (random.standard_normal(shape) * 0.1).astype(np.float32)
