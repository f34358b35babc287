"""Recognises the schema that a draft was published in, and hands it to the reader for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.formats.safetensors import TensorInfo
from app.models.config import Config, class_name
from app.models.drafts.assistant import read_assistant
from app.models.drafts.block import read_dflash, read_dspark
from app.models.drafts.eagle3 import read_eagle3
from app.models.drafts.gemma4 import read_gemma4_dspark
from app.models.drafts.record import DraftRecord
from app.models.errors import DraftCannotRun, DraftNotYet
from app.models.recognition.families import FAMILIES

Reader = Callable[[Config, Mapping[str, TensorInfo], str], DraftRecord]


@dataclass(frozen=True, slots=True)
class DraftSchema:
    """A way of publishing a draft: its name as people know it, and its reader.

    Without a reader such drafts are named and refused: `is_runnable` says whether the engine has code for them.
    """

    name: str
    reader: Reader | None = None
    is_runnable: bool = True


def _not_yet(name: str) -> DraftSchema:
    return DraftSchema(name)


def _cannot(name: str) -> DraftSchema:
    return DraftSchema(name, is_runnable=False)


_DSPARK = DraftSchema("DSpark", read_dspark)
_DSPARK_SPECULATORS = DraftSchema("DSpark (speculators)", read_dspark)
_DSPARK_SPECFORGE = DraftSchema("DSpark (SpecForge)", read_dspark)
_DSPARK_AUXILIARY = DraftSchema("DSpark (flat, auxiliary layer ids)", read_dspark)
_DSPARK_DEEPSPEC = DraftSchema("DSpark (DeepSpec)", read_dspark)
_DFLASH = DraftSchema("DFlash", read_dflash)
_DFLASH_SPECULATORS = DraftSchema("DFlash (speculators)", read_dflash)
_DFLASH2 = DraftSchema("DFlash2", read_dflash)
_DFLASH2_SPECULATORS = DraftSchema("DFlash2 (speculators)", read_dflash)
_EAGLE3 = DraftSchema("EAGLE-3", read_eagle3)
_EAGLE3_SPECULATORS = DraftSchema("EAGLE-3 (speculators)", read_eagle3)
_EAGLE31 = _cannot("EAGLE-3.1")
_EAGLE3_DEEPSPEC = _cannot("EAGLE-3 (DeepSpec)")
_MTP_ASSISTANT = DraftSchema("MTP (Gemma 4 assistant)", read_assistant)
_MTP_SPECULATORS = _cannot("MTP (speculators)")
_PEAGLE = _cannot("P-EAGLE")
_XPRESS = _cannot("XPress")
_DOMINO = _cannot("Domino")
_LAGUNA = _cannot("DSpark for Laguna")
_LATENT = _cannot("DSpark with latent attention")

_BY_SPECULATORS_TYPE = {
    "dspark": _DSPARK_SPECULATORS,
    "dflash": _DFLASH_SPECULATORS,
    "dflash2": _DFLASH2_SPECULATORS,
    "eagle3": _EAGLE3_SPECULATORS,
    "eagle": _cannot("EAGLE"),
    "peagle": _PEAGLE,
    "xpress": _XPRESS,
    "mtp": _MTP_SPECULATORS,
}

_BY_CLASS = {
    "Qwen3DSparkModel": _DSPARK_DEEPSPEC,
    "DSparkDraftModel": _DSPARK,
    "DSparkSpeculator": _DSPARK_SPECULATORS,
    "Lfm2DSparkDraftModel": DraftSchema("DSpark (LFM2)", read_dspark),
    "LingDSparkModel": DraftSchema("DSpark (Ling)", read_dspark),
    "Gemma4DSparkModel": DraftSchema("DSpark (DeepSpec, Gemma 4)", read_gemma4_dspark),
    "DFlashDraftModel": _DFLASH,
    "DFlashSpeculator": _DFLASH_SPECULATORS,
    "DFlash2DraftModel": _DFLASH2,
    "DFlash2Speculator": _DFLASH2_SPECULATORS,
    "MuseGlimmerAssistantModel": _not_yet("DFlash (Muse Glimmer assistant)"),
    "LlamaForCausalLMEagle3": _EAGLE3,
    "Eagle3LlamaForCausalLM": _EAGLE3,
    "Eagle3Speculator": _EAGLE3_SPECULATORS,
    "Eagle3DraftModel": _EAGLE3,
    "Qwen3Eagle3Model": _EAGLE3_DEEPSPEC,
    "Gemma4Eagle3Model": _EAGLE3_DEEPSPEC,
    "LlamaForCausalLMEagle": _cannot("EAGLE"),
    "EagleSpeculator": _cannot("EAGLE"),
    "Gemma4AssistantForCausalLM": _MTP_ASSISTANT,
    "Gemma4UnifiedAssistantForCausalLM": _MTP_ASSISTANT,
    "PEagleDraftModel": _PEAGLE,
    "PEagleSpeculator": _PEAGLE,
    "XPressSpeculator": _XPRESS,
    "DominoDraftModel": _DOMINO,
    "DSparkLagunaModel": _LAGUNA,
}

# What a class name stands for where the config is nested as the speculators library does it.
_NESTED = {
    _DSPARK: _DSPARK_SPECULATORS,
    _DFLASH: _DFLASH_SPECULATORS,
    _DFLASH2: _DFLASH2_SPECULATORS,
    _EAGLE3: _EAGLE3_SPECULATORS,
}

# Parts of tensors' names that only one kind of draft has, tried in this order where the config tells nothing.
_BY_TENSORS = (
    (("candidate_selector.",), _DFLASH2),
    (("markov_head.markov_w1",), _DSPARK),
    (("midlayer.",), _EAGLE3),
    (("layers.0.hidden_norm.",), _EAGLE3),
    (("pre_projection.",), _MTP_ASSISTANT),
    (("fc.weight", "hidden_norm.weight", "self_attn.q_norm."), _DFLASH),
)


def recognise_draft(config: Mapping[str, Any], tensors: Mapping[str, TensorInfo]) -> DraftSchema | None:
    """The schema of the draft that `config` and `tensors` describe; None when they are no draft's.

    Raises ConfigKeyError when the config is broken where it would tell.
    """
    top = _config(config, tensors)
    schema = _by_config(top, tensors)
    if schema in (_EAGLE3, _EAGLE3_SPECULATORS) and _is_eagle31(top, tensors):
        return _EAGLE31
    if schema is not None and any(".kv_a_proj" in name for name in tensors):
        return _LATENT
    if any("candidate_selector." in name for name in tensors):
        return {_DFLASH: _DFLASH2, _DFLASH_SPECULATORS: _DFLASH2_SPECULATORS}.get(schema, schema) if schema else None
    return schema


def read_draft_schema(config: Mapping[str, Any], tensors: Mapping[str, TensorInfo]) -> DraftRecord:
    """The draft that a checkpoint's config and tensor headers describe, whatever schema it was published in.

    Raises ConfigKeyError, DraftNotYet, DraftCannotRun, DraftTensorShape, DraftTensorUnknown, CheckpointQuantized,
    FormatError, and ConfigKeyError on "architectures" when it is no draft at all.
    """
    schema = recognise_draft(config, tensors)
    top = _config(config, tensors)
    if schema is None:
        raise top.error("architectures")
    if schema.reader is None:
        raise DraftNotYet(kind=schema.name) if schema.is_runnable else DraftCannotRun(kind=schema.name)
    return schema.reader(top, tensors, schema.name)


def _is_eagle31(top: Config, tensors: Mapping[str, TensorInfo]) -> bool:
    """Whether states are normalised one by one, or fed back normalised: the engine's graph does neither."""
    has_norms = any(name.startswith(("fc_norm.", "model.fc_norm.")) for name in tensors)
    return has_norms or top.boolean("fc_norm", False) or top.boolean("norm_output", False)


