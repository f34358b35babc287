"""Models that really draft: the trained fixtures, converted once per test run."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.output_types import WrittenType


@dataclass(frozen=True)
class Trained:
    """The trained target and its two drafts as GGUF, with their prompts and llama.cpp's own counts."""

    target: Path
    drafts: Mapping[str, Path]
    prompts: tuple[str, ...]
    expected: Mapping[str, Mapping[int, tuple[int, int]]]


@pytest.fixture(scope="session")
def trained(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trained]:
    """Converted as expected.json says: the target as F16, the drafts as BF16."""
    source, folder = shared / "fixtures" / "trained", tmp_path_factory.mktemp("trained")

    def converted(name: str, output_type: WrittenType, target: Path | None) -> Path:
        plan = plan_conversion(source / name, target=target, output_type=output_type)
        return convert(plan, folder / f"{name}.gguf", Progress())

    counted = json.loads((source / "expected.json").read_text("utf-8"))
    names = ("draft-anchor-full", "draft-bonus-512")
    yield Trained(
        target=converted("target", "f16", None),
        drafts={name: converted(name, "bf16", source / "target") for name in names},
        prompts=tuple((source / "prompts" / f"{index}.txt").read_text("utf-8") for index in range(3)),
        expected={
            name: {row["prompt"]: (row["draft_n"], row["draft_n_accepted"]) for row in counted[name]} for name in names
        },
    )
