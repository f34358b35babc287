"""What was found out about a pair is kept as long as its files are the same."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.models.library.library import Library
from app.models.library.origin import source_stamp
from app.models.library.trial_notes import note_trial, trial_with, trials_of
from app.models.survey import PairQuestion, survey_pair
from app.models.trial import Attempt, PairTrial, TrialRecord
from app.texts.trials import trial_words

NUMBERS = PairTrial(60, 40, False, (0.66, 0.4), 3.1, 30.0, 15.0, True)


@pytest.fixture
def library(tmp_path: Path, shared: Path) -> Library:
    folder = tmp_path / "models"
    folder.mkdir()
    for name, short in (("qwen3", "target"), ("dspark_deepspec", "draft")):
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", folder / f"{short}.gguf")
    return Library(folder)


def record_for(draft: Path, target: Path) -> TrialRecord:
    return TrialRecord(
        "works", "", (Attempt("", NUMBERS),), draft, source_stamp(draft), target, "Qwen3", source_stamp(target), "2026"
    )


@pytest.fixture
def pair(library: Library) -> tuple[Path, Path]:
    return library.folder / "target.gguf", library.folder / "draft.gguf"


def test_a_trial_is_listed_with_its_draft_and_told_of_the_pair(library: Library, pair: tuple[Path, Path]) -> None:
    target, draft = pair
    record = record_for(draft, target)
    note_trial(library.folder, draft, record)
    models = {model.entry.path: model for model in library.models()}
    assert models[draft].trial == models[draft].trial_with(target) == record and models[target].trial is None
    assert models[draft].trial_with(draft) is None
    assert record.trial == NUMBERS
    assert survey_pair(PairQuestion(target, draft), library).trial == record


def test_only_the_last_trial_with_each_target_is_kept(library: Library, pair: tuple[Path, Path]) -> None:
    target, draft = pair
    other = Path(shutil.copy(target, library.folder / "other.gguf"))
    first, second = record_for(draft, target), record_for(draft, other)
    third = replace(first, verdict="fails", tried_at="2027")
    for record in (first, second, third):
        note_trial(library.folder, draft, record)
    assert trials_of(library.folder, draft) == (third, second)
    assert trial_with(library.folder, draft, target) == third


@pytest.mark.parametrize("changed", ["target.gguf", "draft.gguf"])
def test_a_changed_file_drops_the_record(library: Library, pair: tuple[Path, Path], changed: str) -> None:
    target, draft = pair
    note_trial(library.folder, draft, record_for(draft, target))
    os.utime(library.folder / changed, ns=(1, 1))
    assert trials_of(library.folder, draft) == ()


def test_a_moved_draft_keeps_what_is_known_but_not_the_name_of_its_file(
    library: Library, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    target, draft = pair
    record = replace(record_for(draft, target), draft=tmp_path / "elsewhere" / "draft.gguf")
    record.draft.parent.mkdir()
    note_trial(library.folder, draft, record)
    draft.rename(record.draft)
    assert trials_of(library.folder, record.draft) == (record,)


def test_a_deleted_draft_takes_its_record_along(library: Library, pair: tuple[Path, Path]) -> None:
    target, draft = pair
    note_trial(library.folder, draft, record_for(draft, target))
    note = next((library.folder / "trials").iterdir())
    library.remove(draft)
    assert not note.exists() and not draft.exists()


@pytest.mark.parametrize("content", [b"", b"{}", b'{"records": [{}]}', b'{"records": 3}', b"\xff", b"[" * 10_000])
def test_a_broken_note_costs_only_itself(library: Library, pair: tuple[Path, Path], content: bytes) -> None:
    target, draft = pair
    record = record_for(draft, target)
    note_trial(library.folder, draft, record)
    next((library.folder / "trials").iterdir()).write_bytes(content)
    assert trials_of(library.folder, draft) == () and library.models()
    note_trial(library.folder, draft, record)
    assert trials_of(library.folder, draft) == (record,)


def test_a_checkpoint_whose_converted_file_works_is_not_called_broken(pair: tuple[Path, Path]) -> None:
    target, draft = pair
    record = record_for(draft, target)
    checkpoint = draft.with_suffix("")
    assert not record.repairs(checkpoint) and trial_words(record, checkpoint) == trial_words(record, draft)
    repaired = replace(record, verdict="repaired", change="repair_layout")
    assert repaired.repairs(checkpoint) and not repaired.repairs(draft)
    assert "is this draft repaired" in trial_words(repaired, checkpoint)
