"""Which draft fits which target, and each reason when one does not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.models.entry import ModelEntry
from app.models.errors import D2tDuplicate, D2tOutOfRange, PairMismatch
from app.models.pairing import check_d2t, check_pair, is_hint_doubtful, target_layer_ids, why_not, why_not_runnable
from app.models.recognition.inspect import inspect_model
from tests.models.made_drafts import DRAFT, TARGET

MISFITS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    # code: (changes of the target, changes of the draft, facts)
    "target_cannot_feed": ({"architecture": "gemma3"}, {}, {"architecture": "gemma3", "method": "dspark"}),
    "target_family_unknown": ({"architecture": None}, {}, {"class_name": "Qwen3ForCausalLM"}),
    "pair_family": ({}, {"target_family": "gemma4"}, {"expected": "gemma4", "got": "qwen3"}),
    "target_tables_rotated": ({"has_rotated_tables": True}, {}, {}),
    "pair_hidden_size": ({"hidden_size": 128}, {}, {"expected": 64, "got": 128}),
    "pair_layer": ({}, {"layer_ids": (1, 6)}, {"layer": 6, "layers": 6}),
    "pair_layer_count": ({}, {"target_layers": 7}, {"expected": 7, "got": 6}),
    "pair_vocabulary": ({"vocabulary_n": 1000}, {}, {"expected": 1024, "got": 1000}),
    "pair_tokens": ({}, {"tokens_digest": "other"}, {}),
    "draft_mask_missing": ({}, {"mask_token_id": None}, {}),
    "draft_mask_range": ({}, {"mask_token_id": 1024}, {"token": 1024, "vocabulary_n": 1024}),
    "draft_markov_type": ({}, {"markov_type": "rnn"}, {"markov_type": "rnn"}),
    "draft_head_lost": ({}, {"ties_own_embedding": True}, {}),
}


@pytest.mark.parametrize("code", MISFITS)
def test_each_misfit_has_its_reason(code: str) -> None:
    target_changes, draft_changes, facts = MISFITS[code]
    error = why_not(replace(TARGET, **target_changes), replace(DRAFT, **draft_changes))
    assert error is not None
    assert (error.code, error.facts) == (code, facts)


def test_what_fits_has_no_reason() -> None:
    check_pair(TARGET, DRAFT)
    check_pair(TARGET, replace(DRAFT, tokens_digest="digest", target_family="qwen3", target_layers=6))
    check_pair(replace(TARGET, tokens_digest=None), replace(DRAFT, tokens_digest="digest"))
    check_pair(TARGET, replace(DRAFT, layer_ids=(0, 5)))
    check_pair(TARGET, replace(DRAFT, method="dflash", markov_rank=0, sample_from_anchor=False))


def test_the_final_state_is_read_only_where_the_family_hands_it_out() -> None:
    final = replace(DRAFT, layer_ids=(1, 6))
    check_pair(replace(TARGET, architecture="nemotron_h"), final)
    for family in ("qwen3", "llama", "gemma4", "qwen35"):
        with pytest.raises(PairMismatch) as caught:
            check_pair(replace(TARGET, architecture=family), final)
        assert caught.value.code == "pair_layer"


EAGLE3 = replace(DRAFT, method="eagle3", markov_rank=0, mask_token_id=None, layer_ids=(2, 3, 6), block_size=1)


def test_an_eagle3_draft_needs_no_mask_and_may_read_the_final_state_of_other_families() -> None:
    for family in ("gemma4", "gpt-oss", "qwen35", "nemotron_h"):
        check_pair(replace(TARGET, architecture=family), EAGLE3)
    for family in ("qwen3", "llama", "lfm2"):
        error = why_not(replace(TARGET, architecture=family), EAGLE3)
        assert error is not None
        assert (error.code, error.facts) == ("pair_layer", {"layer": 6, "layers": 6})
    error = why_not(replace(TARGET, architecture="gemma3"), EAGLE3)
    assert error is not None
    assert error.code == "target_cannot_feed"


def test_layers_that_a_draft_does_not_name_follow_from_the_target() -> None:
    silent = replace(EAGLE3, layer_ids=())
    assert target_layer_ids(replace(TARGET, layers=36), silent) == (2, 18, 33)
    assert target_layer_ids(TARGET, EAGLE3) == (2, 3, 6)
    check_pair(TARGET, silent)
    error = why_not(replace(TARGET, layers=2), silent)
    assert error is not None
    assert error.code == "pair_layer"


def test_a_draft_may_be_of_another_hidden_size_than_the_target_it_reads() -> None:
    check_pair(TARGET, replace(EAGLE3, hidden_size=32, target_hidden_size=64, layer_ids=()))
    error = why_not(TARGET, replace(EAGLE3, target_hidden_size=80))
    assert error is not None
    assert error.facts == {"expected": 80, "got": 64}


def test_a_tied_target_can_lend_its_table_as_a_head() -> None:
    check_pair(replace(TARGET, has_own_output=False), replace(DRAFT, ties_own_embedding=True))


def test_every_number_and_list_of_token_ids_will_do() -> None:
    check_d2t([5, 3, 9], 10)
    check_d2t(np.array([5, 3, 9], dtype=np.int64), 10)
    check_d2t([], 10)
    with pytest.raises(D2tOutOfRange) as out:
        check_d2t(np.array([0, 10], dtype=np.int64), 10)
    assert out.value.facts == {"row": 1, "token": 10, "vocabulary_n": 10}
    with pytest.raises(D2tOutOfRange):
        check_d2t([-1], 10)
    with pytest.raises(D2tDuplicate) as twice:
        check_d2t([4, 2, 4], 10)
    assert twice.value.facts == {"token": 4}


@pytest.mark.parametrize(
    ("hint", "name", "is_doubtful"),
    [
        ("Qwen/Qwen3-4B", "Qwen3-4B-Q4_K_M", False),
        ("Qwen/Qwen3-4B", "Qwen3 4B", False),
        ("/proving-grounds/machine/Qwen3-4B/", "qwen3_4b", False),
        ("Qwen/Qwen3-4B", "Qwen3-8B", True),
        (None, "Qwen3-8B", False),
        ("/", "Qwen3-8B", False),
    ],
)
def test_a_hint_raises_a_doubt_at_most(hint: str | None, name: str, is_doubtful: bool) -> None:
    assert is_hint_doubtful(replace(DRAFT, target_hint=hint), name) is is_doubtful


# The fixtures, by name.

OF_QWEN3 = (
    *("dflash_zlab", "dspark_deepspec", "dspark_flat_aux", "dspark_specforge_flat"),
    *("dspark_speculators_anchor", "dspark_speculators_bonus_reduced"),
)


def entries(shared: Path) -> dict[str, ModelEntry]:
    fixtures = shared / "fixtures"
    folders = [*fixtures.glob("targets/*"), *fixtures.glob("drafts/*"), *fixtures.glob("trained/*/config.json")]
    files = fixtures.glob("expected/*.gguf")
    found = {(path.parent if path.is_file() else path).name: inspect_model(path) for path in folders}
    return found | {path.name: inspect_model(path) for path in files}


def fitting(found: dict[str, ModelEntry], draft: str) -> set[str]:
    facts = found[draft].draft
    assert facts is not None, draft
    return {name for name, entry in found.items() if entry.target and why_not(entry.target, facts) is None}


def test_converted_fixtures_fit_exactly_their_targets(shared: Path) -> None:
    found = entries(shared)
    assert len(found) == 31
    for name in OF_QWEN3:
        assert fitting(found, f"{name}.bf16.gguf") == {"qwen3", "qwen3.bf16.gguf"}, name
    assert fitting(found, "dspark_speculators_gemma4.bf16.gguf") == {"gemma4", "gemma4.bf16.gguf"}


def test_checkpoint_fixtures_fit_what_their_configs_allow(shared: Path) -> None:
    found = entries(shared)
    assert fitting(found, "draft-anchor-full") == {"target"}
    assert fitting(found, "draft-bonus-512") == {"target"}
    for name in ("dspark_speculators_anchor", "dspark_speculators_bonus_reduced"):
        assert fitting(found, name) == {"qwen3", "qwen3.bf16.gguf"}, name
    assert fitting(found, "dspark_speculators_gemma4") == {"gemma4", "gemma4.bf16.gguf"}
    # These say how many layers their target has, and nothing of its family or tokens.
    for name in ("dflash_zlab", "dspark_deepspec", "dspark_specforge_flat"):
        assert fitting(found, name) == {"qwen3", "qwen3.bf16.gguf", "gemma4", "gemma4.bf16.gguf"}, name
    assert fitting(found, "eagle3_speculators") == {"llama31", "llama31.bf16.gguf"}
    assert fitting(found, "eagle3_speculators.bf16.gguf") == {"llama31", "llama31.bf16.gguf"}


def test_a_draft_for_a_family_that_hands_out_nothing_cannot_run_at_all() -> None:
    error = why_not_runnable(replace(DRAFT, target_family="mistral3"))
    assert error is not None and error.code == "target_cannot_feed"
    assert error.facts == {"architecture": "mistral3", "method": "dspark"}
    assert why_not_runnable(replace(DRAFT, target_family="qwen3")) is None
    assert why_not_runnable(replace(DRAFT, target_family=None)) is None


def test_what_nothing_can_run_is_told_without_a_target() -> None:
    for draft in (replace(DRAFT, markov_type="gated"), replace(DRAFT, markov_type="rnn")):
        error = why_not_runnable(draft)
        assert error is not None and error.code == "draft_markov_type"
    error = why_not_runnable(replace(DRAFT, mask_token_id=None))
    assert error is not None and error.code == "draft_mask_missing"
