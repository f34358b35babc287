"""The tensors of a DSpark or DFlash checkpoint under one set of names, each checked for its shape."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.formats.errors import FormatError, plain_name
from app.formats.safetensors import TensorInfo
from app.models.errors import CheckpointQuantized, DraftTensorShape, DraftTensorUnknown, TensorAbsent

_FLOATS = ("BF16", "F16", "F32")
_INTEGERS = ("I64", "I32")
_PREFIXES = ("logit_head.", "model.", "encoder.")
_RENAMED = {"output_norm_enc.weight": "hidden_norm.weight"}
# What training leaves behind: the inverse of d2t, the target's own tables, and buffers that are computed anew.
_IGNORED = re.compile(r"t2d|verifier_.*|mask_embedding\..*|.*rotary_emb\.inv_freq")


@dataclass(frozen=True, slots=True)
class DraftShape:
    """The sizes that the shapes of a draft's tensors follow from; `confidence_width` is None without that head."""

    layers: int
    hidden_size: int
    feed_forward_size: int
    heads: int
    kv_heads: int
    head_dim: int
    layer_ids_n: int
    vocabulary_n: int
    draft_vocabulary_n: int
    markov_rank: int
    confidence_width: int | None


def canonical_tensors(tensors: Mapping[str, TensorInfo]) -> dict[str, TensorInfo]:
    """The tensors without the prefixes of their exporters and without what plays no part in drafting."""
    found: dict[str, TensorInfo] = {}
    for name, tensor in tensors.items():
        plain = name
        for prefix in _PREFIXES:
            plain = plain.removeprefix(prefix)
        plain = _RENAMED.get(plain, plain)
        if _IGNORED.fullmatch(plain):
            continue
        if plain in found:
            raise FormatError(path=str(tensor.path), detail=f"it holds {plain[:80]!r} under two names")
        found[plain] = tensor
    return found


def check_tensors(tensors: Mapping[str, TensorInfo], shape: DraftShape, folder: Path) -> None:
    """Raise unless `tensors` are exactly those of a draft of this shape, in floating point.

    A Markov head of another type than the plain one (`gate_proj`, `joint_proj`) is let through: pairing refuses it.
    """
    expected = {name: (size, is_required) for name, size, is_required in _expected(shape)}
    for name, (size, is_required) in expected.items():
        tensor = tensors.get(name)
        if tensor is None:
            if is_required:
                raise TensorAbsent(path=str(folder), name=name)
        elif tensor.shape != size:
            raise DraftTensorShape(
                path=str(tensor.path), name=name, expected=str(list(size)), got=str(list(tensor.shape))
            )
    for name, tensor in tensors.items():
        if name not in expected and not name.startswith(("markov_head.gate_proj.", "markov_head.joint_proj.")):
            raise DraftTensorUnknown(path=str(tensor.path), name=plain_name(name))
        if tensor.dtype not in (_INTEGERS if name == "d2t" else _FLOATS):
            raise CheckpointQuantized(scheme=tensor.dtype)


def _expected(shape: DraftShape) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """(name, rows and columns, whether it must be there) of every tensor that such a draft may hold."""
    hidden, rank = shape.hidden_size, shape.markov_rank
    is_reduced = shape.draft_vocabulary_n < shape.vocabulary_n
    yield "embed_tokens.weight", (shape.vocabulary_n, hidden), False
    # A reduced vocabulary can never share the target's head.
    yield "lm_head.weight", (shape.draft_vocabulary_n, hidden), is_reduced
    yield "d2t", (shape.draft_vocabulary_n,), is_reduced
    yield "norm.weight", (hidden,), True
    yield "hidden_norm.weight", (hidden,), True
    yield "fc.weight", (hidden, shape.layer_ids_n * hidden), True
    if rank:
        yield "markov_head.markov_w1.weight", (shape.vocabulary_n, rank), True
        yield "markov_head.markov_w2.weight", (shape.draft_vocabulary_n, rank), True
    if shape.confidence_width is not None:
        yield "confidence_head.proj.weight", (1, shape.confidence_width), True
        yield "confidence_head.proj.bias", (1,), False
    for i in range(shape.layers):
        yield from _expected_in_layer(shape, f"layers.{i}.")


def _expected_in_layer(shape: DraftShape, layer: str) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    hidden, forward = shape.hidden_size, shape.feed_forward_size
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    yield layer + "input_layernorm.weight", (hidden,), True
    yield layer + "self_attn.q_proj.weight", (queries, hidden), True
    yield layer + "self_attn.k_proj.weight", (keys, hidden), True
    yield layer + "self_attn.v_proj.weight", (keys, hidden), True
    yield layer + "self_attn.o_proj.weight", (hidden, queries), True
    yield layer + "self_attn.q_norm.weight", (shape.head_dim,), True
    yield layer + "self_attn.k_norm.weight", (shape.head_dim,), True
    yield layer + "self_attn.sinks", (shape.heads,), False
    yield layer + "post_attention_layernorm.weight", (hidden,), True
    yield layer + "mlp.gate_proj.weight", (forward, hidden), True
    yield layer + "mlp.up_proj.weight", (forward, hidden), True
    yield layer + "mlp.down_proj.weight", (hidden, forward), True
