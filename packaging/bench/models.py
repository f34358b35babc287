"""The models that are measured with: made up here, or given by whoever runs the benchmark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.models.output_types import WrittenType
from bench.made_models import make_pair

_MADE_REMARKS = (
    "Made-up weights: speed is real, acceptance is not. A draft that is always right and one that is always wrong are",
    "the two ends between which every real draft lies.",
)


@dataclass(frozen=True, slots=True)
class Models:
    """A target and drafts for it by name, GGUF files; `remarks` say what their figures mean."""

    name: str
    target: Path
    drafts: Mapping[str, Path]
    remarks: Sequence[str] = ()


def made(folder: Path, output_type: WrittenType) -> Models:
    """A target of 131 million parameters and two drafts."""
    pair = make_pair(folder, output_type=output_type)
    drafts = {"always right draft": pair.right_draft, "always wrong draft": pair.wrong_draft}
    return Models(f"a made-up Qwen3 of 131M parameters, {output_type}", pair.target, drafts, _MADE_REMARKS)


def given(target: Path, draft: Path) -> Models:
    """Somebody's own pair."""
    return Models(target.stem, target.absolute(), {draft.stem: draft.absolute()})
