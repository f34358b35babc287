"""What of the text is decoded again after a regeneration, an edit, a branch or a next turn: counted in tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.engine.protocol import ChatMessage, Generate, LoadOptions
from app.engine.worker.native import Floats
from app.engine.worker.saved_texts import SavedText, SavedTexts
from app.engine.worker.session import Session
from tests.convert.recipes import write_checkpoint
from tests.engine.conftest import Trained
from tests.engine.worker.asking import Answer, ask, opened, request
from tests.engine.worker.gguf_edit import rewrite
from tests.engine.worker.made_hybrid import write_nemotron_h
from tests.engine.worker.proposals.cases import pair_of

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


LONG = ChatMessage("user", "Tell me where a name is looked up, and in which order that is done. " * 30)
ELSEWHERE = ChatMessage("user", "Why would anybody want to know where a name comes from at all? " * 30)


def assert_chats_can_be_switched(session: Session) -> None:
    """Two chats in turns: each reply reads what is new in its chat, and drafting goes on as if nothing had been."""
    first, elsewhere = ask(session, chat(LONG)), ask(session, chat(ELSEWHERE))
    wanted = chat(LONG, ChatMessage("assistant", first.text), SECOND)
    there = chat(ELSEWHERE, ChatMessage("assistant", elsewhere.text), SECOND)
    back = [ask(session, one) for one in (wanted, there, wanted, there)]
    assert min(first.timings.prompt_n, elsewhere.timings.prompt_n) > 400
    assert all(answer.timings.prompt_n < 120 for answer in back), [answer.timings.prompt_n for answer in back]
    assert [answer.tokens for answer in back[:2]] == [answer.tokens for answer in back[2:]]
    session._cache.clear()
    session._cache._saved = SavedTexts(1 << 30)
    anew = ask(session, wanted)
    assert anew.timings.prompt_n > 400
    assert anew.tokens == back[0].tokens
    assert abs(anew.timings.draft_n_accepted - back[0].timings.draft_n_accepted) <= 1


def test_switched_chats_keep_their_prefix(dense: Session) -> None:
    assert_chats_can_be_switched(dense)


def test_switched_chats_of_a_target_with_running_states(shared: Path, state_draft: Path) -> None:
    with opened(shared / "fixtures/expected/qwen3_5.bf16.gguf", state_draft) as session:
        assert_chats_can_be_switched(session)


@pytest.mark.parametrize("name", ["eagle3", "dflash2", "mtp", "assistant", "small_model"])
def test_target_and_draft_know_a_text_again(name: str, shared: Path, tmp_path: Path) -> None:
    one, other = ([index * step % 300 + 3 for index in range(600)] for step in (7, 11))
    options = LoadOptions(context_size=1024, threads=1)
    with opened(*pair_of(name, shared, tmp_path), options) as session:
        cache, drafter = session._cache, session._loaded.drafter
        assert drafter is not None

        def read(text: Sequence[int]) -> tuple[int, list[int], Floats]:
            """Tokens that were there already, what is proposed behind the text, and what the target thinks."""
            known_n = cache.begin(text, drafter)
            for start in range(known_n, len(text), 512):
                chunk = text[start : start + 512]
                cache.evaluate(chunk, "none")
                cache.keep(chunk, len(chunk))
            if cache.target.model.keeps_state:
                cache.mark()
            cache.catch_up()
            proposed = list(drafter.propose(5, len(cache), 4))
            cache.evaluate([5], "all")
            return known_n, proposed, cache.target.logits().copy()

        before = read(one)
        cache.drop_partial()
        read(other)
        cache.drop_partial()
        again = read(one)
    assert before[0] == 0
    assert again[0] == len(one)
    assert before[1] == again[1]
    np.testing.assert_array_equal(before[2], again[2])


def test_saved_texts_stay_within_their_bounds() -> None:
    texts = SavedTexts(most_bytes=1000)
    for index in range(10):
        texts.add(SavedText([index] * 300, np.zeros(300, np.uint8), {}, ()))
    assert [texts.take([index] * 300, 0) is not None for index in range(10)] == [False] * 7 + [True] * 3
    assert texts.has_room_for(1000)
    assert not texts.has_room_for(1001)
    assert texts.is_worth_it([1] * 300, [2] * 300)
    assert not texts.is_worth_it([1] * 300, [1] * 299)
