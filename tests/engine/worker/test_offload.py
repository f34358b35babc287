"""What is planned is what llama.cpp allocates, by its own log."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from app.core.progress import Progress
from app.engine.protocol import Load, LoadOptions
from app.engine.worker import native_log
from app.engine.worker.loading import load_models

pytestmark = pytest.mark.native

MIB = 1 << 20
PAIRS = (
    ("qwen3", ""),
    ("qwen3", "dspark_speculators_anchor"),
    ("qwen3", "dspark_speculators_bonus_reduced"),
    ("llama31", "eagle3_speculators"),
    ("qwen3_5", ""),
    ("gemma4", "dspark_speculators_gemma4"),
    ("gpt_oss", ""),
    ("qwen3_moe", ""),
)


def buffers(lines: Sequence[str]) -> Mapping[str, float]:
    """MiB by what they were allocated for."""
    amounts: defaultdict[str, float] = defaultdict(float)
    for kind, amount in re.findall(r"(model|KV|RS|compute) buffer size = +([\d.]+) MiB", "\n".join(lines)):
        amounts[kind] += float(amount)
    return amounts


@pytest.mark.parametrize(("target", "draft"), PAIRS)
def test_the_plan_holds_what_is_allocated(
    shared: Path, monkeypatch: pytest.MonkeyPatch, target: str, draft: str
) -> None:
    expected = shared / "fixtures" / "expected"
    lines: list[str] = []
    native_log.listen()
    monkeypatch.setattr(native_log, "_lines", lines)
    files = [expected / f"{name}.bf16.gguf" for name in (target, draft) if name]
    command = Load(1, files[0], files[1] if draft else None, LoadOptions(context_size=4096, threads=1))
    found = load_models(command, Progress())
    with found.owned:
        real = buffers(lines)
        plan = found.result.plan
        assert plan is not None and plan.devices == () and plan.has_draft == bool(draft)
        (share,) = plan.shares
        # A draft's context is some places longer, rounded up to 256, and that of a hybrid family's states tiny.
        assert share.context_bytes / MIB == pytest.approx(real["KV"] + real["RS"], rel=0.07)
        assert (share.target_bytes + share.draft_bytes) / MIB == pytest.approx(real["model"], rel=0.02)
        assert real["compute"] <= share.work_bytes / MIB <= 2.5 * real["compute"]
        assert found.result.memory_bytes == pytest.approx(share.needed_bytes - share.work_bytes, rel=0.07)
