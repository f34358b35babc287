"""Handles are owned, errors are told, callbacks never raise into C, and the log stays quiet until it is wanted."""

import ctypes
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.core.errors import Cancelled
from app.engine.worker import native_log, symbols
from app.engine.worker.errors import ContextNotMade, LibraryTooOld, ModelNotLoaded
from app.engine.worker.native import Context, Model
from app.engine.worker.native_sampler import Sampler
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ask, opened, request

pytestmark = pytest.mark.native


@pytest.fixture(scope="module")
def path(shared: Path) -> Path:
    return shared / "fixtures" / "expected" / "qwen3.bf16.gguf"


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> None:
    native_log.listen()


@pytest.fixture(scope="module")
def model(path: Path) -> Iterator[Model]:
    with Model(path) as loaded:
        yield loaded


@pytest.fixture
def context(model: Model) -> Iterator[Context]:
    with Context(model, context_size=512, batch_size=256, outputs_max=8, threads=1) as made:
        yield made


def test_call_that_no_library_has_is_named() -> None:
    with pytest.raises(LibraryTooOld) as caught:
        symbols.find_call(("llama_of_tomorrow", "?llama_of_tomorrow@@YAXXZ"), (), None)
    assert caught.value.facts["call"] == "llama_of_tomorrow"
    assert caught.value.facts["version"] == symbols.BINDING_VERSION


def test_closed_handles_are_not_used_again(path: Path) -> None:
    model = Model(path)
    assert model.layers == 6
    model.close()
    model.close()
    with pytest.raises(ValueError, match="closed"):
        _ = model.layers


def test_load_stops_when_it_is_not_wanted_any_more(path: Path) -> None:
    with pytest.raises(Cancelled):
        Model(path, is_wanted=lambda share: False)


