"""Requests as a chat makes them: through the template, turn after turn, with pieces and numbers on the way."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.engine.protocol import ChatMessage, Finished, Generate, Piece, SamplingOptions, Stats
from app.engine.worker.native import Model
from app.engine.worker.sampling import BadSamplingOption
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ask, opened, request
from tests.engine.worker.gguf_edit import rewrite

pytestmark = pytest.mark.native


@pytest.fixture(scope="module")
def session(trained: Trained) -> Iterator[Session]:
    with opened(trained.target, trained.drafts["draft-anchor-full"]) as opened_session:
        yield opened_session


def chat(*messages: ChatMessage, max_tokens: int = 20) -> Generate:
    return replace(request("", max_tokens=max_tokens), raw_prompt=None, messages=messages)


def test_next_turn_decodes_only_what_is_new(session: Session) -> None:
    question = ChatMessage("user", "What does a class attribute refer to, and where is it looked up first? " * 4)
    first = ask(session, chat(question))
    again = ask(session, chat(question, ChatMessage("assistant", first.text), ChatMessage("user", "And then?")))
    assert first.timings.prompt_n > 60
    assert again.timings.prompt_n < 40
    assert again.reason == "length"


def test_prompt_begins_with_bos_once(shared: Path, tmp_path: Path) -> None:
    plain = shared / "fixtures" / "expected" / "llama31.bf16.gguf"
    with Model(plain) as model:
        template = model.chat_template or ""
    with opened(plain) as without:
        wanted = ask(without, chat(ChatMessage("user", "Hello")))
    writes_bos = {"tokenizer.chat_template": "{{ bos_token }}" + template}
    with opened(rewrite(plain, tmp_path / "t.gguf", metadata=writes_bos)) as with_bos:
        answer = ask(with_bos, chat(ChatMessage("user", "Hello")))
    assert answer.timings.prompt_n == wanted.timings.prompt_n
    assert answer.tokens == wanted.tokens


def test_stream_is_pieces_and_numbers_and_one_end(session: Session, trained: Trained) -> None:
    items = list(session.generate(request(trained.prompts[0], max_tokens=100), lambda: False))
    assert isinstance(items[-1], Finished)
    assert isinstance(items[-2], Stats)
    assert all(isinstance(item, Piece | Stats) for item in items[:-1])
    assert all(item.job == 7 for item in items)
    counted = [item.timings.predicted_n for item in items if isinstance(item, Stats)]
    assert counted == sorted(counted)
    assert counted[-1] == 100


def test_bad_sampling_option_is_refused_and_the_session_goes_on(session: Session, trained: Trained) -> None:
    with pytest.raises(BadSamplingOption):
        ask(session, request("The", sampling=SamplingOptions(temperature=-1)))
    assert len(ask(session, request("The", max_tokens=3)).tokens) == 3


def test_repeat_penalty_looks_back_over_the_prompt(session: Session, trained: Trained) -> None:
    prompt, best = _prompt_that_goes_on_with_a_token_of_its_own(session, trained)
    sampling = SamplingOptions(temperature=0, repeat_penalty=50, repeat_last_n=400)
    assert ask(session, request(prompt, max_tokens=1, sampling=sampling)).tokens != (best,)


def _prompt_that_goes_on_with_a_token_of_its_own(session: Session, trained: Trained) -> tuple[str, int]:
    reply = ask(session, request(trained.prompts[0], max_tokens=100)).text
    with Model(trained.target) as model:
        for length in range(0, len(reply), 5):
            prompt = trained.prompts[0] + reply[:length]
            best = ask(session, request(prompt, max_tokens=1)).tokens[0]
            if best in model.tokenize(prompt, add_special=True):
                return prompt, best
    raise AssertionError("no such prompt")


def test_failure_of_a_decode_empties_the_caches(session: Session, trained: Trained) -> None:
    wanted = ask(session, request(trained.prompts[0], max_tokens=20))
    stream = session.generate(request(trained.prompts[1], max_tokens=50), lambda: False)
    while not isinstance(next(stream), Piece):
        pass
    with pytest.raises(OSError, match="the pipe broke"):
        stream.throw(OSError("the pipe broke"))
    again = ask(session, request(trained.prompts[0], max_tokens=20))
    assert again.timings.prompt_n > 20
    assert again.tokens == wanted.tokens
