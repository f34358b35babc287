"""Trying real pairs: a sound one works, one that is wrong in one way is put right, a hopeless one fails honestly."""

import multiprocessing
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import Cancelled, ReportedError, code_of
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine
from app.engine.trial import PairTrier
from app.formats.gguf import read_gguf
from app.jobs import try_pair
from app.models.library.library import Library
from app.models.library.trial_notes import record_of
from app.models.recognition.inspect import inspect_model
from app.models.trial import TrialRecord
from app.texts.trials import trial_words
from tests.conftest import ROOT
from tests.jobs.broken_pairs import (
    LAYER_IDS,
    Gguf,
    converted,
    layer_sensitive,
    with_layer_ids,
    with_lost_head,
    with_other_layout,
    with_wrong_tables,
)

pytestmark = [pytest.mark.process, pytest.mark.native]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Gguf:
    """A pair whose guesses nearly all come true."""
    return converted(ROOT / "assets/demo", "draft", tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def bonus(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Gguf:
    """A pair whose guesses now and then come true; its draft has a reduced vocabulary and guesses after the anchor."""
    return converted(shared / "fixtures/trained", "draft-bonus-512", tmp_path_factory.mktemp("bonus"))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "models").mkdir()
    return Library(tmp_path / "models")


def tried(library: Library, target: Path, draft: Path, *, is_again: bool = False) -> TrialRecord:
    arguments = try_pair.Arguments(target, draft, library.folder, is_again)
    result = try_pair.run(arguments, Progress())
    record = record_of(result)
    assert (result["verdict"], result["draft"]) == (record.verdict, str(record.draft))
    return record


def changes(record: TrialRecord) -> list[str]:
    return [attempt.change for attempt in record.attempts]


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file()}


def test_a_sound_pair_works_and_is_left_as_it_is(library: Library, demo: Gguf) -> None:
    before = demo.draft.read_bytes()
    record = tried(library, demo.target, demo.draft)
    assert (record.verdict, record.change, record.draft) == ("works", "", demo.draft)
    assert changes(record) == [""] and demo.draft.read_bytes() == before and not files(library.folder)
    trial = record.trial
    assert trial is not None and trial.first_acceptance is not None and trial.mean_accepted_length is not None
    assert trial.first_acceptance > 0.9 and trial.mean_accepted_length > 6 and trial.is_same_text
    assert len(trial.acceptance_by_position) == 7 and trial.tokens_per_second and trial.plain_tokens_per_second


def test_a_wrong_layout_is_put_right(library: Library, demo: Gguf, tmp_path: Path) -> None:
    broken = with_other_layout(demo.draft, tmp_path / "broken.gguf")
    before = broken.read_bytes()
    record = tried(library, demo.target, broken)
    assert (record.verdict, record.change, changes(record)) == ("repaired", "repair_layout", ["", "repair_layout"])
    assert broken.read_bytes() == before and record.draft.parent == library.folder
    assert record.draft.read_bytes() == rewritten_again(demo, tmp_path)
    was, trial = record.attempts[0].trial, record.trial
    assert was and trial and was.first_acceptance and trial.first_acceptance
    assert was.first_acceptance < 0.6 and trial.first_acceptance > 0.9
    model = next(model for model in library.models() if model.entry.path == record.draft)
    assert model.trial == record and model.origin is not None and model.origin.source == broken


def rewritten_again(demo: Gguf, folder: Path) -> bytes:
    """What putting the layout right must give."""
    wrong = with_other_layout(demo.draft, folder / "wrong.gguf")
    return with_other_layout(wrong, folder / "right.gguf").read_bytes()


@pytest.mark.parametrize(("step", "change"), [(-1, "repair_layers_up"), (1, "repair_layers_down")])
def test_layer_ids_that_are_off_by_one_are_put_right(
    library: Library, demo: Gguf, tmp_path: Path, step: int, change: str
) -> None:
    pair = layer_sensitive(demo, tmp_path)
    broken = with_layer_ids(pair.draft, tuple(layer + step for layer in LAYER_IDS), tmp_path / "broken.gguf")
    assert tried(library, pair.target, pair.draft).verdict == "works"
    record = tried(library, pair.target, broken)
    was = record.attempts[0].trial
    assert was is not None and not was.is_sound
    assert (record.verdict, record.change) == ("repaired", change)
    assert read_gguf(record.draft).metadata["dflash.target_layers"] == list(LAYER_IDS)


def test_a_draft_whose_head_was_lost_is_put_right_first_of_all(library: Library, demo: Gguf, tmp_path: Path) -> None:
    broken = with_lost_head(demo, tmp_path / "broken.gguf")
    facts = inspect_model(broken).draft
    assert facts is not None and facts.ties_own_embedding
    record = tried(library, demo.target, broken)
    assert (record.verdict, changes(record)) == ("repaired", ["", "repair_head_shared"])
    assert record.attempts[0].problem == "draft_head_lost"
    assert read_gguf(record.draft).tensors.keys() == read_gguf(demo.draft).tensors.keys()


