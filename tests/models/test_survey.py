"""What was chosen for a pair is told at once: what it is, whether it fits, what it takes."""

import json
import shutil
from pathlib import Path

import pytest

from app.core.messages import from_json, to_json
from app.formats.gguf import read_gguf_parts
from app.models.expected import converted_bytes, converted_weights_bytes, expected_memory, own_output_type
from app.models.layer_sizes import gguf_sizes
from app.models.library.library import Library
from app.models.placing import PairSizes, pair_memory
from app.models.recognition.inspect import inspect_model
from app.models.survey import Arrival, PairQuestion, PairSurvey, survey_pair
from tests.convert.checkpoints import copied, edit_json


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "models")


@pytest.fixture
def trained(shared: Path) -> Path:
    return shared / "fixtures/trained"


def names(found: PairSurvey) -> tuple[str | None, str | None]:
    return found.target.entry.name if found.target else None, found.draft.entry.name if found.draft else None


def test_models_find_their_seats_whatever_order_they_come_in(library: Library, trained: Path) -> None:
    target, draft, other = trained / "target", trained / "draft-anchor-full", trained / "draft-bonus-512"
    for arrivals in ((target, draft), (draft, target)):
        found = survey_pair(PairQuestion(arrivals=tuple(Arrival(path) for path in arrivals)), library)
        assert names(found) == ("trained-target", "draft-anchor-full")
        assert found.can_start
    found = survey_pair(PairQuestion(arrivals=(Arrival(draft, "target"),)), library)
    assert names(found) == (None, "draft-anchor-full")
    assert found.moved_to == "draft"
    assert not found.can_start
    found = survey_pair(PairQuestion(target, draft, (Arrival(other),)), library)
    assert names(found) == ("trained-target", "draft-bonus-512")


def test_a_draft_inside_the_folder_of_its_target_comes_along(library: Library, trained: Path, tmp_path: Path) -> None:
    target = Path(shutil.copytree(trained / "target", tmp_path / "repository"))
    target.chmod(0o755)
    shutil.copytree(trained / "draft-anchor-full", target / "dspark")
    found = survey_pair(PairQuestion(arrivals=(Arrival(target),)), library)
    assert names(found) == ("repository", "dspark")
    # Once it is taken away, it stays away.
    assert names(survey_pair(PairQuestion(target), library)) == ("repository", None)


