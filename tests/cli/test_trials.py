"""`try`, and what `convert` and `inspect` have to do with it."""

from pathlib import Path

import pytest

from tests.cli.terminal import ROOT, Run
from tests.jobs.broken_pairs import Gguf, converted, with_lost_head, with_other_layout

pytestmark = [pytest.mark.process, pytest.mark.native]


@pytest.fixture
def demo(tmp_path: Path) -> Gguf:
    return converted(ROOT / "assets/demo", "draft", tmp_path)


def test_checkpoints_are_converted_and_tried(run: Run) -> None:
    ended = run("try", "--target", ROOT / "assets/demo/target", "--draft", ROOT / "assets/demo/draft", "--json")
    told = ended.json
    assert (ended.code, told["verdict"], told["change"]) == (0, "works", "")
    assert told["attempts"][0]["trial"]["first_acceptance"] > 0.9
    listed = run("inspect", told["draft"], "--json").json
    assert listed["model"]["trials"][0]["verdict"] == listed["candidates"][0]["trial"]["verdict"] == "works"
    for words in (run("inspect", told["draft"]).out, run("models").out):
        assert "Tried with demo-target: 100 % of the first guesses accepted" in words
    models = run("models", "--json").json["models"]
    assert [trial["verdict"] for model in models for trial in model["trials"]] == ["works"]


def test_a_wrong_layout_is_told_and_put_right(run: Run, demo: Gguf, tmp_path: Path) -> None:
    broken = with_other_layout(demo.draft, tmp_path / "broken.gguf")
    ended = run("try", "--target", demo.target, "--draft", broken)
    assert ended.code == 0 and "after a repair: 100 %" in ended.out and "Trying" not in ended.out
    repaired = Path(ended.out.splitlines()[-1])
    assert repaired.is_file() and repaired != broken
    again = run("try", "--target", demo.target, "--draft", broken, "--json").json
    assert again["draft"] == str(repaired) and len(list(repaired.parent.glob("*.gguf"))) == 1
    assert f"{repaired.name} is this draft repaired" in run("inspect", broken).out


def test_an_untrained_pair_fails_in_a_sentence(run: Run, shared: Path) -> None:
    expected = shared / "fixtures/expected"
    pair = ("--target", expected / "qwen3.bf16.gguf", "--draft", expected / "dspark_speculators_anchor.bf16.gguf")
    ended = run("try", *pair)
    assert ended.code == 1 and ended.out.startswith("Does not work with Qwen3: 0 % of the first guesses accepted")
    assert "Look for another draft" in ended.err
    assert run("try", *pair, "--json").json["verdict"] == "fails"


def test_convert_gives_a_lost_head_back(run: Run, demo: Gguf, tmp_path: Path) -> None:
    broken, fixed = with_lost_head(demo, tmp_path / "broken.gguf"), tmp_path / "fixed.gguf"
    told = run("inspect", broken, "--among", demo.target)
    assert f"Repair it: convert {broken} --target {demo.target}" in told.out
    ended = run("convert", broken, "--target", demo.target, "-o", fixed, "--json")
    assert ended.code == 0 and ended.json["notes"][0]["code"] == "repair_head_shared"
    assert fixed.read_bytes() == demo.draft.read_bytes()
    assert run("convert", broken, "--target", demo.target, "-o", fixed, "--json").json["error"]["code"] == "file_there"
    into_library = run("convert", broken, "--target", demo.target, "--json").json
    assert Path(into_library["path"]).parent == tmp_path / "home/models"
    whole = run("convert", fixed, "--target", demo.target, "-o", tmp_path / "more.gguf", "--json")
    assert whole.code == 1 and whole.json["error"]["code"] == "convert_nothing_to_repair"
