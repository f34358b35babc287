"""The tensors of a draft's checkpoint under one set of names, each checked for its shape."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.formats.errors import FormatError, plain_name
from app.formats.safetensors import TensorInfo
from app.models.drafts.record import Selector
from app.models.errors import CheckpointQuantized, DraftTensorShape, DraftTensorUnknown, TensorAbsent

FIRST_QUERIES = "layers.0.self_attn.q_proj.weight"
_FLOATS = ("BF16", "F16", "F32")
_INTEGERS = ("I64", "I32")
_PREFIXES = ("logit_head.", "model.", "encoder.")
# How exporters have named the same thing.
_RENAMED = (
    (re.compile(r"output_norm_enc\.weight"), "hidden_norm.weight"),
    (re.compile(r"confidence_proj\."), "confidence_head.proj."),
    (re.compile(r"midlayer\."), "layers.0."),
    (re.compile(r"candidate_selector\.(predecessor|successor)_codebook\.weight"), r"candidate_selector.\1_codebook"),
    (re.compile(r"(.*\.self_attn\.sinks)\.weight"), r"\1"),
    (re.compile(r"(.*\.layer_scalar)\.weight"), r"\1"),
)
# What training leaves behind (the inverse of d2t, the target's own tables, buffers that are computed anew), and the
# short cut of Gemma 4's assistants to the likeliest tokens, which the engine does not take.
_IGNORED = re.compile(r"t2d|verifier_.*|mask(ed)?_embedding\..*|.*rotary_emb\.inv_freq")


@dataclass(frozen=True, slots=True)
class Expected:
    """A tensor that a draft must or may hold: `shape` is rows before columns."""

    name: str
    shape: tuple[int, ...]
    is_required: bool = True


@dataclass(frozen=True, slots=True)
class DraftShape:
    """The sizes that a block draft's tensors have their shapes from; `confidence_width` is None without that head."""

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
    selector: Selector | None = None


def canonical_tensors(tensors: Mapping[str, TensorInfo]) -> dict[str, TensorInfo]:
    """The tensors without the prefixes of their exporters and without what plays no part in drafting."""
    found: dict[str, TensorInfo] = {}
    for name, tensor in tensors.items():
        plain = name
        for prefix in _PREFIXES:
            plain = plain.removeprefix(prefix)
        for pattern, usual in _RENAMED:
            if match := pattern.match(plain):
                plain = match.expand(usual) + plain[match.end() :]
        if _IGNORED.fullmatch(plain):
            continue
        if plain in found:
            raise FormatError(path=str(tensor.path), detail=f"it holds {plain[:80]!r} under two names")
        found[plain] = tensor
    return found


def head_dim(tensors: Mapping[str, TensorInfo], heads: int, folder: Path) -> int:
    """Rows per head of the query projection, an even number since they are rotated in pairs.

    Configs have been published with another number than their weights.
    """
    queries = tensors.get(FIRST_QUERIES)
    if queries is None:
        raise TensorAbsent(path=str(folder), name=FIRST_QUERIES)
    if len(queries.shape) != 2 or queries.shape[0] == 0 or queries.shape[0] % (2 * heads):
        got = str(list(queries.shape))
        raise DraftTensorShape(path=str(queries.path), name=FIRST_QUERIES, expected=f"rows for {heads} heads", got=got)
    return queries.shape[0] // heads


def draft_vocabulary(tensors: Mapping[str, TensorInfo], told: int | None, vocabulary_n: int) -> int:
    """Rows of the draft's head: as many as the table d2t has, without one as many as `told`, else the vocabulary's."""
    table = tensors.get("d2t")
    if table is None or len(table.shape) != 1:
        return told or vocabulary_n
    if not 0 < table.shape[0] <= vocabulary_n:
        expected = f"1 to {vocabulary_n} rows"
        raise DraftTensorShape(path=str(table.path), name="d2t", expected=expected, got=str(list(table.shape)))
    return table.shape[0]


def check_tensors(tensors: Mapping[str, TensorInfo], expected: Iterable[Expected], folder: Path) -> None:
    """Raise unless `tensors` are exactly those that are `expected`, in floating point.

    A Markov head of another type than the plain one (`gate_proj`, `joint_proj`) is let through: pairing refuses it.
    """
    known = {item.name: item for item in expected}
    require(tensors, known.values(), folder)
    for name, tensor in tensors.items():
        if name not in known and not name.startswith(("markov_head.gate_proj.", "markov_head.joint_proj.")):
            raise DraftTensorUnknown(path=str(tensor.path), name=plain_name(name))
        if tensor.dtype not in (_INTEGERS if name == "d2t" else _FLOATS):
            raise CheckpointQuantized(scheme=tensor.dtype)


