"""A model that was not made to draft may do so for a much larger one of the same vocabulary."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.entry import ModelEntry
from app.models.library.library import Library
from app.models.pairing import as_draft, may_draft_for, own_draft, why_not
from app.models.recognition.inspect import inspect_model
from app.models.survey import Arrival, PairQuestion, survey_pair


@pytest.fixture(scope="module")
def models(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[ModelEntry, ModelEntry]:
    """A target, and a model of a third of its size with the same tokens."""
    targets, folder = shared / "fixtures" / "targets", tmp_path_factory.mktemp("models")
    large = convert(plan_conversion(targets / "qwen3", output_type="f32"), folder / "large.gguf", Progress())
    small = convert(plan_conversion(targets / "qwen3_5", output_type="q8_0"), folder / "small.gguf", Progress())
    return inspect_model(large), inspect_model(small)


def test_size_and_vocabulary_decide(models: tuple[ModelEntry, ModelEntry], shared: Path) -> None:
    large, small = models
    assert may_draft_for(large, small)
    assert not may_draft_for(small, large)
    assert not may_draft_for(large, replace(small, size_bytes=large.size_bytes // 2))
    other = inspect_model(shared / "fixtures/expected/llama31.bf16.gguf")
    assert not may_draft_for(replace(large, size_bytes=10 * other.size_bytes), other)
    draft = inspect_model(shared / "fixtures/expected/dspark_deepspec.bf16.gguf")
    assert not may_draft_for(large, draft)


def test_what_it_is_as_a_draft(models: tuple[ModelEntry, ModelEntry], shared: Path) -> None:
    small = as_draft(models[1])
    assert small is not None
    assert (small.method, small.draft_max, small.vocabulary_n) == ("small_model", 16, 1024)
    draft = inspect_model(shared / "fixtures/expected/dspark_deepspec.bf16.gguf")
    assert as_draft(draft) is draft.draft


def test_filling_at_the_end_is_left_to_the_token_lists(models: tuple[ModelEntry, ModelEntry]) -> None:
    target, small = models[0].target, as_draft(models[1])
    assert target is not None
    assert small is not None
    assert why_not(target, replace(small, vocabulary_n=1024 + 128, tokens_digest="other")) is None
    for vocabulary_n in (1024 + 129, 1024):
        reason = why_not(target, replace(small, vocabulary_n=vocabulary_n, tokens_digest="other"))
        assert reason is not None
        assert reason.code in ("pair_vocabulary", "pair_tokens")


def test_it_keeps_the_drafts_seat(models: tuple[ModelEntry, ModelEntry], tmp_path: Path) -> None:
    large, small = models
    library = Library(tmp_path)
    found = survey_pair(PairQuestion(target=large.path, arrivals=(Arrival(small.path, "draft"),)), library)
    assert found.draft is not None
    assert (found.draft.entry.name, found.moved_to, found.mismatch) == (small.name, None, None)
    assert found.can_start
    swapped = survey_pair(PairQuestion(target=small.path, arrivals=(Arrival(large.path, "draft"),)), library)
    assert swapped.target is not None
    assert (swapped.target.entry.name, swapped.moved_to) == (large.name, "target")


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [
        ({"mtp_layers": 1, "architecture": "qwen35"}, True),
        ({"mtp_layers": 0, "architecture": "qwen35"}, False),
        ({"mtp_layers": 2, "architecture": "step35"}, False),
        ({"mtp_layers": 1, "architecture": "qwen3"}, False),
    ],
)
def test_a_target_may_bring_its_own_draft(
    models: tuple[ModelEntry, ModelEntry], changes: dict[str, object], is_found: bool
) -> None:
    assert models[0].target is not None
    target = replace(models[0].target, **changes)  # type: ignore[arg-type]
    own = own_draft(target)
    assert (own is not None) == is_found
    if own is not None:
        assert (own.method, own.draft_max) == ("mtp", 4)
        assert why_not(target, own) is None
