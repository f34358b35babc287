"""What each layer of a GGUF model takes: its weights, its part of a context, its running state."""

import re
from dataclasses import dataclass

from app.formats.gguf import GgufHeader
from app.models.config import Config

_MOST_LAYERS = 4096
_F32_BYTES = 4
_LAYER_NAME = re.compile(r"blk\.(\d+)\.")
# Tables that a token is looked up in: llama.cpp keeps them in main memory, whatever is offloaded.
_LOOKED_UP = ("token_embd.", "per_layer_token_embd.", "position_embd.", "token_types.")
# Without a layer in their names, and yet of the first one.
_OF_FIRST_LAYER = ("per_layer_model_proj.", "per_layer_proj_norm.")
_HEAD, _TABLE = "output.weight", "token_embd.weight"


@dataclass(frozen=True, slots=True)
class LayerSize:
    """One layer: bytes of its weights and of the largest of them, and what it keeps of a text.

    `cached_values` are the keys and values of a token, `state_bytes` a running state, of which there is one copy for
    the text and one for every row that can be taken back.
    """

    weights_bytes: int
    largest_bytes: int = 0
    cached_values: int = 0
    state_bytes: int = 0


@dataclass(frozen=True, slots=True)
class ModelSizes:
    """A model's layers in their order, and what lies before and behind them.

    `tables_bytes` stay in main memory; `head_bytes` are what llama.cpp counts as one more layer behind the last. Where
    the table of tokens is the head as well, a device needs a copy of it, of `tied_bytes`. The last `mtp_layers` draft
    and are loaded only for that. `row_values` are the floats that a pass holds at once for a token,
    `masks_n` the attention masks that it needs.
    """

    layers: tuple[LayerSize, ...]
    tables_bytes: int
    head_bytes: int
    tied_bytes: int
    mtp_layers: int
    vocabulary_n: int
    hidden_size: int
    row_values: int
    masks_n: int = 1

    @property
    def answering_layers(self) -> tuple[LayerSize, ...]:
        """All but those that only draft."""
        return self.layers[: len(self.layers) - self.mtp_layers]

    @property
    def drafting_layers(self) -> tuple[LayerSize, ...]:
        """Those that only draft."""
        return self.layers[len(self.layers) - self.mtp_layers :]

    @property
    def weights_bytes(self) -> int:
        """All weights in main memory, without the layers that only draft."""
        return self.tables_bytes + self.head_bytes + sum(layer.weights_bytes for layer in self.answering_layers)

    @property
    def cached_values(self) -> int:
        """Keys and values of a token, in all layers."""
        return sum(layer.cached_values for layer in self.answering_layers)

    @property
    def state_bytes(self) -> int:
        """One copy of all running states."""
        return sum(layer.state_bytes for layer in self.answering_layers)


def gguf_sizes(header: GgufHeader) -> ModelSizes:
    """The sizes of the model in a GGUF; raises FormatError and its kinds, ConfigKeyError.

    Which tensor belongs where follows llama.cpp (src/llama-arch.cpp, the layer of each tensor).
    """
    config, family = Config(header.metadata, header.path), header.architecture
    layers_n = config.integer(f"{family}.block_count", least=1, most=_MOST_LAYERS)
    weights, largest = [0] * layers_n, [0] * layers_n
    tables_bytes = head_bytes = 0
    for tensor in header.tensors.values():
        layer = _layer_of(tensor.name, layers_n)
        if layer is not None:
            weights[layer] += tensor.size_bytes
            largest[layer] = max(largest[layer], tensor.size_bytes)
        elif tensor.name.startswith(_LOOKED_UP):
            tables_bytes += tensor.size_bytes
        else:
            head_bytes += tensor.size_bytes
    table = header.tensors.get(_TABLE)
    is_tied = _HEAD not in header.tensors and table is not None
    cached, states = cached_values(config, family, layers_n), _states(config, family, layers_n)
    mtp_layers = config.integer(f"{family}.nextn_predict_layers", 0, most=layers_n)
    is_split_off = any(weights) and not weights[0]
    cached = [values if size or not is_split_off else 0 for values, size in zip(cached, weights, strict=True)]
    return ModelSizes(
        layers=tuple(LayerSize(*sizes) for sizes in zip(weights, largest, cached, states, strict=True)),
        tables_bytes=tables_bytes,
        head_bytes=head_bytes,
        tied_bytes=table.size_bytes if is_tied and table else 0,
        # A file of such layers alone is a draft's.
        mtp_layers=mtp_layers if mtp_layers < layers_n and not is_split_off else 0,
        vocabulary_n=header.tokens_n,
        hidden_size=config.integer(f"{family}.embedding_length", least=1),
        row_values=_row_values(config, family, layers_n),
        masks_n=1 + config.has(f"{family}.attention.sliding_window"),
    )