def require(tensors: Mapping[str, TensorInfo], expected: Iterable[Expected], folder: Path) -> None:
    """Raise unless what is `expected` is among the tensors, each of its shape."""
    for item in expected:
        tensor = tensors.get(item.name)
        if tensor is None:
            if item.is_required:
                raise TensorAbsent(path=str(folder), name=item.name)
        elif tensor.shape != item.shape:
            size, got = str(list(item.shape)), str(list(tensor.shape))
            raise DraftTensorShape(path=str(tensor.path), name=item.name, expected=size, got=got)


def tables(hidden: int, vocabulary_n: int, draft_vocabulary_n: int) -> Iterator[Expected]:
    """What every draft may hold; a reduced vocabulary can never share the target's head."""
    is_reduced = draft_vocabulary_n < vocabulary_n
    yield Expected("embed_tokens.weight", (vocabulary_n, hidden), False)
    yield Expected("lm_head.weight", (draft_vocabulary_n, hidden), is_reduced)
    yield Expected("d2t", (draft_vocabulary_n,), is_reduced)
    yield Expected("norm.weight", (hidden,))


def block_tensors(shape: DraftShape) -> Iterator[Expected]:
    """Every tensor of a block draft outside its layers."""
    hidden, rank = shape.hidden_size, shape.markov_rank
    yield from tables(hidden, shape.vocabulary_n, shape.draft_vocabulary_n)
    yield Expected("hidden_norm.weight", (hidden,))
    yield Expected("fc.weight", (hidden, shape.layer_ids_n * hidden))
    if rank:
        yield Expected("markov_head.markov_w1.weight", (shape.vocabulary_n, rank))
        yield Expected("markov_head.markov_w2.weight", (shape.draft_vocabulary_n, rank))
    if shape.confidence_width is not None:
        yield Expected("confidence_head.proj.weight", (1, shape.confidence_width))
        yield Expected("confidence_head.proj.bias", (1,), False)
    if shape.selector:
        codebook = (shape.vocabulary_n, shape.selector.rank)
        yield Expected("candidate_selector.predecessor_codebook", codebook)
        yield Expected("candidate_selector.successor_codebook", codebook)
        yield Expected("candidate_selector.hidden_projection.weight", (shape.selector.rank, hidden))


def qwen3_layers(shape: DraftShape) -> Iterator[Expected]:
    """The tensors of layers like those of Qwen3, DFlash2's convolutions among them."""
    hidden = shape.hidden_size
    for i in range(shape.layers):
        layer = f"layers.{i}."
        yield from _layer(shape, layer)
        yield Expected(layer + "self_attn.v_proj.weight", (shape.kv_heads * shape.head_dim, hidden))
        yield Expected(layer + "self_attn.sinks", (shape.heads,), False)
        yield Expected(layer + "post_attention_layernorm.weight", (hidden,))
        if shape.selector:
            kernel = shape.selector.kernel_size
            projected = 2 * kernel * hidden // shape.selector.group_size
            for part in ("attention_conv", "mlp_conv"):
                yield Expected(f"{layer}{part}.base_kernel", (2, kernel, hidden))
                yield Expected(f"{layer}{part}.kernel_projection.weight", (projected, hidden))


def gemma4_layers(shape: DraftShape) -> Iterator[Expected]:
    """The tensors of layers like those of Gemma 4 with full attention: keys serve as values, norms on both sides."""
    for i in range(shape.layers):
        layer = f"layers.{i}."
        yield from _layer(shape, layer)
        for norm in ("post_attention", "pre_feedforward", "post_feedforward"):
            yield Expected(f"{layer}{norm}_layernorm.weight", (shape.hidden_size,))
        yield Expected(layer + "layer_scalar", (1,))


def _layer(shape: DraftShape, layer: str) -> Iterator[Expected]:
    """What the layers of all block drafts have."""
    hidden, forward = shape.hidden_size, shape.feed_forward_size
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    yield Expected(layer + "input_layernorm.weight", (hidden,))
    yield Expected(layer + "self_attn.q_proj.weight", (queries, hidden))
    yield Expected(layer + "self_attn.k_proj.weight", (keys, hidden))
    yield Expected(layer + "self_attn.o_proj.weight", (hidden, queries))
    yield Expected(layer + "self_attn.q_norm.weight", (shape.head_dim,))
    yield Expected(layer + "self_attn.k_norm.weight", (shape.head_dim,))
    yield Expected(layer + "mlp.gate_proj.weight", (forward, hidden))
    yield Expected(layer + "mlp.up_proj.weight", (forward, hidden))
    yield Expected(layer + "mlp.down_proj.weight", (hidden, forward))
