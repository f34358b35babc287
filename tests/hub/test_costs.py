"""What a pair costs before it is fetched: bytes over the network, on the disk at its fullest, in memory."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from app.hub.costs import Pick, cost_of, picks_of, propose_pair
from app.hub.offers import Form, HubModel
from app.models.memory import ContextShape
from app.models.proposal import OFFERED_TYPES, Machine, size_of
from app.models.recognition.inspect import inspect_model

GB = 10**9
WEIGHTS_N = 4 * GB
CHECKPOINT = Form("lab/target", "checkpoint", "", "BF16", 8 * GB + 1000, 8 * GB)
SMALL, LARGE = (
    Form("other/GGUF", "gguf", f"t-{kind}.gguf", kind, size, size)
    for kind, size in (("Q4_K_M", 25 * GB // 10), ("Q8_0", 43 * GB // 10))
)
SHAPE = ContextShape(36 * 2 * 8 * 128, 152_000, 2560)
TARGET = HubModel("lab/target", (CHECKPOINT,), WEIGHTS_N, "qwen3", shape=SHAPE)
DRAFT = HubModel(
    "lab/draft", (Form("lab/draft", "checkpoint", "", "BF16", GB, GB),), GB // 2, method="dspark", shape=SHAPE
)
GPU = Machine(64 * GB, 60 * GB, "gpu", 24 * GB)


def test_a_ready_gguf_costs_what_it_is() -> None:
    cost = cost_of(Pick(TARGET, SMALL), None, 8192)
    assert cost.fetch_bytes == cost.peak_bytes == cost.kept_bytes == SMALL.fetch_bytes
    assert cost.memory.weights_bytes == SMALL.weights_bytes and cost.memory.draft_bytes == 0
    assert cost.memory.cache_bytes == 8192 * SHAPE.cached_values * 2


def test_the_usual_context_is_no_longer_than_the_target_has_learned(shared: Path) -> None:
    learned = replace(TARGET, entry=inspect_model(shared / "fixtures/trained/target"))
    usual, cost = cost_of(Pick(TARGET, SMALL), None, 0), cost_of(Pick(learned, SMALL), None, 0)
    assert usual.context_size == 8192 and cost_of(Pick(learned, SMALL), None, 4096).context_size == 4096
    halved = cost_of(Pick(learned, SMALL), None, 0, "q8_0").memory.cache_bytes
    assert halved == pytest.approx(cost.memory.cache_bytes * 8.5 / 16, abs=1)
    assert cost.context_size == 2048 and cost.memory.cache_bytes == 2048 * SHAPE.cached_values * 2


def test_a_conversion_needs_room_for_what_stands_in_between() -> None:
    target, draft = Pick(TARGET, CHECKPOINT, "q4_k_m"), Pick(DRAFT, DRAFT.forms[0], "q8_0")
    result, draft_result = size_of(WEIGHTS_N, "q4_k_m"), size_of(GB // 2, "q8_0")
    cost = cost_of(target, draft, 8192)
    fetched, words = CHECKPOINT.fetch_bytes + GB, CHECKPOINT.fetch_bytes - CHECKPOINT.weights_bytes
    assert cost.fetch_bytes == fetched and cost.kept_bytes == fetched + result + words + draft_result
    between = 2 * WEIGHTS_N + words
    assert cost.peak_bytes == fetched + between + result + words, "the quantizer reads a BF16 file and writes beside it"
    written = size_of(WEIGHTS_N, "q8_0") + words
    assert cost_of(replace(target, output_type="q8_0"), None, 0).peak_bytes == CHECKPOINT.fetch_bytes + written
    assert cost.memory.draft_bytes > draft_result, "its context counts as well"


def test_a_familys_own_quantization_is_kept() -> None:
    form = Form("openai/oss", "checkpoint", "", "MXFP4", 14 * GB, 13 * GB)
    model = HubModel("openai/oss", (form,), 21 * GB, "gpt-oss")
    (pick,) = picks_of(model)
    cost = cost_of(pick, None, 8192)
    assert cost.memory.weights_bytes == 13 * GB and cost.peak_bytes == 28 * GB, "its tokens are written as well"


def test_of_files_that_the_hub_has_the_nearest_to_the_proposal_is_taken() -> None:
    model = replace(TARGET, forms=(CHECKPOINT, SMALL, LARGE))
    pair = propose_pair(model, DRAFT, GPU, 8192)
    assert pair and pair.fits and pair.target.form is LARGE and pair.target.output_type == ""
    assert pair.draft and pair.draft.form.kind == "checkpoint" and pair.draft.output_type
    narrow = propose_pair(model, DRAFT, replace(GPU, device_memory_bytes=8 * GB), 8192)
    assert narrow and narrow.fits and narrow.target.form is SMALL


def test_without_a_file_it_is_converted() -> None:
    pair = propose_pair(TARGET, None, GPU, 8192)
    assert pair and pair.target.form is CHECKPOINT and pair.target.output_type == "q8_0" and pair.draft is None


def test_what_is_too_large_says_so() -> None:
    model = replace(TARGET, forms=(LARGE,))
    pair = propose_pair(model, DRAFT, replace(GPU, device_memory_bytes=5 * GB), 8192)
    assert pair and not pair.fits and pair.target.form is LARGE, "the Hub has nothing smaller"


def test_what_is_to_be_had_in_no_form_is_not_proposed() -> None:
    assert propose_pair(replace(TARGET, forms=()), DRAFT, GPU, 8192) is None
    assert propose_pair(TARGET, replace(DRAFT, forms=()), GPU, 8192) is None


def test_every_way_to_take_a_model_is_offered_smallest_first() -> None:
    picks = picks_of(replace(TARGET, forms=(CHECKPOINT, SMALL)))
    assert {pick.output_type for pick in picks} == {"", *OFFERED_TYPES}
    assert all(before.weights_bytes <= after.weights_bytes for before, after in pairwise(picks))


@pytest.mark.parametrize(("weights_n", "most_bytes"), [(GB, 1.3 * GB), (8 * GB, 2 * GB), (32 * GB, 3 * GB)])
def test_an_unknown_shape_is_estimated_on_the_safe_side(weights_n: int, most_bytes: float) -> None:
    known = HubModel("a/b", (replace(CHECKPOINT, weights_bytes=2 * weights_n),), weights_n, "qwen3")
    memory = cost_of(picks_of(known)[0], None, 8192).memory
    assert 0.3 * GB < memory.cache_bytes + memory.work_bytes < most_bytes
