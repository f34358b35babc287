"""The real engine in its process: a pair loads, answers, is cancelled, fails, crashes and comes back."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from app.core.errors import Cancelled, ReportedError
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine, EngineCrashed
from app.engine.protocol import (
    ChatMessage,
    DeviceFacts,
    DraftOptions,
    Event,
    Finished,
    Generate,
    GenerateResult,
    LoadOptions,
    Piece,
    SamplingOptions,
    Stats,
)
from tests.engine.conftest import Trained
from tests.engine.worker.crashing import assert_in_llama, with_cards
from tests.engine.worker.gguf_edit import rewrite

pytestmark = [pytest.mark.process, pytest.mark.native]

GREEDY = SamplingOptions(temperature=0)
ONE_THREAD = LoadOptions(threads=1)


@pytest.fixture
def engine() -> Iterator[BlockingEngine]:
    with BlockingEngine() as started:
        yield started


def ask(engine: BlockingEngine, prompt: str, max_tokens: int = 40, sampling: SamplingOptions = GREEDY) -> Generate:
    always = DraftOptions(pacing="always")
    return Generate(engine.next_job(), raw_prompt=prompt, sampling=sampling, drafting=always, max_tokens=max_tokens)


def with_template(target: Path, copy: Path, template: str) -> Path:
    return rewrite(target, copy, metadata={"tokenizer.chat_template": template})


def result_of(events: list[Event]) -> GenerateResult:
    assert isinstance(events[-1], Finished)
    assert events[-1].generated
    return events[-1].generated


def test_a_pair_answers_with_real_acceptance(engine: BlockingEngine, trained: Trained) -> None:
    loaded = engine.load(trained.target, trained.drafts["draft-anchor-full"], ONE_THREAD)
    assert loaded.draft
    assert loaded.draft.method == "dspark"
    events = list(engine.run(ask(engine, trained.prompts[0])))
    result = result_of(events)
    pieces = [event for event in events if isinstance(event, Piece)]
    assert "".join(piece.text for piece in pieces) == result.text
    assert any(piece.draft_position is not None for piece in pieces)
    assert any(isinstance(event, Stats) for event in events)
    assert result.timings.draft_n_accepted > 0
    assert "\ufffd" not in result.text


def test_the_chat_goes_through_the_model_s_template(engine: BlockingEngine, trained: Trained) -> None:
    engine.load(trained.target, options=ONE_THREAD)
    chat = Generate(engine.next_job(), (ChatMessage("user", "Hello"),), sampling=GREEDY, max_tokens=5)
    raw = "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n"
    assert result_of(list(engine.run(chat))).text == result_of(list(engine.run(ask(engine, raw, 5)))).text


def test_a_template_that_cannot_be_used_costs_a_notice_and_not_the_chat(
    engine: BlockingEngine, trained: Trained, tmp_path: Path
) -> None:
    chat = (ChatMessage("user", "Hello"),)

    def say(messages: tuple[ChatMessage, ...]) -> GenerateResult:
        wanted = Generate(engine.next_job(), messages, sampling=GREEDY, max_tokens=5)
        return result_of(list(engine.run(wanted)))

    engine.load(trained.target, options=ONE_THREAD)
    expected = say(chat).text
    hostile = with_template(trained.target, tmp_path / "hostile.gguf", "{{ ''.__class__.__mro__ }}<|im_start|>")
    loaded = engine.load(hostile, options=ONE_THREAD)
    assert [notice.code for notice in loaded.notices] == ["template_unsafe"]
    assert say(chat).text == expected
    late = with_template(
        trained.target,
        tmp_path / "late.gguf",
        "{% for m in messages %}<|im_start|>{{ m.content }}{% endfor %}{{ messages[1].content.x.y if messages[2] }}",
    )
    assert engine.load(late, options=ONE_THREAD).notices == ()
    assert say(chat).notices == ()
    longer = (*chat, ChatMessage("assistant", expected), *chat)
    assert [notice.code for notice in say(longer).notices] == ["template_broken"]
    assert say(longer).notices == ()


def test_a_stop_string_ends_the_reply_before_it(engine: BlockingEngine, trained: Trained) -> None:
    engine.load(trained.target, trained.drafts["draft-anchor-full"], ONE_THREAD)
    whole = result_of(list(engine.run(ask(engine, trained.prompts[0])))).text
    stop = whole[len(whole) // 2 :][:5]
    stopped = Generate(
        engine.next_job(), raw_prompt=trained.prompts[0], sampling=GREEDY, max_tokens=40, stop=(stop, "")
    )
    events = list(engine.run(stopped))
    assert result_of(events).text == whole.split(stop)[0]
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "stop"


def test_a_cancelled_reply_ends_at_once_and_the_next_one_is_right(engine: BlockingEngine, trained: Trained) -> None:
    engine.load(trained.target, trained.drafts["draft-anchor-full"], ONE_THREAD)
    whole = result_of(list(engine.run(ask(engine, trained.prompts[0]))))
    with closing(engine.run(ask(engine, trained.prompts[0], max_tokens=0))) as events:
        assert any(isinstance(event, Piece) for event in events)
        before_s = time.monotonic()
    assert time.monotonic() - before_s < 8
    assert result_of(list(engine.run(ask(engine, trained.prompts[0])))).tokens == whole.tokens


def test_a_load_can_be_cancelled(engine: BlockingEngine, trained: Trained) -> None:
    with pytest.raises(Cancelled):
        engine.load(trained.target, progress=Progress(is_cancelled=lambda: True))
    assert engine.load(trained.target, options=ONE_THREAD).target.layers > 0


@pytest.mark.parametrize("content", [b"", b"GGUF", b"<html>Not found</html>", b"GGUF" + b"\xff" * 200])
def test_a_file_that_is_no_model_fails_the_load_alone(
    engine: BlockingEngine, trained: Trained, tmp_path: Path, content: bytes
) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(content)
    with pytest.raises(ReportedError) as failure:
        engine.load(broken)
    assert failure.value.reported_code != "unexpected"
    assert engine.load(trained.target, options=ONE_THREAD).target.layers > 0


def test_options_that_make_no_sense_are_refused(engine: BlockingEngine, trained: Trained) -> None:
    engine.load(trained.target, options=ONE_THREAD)
    with pytest.raises(ReportedError) as failure:
        list(engine.run(ask(engine, "x", sampling=SamplingOptions(temperature=-1))))
    assert failure.value.reported_code == "bad_sampling_option"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_assertion_in_llama_cpp_is_a_crash_with_its_words(trained: Trained) -> None:
    with (
        BlockingEngine(partial(assert_in_llama, target=trained.target)) as crashing,
        pytest.raises(EngineCrashed) as crash,
    ):
        list(crashing.run(ask(crashing, "x")))
    assert crash.value.facts["signal"] == "SIGABRT"
    assert "GGML_ASSERT" in crash.value.log
    assert "layer input tensor is null" in crash.value.log


@pytest.mark.parametrize("chosen", ["auto", "CUDA0"])
def test_a_device_that_ends_the_engine_is_left_and_that_is_said(trained: Trained, chosen: str, tmp_path: Path) -> None:
    card = DeviceFacts("CUDA0", "A card with a fault", "gpu", 24 << 30, 20 << 30)
    with BlockingEngine(partial(with_cards, cards=(card,), fatal="CUDA0", ends=tmp_path / "ends")) as engine:
        loaded = engine.load(trained.target, trained.drafts["draft-anchor-full"], LoadOptions(device=chosen, threads=1))
        told = loaded.notices[0]
        assert (told.code, told.facts) == ("device_failed", {"device": "CUDA0", "used": loaded.device})
        assert loaded.device == "CPU" and loaded.draft is not None
        finished = list(engine.run(ask(engine, "The", max_tokens=4)))[-1]
        assert isinstance(finished, Finished) and finished.generated is not None


def test_of_several_devices_the_one_that_ends_the_engine_is_found_and_left_out_from_then_on(
    trained: Trained, tmp_path: Path
) -> None:
    # Each of them has room for a single layer.
    cards = tuple(DeviceFacts(f"CUDA{n}", "A card", "gpu", 4 << 20, 4 << 20) for n in range(3))
    options, ends = LoadOptions(context_size=256, threads=1), tmp_path / "ends"
    with BlockingEngine(partial(with_cards, cards=cards, fatal="CUDA1", ends=ends)) as engine:
        for _ in range(2):
            loaded = engine.load(trained.target, options=options)
            assert loaded.devices_left_out == ("CUDA1",)
            assert loaded.plan is not None and loaded.plan.devices == ("CUDA0", "CUDA2")
            assert loaded.notices[0].facts == {"device": "CUDA1", "used": "CUDA0"}
            assert ends.read_text("utf-8").splitlines() == ["CUDA0 CUDA1 CUDA2", "CUDA0 CUDA1"]