def test_tables_of_its_own_that_are_wrong_give_way_to_the_targets(library: Library, demo: Gguf, tmp_path: Path) -> None:
    record = tried(library, demo.target, with_wrong_tables(demo, tmp_path / "broken.gguf"))
    was = record.attempts[0].trial
    assert was is not None and was.fails
    assert record.verdict == "repaired" and changes(record)[-1] == record.change == "repair_head_shared"


def test_a_draft_that_was_converted_here_is_replaced(library: Library, demo: Gguf, tmp_path: Path) -> None:
    mine = with_other_layout(demo.draft, library.folder / "mine.gguf")
    library.add(mine, ROOT / "assets/demo/draft", demo.target, "bf16")
    record = tried(library, demo.target, mine)
    assert (record.verdict, record.draft) == ("repaired", mine)
    assert files(library.folder) - {"seen.json"} == {"mine.gguf", "mine.gguf.json"}
    assert read_gguf(mine).metadata["dflash.sample_from_anchor"] is True
    assert library.models()[0].trial == record
    assert tried(library, demo.target, mine) == record


def test_a_weak_pair_works_and_is_not_made_another_by_chance(library: Library, bonus: Gguf) -> None:
    record = tried(library, bonus.target, bonus.draft)
    assert record.verdict == "works" and record.draft == bonus.draft and not files(library.folder)
    assert changes(record) == ["", "repair_layout", "repair_layers_down"]
    trial = record.trial
    assert trial is not None and trial.first_acceptance is not None and 0.1 < trial.first_acceptance < 0.3
    assert trial.is_same_text


def test_an_untrained_pair_fails_with_its_numbers(library: Library, shared: Path) -> None:
    expected = shared / "fixtures/expected"
    record = tried(library, expected / "qwen3.bf16.gguf", expected / "dspark_speculators_anchor.bf16.gguf")
    assert record.verdict == "fails" and record.change == "" and not files(library.folder)
    assert "repair_layout" in changes(record)
    assert all(attempt.trial is not None and attempt.trial.fails for attempt in record.attempts)


def test_a_pair_that_was_tried_is_not_tried_again_until_a_file_changes(
    library: Library, demo: Gguf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Path(shutil.copy(demo.draft, tmp_path / "draft.gguf"))
    first = tried(library, demo.target, draft)
    again: list[Path] = []
    try_draft = PairTrier.try_draft

    def counted(self: PairTrier, draft: Path, progress: Progress, *, gives_up: bool = False):  # type: ignore[no-untyped-def]
        again.append(draft)
        return try_draft(self, draft, progress, gives_up=gives_up)

    monkeypatch.setattr(PairTrier, "try_draft", counted)
    assert tried(library, demo.target, draft) == first and again == []
    assert tried(library, demo.target, draft, is_again=True).verdict == "works" and again == [draft]
    draft.write_bytes(demo.draft.read_bytes())
    assert tried(library, demo.target, draft).verdict == "works" and again == [draft, draft]


def test_a_crash_is_a_verdict_and_what_was_found_before_is_kept(
    library: Library, demo: Gguf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = with_other_layout(demo.draft, tmp_path / "broken.gguf")
    load = BlockingEngine.load

    def crashing(self: BlockingEngine, target: Path, draft: Path, *rest: object):  # type: ignore[no-untyped-def]
        loaded = load(self, target, draft, *rest)  # type: ignore[arg-type]
        if draft != broken:
            for child in multiprocessing.active_children():
                # Not SIGKILL, which the system sends where memory runs out.
                os.kill(child.pid or 0, signal.SIGABRT)
        return loaded

    monkeypatch.setattr(BlockingEngine, "load", crashing)
    record = tried(library, demo.target, broken)
    assert record.verdict == "works" and record.attempts[0].trial is not None
    assert {attempt.problem for attempt in record.attempts[1:]} == {"engine_crashed"}
    assert not files(library.folder)


def test_a_target_that_is_loaded_without_any_draft_fails_with_each(
    library: Library, demo: Gguf, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = BlockingEngine.load
    monkeypatch.setattr(BlockingEngine, "load", lambda *given: replace(load(*given), draft=None))
    record = tried(library, demo.target, demo.draft)
    assert record.verdict == "fails" and [attempt.problem for attempt in record.attempts] == ["draft_left_out"]
    assert trial_words(record) == "Does not work with demo-target: this target cannot take rejected guesses back"


def test_two_that_are_no_pair_are_told_apart_from_one_that_fails(library: Library, demo: Gguf, bonus: Gguf) -> None:
    with pytest.raises(ReportedError) as raised:
        tried(library, demo.target, bonus.draft)
    assert code_of(raised.value) == "pair_layer"
    assert list(library.folder.iterdir()) == []


def test_a_cancelled_trial_leaves_nothing(library: Library, demo: Gguf, tmp_path: Path) -> None:
    broken = with_other_layout(demo.draft, tmp_path / "broken.gguf")
    stages: list[str] = []
    progress = Progress(lambda stage, *_: stages.append(stage), lambda: "verify" in stages)
    with pytest.raises(Cancelled):
        try_pair.run(try_pair.Arguments(demo.target, broken, library.folder), progress)
    assert list(library.folder.iterdir()) == []
