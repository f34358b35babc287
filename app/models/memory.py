"""Estimates what a target, its draft and their caches take in memory, before they are loaded."""

from dataclasses import dataclass
from pathlib import Path

from app.formats.gguf import GgufHeader, read_gguf_parts
from app.models.config import Config

# Tokens that the engine makes room for, unless it is told otherwise.
USUAL_CONTEXT = 8192
_F16_BYTES = 2
_F32_BYTES = 4
# Of a value in the cache: quantized ones share an F16 scale among 32.
_CACHE_BITS = {"f16": 16.0, "q8_0": 8.5, "q4_0": 4.5}
# Tokens that the engine computes at once.
_BATCH_TOKENS = 512
_MOST_LAYERS = 4096


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Bytes by what takes them; `draft_bytes` holds all that the draft needs, its own cache included."""

    weights_bytes: int
    cache_bytes: int
    work_bytes: int
    draft_bytes: int

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.weights_bytes + self.cache_bytes + self.work_bytes + self.draft_bytes


@dataclass(frozen=True, slots=True)
class ContextShape:
    """What follows from a model's shape: the values that it keeps for a token, and the room that a batch takes."""

    cached_values: int
    vocabulary_n: int
    hidden_size: int

    def cache_bytes(self, context_size: int, cache_type: str = "f16") -> int:
        """Keys and values of a context."""
        return cache_bytes(context_size, self.cached_values, cache_type)

    def work_bytes(self, context_size: int) -> int:
        """What computing one batch takes."""
        return work_bytes(self.vocabulary_n, self.hidden_size, context_size)


def context_for(asked: int, trained: int) -> int:
    """Tokens that the engine makes room for: as many as were asked for, with 0 the usual number.

    The usual number is no larger than a target has learned to read, as far as that is known (`trained` is not 0).
    """
    return asked or min(USUAL_CONTEXT, trained or USUAL_CONTEXT)


def gguf_shape(header: GgufHeader) -> ContextShape:
    """The shape of the model in a GGUF; raises FormatError and its kinds, ConfigKeyError."""
    config = Config(header.metadata, header.path)
    hidden_size = config.integer(f"{header.architecture}.embedding_length", least=1)
    return ContextShape(_cached_values(config, header.architecture), header.tokens_n, hidden_size)


def estimate_memory(target: Path, draft: Path | None, context_size: int, cache_type: str = "f16") -> MemoryEstimate:
    """What loading these GGUF files with `context_size` tokens takes; the draft's cache is always F16.

    An estimate from the files' metadata: a device rounds up and keeps some for itself. Raises FormatError and its
    kinds, ConfigKeyError, PathMissing, PathNotReadable.
    """
    weights, cache, work = _parts(read_gguf_parts(target, arrays=False), context_size, cache_type)
    draft_bytes = sum(_parts(read_gguf_parts(draft, arrays=False), context_size)) if draft else 0
    return MemoryEstimate(weights, cache, work, draft_bytes)


def work_bytes(vocabulary_n: int, hidden_size: int, context_size: int) -> int:
    """What the engine needs to compute one batch: logits, a few hidden states and a row of the mask for each token."""
    return _BATCH_TOKENS * ((vocabulary_n + 8 * hidden_size) * _F32_BYTES + context_size * _F16_BYTES)


def cache_bytes(context_size: int, values_per_token: int, cache_type: str = "f16") -> int:
    """Keys and values of a context."""
    return round(context_size * values_per_token * _CACHE_BITS[cache_type] / 8)


def _parts(header: GgufHeader, context_size: int, cache_type: str = "f16") -> tuple[int, int, int]:
    """(weights, cache, work) in bytes."""
    shape = gguf_shape(header)
    weights = sum(tensor.size_bytes for tensor in header.tensors.values())
    return weights, shape.cache_bytes(context_size, cache_type), shape.work_bytes(context_size)


def _cached_values(config: Config, architecture: str) -> int:
    """Values kept for a token by every layer that keeps any; those with a sliding window keep the whole context too."""
    attention = f"{architecture}.attention."
    layers = config.integer(f"{architecture}.block_count", least=1, most=_MOST_LAYERS)
    heads = _per_layer(config, attention + "head_count", layers, 1)
    kv_heads = _per_layer(config, attention + "head_count_kv", layers, heads[0])
    head_dim = config.integer(f"{architecture}.embedding_length", least=1) // max(1, heads[0])
    is_recurrent = _per_layer(config, attention + "recurrent_layers", layers, 0)
    # The last of them read what others keep, or what a draft's target keeps.
    keeping = layers - config.integer(attention + "shared_kv_layers", 0, most=layers)
    slides = _per_layer(config, attention + "sliding_window_pattern", layers, 0)
    width, sliding_width = (_head_width(config, attention, kinds, head_dim) for kinds in (("",), ("_swa", "")))
    return sum(kv_heads[i] * (sliding_width if slides[i] else width) for i in range(keeping) if not is_recurrent[i])


def _head_width(config: Config, attention: str, kinds: tuple[str, ...], default: int) -> int:
    """Values of one head's key and value together, from the first of the keys that is there."""
    width = 0
    for side in ("key", "value"):
        keys = [key for kind in kinds if config.has(key := f"{attention}{side}_length{kind}")]
        width += config.integer(keys[0]) if keys else default
    return width


def _per_layer(config: Config, key: str, layers: int, default: int) -> list[int]:
    """A number, or one flag or number per layer, as GGUF writes either."""
    value = config.values.get(key)
    if isinstance(value, list) and len(value) == layers and all(isinstance(item, int) and item >= 0 for item in value):
        return [int(item) for item in value]
    return [config.integer(key, default, most=1 << 20)] * layers
