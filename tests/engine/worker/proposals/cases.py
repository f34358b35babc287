"""Pairs of one drafting method each, whose proposals llama.cpp's own loop wrote down."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from tests.convert.recipes import write_checkpoint

EXPECTED = Path(__file__).with_name("expected.json")
OWN = Path("tests/convert")
PROMPT = "The quick brown fox jumps over the lazy dog, and then it"


@dataclass(frozen=True)
class Case:
    """llama-server's name of the method, how many tokens it was to draft, and where the pair comes from.

    `target` is a GGUF of the fixtures or a recipe of tests/convert; `draft` a GGUF, a checkpoint of tests/convert, or
    "part": the layers of the target, split off; without one the target brings its own.
    """

    method: str
    draft_max: int
    target: str
    draft: str | None = None


CASES: Mapping[str, Case] = {
    "eagle3": Case("draft-eagle3", 8, "llama31.bf16.gguf", "eagle3_speculators.bf16.gguf"),
    "eagle3_flat": Case("draft-eagle3", 5, "llama31.bf16.gguf", "eagle3_flat"),
    "dflash2": Case("draft-dflash", 5, "qwen3.bf16.gguf", "dflash2_flat"),
    "dflash": Case("draft-dflash", 5, "qwen3.bf16.gguf", "dflash_zlab.bf16.gguf"),
    "mtp": Case("draft-mtp", 4, "qwen3_5_mtp"),
    "mtp_split_off": Case("draft-mtp", 4, "qwen3_5_mtp", "part"),
    "mtp_moe": Case("draft-mtp", 3, "qwen3_5_moe_mtp"),
    "assistant": Case("draft-mtp", 4, "gemma4.bf16.gguf", "gemma4_assistant"),
    "small_model": Case("draft-simple", 16, "qwen3.bf16.gguf", "qwen3.bf16.gguf"),
}


@dataclass(frozen=True)
class Recorded:
    """The greedy reply to PROMPT, and by the index of a token in it what was proposed to follow that."""

    tokens: tuple[int, ...]
    proposals: Mapping[int, tuple[int, ...]]


def recorded(name: str) -> Recorded:
    content = json.loads(EXPECTED.read_text("utf-8"))[name]
    proposals = {int(at): tuple(tokens) for at, tokens in content["proposals"].items()}
    return Recorded(tuple(content["tokens"]), proposals)


def pair_of(name: str, shared: Path, folder: Path) -> tuple[Path, Path | None]:
    """The case's target and draft as GGUF, made in `folder` where they are not among the fixtures."""
    case, fixtures = CASES[name], shared / "fixtures" / "expected"
    if case.target.endswith(".gguf"):
        source, target = shared / "fixtures" / "targets" / case.target.split(".")[0], fixtures / case.target
    else:
        source = write_checkpoint(case.target, folder)
        target = convert(plan_conversion(source), folder / "target.gguf", Progress())
    if case.draft is None or case.draft.endswith(".gguf"):
        return target, fixtures / case.draft if case.draft else None
    if case.draft == "part":
        plan = plan_conversion(source, part="mtp")
    else:
        plan = plan_conversion(OWN / "drafts" / case.draft, target=source)
    return target, convert(plan, folder / "draft.gguf", Progress())