def _config(config: Mapping[str, Any], tensors: Mapping[str, TensorInfo]) -> Config:
    """The config with the path that its errors name: it lies beside the weights."""
    folder = next((tensor.path.parent for tensor in tensors.values()), Path())
    return Config(config, folder / "config.json")


def _by_config(top: Config, tensors: Mapping[str, TensorInfo]) -> DraftSchema | None:
    if top.has("speculators_model_type"):
        kind = top.text("speculators_model_type")
        return _BY_SPECULATORS_TYPE.get(kind) or _cannot(f"speculators {kind[:40]}")
    name = class_name(top)
    if name == "LlamaForCausalLM" and top.has("draft_vocab_size") and top.integer("num_hidden_layers") == 1:
        return _EAGLE3
    if name in _BY_CLASS:
        return _refined(top, _BY_CLASS[name])
    if name in FAMILIES:
        return None
    for parts, schema in _BY_TENSORS:
        if all(any(part in tensor for tensor in tensors) for part in parts):
            return schema
    return None


def _refined(top: Config, schema: DraftSchema) -> DraftSchema:
    """Tells apart what shares a class name by what else the config holds."""
    projector = top.section("dflash_config").text("projector_type", "")
    if projector not in ("", "dspark", "dflash"):
        return _DOMINO if projector == "domino" else _cannot(f"DFlash with projector {projector[:40]}")
    if top.has("transformer_layer_config"):
        return _NESTED.get(schema, schema)
    if schema is not _DSPARK:
        return schema
    if top.has("aux_hidden_state_layer_ids"):
        return _DSPARK_AUXILIARY
    return _DSPARK_SPECFORGE if top.has("dflash_config") else _DSPARK_DEEPSPEC
