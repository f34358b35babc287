"""What a pair will take on disk and in memory, estimated before anything of it is converted."""

from collections.abc import Mapping

from app.formats.checkpoint import read_checkpoint
from app.formats.gguf import read_gguf_parts
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.checkpoint_sizes import checkpoint_sizes
from app.models.config import Config
from app.models.drafts.schema import read_draft_schema
from app.models.entry import ModelEntry
from app.models.layer_sizes import ModelSizes, gguf_sizes
from app.models.memory import ContextShape, MemoryEstimate, gguf_shape
from app.models.output_types import FORMATS, WrittenType, is_quantized
from app.models.placing import PairSizes, pair_memory
from app.models.quantized_size import quantized_bytes
from app.models.recognition.text_config import text_config

_STORED_BITS = {"F64": 64.0, "F8_E4M3": 8.0, "F8_E5M2": 8.0}
# What a checkpoint was quantized to stays as it is.
_KEPT = frozenset({"MXFP4"})
# The tables of tokens by the ends of their names in a checkpoint.
_TABLES = {"embed_tokens.weight": "token_embd.weight", "lm_head.weight": "output.weight"}
# A list of tokens takes at most so much of its file's size in a GGUF: there each has twelve bytes beside its text.
_WORD_FILES = ("tokenizer.json", "tokenizer.model", "vocab.json")
_WORDS_SHARE = 1.3
# Keys, names of tensors, and what aligns them.
_HEAD_BYTES = 32 << 10
# Kinds of layers, as transformers names them, that keep one state for the whole context.
_RECURRENT = ("linear_attention", "conv")
_OWN_TYPES: Mapping[str, WrittenType] = {"F32": "f32", "F16": "f16"}


def own_output_type(entry: ModelEntry) -> WrittenType:
    """The output type that keeps a checkpoint's numbers as they are."""
    return _OWN_TYPES.get(entry.file_type, "bf16")


def keeps_own_quantization(entry: ModelEntry) -> bool:
    """Whether most of a checkpoint's weights stay as they are, whatever the output type."""
    return entry.file_type in _KEPT


def weights_n(entry: ModelEntry) -> int:
    """About how many weights a model holds."""
    written = FORMATS.get(entry.file_type.lower())
    bits = written.bits if written else _STORED_BITS.get(entry.file_type, 16.0)
    return round(entry.size_bytes * 8 / bits)


def converted_bytes(entry: ModelEntry, output_type: str) -> int:
    """About the size of the GGUF file that a model becomes, rather too much than too little.

    A draft that borrows tables gets smaller. Raises FormatError and its kinds, PathMissing, PathNotReadable.
    """
    return converted_weights_bytes(entry, output_type) + _words_bytes(entry)


def converted_weights_bytes(entry: ModelEntry, output_type: str) -> int:
    """About the bytes of its weights in that file; raises as `converted_bytes` does."""
    if keeps_own_quantization(entry):
        return entry.size_bytes
    by_bits = round(weights_n(entry) * FORMATS[output_type].bits / 8)
    if entry.form != "checkpoint" or entry.file_type in _STORED_BITS:
        return by_bits
    tensors = read_checkpoint(entry.path).values()
    # Vectors are written as F32.
    vectors_bytes = sum(tensor.size_bytes for tensor in tensors if len(tensor.shape) < 2 and tensor.dtype != "F32")
    if not is_quantized(output_type):
        return by_bits + vectors_bytes
    facts = [(_written_name(tensor), tensor.shape, tensor.dtype, tensor.size_bytes) for tensor in tensors]
    return quantized_bytes(entry.size_bytes, facts, output_type) + vectors_bytes


def _written_name(tensor: TensorInfo) -> str:
    """A tensor's name as far as it counts for the quantizer: tables of tokens, and experts that are stored as one."""
    if len(tensor.shape) == 3:
        return f"{tensor.name}.weight"
    return next((table for end, table in _TABLES.items() if tensor.name.endswith(end)), tensor.name)


def _words_bytes(entry: ModelEntry) -> int:
    """About what a GGUF file holds beside weights: the tokens, each with its length and kind, and how to join them."""
    if entry.form != "checkpoint":
        return 0
    files = [entry.path / name for name in _WORD_FILES]
    listed = max((path.stat().st_size for path in files if path.is_file()), default=0)
    return _HEAD_BYTES + round(listed * _WORDS_SHARE)


def intermediate_bytes(entry: ModelEntry, output_type: str) -> int:
    """About the size of the file that the quantizer reads, where a conversion writes one that is gone in the end."""
    is_made = entry.form == "checkpoint" and is_quantized(output_type)
    return converted_bytes(entry, own_output_type(entry)) if is_made else 0


def needed_bytes(entry: ModelEntry, output_type: str) -> int:
    """About what has to be free on the disk to convert a model."""
    return converted_bytes(entry, output_type) + intermediate_bytes(entry, output_type)


def expected_memory(
    target: ModelEntry,
    target_type: str,
    draft: ModelEntry | None,
    draft_type: str,
    context_size: int,
    cache_type: str = "f16",
) -> MemoryEstimate:
    """What the pair takes once it is loaded; the types are those that checkpoints among the two are converted to.

    Raises FormatError and its kinds, ConfigKeyError, and what `read_draft_schema` raises.
    """
    sizes = PairSizes(
        expected_sizes(target, target_type), expected_sizes(draft, draft_type) if draft is not None else None
    )
    return pair_memory(sizes, context_size, cache_type)


def expected_sizes(entry: ModelEntry, output_type: str) -> ModelSizes:
    """What a model's layers take, or will take once it is converted; raises as `expected_memory` does."""
    if entry.form == "gguf":
        return gguf_sizes(read_gguf_parts(entry.path, arrays=False))
    return checkpoint_sizes(entry, converted_weights_bytes(entry, output_type))


def context_shape(entry: ModelEntry) -> ContextShape:
    """What running a model takes beside its weights follows from this; what a target's layers recur on is small.

    Raises FormatError and its kinds, ConfigKeyError, and what `read_draft_schema` raises.
    """
    if entry.form == "gguf":
        return gguf_shape(read_gguf_parts(entry.path, arrays=False))
    config = text_config(Config(read_json_object(entry.path / "config.json"), entry.path / "config.json"))
    if entry.draft is not None:
        record = read_draft_schema(config.values, read_checkpoint(entry.path))
        return ContextShape(record.cached_values, record.vocabulary_n, record.hidden_size)
    heads = config.integer("num_attention_heads", least=1)
    hidden_size = config.integer("hidden_size", least=1)
    kv_heads = config.integer("num_key_value_heads", heads)
    head_dim = config.integer("head_dim", hidden_size // heads)
    cached = _keeping_layers(config) * kv_heads * 2 * head_dim
    return ContextShape(cached, config.integer("vocab_size"), hidden_size)


def _keeping_layers(config: Config) -> int:
    """Layers that keep keys and values for every token, where a config tells them from those that do not."""
    layers = config.integer("num_hidden_layers")
    kinds = config.values.get("layer_types")
    if not isinstance(kinds, list) or len(kinds) != layers:
        return layers
    return sum(kind not in _RECURRENT for kind in kinds)
