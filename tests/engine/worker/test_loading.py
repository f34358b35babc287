"""What may be loaded is loaded as asked; what llama.cpp would choke or abort on is refused with the reason."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGUFReader

from app.core.errors import AppError, Cancelled, PathMissing, code_of
from app.core.progress import Progress
from app.engine.protocol import Generate, Load, LoadOptions
from app.engine.worker.drafters import DRAFTERS
from app.engine.worker.errors import DeviceMissing, NotADraft, NotATarget, NotConverted, PromptEmpty, PromptTooLong
from app.engine.worker.session import open_session
from app.models.pairing import RUNNABLE_METHODS
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ONE_THREAD, ask, opened, request
from tests.engine.worker.gguf_edit import rewrite

pytestmark = pytest.mark.native


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


def test_device_by_name_and_a_missing_one(trained: Trained) -> None:
    with opened(trained.target, options=LoadOptions(device="cpu", threads=1)) as session:
        assert session.result.device == "CPU"
    with pytest.raises(DeviceMissing):
        open_session(Load(1, trained.target, None, LoadOptions(device="Vulkan7")), Progress())


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


def test_draft_kind_that_cannot_be_run_yet(expected: Path) -> None:
    assert DRAFTERS.keys() == RUNNABLE_METHODS
    assert refusal(expected / "llama31.bf16.gguf", expected / "eagle3_speculators.bf16.gguf") == "draft_method_not_yet"


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
    assert refusal(target, target) == NotADraft.code
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