def test_exception_in_a_progress_callback_ends_the_load(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def broken(share: float) -> bool:
        raise RuntimeError("not into C")

    with pytest.raises(Cancelled):
        Model(path, is_wanted=broken)
    assert capfd.readouterr() == ("", "")


def test_failed_load_carries_llama_cpps_own_words(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(b"nonsense" * 10)
    with pytest.raises(ModelNotLoaded) as caught:
        Model(path)
    assert "magic" in str(caught.value.facts["detail"])
    assert "magic" in native_log.log_tail()
    assert capfd.readouterr() == ("", "")


def test_log_keeps_the_last_lines_only(path: Path) -> None:
    for _ in range(4):
        Model(path).close()
    assert len(native_log.log_tail().splitlines()) == native_log.LINES_KEPT


def test_context_that_cannot_be_made_says_why(path: Path) -> None:
    with Model(path.with_name("dspark_deepspec.bf16.gguf")) as draft, pytest.raises(ContextNotMade) as caught:
        Context(draft, context_size=64, batch_size=64, outputs_max=8, threads=1)
    assert "ctx_other" in str(caught.value.facts["detail"])


def test_tokens_and_their_bytes(model: Model) -> None:
    text = "Grüße, 世界 👩‍🚀"
    tokens = model.tokenize(f"{text}<|im_end|>", add_special=False)
    assert model.is_end(tokens[-1])
    assert model.piece(tokens[-1]) == b""
    assert model.piece(tokens[-1], special=True) == b"<|im_end|>"
    assert b"".join(model.piece(token) for token in tokens).decode() == text
    assert model.tokenize("", add_special=False) == []


def test_metadata_of_any_length(model: Model) -> None:
    assert model.metadata("qwen3.block_count") == "6"
    assert model.metadata("tokenizer.chat_template") == model.chat_template
    assert model.metadata("no.such.key") is None


def test_trimming_gives_the_logits_of_a_fresh_context(model: Model, context: Context) -> None:
    context.decode([5, 6, 7], 0, "last")
    wanted = context.logits().copy()
    context.clear()
    context.decode([5, 6, 9, 10, 11], 0, "none")
    assert context.trim(2)
    context.decode([7], 2, "last")
    np.testing.assert_allclose(context.logits(), wanted, atol=1e-2)


def test_rows_are_the_outputs_asked_for(model: Model, context: Context) -> None:
    context.decode([5, 6, 7], 0, "all")
    rows = context.logits().copy()
    assert rows.shape == (3, model.vocabulary_n)
    context.clear()
    context.decode([5, 6, 7], 0, "last")
    assert context.logits().shape == (1, model.vocabulary_n)
    np.testing.assert_allclose(context.logits()[0], rows[2], atol=1e-3)


def test_decode_can_be_aborted_and_goes_on_afterwards(context: Context) -> None:
    with pytest.raises(Cancelled), context.abortable(lambda: True):
        context.decode(list(range(200)), 0, "last")
    context.clear()
    with context.abortable(lambda: False):
        context.decode(list(range(200)), 0, "last")
    context.decode([5], 200, "last")
    assert np.isfinite(context.logits()).all()


def test_sampler_clone_and_reset(context: Context) -> None:
    context.decode([5, 6, 7], 0, "last")
    with Sampler() as chain:
        chain.add_temperature(2.0).add_dist(11)
        assert chain.seed == 11
        with chain.clone() as twin:
            assert [chain.sample(context, -1) for _ in range(20)] == [twin.sample(context, -1) for _ in range(20)]
        first = chain.sample(context, -1)
        chain.reset()
        with Sampler() as fresh:
            fresh.add_temperature(2.0).add_dist(11)
            assert chain.sample(context, -1) == fresh.sample(context, -1)
        assert 0 <= first < context.model.vocabulary_n


def test_penalties_see_accepted_tokens(context: Context) -> None:
    context.decode([5, 6, 7], 0, "last")
    best = int(context.logits()[0].argmax())
    with Sampler() as chain:
        chain.add_penalties(context.model.vocabulary_n, 64, 50.0).add_greedy()
        chain.accept(best)
        assert chain.sample(context, -1) != best


def test_cancel_takes_effect_within_100_ms(trained: Trained) -> None:
    stop = threading.Event()
    with opened(trained.target, trained.drafts["draft-anchor-full"]) as session:
        asked_s = 0.0

        def press() -> None:
            nonlocal asked_s
            asked_s = time.process_time()
            stop.set()

        timer = threading.Timer(0.1, press)
        timer.start()
        answer = ask(session, request(trained.prompts[0], max_tokens=0), stop.is_set)
        # Of processor time, so that what else the machine does does not count.
        waited_s = time.process_time() - asked_s
        timer.join()
    assert answer.reason == "cancelled"
    assert answer.tokens
    assert waited_s < 0.1


def test_cancel_stops_in_the_middle_of_a_batch(trained: Trained) -> None:
    questions = 0

    def cancelled() -> bool:
        nonlocal questions
        questions += 1
        return questions > 10

    with opened(trained.target, trained.drafts["draft-anchor-full"]) as session:
        wanted = ask(session, request(trained.prompts[1], max_tokens=20))
        stopped = ask(session, request(trained.prompts[0] * 20, max_tokens=20), cancelled)
        assert (stopped.reason, stopped.tokens, stopped.timings.prompt_n) == ("cancelled", (), 0)
        assert ask(session, request(trained.prompts[1], max_tokens=20)).tokens == wanted.tokens


@pytest.mark.process
def test_last_words_of_an_abort_reach_stderr(path: Path) -> None:
    program = f"""
from pathlib import Path
from app.engine.worker import native, native_log
native_log.listen()
model = native.Model(Path({str(path)!r}))
native.Context(model, context_size=64, batch_size=64, outputs_max=8, threads=1).capture((99,))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert "constructing llama_context" in ended.stderr
    assert "GGML_ASSERT" in ended.stderr


def test_mangled_names_are_looked_up_in_order() -> None:
    found = symbols.find_call(("no_such_call", "llama_max_devices"), (), ctypes.c_size_t)
    assert found() >= 1
