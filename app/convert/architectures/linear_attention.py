"""The parts that Qwen3-Next and Qwen3.5 have in common: layers of linear attention between those of full attention.

Every norm of these families but that inside the linear attention is stored as its distance from one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.convert.architectures.decoder import DecoderSizes, Layer, from_one
from app.convert.blueprint import Slot
from app.convert.metadata import Pair, count, flags
from app.convert.quantize import Array
from app.convert.rearranged import Changed, ColumnsTaken, Joined, Rows
from app.convert.sources import Source, Stored
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_MOST_SIZE = 1 << 20
_FULL, _LINEAR = "full_attention", "linear_attention"
_DEFAULT_INTERVAL = 4
_DEFAULT_ROTATED_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class LinearSizes:
    """Sizes of the linear attention: `key_heads` serve `value_heads`, a whole number of these each."""

    key_heads: int
    value_heads: int
    key_dim: int
    value_dim: int
    kernel: int

    @property
    def keys(self) -> int:
        """Values of all keys of a token, and of all queries."""
        return self.key_heads * self.key_dim

    @property
    def values(self) -> int:
        """Values of all values of a token."""
        return self.value_heads * self.value_dim

    @property
    def values_per_key(self) -> int:
        """How many value heads one key head serves."""
        return self.value_heads // self.key_heads


def linear_sizes(config: Config) -> LinearSizes:
    """The sizes that `config` tells; raises ConfigKeyError."""

    def size(key: str) -> int:
        return config.integer(f"linear_{key}", least=1, most=_MOST_SIZE)

    key_heads, value_heads = size("num_key_heads"), size("num_value_heads")
    if value_heads % key_heads:
        raise config.error("linear_num_value_heads")
    return LinearSizes(key_heads, value_heads, size("key_head_dim"), size("value_head_dim"), size("conv_kernel_dim"))


def linear_layers(config: Config, layers: int) -> list[bool]:
    """For each layer whether its attention is linear; raises ConfigKeyError."""
    if not config.has("layer_types"):
        interval = config.integer("full_attention_interval", _DEFAULT_INTERVAL, least=1)
        return [(i + 1) % interval != 0 for i in range(layers)]
    kinds = config.texts("layer_types")
    if len(kinds) != layers or not set(kinds) <= {_FULL, _LINEAR}:
        raise config.error("layer_types")
    return [kind == _LINEAR for kind in kinds]


def linear_pairs(architecture: str, config: Config, sizes: DecoderSizes, is_linear: Sequence[bool]) -> list[Pair]:
    """What llama.cpp reads of the linear attention; `is_linear` is for every layer, those of MTP included."""
    linear = linear_sizes(config)
    share = config.section("rope_parameters").over(config).number("partial_rotary_factor", _DEFAULT_ROTATED_SHARE)
    interval = config.integer("full_attention_interval", _DEFAULT_INTERVAL, least=1)
    return [
        count(f"{architecture}.ssm.conv_kernel", linear.kernel),
        count(f"{architecture}.ssm.state_size", linear.key_dim),
        count(f"{architecture}.ssm.group_count", linear.key_heads),
        count(f"{architecture}.ssm.time_step_rank", linear.value_heads),
        count(f"{architecture}.ssm.inner_size", linear.values),
        flags(f"{architecture}.attention.recurrent_layers", is_linear),
        count(f"{architecture}.full_attention_interval", interval),
        count(f"{architecture}.rope.dimension_count", int(sizes.head_dim * share)),
    ]


def gated_attention_slots(sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    """Full attention whose queries come with a gate of their own size, so that there are twice as many rows of them."""
    hidden, queries, keys = sizes.hidden, sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim
    parts = (
        ("q_proj", "attn_q", (2 * queries, hidden)),
        ("k_proj", "attn_k", (keys, hidden)),
        ("v_proj", "attn_v", (keys, hidden)),
        ("o_proj", "attn_output", (hidden, queries)),
    )
    for source, name, shape in parts:
        yield Slot(f"{at.source}self_attn.{source}.weight", f"{at.block}{name}.weight", shape)
    for part in ("q", "k"):
        source, name = f"{at.source}self_attn.{part}_norm.weight", f"{at.block}attn_{part}_norm.weight"
        yield from_one(Slot(source, name, (sizes.head_dim,)))


@dataclass(frozen=True, slots=True)
class Tiled:
    """Puts rows of value heads into the order in which the engine goes through them.

    A checkpoint has all value heads of the first key head, then those of the second; the engine repeats the row of key
    heads, so it wants the first value head of each key head, then the second of each. Rows before `first` stay.
    """

    linear: LinearSizes
    rows_per_head: int
    first: int = 0

    def __call__(self, tensor: TensorInfo) -> Joined:
        rows, per_key = self.rows_per_head, self.linear.values_per_key
        heads = [key * per_key + i for i in range(per_key) for key in range(self.linear.key_heads)]
        runs = [Rows(tensor, self.first + head * rows, rows) for head in heads]
        return Joined((Rows(tensor, 0, self.first), *runs))


def tiled_columns(linear: LinearSizes) -> Callable[[TensorInfo], Source]:
    """The same for a matrix that has the values of all value heads along its columns."""
    order = np.arange(linear.values, dtype=np.int64)
    order = order.reshape(linear.key_heads, linear.values_per_key, linear.value_dim).swapaxes(0, 1).reshape(-1)
    return partial(ColumnsTaken, order=order)


def state_slots(sizes: DecoderSizes, linear: LinearSizes, at: Layer, *, is_tiled: bool) -> Iterator[Slot]:
    """What the linear attention of a layer has besides its projections; `is_tiled` as the engine's graph wants it."""
    source, block = f"{at.source}linear_attn.", at.block
    channels, n = 2 * linear.keys + linear.values, linear.value_heads
    heads: Callable[[TensorInfo], Source] = Tiled(linear, 1) if is_tiled else Stored
    yield Slot(f"{source}dt_bias", f"{block}ssm_dt.bias", (n,), values=heads)
    yield Slot(f"{source}A_log", f"{block}ssm_a", (n,), values=lambda tensor: Changed(heads(tensor), _decay))
    yield Slot(
        f"{source}conv1d.weight",
        f"{block}ssm_conv1d.weight",
        (channels, 1, linear.kernel),
        values=Tiled(linear, linear.value_dim, 2 * linear.keys) if is_tiled else None,
        written_shape=(channels, linear.kernel),
    )
    yield Slot(f"{source}norm.weight", f"{block}ssm_norm.weight", (linear.value_dim,))
    out = (sizes.hidden, linear.values)
    columns = tiled_columns(linear) if is_tiled else None
    yield Slot(f"{source}out_proj.weight", f"{block}ssm_out.weight", out, values=columns)


def _decay(values: Array) -> Array:
    """Rounded once: llama.cpp's converter has the last bit from whichever library its machine brings."""
    return -np.exp(values.astype(np.float64)).astype(np.float32)
