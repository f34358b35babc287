"""What a conversion will write, worked out from configs and headers without reading a weight.

Files equal those of llama.cpp's own converter (commit 0c1e57098), tensor for tensor and key for key. They differ
only where that one goes wrong:

- MTP layers are those whose tensors are there, whatever the config promises or leaves out; it stops in both cases.
- Without tokenizer.model, tokens of Llama's and Mistral's kind have scores in the order of their merges; it gives all
  the same one, which cuts texts otherwise. Gemma 3 goes by its merges; it takes the tokens for bytes as plain text.
  Tokens that were added to these are cut out of a text whole, as their files say; it goes by the config's names alone.
- Gemma 4's list of tokens is filled up to the rows of its table; it cuts both to different sizes, which does not load.
- Where the files name no token to begin a text with, none is added; it leaves that to the engine, which adds one.
- Decay rates of linear attention (-exp of what is stored) are rounded once; it has the last bit from its machine.
- A draft's own scaling of positions in Llama 3's way is kept; it leaves that out. Blocks of sliding layers that the
  speculators library trained to see only what stands before are told so; it lets them see all of the block.
- A draft's weights are taken at their word where its config is silent or wrong: for the width of a head, and for heads
  that are there or not. One without a Markov head that guesses from its anchor on gets an empty one, by which the
  engine reads it so; a confidence head that the engine has no code for is left out, as is the bound of a Gemma 4
  draft's scores. EAGLE-3's layers are read wherever they are named and counted as the engine does; the base of its
  positions is written even where it is the usual one. Drafts nested as the speculators library does it are read, too.
- What the engine would compute otherwise than the model (activations, positions) is refused; it converts that, too.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from gguf import GGML_QUANT_VERSION, LlamaFileType
from gguf.utility import size_label

from app.convert.architectures import architecture_of
from app.convert.blueprint import Blueprint, Note
from app.convert.drafts import draft_blueprint
from app.convert.drafts.mtp import only_mtp
from app.convert.errors import NoMtpLayers, NotACheckpoint, TargetNeeded, UnknownOutputType
from app.convert.layout import file_size
from app.convert.matching import canonical_tensors, match_tensors
from app.convert.metadata import Pair, count, text, with_mask_token
from app.convert.target import CONFIG_NAME, read_target
from app.convert.tensor_plan import TensorPlan
from app.convert.tokenizer_files import read_tokenizer_files
from app.core.errors import ReportedError
from app.core.progress import Progress
from app.formats.checkpoint import read_checkpoint
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.schema import read_draft_schema
from app.models.entry import ModelEntry
from app.models.expected import own_output_type
from app.models.output_types import OUTPUT_TYPES, OutputType, QuantizedType, WrittenType, is_quantized, written_type_for
from app.models.pairing import check_pair
from app.models.quantized_size import quantized_bytes
from app.models.recognition.inspect import inspect_model
from app.models.recognition.text_config import text_config

_FILE_TYPES = {
    "f32": LlamaFileType.ALL_F32,
    "f16": LlamaFileType.MOSTLY_F16,
    "bf16": LlamaFileType.MOSTLY_BF16,
    "q8_0": LlamaFileType.MOSTLY_Q8_0,
}
Part = Literal["whole", "mtp"]
# A row for the mask token that some exporters put beside a draft's weights.
_MASK_EMBEDDING_NAME = "mask_embedding.pt"
# What a checkpoint's own quantization makes of the plain ones among them.
_OWN_FILE_TYPES = {"mxfp4": LlamaFileType.MOSTLY_MXFP4_MOE}


@dataclass(frozen=True, slots=True)
class ConversionPlan:
    """A GGUF file to be: `metadata` without `general.architecture`, which `architecture` holds.

    `sources` are the weight files of the checkpoint and, for a draft, of its target. Where a `quantized_type` is
    wanted, the file that is planned here, of the `written_type`, is what the quantizer makes the result of.
    """

    entry: ModelEntry
    written_type: WrittenType
    architecture: str
    metadata: tuple[Pair, ...]
    tensors: tuple[TensorPlan, ...]
    sources: frozenset[Path]
    notes: tuple[Note, ...]
    quantized_type: QuantizedType | None = None

    @property
    def output_bytes(self) -> int:
        """Exactly how large the planned file will be."""
        return file_size(self.architecture, self.metadata, self.tensors)

    @property
    def needed_bytes(self) -> int:
        """What has to be free on the disk: room for the planned file, and about that for what is made of it."""
        if self.quantized_type is None:
            return self.output_bytes
        tensors = [(tensor.name, tensor.shape, tensor.type.name, tensor.size_bytes) for tensor in self.tensors]
        return self.output_bytes + quantized_bytes(self.output_bytes, tensors, self.quantized_type)


def plan_conversion(
    source: Path,
    *,
    target: Path | None = None,
    output_type: OutputType = "bf16",
    part: Part = "whole",
    progress: Progress | None = None,
) -> ConversionPlan:
    """The plan for the checkpoint in the folder `source`; a draft needs its `target`, a checkpoint folder or a .gguf.

    The `part` "mtp" of a target is a draft: the layers for multi-token prediction that it brings along.

    Reported as stage "plan", which takes a moment, and "compare": a draft that brings whole tables of its own has them
    compared with the target's, in bytes. Raises what keeps the checkpoint from being converted: an error of
    app.convert.errors, app.models.errors or app.formats.errors, or ReportedError with such a code.
    """
    if output_type not in OUTPUT_TYPES:
        raise UnknownOutputType(output_type=str(output_type)[:40])
    progress = progress or Progress()
    progress.update("plan", 0)
    entry = inspect_model(source, tells_tokens=False)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    if entry.form == "gguf":
        raise NotACheckpoint(path=str(source))
    written_type = written_type_for(output_type, own_output_type(entry))
    content = read_json_object(entry.path / CONFIG_NAME)
    tensors = read_checkpoint(entry.path)
    if entry.draft is None:
        plan = _target_plan(entry, content, tensors, written_type, part)
    elif target is None:
        raise TargetNeeded(path=str(source))
    else:
        plan = _draft_plan(entry, content, tensors, written_type, target, progress)
    return replace(plan, quantized_type=output_type) if is_quantized(output_type) else plan


def _target_plan(
    entry: ModelEntry,
    content: Mapping[str, Any],
    tensors: Mapping[str, TensorInfo],
    output_type: WrittenType,
    part: Part,
) -> ConversionPlan:
    family = architecture_of(entry.target.class_name if entry.target else "")
    plain = canonical_tensors(tensors)
    config = text_config(Config(content, entry.path / CONFIG_NAME))
    blueprint = family.blueprint(config, plain)
    tokenizer = family.tokenizer(read_tokenizer_files(entry.path, content), blueprint.vocabulary_n)
    if part == "mtp":
        blueprint = _only_mtp(entry, blueprint)
    if config.values.get("tie_word_embeddings") is False and "lm_head.weight" not in plain:
        blueprint = replace(blueprint, notes=[*blueprint.notes, Note("convert_head_is_embedding")])
    return _plan(entry, blueprint, plain, tokenizer, output_type)


def _only_mtp(entry: ModelEntry, whole: Blueprint) -> Blueprint:
    found = only_mtp(whole, entry.target.layers) if entry.target else None
    if found is None:
        raise NoMtpLayers(path=str(entry.path))
    return found


def _draft_plan(
    entry: ModelEntry,
    content: Mapping[str, Any],
    tensors: Mapping[str, TensorInfo],
    output_type: WrittenType,
    target_path: Path,
    progress: Progress,
) -> ConversionPlan:
    record = read_draft_schema(content, tensors)
    target = read_target(target_path)
    check_pair(target.facts, record.facts)
    blueprint = draft_blueprint(record, target, progress)
    tokenizer = with_mask_token(target.tokenizer, record.mask_token_id)
    plan = _plan(entry, blueprint, record.tensors, tokenizer, output_type)
    notes = [Note("convert_mask_embedding_ignored")] if (entry.path / _MASK_EMBEDDING_NAME).is_file() else []
    sources = plan.sources | {target.embedding.path, target.head.path}
    return replace(plan, sources=sources, notes=(*plan.notes, *notes))


def _plan(
    entry: ModelEntry,
    blueprint: Blueprint,
    tensors: Mapping[str, TensorInfo],
    tokenizer: list[Pair],
    output_type: WrittenType,
) -> ConversionPlan:
    planned = match_tensors(blueprint, tensors, output_type, entry.path)
    values_n = sum(tensor.values_n for tensor in planned)
    # A file name may hold bytes that are no text.
    name = os.fsencode(entry.name).decode("utf-8", "replace")
    metadata = (
        text("general.type", "model"),
        text("general.name", name),
        text("general.size_label", size_label(values_n, values_n, 0, 0)),
        *blueprint.pairs,
        count("general.file_type", int(_file_type(blueprint, output_type))),
        count("general.quantization_version", int(GGML_QUANT_VERSION)),
        *tokenizer,
    )
    return ConversionPlan(
        entry=entry,
        written_type=output_type,
        architecture=blueprint.architecture,
        metadata=metadata,
        tensors=planned,
        sources=frozenset(path for tensor in planned for path in tensor.source.paths),
        notes=tuple(blueprint.notes),
    )


def _file_type(blueprint: Blueprint, output_type: WrittenType) -> LlamaFileType:
    own = None if output_type == "q8_0" else _OWN_FILE_TYPES.get(blueprint.own_type or "")
    return _FILE_TYPES[output_type] if own is None else own
