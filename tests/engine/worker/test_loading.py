"""What may be loaded is loaded as asked; what llama.cpp would choke or abort on is refused with the reason."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from gguf import GGUFReader

from app.core.errors import AppError, Cancelled, PathMissing, code_of
from app.core.progress import Progress
from app.engine.protocol import DeviceFacts, Generate, Load, LoadOptions
from app.engine.worker import devices
from app.engine.worker.drafters import DRAFTERS
from app.engine.worker.errors import (
    ContextNotMade,
    ModelNotLoaded,
    NotATarget,
    NotConverted,
    PromptEmpty,
    PromptTooLong,
)
from app.engine.worker.session import open_session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ONE_THREAD, ask, opened, request
from tests.engine.worker.gguf_edit import rewrite
from tests.engine.worker.proposals.cases import pair_of

pytestmark = pytest.mark.native

VOCABULARY_N = 1024


@pytest.fixture(scope="module")
def expected(shared: Path) -> Path:
    return shared / "fixtures" / "expected"


@pytest.fixture(scope="module")
def target(expected: Path) -> Path:
    return expected / "qwen3.bf16.gguf"


@pytest.fixture(scope="module")
def draft(expected: Path) -> Path:
    return expected / "dspark_speculators_bonus_reduced.bf16.gguf"


def refusal(target: Path, draft: Path | None = None, options: LoadOptions = ONE_THREAD) -> str:
    with pytest.raises(AppError) as caught:
        open_session(Load(1, target, draft, options), Progress())
    return code_of(caught.value)


def test_result_tells_what_is_loaded(trained: Trained) -> None:
    draft = trained.drafts["draft-bonus-512"]
    with opened(trained.target, draft) as session:
        result = session.result
    assert (result.target.architecture, result.target.layers, result.target.hidden_size) == ("qwen3", 6, 128)
    assert (result.target.vocabulary_n, result.target.context_trained) == (1024, 2048)
    assert result.target.path == trained.target
    assert result.draft is not None
    assert (result.draft.method, result.draft.block_size, result.draft.draft_max) == ("dspark", 6, 5)
    assert (result.draft.sample_from_anchor, result.draft.has_confidence_head) == (False, True)
    assert result.draft.draft_vocabulary_n == 512
    assert result.context_size == 2048
    assert result.plain_tokens_per_second is not None
    # Keys and values in F16: 6 layers, 2 x 2 heads of 32; the draft has 2 such layers.
    caches = 2048 * (6 + 2) * 2 * 64 * 2
    weights = trained.target.stat().st_size + draft.stat().st_size
    assert caches < result.memory_bytes < 1.2 * (caches + weights)


def test_default_context_is_the_trained_one_up_to_8192(expected: Path) -> None:
    with opened(expected / "gpt_oss.bf16.gguf") as session:
        assert session.result.target.context_trained == 131072
        assert session.result.context_size == 8192


def test_context_beyond_training_is_told(trained: Trained) -> None:
    with opened(trained.target, options=LoadOptions(context_size=4096, threads=1)) as session:
        assert [notice.code for notice in session.result.notices] == ["context_beyond_training"]


def test_absurd_context_is_refused_at_once(trained: Trained) -> None:
    assert refusal(trained.target, options=LoadOptions(context_size=1 << 30)) == "context_too_large"


def test_without_a_draft_decoding_is_plain(trained: Trained) -> None:
    with opened(trained.target) as session:
        answer = ask(session, request(trained.prompts[0], max_tokens=10))
    assert len(answer.tokens) == 10
    assert (answer.speculation.state, answer.speculation.reason) == ("off", "no_draft")


def test_progress_and_cancel_of_a_load(trained: Trained) -> None:
    draft = trained.drafts["draft-anchor-full"]
    stages: list[str] = []
    progress = Progress(lambda stage, done, total: stages.append(stage))
    open_session(Load(1, trained.target, draft, ONE_THREAD), progress).close()
    assert list(dict.fromkeys(stages)) == ["load_target", "load_draft", "measure"]
    for stage in ("load_target", "load_draft", "measure"):
        seen: list[str] = []

        def report(at: str, done: int, total: int | None, seen: list[str] = seen) -> None:
            seen.append(at)

        def is_cancelled(seen: list[str] = seen, stage: str = stage) -> bool:
            return stage in seen

        with pytest.raises(Cancelled):
            open_session(Load(1, trained.target, draft, ONE_THREAD), Progress(report, is_cancelled))
        assert seen[-1] == stage


def test_device_by_name_and_one_that_is_gone(trained: Trained) -> None:
    with opened(trained.target, options=LoadOptions(device="cpu", threads=1)) as session:
        assert session.result.device == "CPU"
        assert session.result.plan is not None and session.result.plan.reason == "processor_chosen"
    with opened(trained.target, options=LoadOptions(device="Vulkan7", threads=1)) as session:
        gone = session.result.notices[0]
    assert (gone.code, gone.facts) == ("device_gone", {"device": "Vulkan7", "used": session.result.device})


def test_a_device_that_vanishes_is_left_for_the_next(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    there = devices.list_devices()
    gone = DeviceFacts("CUDA0", "A card that was pulled out", "gpu", 24 << 30, 20 << 30)
    monkeypatch.setattr(devices, "list_devices", lambda: replace(there, devices=(gone, *there.devices)))
    with opened(trained.target, trained.drafts["draft-bonus-512"]) as session:
        told = session.result.notices[0]
        assert (told.code, told.facts) == ("device_failed", {"device": "CUDA0", "used": session.result.device})
        assert session.result.draft is not None
        assert len(ask(session, request("The", max_tokens=3)).tokens) == 3


def test_path_with_spaces_emoji_and_cjk(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "модель 模型 🙂 it's.gguf"
    path.write_bytes(trained.target.read_bytes())
    with opened(path) as session:
        assert len(ask(session, request("The", max_tokens=3)).tokens) == 3


def test_target_family_that_cannot_feed_a_draft(expected: Path, draft: Path, target: Path, tmp_path: Path) -> None:
    foreign = rewrite(target, tmp_path / "t.gguf", architecture="qwen2", metadata=_renamed(target, "qwen3.", "qwen2."))
    assert refusal(foreign, draft) == "target_cannot_feed"


def _renamed(path: Path, old: str, new: str) -> Mapping[str, Any]:
    """The changes that move all keys of one architecture to another."""
    fields = {name: field.contents() for name, field in GGUFReader(path).fields.items() if name.startswith(old)}
    whole = {new + name.removeprefix(old): value for name, value in fields.items() if isinstance(value, int)}
    return {**dict.fromkeys(fields), **whole, f"{new}attention.layer_norm_rms_epsilon": None}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"dflash.target_layers": [1, 2, 6]}, "pair_layer"),
        ({"dflash.target_layers": [-1, 2, 4]}, "config_key"),
        ({"tokenizer.ggml.mask_token_id": None}, "draft_mask_missing"),
        ({"tokenizer.ggml.mask_token_id": 4000}, "draft_mask_range"),
    ],
)
def test_draft_that_would_abort_or_draft_garbage(
    target: Path, draft: Path, tmp_path: Path, changes: Mapping[str, Any], code: str
) -> None:
    assert refusal(target, rewrite(draft, tmp_path / "draft.gguf", metadata=changes)) == code


def test_draft_of_another_token_list(target: Path, draft: Path, expected: Path) -> None:
    assert refusal(target, expected / "dspark_speculators_gemma4.bf16.gguf") == "pair_tokens"
    assert refusal(expected / "qwen3_moe.bf16.gguf", draft) == "pair_layer"


def test_draft_of_another_hidden_size(trained: Trained, draft: Path) -> None:
    assert refusal(trained.target, draft) == "pair_hidden_size"


@pytest.mark.parametrize("architecture", ["dflash-draft", "dspark"])
def test_foreign_draft_architecture(target: Path, draft: Path, tmp_path: Path, architecture: str) -> None:
    foreign = rewrite(draft, tmp_path / "draft.gguf", architecture=architecture)
    assert refusal(target, foreign) == "draft_foreign"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"eagle3.target_layers": [1, 2, 99]}, "pair_layer"),
        # Without a head of its own it would use the target's, whose rows its table does not count.
        ({"output.weight": None}, "draft_tensor_shape"),
        ({"output.weight": None, "d2t": None}, None),
    ],
)
def test_eagle3_draft_that_would_abort(
    expected: Path, tmp_path: Path, changes: Mapping[str, Any], code: str | None
) -> None:
    keys = {name: value for name, value in changes.items() if name.startswith("eagle3.")}
    tensors = {name: value for name, value in changes.items() if name not in keys}
    source = expected / "eagle3_speculators.bf16.gguf"
    draft = rewrite(source, tmp_path / "draft.gguf", metadata=keys, tensors=tensors)
    target = expected / "llama31.bf16.gguf"
    if code is not None:
        assert refusal(target, draft) == code
        return
    with opened(target, draft) as session:
        assert ask(session, request("The", max_tokens=8)).timings.draft_n > 0


@pytest.mark.parametrize(
    "changes",
    [
        {"gemma4-assistant.attention.value_length": 32},
        {"gemma4-assistant.attention.head_count_kv": 4},
        {"gemma4.attention.sliding_window_pattern": [True, True, False, True, False, False]},
    ],
)
def test_assistant_of_another_cache(shared: Path, tmp_path: Path, changes: Mapping[str, Any]) -> None:
    target, draft = pair_of("assistant", shared, tmp_path)
    assert draft is not None
    in_draft = {key: value for key, value in changes.items() if key.startswith("gemma4-assistant.")}
    in_target = {key: value for key, value in changes.items() if key not in in_draft}
    target = rewrite(target, tmp_path / "t.gguf", metadata=in_target)
    assert refusal(target, rewrite(draft, tmp_path / "d.gguf", metadata=in_draft)) == "pair_cache"


def test_without_room_for_its_own_draft_a_target_runs_alone(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = pair_of("mtp", shared, tmp_path)
    with opened(whole) as session:
        assert session.result.draft is not None
        assert (session.result.draft.method, session.result.draft.path) == ("mtp", whole)
        assert 0 < session.result.draft.size_bytes < whole.stat().st_size
        wanted = ask(session, request("The", max_tokens=8)).tokens

    def no_room(*_: object, **__: object) -> None:
        raise ContextNotMade(path=str(whole), context_size=8, detail="failed to allocate")

    monkeypatch.setitem(cast("dict[str, object]", DRAFTERS), "mtp", no_room)
    with opened(whole) as session:
        assert [notice.code for notice in session.result.notices] == ["own_draft_left_out"]
        answer = ask(session, request("The", max_tokens=8))
    assert (answer.tokens, answer.speculation.reason) == (wanted, "no_draft")


def test_its_own_draft_costs_a_target_no_device(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = pair_of("mtp", shared, tmp_path)
    there, card = devices.list_devices(), DeviceFacts("CUDA0", "A card", "gpu", 24 << 30, 20 << 30)
    monkeypatch.setattr(devices, "list_devices", lambda: replace(there, devices=(card, *there.devices)))
    # The processor does its work.
    monkeypatch.setattr(devices, "handles_of", lambda names: ())

    def broken(*_: object, **__: object) -> None:
        raise ModelNotLoaded(path=str(whole), detail="missing tensor 'blk.4.nextn.eh_proj.weight'")

    monkeypatch.setitem(cast("dict[str, object]", DRAFTERS), "mtp", broken)
    with opened(whole) as session:
        assert [notice.code for notice in session.result.notices] == ["own_draft_left_out"]
        assert (session.result.device, session.result.devices_left_out) == ("CUDA0", ())


def test_small_model_of_other_tokens(target: Path, expected: Path) -> None:
    assert refusal(target, expected / "llama31.bf16.gguf") == "pair_tokens"


def test_small_model_with_less_filling_at_the_end(trained: Trained, tmp_path: Path) -> None:
    """As models of one family are published: what only one of them has is nothing that anybody would say."""
    larger = trained.target
    lists = {key: _listed(larger, key)[:-24] for key in ("tokenizer.ggml.tokens", "tokenizer.ggml.token_type")}
    tables = {
        tensor.name: tensor.data[:-24] for tensor in GGUFReader(larger).tensors if tensor.data.shape[0] == VOCABULARY_N
    }
    smaller = rewrite(larger, tmp_path / "smaller.gguf", metadata=lists, tensors=tables)
    for target, draft in ((larger, smaller), (smaller, larger)):
        with opened(target, draft) as session:
            answer = ask(session, request(trained.prompts[0], max_tokens=40))
        assert answer.timings.draft_n_accepted > 25
    tokens = [*lists["tokenizer.ggml.tokens"][:-1], "something else"]
    other = rewrite(smaller, tmp_path / "other.gguf", metadata={"tokenizer.ggml.tokens": tokens})
    assert refusal(larger, other) == "pair_tokens"
    few = {key: values[:500] for key, values in lists.items()}
    far = rewrite(
        larger, tmp_path / "far.gguf", metadata=few, tensors={name: rows[:500] for name, rows in tables.items()}
    )
    assert refusal(larger, far) == "pair_vocabulary"


def _listed(path: Path, key: str) -> list[Any]:
    return list(GGUFReader(path).fields[key].contents())


@pytest.mark.parametrize(
    ("row", "value", "code"), [(3, 1024, "d2t_range"), (0, -1, "d2t_range"), (1, None, "d2t_duplicate")]
)
def test_broken_map_of_a_reduced_vocabulary(
    target: Path, draft: Path, tmp_path: Path, row: int, value: int | None, code: str
) -> None:
    table = next(tensor.data for tensor in GGUFReader(draft).tensors if tensor.name == "d2t").astype(np.int64)
    table[row] = table[row + 1] if value is None else value
    assert refusal(target, rewrite(draft, tmp_path / "draft.gguf", tensors={"d2t": table})) == code


def test_roles_mixed_up(target: Path, draft: Path, shared: Path) -> None:
    assert refusal(draft) == NotATarget.code
    assert refusal(shared / "fixtures" / "targets" / "qwen3") == NotConverted.code
    assert refusal(target.with_name("missing.gguf")) == PathMissing.code


@pytest.mark.parametrize("content", [b"", b"<!DOCTYPE html><html></html>", b"GGUF" + b"\xff" * 60])
def test_file_that_is_no_model(target: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    assert refusal(path) == refusal(target, path)
    assert refusal(path).startswith(("file_", "format"))


@pytest.mark.parametrize("share", [0.2, 0.6, 0.99])
def test_file_cut_short(trained: Trained, tmp_path: Path, share: float) -> None:
    content = trained.target.read_bytes()
    path = tmp_path / "cut.gguf"
    path.write_bytes(content[: int(len(content) * share)])
    assert refusal(path) == "file_cut_short"


def test_file_whose_tensors_do_not_fit_its_header(target: Path, tmp_path: Path) -> None:
    wrong = rewrite(target, tmp_path / "t.gguf", metadata={"qwen3.feed_forward_length": 96})
    with pytest.raises(AppError) as caught:
        open_session(Load(1, wrong, None, ONE_THREAD), Progress())
    assert code_of(caught.value) == "model_not_loaded"
    assert "ffn" in str(caught.value.facts["detail"])


def test_random_damage_never_kills_the_process(target: Path, tmp_path: Path) -> None:
    content = bytearray(target.read_bytes())
    random = np.random.default_rng(5)
    path = tmp_path / "damaged.gguf"
    for _ in range(30):
        damaged = bytearray(content)
        for at in random.integers(0, 4000, 3):
            damaged[at] = int(random.integers(0, 256))
        path.write_bytes(damaged)
        try:
            open_session(Load(1, path, None, LoadOptions(context_size=256, threads=1)), Progress()).close()
        except AppError as error:
            assert code_of(error) != "unexpected"


def test_prompt_that_fills_the_context_or_is_empty(trained: Trained) -> None:
    with opened(trained.target, options=LoadOptions(context_size=32, threads=1)) as session:
        with pytest.raises(PromptTooLong) as caught:
            ask(session, request("word " * 100))
        assert caught.value.facts["context_size"] == 32
        with pytest.raises(PromptEmpty):
            ask(session, Generate(1, raw_prompt=""))
        assert len(ask(session, request("The", max_tokens=4)).tokens) == 4


def test_nothing_stays_open(trained: Trained, tmp_path: Path) -> None:
    draft = trained.drafts["draft-anchor-full"]
    wrong = rewrite(draft, tmp_path / "wrong.gguf", metadata={"dflash.feed_forward_length": 96})

    def open_files() -> int:
        folder = Path("/proc/self/fd")
        return len(list(folder.iterdir())) if folder.is_dir() else 0

    with opened(trained.target, draft):
        pass
    before = open_files()
    for _ in range(3):
        with opened(trained.target, draft) as session:
            ask(session, request("The", max_tokens=3))
        assert refusal(trained.target, wrong) == "model_not_loaded"
    assert open_files() == before
