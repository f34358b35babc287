"""From a draft that cannot be used, others of the same target are the way on."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.hub.catalogue import read_catalogue
from app.jobs.other_drafts import other_drafts
from app.models.entry import ModelEntry
from app.models.pairing import RUNNABLE_METHODS
from tests.models.made_drafts import DRAFT


def entry(name: str, made_for: str | None = None) -> ModelEntry:
    return ModelEntry(Path("/x") / name, name, "checkpoint", 1, "BF16", problem="draft_cannot_run", made_for=made_for)


def offered(found: ModelEntry) -> list[str]:
    return [draft.repo for draft in other_drafts(found)]


@pytest.mark.parametrize(
    ("found", "target"),
    [
        (entry("Qwen3-8B-speculator.peagle"), "Qwen/Qwen3-8B"),
        (entry("some", "Qwen/Qwen3-8B"), "Qwen/Qwen3-8B"),
        (entry("some", "/srv/models/Qwen3-8B"), "Qwen/Qwen3-8B"),
        (entry("some", "C:\\models\\qwen3-8b\\"), "Qwen/Qwen3-8B"),
        (entry("Qwen3-4B-Domino-b16"), "Qwen/Qwen3-4B"),
        (entry("my-qwen3.8-27b-xpress"), "Qwen/Qwen3.8-27B"),
        (replace(entry("some"), problem=None, draft=replace(DRAFT, target_hint="Qwen/Qwen3-4B")), "Qwen/Qwen3-4B"),
    ],
)
def test_drafts_of_the_target_that_is_named_or_whose_name_it_bears(found: ModelEntry, target: str) -> None:
    known = next(each for each in read_catalogue().targets if each.repo == target)
    runnable = [draft.repo for draft in known.drafts if draft.method in RUNNABLE_METHODS]
    assert offered(found) == runnable[:4] != []


def test_the_longest_name_is_meant() -> None:
    assert offered(entry("x", "Qwen/Qwen3-30B-A3B-Instruct-2507")) != offered(entry("x", "Qwen/Qwen3-30B-A3B"))


def test_itself_and_drafts_of_unknown_targets_are_not_offered() -> None:
    assert offered(entry("something-new")) == []
    repo = offered(entry("x", "Qwen/Qwen3-8B"))[0]
    assert repo not in offered(entry(repo.rpartition("/")[2], "Qwen/Qwen3-8B"))
