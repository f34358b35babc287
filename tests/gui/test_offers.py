"""What the page that finds pairs says, worked out without a window."""

from dataclasses import replace
from typing import Any

import pytest

from app.gui.view_models.discover import catalogue_rows, result_rows, searched_words
from app.gui.view_models.offer import NO_DRAFT, OfferChoice, offer_of
from app.hub.catalogue import read_catalogue
from app.hub.offers import Form, HubModel, Obstacle, Offer, Partner
from app.hub.ranking import only_method, rank
from app.hub.results import NO_FILTER, SearchFilter, result_of
from app.models.proposal import Machine

GB = 10**9
MACHINE = Machine(32 * GB, 30 * GB, "gpu", 12 * GB)
CATALOGUE = read_catalogue()
PAIRS = rank(CATALOGUE, MACHINE, 8192)
TARGET = HubModel("lab/Target-4B", (Form("lab/Target-4B", "checkpoint", "", "BF16", 8 * GB, 8 * GB),), 4 * GB, "qwen3")
DRAFT = HubModel("lab/draft", (Form("lab/draft", "checkpoint", "", "BF16", GB, GB),), GB // 2, method="dspark")


def choice_of(offer: Offer, machine: Machine = MACHINE) -> OfferChoice:
    return OfferChoice(offer, CATALOGUE, PAIRS, machine, 8192)


def test_rows_tell_what_speaks_for_and_against_a_pair() -> None:
    rows = {row.title: row for row in catalogue_rows(PAIRS, "", NO_FILTER, fits_only=False)}
    assert len(rows) == len(PAIRS)
    small = rows["Qwen3-4B"]
    assert (small.badge, small.mark_words) == ("+ DSpark", "Fits") and "4.3 tokens a pass" in small.told
    assert "apache-2.0" in small.detail and "5 more drafts" in small.detail and not small.caution
    large = rows["gpt-oss-120b"]
    assert large.mark_words == "Too large" and "of memory, and there are 12 GB here" in large.caution
    assert "Too large" in large.words and large.words.endswith(".")


def test_filters_leave_out_pairs() -> None:
    assert all(row.mark_words != "Too large" for row in catalogue_rows(PAIRS, "", NO_FILTER, fits_only=True))
    small = catalogue_rows(PAIRS, "", SearchFilter(most_parameters=3 * GB), fits_only=False)
    assert {row.title for row in small} >= {"Qwen3-1.7B", "Llama-3.2-1B-Instruct"} and len(small) < 10
    gemma = catalogue_rows(PAIRS, "e2b", SearchFilter(family="gemma"), fits_only=False)
    assert [row.title for row in gemma] == ["gemma-4-E2B-it"]
    assert not catalogue_rows(PAIRS, "", SearchFilter(kind="gguf"), fits_only=False)


def test_with_a_method_each_target_stands_with_its_best_draft_of_it() -> None:
    pairs = rank(only_method(CATALOGUE, "dspark"), MACHINE, 8192)
    assert {row.badge for row in catalogue_rows(pairs, "", NO_FILTER, fits_only=False)} == {"+ DSpark"}
    pair = next(pair for pair in pairs if pair.target.repo == "Qwen/Qwen3-8B")
    drafts = [partner.model.repo for partner in offer_of(pair, CATALOGUE).partners]
    assert drafts[0] == pair.draft.repo and any("eagle3" in repo for repo in drafts), "the others can still be chosen"


def test_what_is_known_not_to_work_is_shown_with_the_reason() -> None:
    pair = next(pair for pair in PAIRS if pair.target.repo == "Qwen/Qwen3-4B")
    view = choice_of(offer_of(pair, CATALOGUE)).view(None, is_ordered=False)
    refused = {line.title: line.problem.sentence for line in view.partners if line.problem}
    assert refused == {"Huang2020/Qwen3-4B-Domino-b16": "The engine does not know this method of drafting."}
    assert view.is_estimate and "about" in view.lines[0].text


def test_results_tell_what_they_seem_to_be() -> None:
    answers: tuple[dict[str, Any], ...] = (
        {"id": "a/Qwen3-4B", "config": {"architectures": ["Qwen3ForCausalLM"]}, "gated": "manual"},
        {"id": "a/Qwen3-4B-DSpark", "tags": ["safetensors", "base_model:a/Qwen3-4B"]},
        {"id": "a/Qwen3-4B-GGUF", "tags": ["gguf"]},
        {"id": "a/what"},
    )
    rows = result_rows(map(result_of, answers))
    assert [row.badge for row in rows] == ["Target", "Draft · DSpark", "GGUF", "Model"]
    assert "asks for permission" in rows[0].detail and "4.0B parameters" in rows[0].detail
    assert rows[1].detail.startswith("for Qwen3-4B")


def test_the_first_that_fits_is_chosen_and_others_can_be() -> None:
    misfit = Partner(replace(DRAFT, repo="lab/misfit"), Obstacle("pair_tokens"))
    choice = choice_of(Offer(TARGET, (misfit, Partner(DRAFT), Partner(replace(DRAFT, repo="lab/other"), None, True))))
    view = choice.view(10 * GB, is_ordered=False)
    assert view.partner == 1 and view.get_words == "Get this pair" and view.has_none
    assert "names another target" in view.partners[2].caution and view.partners[0].problem
    disk = view.lines[1]
    assert disk.mark == "bad" and "10 GB free" in disk.text
    assert view.summary and view.summary.text.endswith("the disk is too full to convert it.")
    fitting = choice.view(900 * GB, is_ordered=False).summary
    assert fitting and fitting.mark == "good" and fitting.text.endswith("of memory: fits.")
    choice.choose_partner(NO_DRAFT)
    request = choice.request()
    assert request and request.draft is None and request.target.output_type
    assert choice.view(None, is_ordered=True).can_get is False


def test_a_draft_without_a_target_leads_on() -> None:
    view = choice_of(Offer(DRAFT)).view(None, is_ordered=False)
    assert not view.can_get and view.lines[0].mark == "warning" and "Search for the model" in view.lines[0].hint


def test_a_gate_is_told_before_anything_is_fetched() -> None:
    view = choice_of(Offer(replace(TARGET, gated="manual"), (Partner(DRAFT),))).view(None, is_ordered=False)
    assert any("ask on the Hub first" in line.text for line in view.lines) and view.can_get


def test_too_large_shows_what_would_fit() -> None:
    large = replace(TARGET, repo="lab/Target-70B", weights_n=70 * GB)
    view = choice_of(Offer(large, (Partner(DRAFT),))).view(None, is_ordered=False)
    assert view.instead and view.lines[2].mark == "bad" and "smallest format" in view.lines[2].hint
    tight = choice_of(Offer(TARGET, (Partner(DRAFT),)), Machine(64 * GB, 60 * GB, "gpu", 8 * GB))
    row = next(
        row for row, words in enumerate(tight.view(None, is_ordered=False).target_picks) if words.startswith("BF16")
    )
    tight.choose_pick("target", row)
    assert "smaller number format" in tight.view(None, is_ordered=False).lines[2].hint


def test_where_nobody_tells_of_the_memory_there_is_no_verdict() -> None:
    view = choice_of(Offer(TARGET, (Partner(DRAFT),)), Machine(0, 0, "cpu")).view(None, is_ordered=False)
    assert view.lines[2].mark == "" and view.can_get and not view.instead


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("  qwen3 dspark ", "qwen3 dspark"),
        ("Qwen/Qwen3-4B", "Qwen/Qwen3-4B"),
        ("https://hub.example/Qwen/Qwen3-4B/tree/main?x=1", "Qwen/Qwen3-4B"),
        ("https://hub.example/docs", "https://hub.example/docs"),
    ],
)
def test_the_address_of_a_page_is_a_search_for_its_repository(typed: str, words: str) -> None:
    assert searched_words(typed) == words
