"""What a pair will take on disk and in memory, estimated before anything of it is converted."""

from app.formats.checkpoint import read_checkpoint
from app.formats.json_file import read_json_object
from app.models.config import Config
from app.models.draft_schema import read_draft_schema
from app.models.entry import ModelEntry
from app.models.memory import MemoryEstimate, cache_bytes, estimate_memory, work_bytes
from app.models.text_config import text_config

_STORED_BITS = {"F64": 64.0, "F32": 32.0, "F16": 16.0, "BF16": 16.0, "F8_E4M3": 8.0, "F8_E5M2": 8.0}
# What a checkpoint was quantized to stays as it is.
_KEPT = frozenset({"MXFP4"})
# Q8_0 keeps 32 values of 8 bits with one scale of 16.
_WRITTEN_BITS = {"f32": 32.0, "f16": 16.0, "bf16": 16.0, "q8_0": 8.5}


def own_output_type(entry: ModelEntry) -> str:
    """The output type that keeps a checkpoint's numbers as they are."""
    return {"F32": "f32", "F16": "f16"}.get(entry.file_type, "bf16")


def converted_bytes(entry: ModelEntry, output_type: str) -> int:
    """About the size of the GGUF file that a checkpoint becomes; a draft that borrows tables gets smaller."""
    if entry.file_type in _KEPT:
        return entry.size_bytes
    return round(entry.size_bytes * _WRITTEN_BITS[output_type] / _STORED_BITS.get(entry.file_type, 16.0))


def expected_memory(
    target: ModelEntry, target_type: str, draft: ModelEntry | None, draft_type: str, context_size: int
) -> MemoryEstimate:
    """What the pair takes once it is loaded; the types are those that checkpoints among the two are converted to.

    Raises FormatError and its kinds, ConfigKeyError, and what `read_draft_schema` raises.
    """
    alone = _alone(target, target_type, context_size)
    draft_bytes = _alone(draft, draft_type, context_size).total_bytes if draft else 0
    return MemoryEstimate(alone.weights_bytes, alone.cache_bytes, alone.work_bytes, draft_bytes)


def _alone(entry: ModelEntry, output_type: str, context_size: int) -> MemoryEstimate:
    if entry.form == "gguf":
        return estimate_memory(entry.path, None, context_size)
    weights = converted_bytes(entry, output_type)
    config = text_config(Config(read_json_object(entry.path / "config.json"), entry.path / "config.json"))
    if entry.draft is not None:
        record = read_draft_schema(config.values, read_checkpoint(entry.path))
        cache = cache_bytes(context_size, record.cached_values)
        return MemoryEstimate(weights, cache, work_bytes(record.vocabulary_n, record.hidden_size, context_size), 0)
    heads = config.integer("num_attention_heads", least=1)
    hidden_size = config.integer("hidden_size", least=1)
    kv_heads = config.integer("num_key_value_heads", heads)
    head_dim = config.integer("head_dim", hidden_size // heads)
    cache = cache_bytes(context_size, config.integer("num_hidden_layers") * kv_heads * 2 * head_dim)
    return MemoryEstimate(weights, cache, work_bytes(config.integer("vocab_size"), hidden_size, context_size), 0)
