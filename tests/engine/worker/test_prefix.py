"""What of the text is decoded again after a regeneration, an edit, a branch or a next turn: counted in tokens."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.engine.protocol import ChatMessage, Generate
from app.engine.worker.session import Session
from tests.convert.recipes import write_checkpoint
from tests.engine.conftest import Trained
from tests.engine.worker.asking import Answer, ask, opened, request
from tests.engine.worker.gguf_edit import rewrite
from tests.engine.worker.made_hybrid import write_nemotron_h

pytestmark = pytest.mark.native

HYBRIDS = ("qwen3_5", "lfm2", "qwen3_next", "nemotron_h")
FIRST = ChatMessage("user", "Tell me where a name is looked up, and in which order that is done. " * 3)
SECOND = ChatMessage("user", "And what happens when it is in none of those places? " * 2)
OTHER = ChatMessage("user", "Why would anybody want to know where a name comes from?")
# What a template writes around a message, and what is read again of a prompt's end.
AROUND = 40


def chat(*messages: ChatMessage) -> Generate:
    return replace(request("", max_tokens=12), raw_prompt=None, messages=messages)


@pytest.fixture(params=["plain", "block", "n-gram"])
def dense(request: pytest.FixtureRequest, trained: Trained) -> Iterator[Session]:
    draft = trained.drafts["draft-anchor-full"] if request.param == "block" else None
    with opened(trained.target, draft) as session:
        yield session


@pytest.fixture(params=HYBRIDS)
def hybrid(request: pytest.FixtureRequest, shared: Path, tmp_path: Path) -> Path:
    name = str(request.param)
    if name == "nemotron_h":
        return write_nemotron_h(tmp_path / "t.gguf", shared / "fixtures/expected/qwen3.bf16.gguf")
    return convert(plan_conversion(write_checkpoint(name, tmp_path)), tmp_path / "t.gguf", Progress())


@pytest.fixture(scope="module")
def state_draft(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A draft for the hybrid target: three of its four layers, and M-RoPE as that target has it."""
    return rewrite(
        shared / "fixtures/expected/dspark_speculators_anchor.bf16.gguf",
        tmp_path_factory.mktemp("hybrid") / "draft.gguf",
        metadata={"dflash.target_layers": [1, 2, 3], "dflash.rope.dimension_sections": [16, 0, 0, 0]},
    )


def second_turn(session: Session) -> tuple[Answer, Generate, Answer]:
    """A first reply, and the second request with its answer."""
    first = ask(session, chat(FIRST))
    wanted = chat(FIRST, ChatMessage("assistant", first.text), SECOND)
    return first, wanted, ask(session, wanted)


def assert_prefix_is_kept(session: Session) -> None:
    first, wanted, second = second_turn(session)
    whole_n = second.timings.context_n - second.timings.predicted_n
    assert first.timings.prompt_n > 50
    assert second.timings.prompt_n < whole_n - first.timings.prompt_n + AROUND

    regenerated = ask(session, wanted)
    assert regenerated.timings.prompt_n <= 2
    assert regenerated.tokens == second.tokens

    edited = ask(session, replace(wanted, messages=(*wanted.messages[:-1], OTHER)))
    edited_n = edited.timings.context_n - edited.timings.predicted_n
    assert edited.timings.prompt_n < edited_n - first.timings.prompt_n + AROUND

    back = ask(session, wanted)
    assert back.timings.prompt_n < whole_n - first.timings.prompt_n + AROUND
    assert back.tokens == second.tokens


def test_dense_target_keeps_what_is_shared(dense: Session) -> None:
    assert_prefix_is_kept(dense)


def test_target_with_running_states_goes_back_to_checkpoints(hybrid: Path) -> None:
    with opened(hybrid) as session:
        assert_prefix_is_kept(session)


def test_draft_of_such_a_target_keeps_it_too(shared: Path, state_draft: Path) -> None:
    with opened(shared / "fixtures/expected/qwen3_5.bf16.gguf", state_draft) as session:
        assert_prefix_is_kept(session)


def test_stopped_reading_keeps_what_was_there(shared: Path, state_draft: Path) -> None:
    with opened(shared / "fixtures/expected/qwen3_5.bf16.gguf", state_draft) as session:
        first, wanted, second = second_turn(session)
        long = ChatMessage("user", "Something else entirely, which takes long to read. " * 150)
        calls = 0

        def cancelled() -> bool:
            nonlocal calls
            calls += 1
            return calls > 40

        stopped = ask(session, replace(wanted, messages=(*wanted.messages[:-1], long)), cancelled)
        again = ask(session, wanted)
    assert stopped.reason == "cancelled"
    assert again.timings.prompt_n < second.timings.context_n - first.timings.prompt_n
    assert again.tokens == second.tokens
