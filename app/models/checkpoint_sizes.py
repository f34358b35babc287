"""What each layer of a checkpoint will take once it is converted: about, from its own table of tensors."""

import re
from collections.abc import Mapping

from app.formats.checkpoint import read_checkpoint
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.schema import read_draft_schema
from app.models.entry import ModelEntry
from app.models.layer_sizes import LayerSize, ModelSizes, row_values, state_values
from app.models.recognition.text_config import text_config

_MOST_LAYERS = 4096
_F32_BYTES = 4
_LAYER_NAME = re.compile(r"(?:^|\.)layers\.(\d+)\.")
_LOOKED_UP = ("embed_tokens.weight", "embed_tokens_per_layer.weight", "wte.weight")
_HEAD = "lm_head.weight"
# What a pass of a draft holds at once for a token, in multiples of the hidden size.
_DRAFT_WIDTHS = 12
# The parts of a multimodal model that are no text, and layers that only draft.
_OTHER_PARTS = ("vision", "visual", "audio", "mtp.")
# Kinds of layers, as transformers names them, that keep one state for the whole context.
_RECURRENT = ("linear_attention", "conv")


def checkpoint_sizes(entry: ModelEntry, weights_bytes: int) -> ModelSizes:
    """The sizes of a checkpoint that becomes a file of `weights_bytes`.

    Raises FormatError and its kinds, ConfigKeyError, and what `read_draft_schema` raises.
    """
    config = text_config(Config(read_json_object(entry.path / "config.json"), entry.path / "config.json"))
    tensors = {
        name: tensor
        for name, tensor in read_checkpoint(entry.path).items()
        if not any(part in name for part in _OTHER_PARTS)
    }
    layers_n = entry.draft.layers if entry.draft else config.integer("num_hidden_layers", least=1, most=_MOST_LAYERS)
    share = weights_bytes / max(1, sum(tensor.size_bytes for tensor in tensors.values()))
    weights, largest, tables, head = _placed(tensors, layers_n, share)
    keeps, cached, vocabulary_n, hidden_size = _kept(entry, config, tensors, layers_n)
    state_bytes = _state_bytes(config, hidden_size)
    is_tied = entry.target is not None and not any(name.endswith(_HEAD) for name in tensors)
    return ModelSizes(
        layers=tuple(
            LayerSize(weights[i], largest[i], cached if keeps[i] else 0, 0 if keeps[i] else state_bytes)
            for i in range(layers_n)
        ),
        tables_bytes=tables,
        head_bytes=head,
        tied_bytes=tables if is_tied else 0,
        mtp_layers=0,
        vocabulary_n=vocabulary_n,
        hidden_size=hidden_size,
        row_values=_DRAFT_WIDTHS * hidden_size if entry.draft else _row_values(config, hidden_size),
        masks_n=1 + _slides(config),
    )


def _placed(tensors: Mapping[str, TensorInfo], layers_n: int, share: float) -> tuple[list[int], list[int], int, int]:
    """Bytes by layer, of each layer's largest tensor, of the tables and of the head."""
    weights, largest = [0] * layers_n, [0] * layers_n
    tables = head = 0
    for name, tensor in tensors.items():
        size, found = round(tensor.size_bytes * share), _LAYER_NAME.search(name)
        if found:
            layer = min(int(found[1]), layers_n - 1)
            weights[layer] += size
            largest[layer] = max(largest[layer], size)
        elif name.endswith(_LOOKED_UP):
            tables += size
        else:
            head += size
    return weights, largest, tables, head


def _kept(
    entry: ModelEntry, config: Config, tensors: Mapping[str, TensorInfo], layers_n: int
) -> tuple[list[bool], int, int, int]:
    """Which layers keep keys and values, how many values of a token each, size of vocabulary and of the states."""
    if entry.draft is not None:
        record = read_draft_schema(config.values, tensors)
        return [True] * layers_n, record.cached_values // layers_n, record.vocabulary_n, record.hidden_size
    heads, hidden_size = config.integer("num_attention_heads", least=1), config.integer("hidden_size", least=1)
    cached = config.integer("num_key_value_heads", heads) * 2 * config.integer("head_dim", hidden_size // heads)
    kinds = config.values.get("layer_types")
    is_told = isinstance(kinds, list) and len(kinds) == layers_n
    keeps = [kind not in _RECURRENT for kind in kinds] if isinstance(kinds, list) and is_told else [True] * layers_n
    return keeps, cached, config.integer("vocab_size"), hidden_size


def _state_bytes(config: Config, hidden_size: int) -> int:
    """The running state of a layer that keeps one."""
    if config.has("conv_L_cache"):
        return hidden_size * max(0, config.integer("conv_L_cache") - 1) * _F32_BYTES
    inner, asking = _linear_widths(config)
    state, kernel = config.integer("linear_key_head_dim", 0), config.integer("linear_conv_kernel_dim", 0)
    return state_values(inner, asking, state, kernel) * _F32_BYTES


def _linear_widths(config: Config) -> tuple[int, int]:
    value_width = config.integer("linear_num_value_heads", 0) * config.integer("linear_value_head_dim", 0)
    return value_width, 2 * config.integer("linear_num_key_heads", 0) * config.integer("linear_key_head_dim", 0)


def _row_values(config: Config, hidden_size: int) -> int:
    experts = config.integer("num_experts_per_tok", 0)
    heads = config.integer("num_attention_heads", 1, least=1)
    return row_values(
        hidden_size,
        inner=config.integer("intermediate_size", 0),
        asking=heads * config.integer("head_dim", hidden_size // heads),
        experts=experts,
        chosen=experts * config.integer("moe_intermediate_size", config.integer("intermediate_size", 0)),
        linear=sum(_linear_widths(config)),
    )


def _slides(config: Config) -> bool:
    """Whether some layers look at the last tokens alone."""
    kinds = config.values.get("layer_types")
    return isinstance(kinds, list) and "sliding_attention" in kinds