def test_what_is_no_model_stays_where_it_was_put(library: Library, trained: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    found = survey_pair(PairQuestion(trained / "target", None, (Arrival(nothing, "draft"),)), library)
    assert found.draft is not None
    assert found.draft.problem is not None
    assert found.draft.problem.code == "not_a_model"
    assert not found.can_start
    gone = survey_pair(PairQuestion(tmp_path / "gone"), library)
    assert gone.target is not None
    assert gone.target.problem is not None
    assert gone.target.problem.code == "path_missing"


def test_reasons_are_those_of_pairing(library: Library, shared: Path, trained: Path) -> None:
    found = survey_pair(PairQuestion(shared / "fixtures/targets/qwen3", trained / "draft-anchor-full"), library)
    assert found.mismatch is not None
    assert found.mismatch.code == "pair_hidden_size"
    assert dict(found.mismatch.facts) == {"expected": 128, "got": 64}
    assert not found.can_start


def test_a_target_that_cannot_be_converted_says_so_beforehand(library: Library, shared: Path, tmp_path: Path) -> None:
    folder = copied(shared / "fixtures/targets/qwen3", tmp_path / "other")
    edit_json(folder / "config.json", architectures=["NanbeigeForCausalLM"])
    found = survey_pair(PairQuestion(folder), library)
    assert found.target is not None
    assert found.target.problem is not None
    assert found.target.problem.code == "target_not_convertible"


def test_a_gguf_needs_nothing_and_a_checkpoint_its_size(library: Library, shared: Path) -> None:
    gguf = survey_pair(PairQuestion(shared / "fixtures/expected/qwen3.bf16.gguf"), library)
    assert gguf.new_bytes == 0
    assert gguf.target is not None
    assert gguf.target.gguf == gguf.target.entry.path
    checkpoint = survey_pair(PairQuestion(shared / "fixtures/targets/qwen3", target_type="f32"), library)
    assert checkpoint.target is not None
    assert checkpoint.new_bytes >= 2 * checkpoint.target.entry.size_bytes
    assert dict(checkpoint.target.sizes)["f32"] == checkpoint.new_bytes
    assert checkpoint.target.gguf is None


def test_a_conversion_made_before_is_known_until_its_source_changes(
    library: Library, shared: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copytree(shared / "fixtures/targets/qwen3", tmp_path / "qwen3"))
    source.chmod(0o755)
    library.folder.mkdir()
    made = Path(shutil.copy(shared / "fixtures/expected/qwen3.bf16.gguf", library.folder / "made.gguf"))
    library.add(made, source, None, "bf16")
    found = survey_pair(PairQuestion(source), library)
    assert found.target is not None
    assert (found.target.gguf, found.new_bytes) == (made, 0)
    other_type = survey_pair(PairQuestion(source, target_type="q8_0"), library)
    assert other_type.target is not None
    assert other_type.target.gguf is None
    (source / "config.json").chmod(0o644)
    (source / "config.json").write_text(json.dumps(json.loads((source / "config.json").read_text()), indent=1))
    changed = survey_pair(PairQuestion(source), library)
    assert changed.target is not None
    assert changed.target.gguf is None


def test_a_disk_without_room_keeps_it_from_starting(
    library: Library, trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.survey.free_bytes", lambda path: 1000)
    found = survey_pair(PairQuestion(trained / "target"), library)
    assert not found.has_room
    assert not found.can_start


def test_it_travels_between_processes(library: Library, trained: Path) -> None:
    question = PairQuestion(trained / "target", arrivals=(Arrival(trained / "draft-anchor-full", "draft"),))
    assert from_json(PairQuestion, json.loads(json.dumps(to_json(question)))) == question
    found = survey_pair(question, library)
    assert from_json(PairSurvey, json.loads(json.dumps(to_json(found)))) == found


def test_the_expected_memory_is_about_that_of_the_converted_files(shared: Path) -> None:
    target = inspect_model(shared / "fixtures/targets/qwen3")
    draft = inspect_model(shared / "fixtures/drafts/dspark_deepspec")
    expected = expected_memory(target, "bf16", draft, "bf16", 4096)
    files = [shared / f"fixtures/expected/{name}.bf16.gguf" for name in ("qwen3", "dspark_deepspec")]
    target_sizes, draft_sizes = (gguf_sizes(read_gguf_parts(path, arrays=False)) for path in files)
    real = pair_memory(PairSizes(target_sizes, draft_sizes), 4096)
    assert expected.cache_bytes == real.cache_bytes
    assert expected.work_bytes == pytest.approx(real.work_bytes, rel=0.1)
    assert expected.weights_bytes == pytest.approx(real.weights_bytes, rel=0.05)
    assert real.draft_bytes <= expected.draft_bytes < 1.5 * real.draft_bytes


def test_sizes_follow_the_number_format(shared: Path) -> None:
    entry = inspect_model(shared / "fixtures/targets/qwen3")
    assert own_output_type(entry) == "bf16"
    assert converted_weights_bytes(entry, "bf16") == pytest.approx(entry.size_bytes, rel=0.02)
    assert converted_weights_bytes(entry, "q8_0") == pytest.approx(entry.size_bytes * 8.5 / 16, rel=0.03)
    made = (shared / "fixtures/expected/qwen3.bf16.gguf").stat().st_size
    assert made <= converted_bytes(entry, "bf16") < 1.2 * made, "its tokens count as well"
