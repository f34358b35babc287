"""Reads the facts of a draft out of a GGUF file: one reader for each way of storing one."""

from collections.abc import Callable, Mapping

from app.formats.gguf import GgufHeader
from app.models.config import Config
from app.models.entry import EAGLE3_STATES, DraftFacts, DraftMethod
from app.models.errors import DraftNotYet, DraftNvfp4, DraftTensorShape, VocabularyDiffers

_MOST_LAYERS = 4096


def read_gguf_draft(header: GgufHeader) -> DraftFacts | None:
    """The facts of a draft, None for a GGUF of anything else.

    Raises ConfigKeyError for a key that is missing or of another kind, DraftNotYet, DraftNvfp4, DraftTensorShape,
    VocabularyDiffers.
    """
    reader = _READERS.get(header.architecture) or (_split_facts if _is_split_off(header) else None)
    if reader is None:
        return None
    if any(tensor.type == "NVFP4" for tensor in header.tensors.values()):
        raise DraftNvfp4()
    return reader(header, Config(header.metadata, header.path))


def _block_facts(header: GgufHeader, config: Config) -> DraftFacts:
    tensors = header.tensors
    if config.has("dflash.hyper_connection_count"):
        raise DraftNotYet(kind="DSpark (DeepSeek V4)")
    hidden_size = config.integer("dflash.embedding_length", least=1)
    layer_ids = config.integers("dflash.target_layers", most=_MOST_LAYERS)
    _require_shape(header, "fc.weight", (hidden_size, len(layer_ids) * hidden_size))
    if "d2t" in tensors:
        # The target's head has other rows than its table counts: the engine aborts on that.
        _require_shape(header, "output.weight", (_draft_vocabulary(header), hidden_size))
    markov_rank = _markov_rank(header)
    is_dspark = markov_rank > 0
    method: DraftMethod = "dspark" if is_dspark else "dflash"
    return DraftFacts(
        method="dflash2" if "selector_hidden.weight" in tensors or config.has("dflash.selector_rank") else method,
        schema="GGUF",
        layers=config.integer("dflash.block_count", least=1, most=_MOST_LAYERS),
        hidden_size=hidden_size,
        vocabulary_n=header.tokens_n,
        draft_vocabulary_n=_draft_vocabulary(header),
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


def _eagle3_facts(header: GgufHeader, config: Config) -> DraftFacts:
    hidden_size = config.integer("eagle3.embedding_length", least=1)
    target_hidden_size = config.integer("eagle3.target_hidden_size", least=1)
    layer_ids = config.integers("eagle3.target_layers", most=_MOST_LAYERS)
    if len(layer_ids) != EAGLE3_STATES:
        raise config.error("eagle3.target_layers")
    _require_shape(header, "fc.weight", (hidden_size, EAGLE3_STATES * target_hidden_size))
    # What it does not bring it takes from its target: the engine aborts where that is of another size.
    if hidden_size != target_hidden_size or "token_embd.weight" in header.tensors:
        _require_shape(header, "token_embd.weight", (header.tokens_n, hidden_size))
    if hidden_size != target_hidden_size or "d2t" in header.tensors or "output.weight" in header.tensors:
        _require_shape(header, "output.weight", (_draft_vocabulary(header), hidden_size))
    return DraftFacts(
        method="eagle3",
        schema="GGUF",
        layers=config.integer("eagle3.block_count", least=1, most=1),
        hidden_size=hidden_size,
        vocabulary_n=header.tokens_n,
        draft_vocabulary_n=_draft_vocabulary(header),
        layer_ids=layer_ids,
        target_hint=config.optional_text("general.base_model.0.name"),
        tokens_digest=header.tokens_digest,
        target_hidden_size=target_hidden_size,
    )


def _assistant_facts(header: GgufHeader, config: Config) -> DraftFacts:
    hidden_size = config.integer("gemma4-assistant.embedding_length", least=1)
    target_hidden_size = config.integer("gemma4-assistant.embedding_length_out", least=1)
    _require_shape(header, "nextn.pre_projection.weight", (hidden_size, 2 * target_hidden_size))
    layers = config.integer("gemma4-assistant.block_count", least=1, most=_MOST_LAYERS)
    # All its layers are such that predict further tokens; the engine aborts on more of them than there are layers.
    config.integer("gemma4-assistant.nextn_predict_layers", layers, least=layers, most=layers)
    return DraftFacts(
        method="mtp",
        schema="GGUF",
        layers=layers,
        hidden_size=hidden_size,
        vocabulary_n=header.tokens_n,
        draft_vocabulary_n=header.tokens_n,
        target_hint=config.optional_text("general.base_model.0.name"),
        target_family="gemma4",
        tokens_digest=header.tokens_digest,
        target_hidden_size=target_hidden_size,
        shares_cache=True,
    )


_READERS: Mapping[str, Callable[[GgufHeader, Config], DraftFacts]] = {
    "dflash": _block_facts,
    "eagle3": _eagle3_facts,
    "gemma4-assistant": _assistant_facts,
}


def _is_split_off(header: GgufHeader) -> bool:
    """Whether the file holds a target's layers for multi-token prediction, and none of its others."""
    has_layers = f"{header.architecture}.nextn_predict_layers" in header.metadata
    return has_layers and bool(header.tensors) and not any(name.startswith("blk.0.") for name in header.tensors)


def _split_facts(header: GgufHeader, config: Config) -> DraftFacts:
    family = header.architecture
    layers = config.integer(f"{family}.nextn_predict_layers", least=1, most=_MOST_LAYERS)
    all_layers = config.integer(f"{family}.block_count", least=layers + 1, most=_MOST_LAYERS)
    hidden_size = config.integer(f"{family}.embedding_length", least=1)
    _require_shape(header, f"blk.{all_layers - layers}.nextn.eh_proj.weight", (hidden_size, 2 * hidden_size))
    return DraftFacts(
        method="mtp",
        schema="GGUF",
        layers=layers,
        hidden_size=hidden_size,
        vocabulary_n=header.tokens_n,
        draft_vocabulary_n=header.tokens_n,
        target_hint=config.optional_text("general.base_model.0.name"),
        target_layers=all_layers - layers,
        target_family=family,
        tokens_digest=header.tokens_digest,
    )


def _draft_vocabulary(header: GgufHeader) -> int:
    table = header.tensors.get("d2t")
    return table.shape[0] if table is not None and len(table.shape) == 1 else header.tokens_n


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
