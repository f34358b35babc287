"""What a draft takes from its target: facts, tokenizer, tables; from the target's checkpoint or from its GGUF."""

from dataclasses import dataclass
from pathlib import Path

from app.convert.architectures import architecture_of
from app.convert.errors import TargetUnusable
from app.convert.matching import canonical_tensors
from app.convert.metadata import Pair, tokenizer_of
from app.convert.tokenizer_files import read_tokenizer_files
from app.core.errors import ReportedError
from app.formats.checkpoint import read_checkpoint
from app.formats.gguf import GgufTensor, read_gguf_parts
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.entry import TargetFacts
from app.models.recognition.inspect import inspect_model

CONFIG_NAME = "config.json"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with one row per token: `type` by its name in GGUF or safetensors, which agree on the plain ones."""

    path: Path
    offset: int
    size_bytes: int
    shape: tuple[int, ...]
    type: str


@dataclass(frozen=True, slots=True)
class DraftTarget:
    """A target as its draft sees it; with a tied head both tables are the same one."""

    facts: TargetFacts
    tokenizer: list[Pair]
    embedding: Table
    head: Table


def read_target(path: Path) -> DraftTarget:
    """The target in a checkpoint folder or a GGUF file.

    Raises TargetUnusable when it is no target, TargetNotConvertible, what reading the tokenizer raises, and the reason
    as ReportedError when it cannot be used at all.
    """
    entry = inspect_model(path)
    if entry.target is None:
        if entry.problem is None:
            raise TargetUnusable(path=str(path))
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    read = _from_gguf if entry.form == "gguf" else _from_checkpoint
    return read(entry.path, entry.target)


def _from_gguf(path: Path, facts: TargetFacts) -> DraftTarget:
    header = read_gguf_parts(path)
    embedding = header.tensors.get("token_embd.weight")
    if embedding is None:
        raise TargetUnusable(path=str(path))
    head = header.tensors.get("output.weight", embedding)
    return DraftTarget(facts, tokenizer_of(header), gguf_table(embedding), gguf_table(head))


def gguf_table(tensor: GgufTensor) -> Table:
    """A tensor of a GGUF file as a table."""
    return Table(tensor.path, tensor.offset, tensor.size_bytes, tensor.shape, tensor.type)


def _from_checkpoint(folder: Path, facts: TargetFacts) -> DraftTarget:
    family = architecture_of(facts.class_name)
    files = read_tokenizer_files(folder, read_json_object(folder / CONFIG_NAME))
    tensors = canonical_tensors(read_checkpoint(folder))
    embedding = tensors.get("embed_tokens.weight")
    if embedding is None:
        raise TargetUnusable(path=str(folder))
    head = tensors.get("lm_head.weight", embedding)
    tokenizer = family.tokenizer(files, facts.vocabulary_n)
    return DraftTarget(facts, tokenizer, checkpoint_table(embedding), checkpoint_table(head))


def checkpoint_table(tensor: TensorInfo) -> Table:
    """A checkpoint's tensor as a table."""
    return Table(tensor.path, tensor.offset, tensor.size_bytes, tensor.shape, tensor.dtype)
