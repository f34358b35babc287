"""How the target keeps its keys and values: less room, the same drafting, and F16 where nothing else can be had."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.engine.protocol import CacheType, LoadOptions
from tests.engine.conftest import Trained
from tests.engine.worker.asking import Answer, ask, opened, request
from tests.engine.worker.made_hybrid import write_nemotron_h

pytestmark = pytest.mark.native

CONTEXT_SIZE = 4096
BYTES_OF_32: Mapping[CacheType, int] = {"f16": 64, "q8_0": 34, "q4_0": 18}


def options(cache_type: CacheType) -> LoadOptions:
    return LoadOptions(context_size=CONTEXT_SIZE, threads=1, cache_type=cache_type)


def asked(trained: Trained, cache_type: CacheType, draft: Path | None) -> tuple[int, Answer, Answer]:
    """Memory, and a reply with what drafts and one without."""
    with opened(trained.target, draft, options(cache_type)) as session:
        assert "cache_type_left_out" not in {notice.code for notice in session.result.notices}
        prompt = trained.prompts[0]
        drafted, plain = (ask(session, request(prompt, method=method)) for method in ("auto", "none"))
        return session.result.memory_bytes, drafted, plain


def test_memory_follows_the_type(trained: Trained) -> None:
    taken = {kind: asked(trained, kind, None)[0] for kind in BYTES_OF_32}
    values_n = (taken["f16"] - taken["q8_0"]) / (64 - 34)
    assert values_n > CONTEXT_SIZE
    # What is taken for a token beside keys and values weighs little.
    assert taken["f16"] - taken["q4_0"] == pytest.approx(values_n * (64 - 18), rel=0.02)


@pytest.mark.parametrize("cache_type", ["q8_0", "q4_0"])
def test_drafting_goes_on_as_before(trained: Trained, cache_type: CacheType) -> None:
    draft = trained.drafts["draft-anchor-full"]
    exact, coarse = asked(trained, "f16", draft), asked(trained, cache_type, draft)
    assert coarse[0] < exact[0]
    assert coarse[1].tokens == coarse[2].tokens
    assert coarse[1].timings.draft_n_accepted >= 0.8 * exact[1].timings.draft_n_accepted > 0


def test_heads_that_cannot_be_quantized_are_kept_as_f16(shared: Path, tmp_path: Path) -> None:
    path = write_nemotron_h(tmp_path / "t.gguf", shared / "fixtures/expected/qwen3.bf16.gguf")
    with opened(path, None, options("f16")) as session:
        exact = session.result.memory_bytes
    with opened(path, None, options("q8_0")) as session:
        told = [(notice.code, notice.facts) for notice in session.result.notices]
        assert ("cache_type_left_out", {"cache_type": "Q8_0"}) in told
        assert session.result.memory_bytes == exact
        assert len(ask(session, request("The fox", max_tokens=5)).tokens) == 5


def test_family_with_windows_and_one_with_running_states(shared: Path) -> None:
    for name in ("gemma4", "qwen3_5", "gpt_oss"):
        with opened(shared / f"fixtures/expected/{name}.bf16.gguf", None, options("q8_0")) as session:
            assert len(ask(session, request("The fox", max_tokens=20)).tokens) > 0