def cached_values(config: Config, family: str, layers_n: int) -> list[int]:
    """Values kept for a token by each layer; those with a sliding window keep the whole context too."""
    attention = f"{family}.attention."
    heads = _per_layer(config, attention + "head_count", layers_n, 1)
    kv_heads = _per_layer(config, attention + "head_count_kv", layers_n, heads[0])
    head_dim = config.integer(f"{family}.embedding_length", least=1) // max(1, heads[0])
    is_recurrent = _recurrent(config, family, layers_n)
    # The last of them read what others keep, or what a draft's target keeps.
    keeping = layers_n - config.integer(attention + "shared_kv_layers", 0, most=layers_n)
    slides = _per_layer(config, attention + "sliding_window_pattern", layers_n, 0)
    width, sliding_width = (_head_width(config, attention, kinds, head_dim) for kinds in (("",), ("_swa", "")))
    return [
        0 if i >= keeping or is_recurrent[i] else kv_heads[i] * (sliding_width if slides[i] else width)
        for i in range(layers_n)
    ]


def _layer_of(name: str, layers_n: int) -> int | None:
    """The layer that a tensor is loaded with, None for what lies before or behind them."""
    found = _LAYER_NAME.match(name)
    if found:
        return min(int(found[1]), layers_n - 1)
    return 0 if name.startswith(_OF_FIRST_LAYER) else None


def _recurrent(config: Config, family: str, layers_n: int) -> list[int]:
    """Whether each layer keeps a running state instead of keys and values; an LFM2 layer without heads does."""
    flags = _per_layer(config, f"{family}.attention.recurrent_layers", layers_n, 0)
    if config.has(f"{family}.shortconv.l_cache"):
        return [int(not heads) for heads in _per_layer(config, f"{family}.attention.head_count_kv", layers_n, 1)]
    return flags


def _states(config: Config, family: str, layers_n: int) -> list[int]:
    """Bytes of each layer's running state, in F32."""
    hidden_size = config.integer(f"{family}.embedding_length", least=1)
    reach = config.integer(f"{family}.shortconv.l_cache", 0)
    if reach:
        values = hidden_size * (reach - 1)
    else:
        inner, asking = _linear_widths(config, family)
        state, kernel = (
            config.integer(f"{family}.ssm.{key}", 0, most=1 << 20) for key in ("state_size", "conv_kernel")
        )
        values = state_values(inner, asking, state, kernel)
    return [values * _F32_BYTES if recurs else 0 for recurs in _recurrent(config, family, layers_n)]


def row_values(hidden_size: int, *, inner: int, asking: int, experts: int, chosen: int, linear: int) -> int:
    """Floats that a pass holds at once for a token, at its widest: bounded from the compute buffers of six families.

    `inner` is the width of the feed-forward part, `asking` that of all queries, `chosen` that of all `experts` that a
    token goes to, `linear` that of linear attention.
    """
    return max(3 * max(inner, asking), 3 * chosen + experts * hidden_size, 6 * linear) + 3 * hidden_size


def state_values(inner: int, asking: int, state: int, kernel: int) -> int:
    """Values of a running state of linear attention (llama.cpp, llama_hparams::n_embd_r and n_embd_s)."""
    return max(0, kernel - 1) * (inner + asking) + state * inner


def _row_values(config: Config, family: str, layers_n: int) -> int:
    experts = config.integer(f"{family}.expert_used_count", 0, most=1 << 16)
    heads = max(_per_layer(config, f"{family}.attention.head_count", layers_n, 1))
    return row_values(
        config.integer(f"{family}.embedding_length", least=1),
        inner=max(_per_layer(config, f"{family}.feed_forward_length", layers_n, 0)),
        asking=heads * config.integer(f"{family}.attention.key_length", 0),
        experts=experts,
        chosen=experts * config.integer(f"{family}.expert_feed_forward_length", 0),
        linear=sum(_linear_widths(config, family)),
    )


def _linear_widths(config: Config, family: str) -> tuple[int, int]:
    """Of linear attention: values of a row, and of the keys and queries beside them."""
    groups, state = (config.integer(f"{family}.ssm.{key}", 0, most=1 << 20) for key in ("group_count", "state_size"))
    return config.integer(f"{family}.ssm.inner_size", 0, most=1 << 24), 2 * groups * state


def _head_width(config: Config, attention: str, kinds: tuple[str, ...], default: int) -> int:
    """Values of one head's key and value together, from the first of the keys that is there."""
    width = 0
    for side in ("key", "value"):
        keys = [key for kind in kinds if config.has(key := f"{attention}{side}_length{kind}")]
        width += config.integer(keys[0]) if keys else default
    return width


def _per_layer(config: Config, key: str, layers_n: int, default: int) -> list[int]:
    """A number, or one flag or number per layer, as GGUF writes either."""
    value = config.values.get(key)
    is_list = isinstance(value, list) and len(value) == layers_n
    if isinstance(value, list) and is_list and all(isinstance(item, int) and item >= 0 for item in value):
        return [int(item) for item in value]
    return [config.integer(key, default, most=1 << 20)] * layers_n
