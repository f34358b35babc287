"""What the target rejects leaves no trace in it: thousands of tokens with rejections at every place of a draft."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.engine.worker.cache import TextCache
from app.engine.worker.native import Context, Model
from tests.convert.recipes import write_checkpoint
from tests.engine.worker.made_hybrid import write_nemotron_h
from tests.engine.worker.near_ties import assert_same_but_for_near_ties
from tests.engine.worker.scripted_drafter import ScriptedDrafter

pytestmark = pytest.mark.native

# Families with running states beside a KV cache; of qwen3next no snapshots can be had.
HYBRIDS = ("qwen3_next", "qwen3_5", "qwen3_5_moe", "lfm2", "lfm2_moe", "nemotron_h")
DRAFT_MAX = 8
LENGTH = 2000
PROMPT = "The quick brown fox jumps over the lazy dog, and then it"


@pytest.fixture(params=HYBRIDS)
def path(request: pytest.FixtureRequest, shared: Path, tmp_path: Path) -> Path:
    name = str(request.param)
    if name == "nemotron_h":
        return write_nemotron_h(tmp_path / "t.gguf", shared / "fixtures/expected/qwen3.bf16.gguf")
    return convert(plan_conversion(write_checkpoint(name, tmp_path)), tmp_path / "t.gguf", Progress())


@pytest.mark.parametrize("rows_back", [0, DRAFT_MAX], ids=["copied", "snapshots"])
def test_reply_is_that_of_plain_decoding(path: Path, rows_back: int) -> None:
    with (
        Model(path) as model,
        Context(
            model, context_size=4096, batch_size=512, outputs_max=DRAFT_MAX + 1, threads=1, rows_back=rows_back
        ) as target,
    ):
        prompt = model.tokenize(PROMPT, add_special=True)
        plain, rejections = _decoded(target, prompt, None)
        drafter = ScriptedDrafter(plain, len(prompt), DRAFT_MAX)
        drafted, rejected = _decoded(target, prompt, drafter)
    assert rejections == 0
    assert rejected > LENGTH // 10
    assert_same_but_for_near_ties(path, PROMPT, plain, drafted)


def _decoded(target: Context, prompt: Sequence[int], drafter: ScriptedDrafter | None) -> tuple[list[int], int]:
    """LENGTH greedy tokens, whatever they are, and how many drafts were not accepted whole."""
    cache = TextCache(target, [drafter] if drafter else [])
    cache.clear()
    cache.begin(prompt[:-1], drafter)
    cache.evaluate(prompt[:-1], "none")
    cache.keep(prompt[:-1], len(prompt) - 1)
    reply: list[int] = []
    last, rejected = prompt[-1], 0
    while len(reply) < LENGTH:
        cache.catch_up()
        drafted = list(drafter.propose(last, len(cache), DRAFT_MAX)) if drafter else []
        cache.evaluate([last, *drafted], "all")
        picked = [int(row.argmax()) for row in target.logits()]
        pairs = enumerate(zip(drafted, picked, strict=False))
        right = next((index for index, (one, other) in pairs if one != other), len(drafted))
        cache.keep([last, *drafted[:right]], 1 + len(drafted))
        reply += picked[: right + 1]
        last = reply[-1]
        rejected += right < len(drafted)
    return reply[:LENGTH], rejected
