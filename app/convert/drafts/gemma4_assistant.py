"""Gemma 4's assistants: layers of Gemma 4 between a projection of the target's state and one back to it."""

from collections.abc import Iterator
from dataclasses import replace

from app.convert.architectures import gemma4
from app.convert.blueprint import Blueprint, Slot
from app.convert.metadata import Pair, count
from app.convert.target import DraftTarget
from app.core.progress import Progress
from app.models.drafts.assistant import AssistantDraft

_NAME = "gemma4-assistant"


def blueprint(record: AssistantDraft, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file of an assistant, whose own layers follow none of a target's."""
    layers = gemma4.blueprint(record.config, record.tensors)
    return replace(
        layers,
        architecture=_NAME,
        pairs=[*map(_renamed, layers.pairs), *_pairs(record)],
        slots=[*layers.slots, *_projections(record)],
    )


def _renamed(pair: Pair) -> Pair:
    family, _, key = pair.key.partition(".")
    return replace(pair, key=f"{_NAME}.{key}") if family == "gemma4" else pair


def _pairs(record: AssistantDraft) -> Iterator[Pair]:
    yield count(f"{_NAME}.embedding_length_out", record.target_hidden_size)
    yield count(f"{_NAME}.nextn_predict_layers", record.layers)


def _projections(record: AssistantDraft) -> Iterator[Slot]:
    hidden, target_hidden = record.hidden_size, record.target_hidden_size
    yield Slot("pre_projection.weight", "nextn.pre_projection.weight", (hidden, 2 * target_hidden))
    yield Slot("post_projection.weight", "nextn.post_projection.weight", (target_hidden, hidden))
