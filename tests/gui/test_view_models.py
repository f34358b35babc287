"""What pages say is worked out without a window."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.devices import device_line
from app.engine.bench.plan import AUTO, PLAIN
from app.engine.bench.report import Report
from app.engine.machine import device_for, machine_of
from app.engine.protocol import DeviceFacts, LoadOptions
from app.gui.view_models.bench import kind_bars, speed_bars
from app.gui.view_models.choices import memory_words
from app.gui.view_models.library import pair_lines as library_pair_lines
from app.gui.view_models.library import read_shelves
from app.gui.view_models.wizard import Line, button_words, pair_lines, plan_for, seat_view
from app.models.library.library import Library
from app.models.library.recent_pairs import RecentPair, remember_pair
from app.models.offload import OffloadPlan
from app.models.proposal import OFFERED_TYPES, Machine
from app.models.survey import PairQuestion, PairSurvey, survey_pair
from tests.engine.bench.made_reports import reply
from tests.gui.scripted_engine import CPU, DEVICE


@pytest.fixture
def survey(shared: Path, tmp_path: Path) -> PairSurvey:
    trained = shared / "fixtures/trained"
    return survey_pair(
        PairQuestion(trained / "target", trained / "draft-anchor-full", target_type="q8_0"), Library(tmp_path)
    )


def test_a_model_is_told_in_words(survey: PairSurvey) -> None:
    assert survey.target is not None
    assert survey.draft is not None
    target, draft = seat_view(survey.target), seat_view(survey.draft)
    numbers = "6 layers, hidden size 128, vocabulary of 1,024, context 2,048"
    assert target.description == f"Target of the family qwen3: {numbers}"
    assert target.facts == "checkpoint folder, BF16, 2.3 MB"
    offered = [choice.words for choice in target.types]
    assert offered[:4] == ["F32 · 4.7 MB", "F16 · 2.4 MB", "BF16, as it is · 2.4 MB", "Q8_0 · 1.3 MB"]
    assert [choice.output_type for choice in target.types] == list(OFFERED_TYPES)
    assert (target.output_type, target.reason) == ("q8_0", "")
    assert "proposes 6 tokens at once" in draft.description


def test_a_proposal_is_told_with_its_reason(shared: Path, tmp_path: Path) -> None:
    question = PairQuestion(shared / "fixtures/trained/target", machine=machine_of((CPU,), "auto"))
    proposed = survey_pair(question, Library(tmp_path)).target
    chosen = survey_pair(replace(question, target_type="q4_k_m"), Library(tmp_path)).target
    assert proposed is not None and chosen is not None
    view, other = seat_view(proposed), seat_view(chosen)
    assert view.output_type == "bf16"
    assert view.reason == "A model of this size is quick as it is: rounding it would save little."
    assert "BF16, as it is, proposed · 2.4 MB" in [choice.words for choice in view.types]
    assert other.output_type == "q4_k_m"
    assert other.reason == f"Proposed here is BF16. {view.reason}"
    machine = Machine(12_000_000, 12_000_000, "cpu")
    crowded = survey_pair(replace(question, machine=machine), Library(tmp_path)).target
    assert crowded is not None
    assert seat_view(crowded).reason.endswith(" parameters would fit.")


def test_the_disk_needs_more_while_a_model_is_quantized(shared: Path, tmp_path: Path) -> None:
    target = shared / "fixtures/trained/target"
    found = survey_pair(PairQuestion(target, target_type="q4_k_m"), Library(tmp_path))
    words = next(line.text for line in pair_lines(found) if line.text.startswith("Disk"))
    assert words.startswith("Disk: about 3.4 MB needed while it is converted, 993 kB in the end; ")
    plain = survey_pair(PairQuestion(target, target_type="q8_0"), Library(tmp_path))
    words = next(line.text for line in pair_lines(plain) if line.text.startswith("Disk"))
    assert words.startswith("Disk: about 1.3 MB needed; ")


def test_memory_is_held_against_the_device(survey: PairSurvey) -> None:
    def memory_line(device: DeviceFacts, processor: DeviceFacts = CPU, loaded: OffloadPlan | None = None) -> Line:
        devices = (processor, device)
        return pair_lines(survey, plan_for(survey, devices, LoadOptions(), loaded), devices)[-1]

    roomy = memory_line(DEVICE)
    assert roomy.mark == "good" and ": fits. All 7 layers and the draft run on RX 7800 XT: it has room" in roomy.text
    full, plan = replace(DEVICE, memory_free_bytes=0), plan_for(survey, (CPU, DEVICE), LoadOptions(), None)
    assert plan is not None
    elsewhere = memory_line(full).text
    assert elsewhere.endswith("All runs on the processor: the other devices have too little room to gain anything.")
    # What is loaded now is unloaded first.
    assert memory_line(full, loaded=plan).text == roomy.text
    needed = plan_for(survey, (CPU,), LoadOptions(), None)
    assert needed is not None
    tight = memory_line(full, replace(CPU, memory_free_bytes=round(needed.needed_bytes * 1.05)))
    assert tight.mark == "warning" and ": tight. " in tight.text
    alone = memory_line(full, replace(CPU, memory_free_bytes=needed.needed_bytes - 1))
    assert alone.mark == "warning" and alone.text.startswith("Only the target fits into memory")
    large = memory_line(full, replace(CPU, memory_free_bytes=1000))
    assert large.text.endswith(" needed: too large.")


def test_the_device_is_the_one_that_would_be_taken() -> None:
    assert device_for((CPU, DEVICE), "auto") is DEVICE
    assert device_for((CPU, DEVICE), "CPU") is CPU
    assert device_for((CPU,), "auto") is CPU
    assert device_for((), "auto") is None


def test_the_button_says_whether_anything_is_converted(survey: PairSurvey) -> None:
    assert survey.target is not None
    assert button_words(survey) == "Convert and chat"
    ready = replace(survey, target=replace(survey.target, new_bytes=0), draft=None)
    assert button_words(ready) == "Chat"
    assert button_words(PairSurvey()) == "Chat"


def test_of_a_processor_nothing_is_claimed_that_it_does_not_tell(survey: PairSurvey) -> None:
    assert memory_words(DEVICE) == "9.1 GB of 16 GB in use"
    untold = replace(CPU, memory_free_bytes=None)
    assert memory_words(untold) == "32 GB of memory"
    plan = plan_for(survey, (untold,), LoadOptions(), None)
    assert plan is not None and plan.fits
    assert "free of" in device_line(DEVICE)
    assert device_line(untold) == "CPU: 8-core CPU (processor, 32 GB)"


def test_pairs_that_would_read_the_same_are_told_apart(shared: Path, tmp_path: Path) -> None:
    library = Library(tmp_path)
    target, one, other = tmp_path / "qwen3.gguf", tmp_path / "one.gguf", tmp_path / "other.gguf"
    shutil.copy(shared / "fixtures/expected/qwen3.bf16.gguf", target)
    for draft in (one, other):
        shutil.copy(shared / "fixtures/expected/dspark_deepspec.bf16.gguf", draft)
    remember_pair(tmp_path, RecentPair(target, one))
    assert [line.title for line in library_pair_lines(read_shelves(library))] == ["Qwen3 + DSpark"]
    remember_pair(tmp_path, RecentPair(target, other))
    titles = [line.title for line in library_pair_lines(read_shelves(library))]
    assert len(set(titles)) == len(titles) == 2


def test_bars_are_gains_only_where_guesses_brought_them() -> None:
    measured = (
        *(reply(PLAIN, kind, 10) for kind in ("code", "prose", "chat")),
        reply(AUTO, "code", 20, accepted=60),
        replace(
            undrafted := reply(AUTO, "prose", 12),
            speculation=replace(undrafted.speculation, mean_accepted_length=None),
        ),
        reply(AUTO, "chat", 9, accepted=60),
    )
    report = Report("target", "draft", measured)
    assert [(bar.name, bar.words, bar.is_gain) for bar in kind_bars(report)] == [
        ("code", "2.0x", True),
        ("prose", "not drafted", False),
        ("chat", "0.90x", False),
    ]
    assert [(bar.name, bar.is_gain) for bar in speed_bars(report)] == [("no draft", False), ("automatic", True)]
    disturbed = Report("target", "draft", (*measured[:4], reply(AUTO, "prose", 90, accepted=60)))
    assert not any(bar.is_gain for bar in (*kind_bars(disturbed), *speed_bars(disturbed)))
