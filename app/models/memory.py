"""Estimates what a target, its draft and their caches take in memory, before they are loaded."""

from dataclasses import dataclass

from app.formats.gguf import GgufHeader
from app.models.layer_sizes import ModelSizes, gguf_sizes

# Tokens that the engine makes room for, unless it is told otherwise.
USUAL_CONTEXT = 8192
_F16_BYTES = 2
_F32_BYTES = 4
# Of a value in the cache: quantized ones share an F16 scale among 32.
_CACHE_BITS = {"f16": 16.0, "q8_0": 8.5, "q4_0": 4.5}
# Tokens that the engine computes at once, and those of them that it makes room for logits of.
_BATCH_TOKENS = 512
_LOGITS_TOKENS = 128
# Of dense models: what a pass holds at once for a token, in multiples of the hidden size.
_USUAL_WIDTHS = 12
# Texts that made room for another one wait in memory for their return.
_SAVED_CONTEXTS = 4
_SAVED_MOST_BYTES = 1 << 30
# Copies of running states to go back to; those of a large model take tens of megabytes each.
CHECKPOINTS_MOST = 16
CHECKPOINTS_MOST_BYTES = 512 << 20


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Bytes by what takes them; `draft_bytes` holds all that the draft needs, its own cache included.

    `kept_bytes` is the most that is kept of texts that were left and of places to go back to.
    """

    weights_bytes: int
    cache_bytes: int
    work_bytes: int
    draft_bytes: int
    kept_bytes: int = 0

    @property
    def total_bytes(self) -> int:
        """All that has to be there; what is kept besides is less where there is little room."""
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
        return work_bytes(self.vocabulary_n, _USUAL_WIDTHS * self.hidden_size, context_size)


def context_for(asked: int, trained: int) -> int:
    """Tokens that the engine makes room for: as many as were asked for, with 0 the usual number.

    The usual number is no larger than a target has learned to read, as far as that is known (`trained` is not 0).
    """
    return asked or min(USUAL_CONTEXT, trained or USUAL_CONTEXT)


def gguf_shape(header: GgufHeader) -> ContextShape:
    """The shape of the model in a GGUF; raises FormatError and its kinds, ConfigKeyError."""
    sizes = gguf_sizes(header)
    return ContextShape(sizes.cached_values, sizes.vocabulary_n, sizes.hidden_size)


def model_memory(sizes: ModelSizes, context_size: int, cache_type: str = "f16") -> MemoryEstimate:
    """What one model takes in main memory, with one copy of its running states."""
    kept = cache_bytes(context_size, sizes.cached_values, cache_type)
    work = model_work_bytes(sizes, context_size)
    return MemoryEstimate(sizes.weights_bytes, kept + sizes.state_bytes, work, 0, kept_bytes(kept, sizes.state_bytes))


def model_work_bytes(sizes: ModelSizes, context_size: int) -> int:
    """What computing one batch takes with a model whose layers are known."""
    return work_bytes(sizes.vocabulary_n, sizes.row_values, context_size, sizes.masks_n)


def work_bytes(vocabulary_n: int, row_values: int, context_size: int, masks_n: int = 1) -> int:
    """What the engine needs to compute one batch: `row_values` floats for each token, its rows of the masks, logits."""
    return rows_bytes(row_values) + masks_bytes(context_size, masks_n) + logits_bytes(vocabulary_n)


def masks_bytes(context_size: int, masks_n: int) -> int:
    """What says for each token of a batch which places of the context it looks at."""
    return _BATCH_TOKENS * context_size * masks_n * _F16_BYTES


def rows_bytes(values: int) -> int:
    """So many floats for each token of a batch."""
    return _BATCH_TOKENS * values * _F32_BYTES


def logits_bytes(vocabulary_n: int) -> int:
    """The most logits that a batch has."""
    return _LOGITS_TOKENS * vocabulary_n * _F32_BYTES


def cache_bytes(context_size: int, values_per_token: int, cache_type: str = "f16") -> int:
    """Keys and values of a context."""
    return round(context_size * values_per_token * _CACHE_BITS[cache_type] / 8)


def kept_bytes(context_bytes: int, state_bytes: int = 0) -> int:
    """The most that is kept of texts that were left, and of running states to go back to."""
    return saved_texts_bytes(context_bytes) + checkpoints_bytes(state_bytes)


def checkpoints_bytes(state_bytes: int) -> int:
    """The most that is kept of running states to go back to."""
    return min(CHECKPOINTS_MOST * state_bytes, CHECKPOINTS_MOST_BYTES)


def saved_texts_bytes(context_bytes: int) -> int:
    """The most that is kept of texts that were left, where a whole one takes `context_bytes`."""
    return min(_SAVED_MOST_BYTES, _SAVED_CONTEXTS * context_bytes)
