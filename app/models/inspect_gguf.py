"""Reads the facts of a target or a draft out of a GGUF file."""

from collections import Counter
from pathlib import Path

from app.formats.ggml_types import FILE_TYPES
from app.formats.gguf import GgufHeader, read_gguf_parts
from app.models.config import Config
from app.models.entry import DraftFacts, ModelEntry, TargetFacts
from app.models.errors import (
    DraftForeign,
    DraftNotYet,
    DraftNvfp4,
    DraftTensorShape,
    LoraAdapter,
    NotAChatModel,
    VocabularyDiffers,
)
from app.models.naming import gguf_name

_FOREIGN_DRAFTS = ("dflash-draft", "gemma4-dflash-draft", "dspark")
_DRAFTS_NOT_YET = {"eagle3": "EAGLE-3", "gemma4-assistant": "MTP (Gemma 4 assistant)"}
_MOST_LAYERS = 4096


def inspect_gguf(path: Path) -> ModelEntry:
    """What the .gguf at `path` is, with all its parts where it is split.

    Raises FormatError and its kinds, ConfigKeyError for a key that is missing or of another kind, and one of
    app.models.errors for what is no usable target or draft.
    """
    header = read_gguf_parts(path, arrays=False)
    _refuse_others(header)
    is_draft = header.architecture == "dflash"
    return ModelEntry(
        path=header.path,
        name=gguf_name(header),
        form="gguf",
        size_bytes=header.size_bytes,
        file_type=_file_type(header),
        target=None if is_draft else _target_facts(header),
        draft=_draft_facts(header) if is_draft else None,
    )


def _refuse_others(header: GgufHeader) -> None:
    """Raise for what is neither a target nor a draft that can run."""
    architecture, kind = header.architecture, header.metadata.get("general.type")
    if architecture == "clip" or kind == "mmproj":
        raise NotAChatModel(kind="vision projector")
    if kind == "adapter":
        raise LoraAdapter(path=str(header.path))
    if architecture in _FOREIGN_DRAFTS:
        raise DraftForeign(architecture=architecture)
    if architecture in _DRAFTS_NOT_YET:
        raise DraftNotYet(kind=_DRAFTS_NOT_YET[architecture])
    if not header.tokens_n or f"{architecture}.pooling_type" in header.metadata:
        raise NotAChatModel(kind=architecture[:40] or "unknown")


def _file_type(header: GgufHeader) -> str:
    """As the file says, else the type that most of its bytes have."""
    number = header.metadata.get("general.file_type")
    if isinstance(number, int) and number in FILE_TYPES:
        return FILE_TYPES[number]
    sizes: Counter[str] = Counter()
    for tensor in header.tensors.values():
        sizes[tensor.type] += tensor.size_bytes
    return sizes.most_common(1)[0][0] if sizes else ""


def _target_facts(header: GgufHeader) -> TargetFacts:
    architecture = header.architecture
    config = Config(header.metadata, header.path)
    # Heads that predict further tokens are counted as blocks, and are no layers of the target.
    extra_layers = config.integer(f"{architecture}.nextn_predict_layers", 0, most=_MOST_LAYERS)
    layers = config.integer(f"{architecture}.block_count", least=extra_layers + 1, most=_MOST_LAYERS)
    sections = f"{architecture}.rope.dimension_sections"
    return TargetFacts(
        architecture=architecture,
        class_name="",
        layers=layers - extra_layers,
        hidden_size=config.integer(f"{architecture}.embedding_length", least=1),
        vocabulary_n=header.tokens_n,
        context_trained=config.integer(f"{architecture}.context_length", least=1),
        has_own_output="output.weight" in header.tensors,
        tokens_digest=header.tokens_digest,
        mrope_sections=config.integers(sections) if config.has(sections) else None,
        has_rotated_tables=any(key.startswith("prism.hadamard.") for key in header.metadata),
    )


def _draft_facts(header: GgufHeader) -> DraftFacts:
    tensors = header.tensors
    config = Config(header.metadata, header.path)
    if "selector_hidden.weight" in tensors or config.has("dflash.selector_rank"):
        raise DraftNotYet(kind="DFlash2")
    if config.has("dflash.hyper_connection_count"):
        raise DraftNotYet(kind="DSpark (DeepSeek V4)")
    if any(tensor.type == "NVFP4" for tensor in tensors.values()):
        raise DraftNvfp4()
    hidden_size = config.integer("dflash.embedding_length", least=1)
    layer_ids = config.integers("dflash.target_layers", most=_MOST_LAYERS)
    _require_shape(header, "fc.weight", (hidden_size, len(layer_ids) * hidden_size))
    markov_rank = _markov_rank(header)
    is_dspark = markov_rank > 0
    table = tensors.get("d2t")
    return DraftFacts(
        method="dspark" if is_dspark else "dflash",
        schema="GGUF",
        layers=config.integer("dflash.block_count", least=1, most=_MOST_LAYERS),
        hidden_size=hidden_size,
        vocabulary_n=header.tokens_n,
        draft_vocabulary_n=table.shape[0] if table is not None and len(table.shape) == 1 else header.tokens_n,
        block_size=config.integer("dflash.block_size", least=1, most=1024),
        layer_ids=layer_ids,
        mask_token_id=config.optional_integer("tokenizer.ggml.mask_token_id"),
        # Without the key a DSpark draft starts at the anchor; a plain DFlash draft has no key and starts after it.
        sample_from_anchor=config.boolean("dflash.sample_from_anchor", is_dspark) and is_dspark,
        markov_rank=markov_rank,
        markov_type="vanilla",
        has_confidence_head="conf_proj.weight" in tensors and config.boolean("dflash.has_confidence_head", True),
        target_hint=config.optional_text("general.base_model.0.name"),
        tokens_digest=header.tokens_digest,
        ties_own_embedding="token_embd.weight" in tensors and "output.weight" not in tensors,
    )


def _markov_rank(header: GgufHeader) -> int:
    table = header.tensors.get("markov_w1.weight")
    if table is None:
        return 0
    if len(table.shape) != 2 or table.shape[1] < 1:
        raise DraftTensorShape(
            path=str(header.path), name=table.name, expected="two dimensions", got=str(list(table.shape))
        )
    if table.shape[0] != header.tokens_n:
        raise VocabularyDiffers(expected=table.shape[0], got=header.tokens_n)
    return table.shape[1]


def _require_shape(header: GgufHeader, name: str, shape: tuple[int, ...]) -> None:
    tensor = header.tensors.get(name)
    got = str(list(tensor.shape)) if tensor else "missing"
    if tensor is None or tensor.shape != shape:
        raise DraftTensorShape(path=str(header.path), name=name, expected=str(list(shape)), got=got)
