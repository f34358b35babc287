"""Trying a pair and repairing a draft in the window, with the real engine."""

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.gui.view_models.choices import best_draft
from app.gui.widgets.model_card import ModelCard
from tests.conftest import ROOT
from tests.gui.real_window import RealStage, open_real_stage
from tests.jobs.broken_pairs import Gguf, converted, with_lost_head, with_other_layout

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home/models").mkdir(parents=True)
    return tmp_path / "home"


@pytest.fixture
def demo(tmp_path: Path) -> Gguf:
    """A pair outside the library."""
    folder = tmp_path / "demo"
    folder.mkdir()
    return converted(ROOT / "assets/demo", "draft", folder)


def card(stage: RealStage) -> ModelCard:
    stage.composition.window.show_page("models")
    page = stage.pages.models_page
    stage.wait_until(lambda: len(page.cards) == 1)
    return page.cards[0]


def button(card: ModelCard, words: str) -> QPushButton:
    return next(found for found in card.findChildren(QPushButton) if found.text() == words)


def words(card: ModelCard) -> str:
    return "\n".join(label.text() for label in card.findChildren(QLabel))


def finish(stage: RealStage) -> None:
    stage.wait_until(lambda: not stage.pages.trials.under_way)


def test_a_pair_is_tried_from_the_library_and_the_card_tells_how_it_went(
    qapp: QApplication, home: Path, demo: Gguf
) -> None:
    target = Path(shutil.copy(demo.target, home / "models/target.gguf"))
    draft = with_other_layout(demo.draft, home / "models/draft.gguf")
    with open_real_stage(qapp, home) as stage:
        found = card(stage)
        button(found, "Try the pair").click()
        assert set(stage.pages.trials.under_way) == {(target, draft)}
        button(found, "Stop trying").click()
        assert not stage.pages.trials.under_way
        button(found, "Try the pair").click()
        finish(stage)
        stage.wait_until(lambda: "after a repair: 100 %" in words(card(stage)))
        found = card(stage)
        repaired = next(row.model.entry.path for row in found.rows[1:] if row.model.entry.path != draft)
        assert f"{repaired.name} is this draft repaired" in words(found)
        assert [line.isEnabled() for line, _ in found.trial_buttons.values()] == [True, True]
        assert "after a repair: 100 %" in stage.composition.window.banners.messages[-1].text
        warnings = {choice.value: bool(choice.warning) for choice in stage.pages.models.drafts(target)}
        assert warnings == {draft: True, repaired: False}
        assert best_draft(stage.pages.models, target) == repaired


def test_a_draft_that_fails_is_marked_and_can_be_chosen_all_the_same(
    qapp: QApplication, home: Path, shared: Path
) -> None:
    for name, short in (("qwen3", "target"), ("dspark_speculators_anchor", "draft")):
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", home / f"models/{short}.gguf")
    with open_real_stage(qapp, home) as stage:
        target = card(stage).model.entry.path
        assert best_draft(stage.pages.models, target) is not None
        button(card(stage), "Try the pair").click()
        finish(stage)
        stage.wait_until(lambda: "Does not work with Qwen3" in words(card(stage)))
        found = card(stage)
        assert button(found, "Try again").isEnabled() and button(found, "Load with draft").isEnabled()
        (choice,) = stage.pages.models.drafts(target)
        assert choice.warning.startswith("Does not work with Qwen3") and not choice.problem
        assert best_draft(stage.pages.models, target) is None
        stage.choose("target", target)
        stage.choose("draft", home / "models/draft.gguf")
        assert "Does not work with Qwen3" in stage.words and stage.page.start_button.isEnabled()


def test_a_draft_that_lost_its_head_is_repaired_from_the_library(qapp: QApplication, home: Path, demo: Gguf) -> None:
    shutil.copy(demo.target, home / "models/target.gguf")
    broken = with_lost_head(demo, home / "models/broken.gguf")
    with open_real_stage(qapp, home) as stage:
        found = card(stage)
        assert [row.model.entry.path for row in found.rows][1:] == [broken]
        assert [text.text() for text in found.findChildren(QPushButton)] == ["Load", "Repair"]
        assert "lacks its own output head" in words(found)
        button(found, "Repair").click()
        finish(stage)
        stage.wait_until(lambda: len(card(stage).rows) == 3)
        assert len(card(stage).load_buttons) == 2


def test_the_page_for_a_pair_offers_the_repair_and_goes_on_with_the_result(
    qapp: QApplication, home: Path, demo: Gguf, tmp_path: Path
) -> None:
    broken = with_lost_head(demo, tmp_path / "broken.gguf")
    with open_real_stage(qapp, home) as stage:
        stage.choose("target", demo.target)
        stage.choose("draft", broken)
        assert "lacks its own output head" in stage.words and not stage.page.start_button.isEnabled()
        action = next(line.button for line in stage.page.marked_lines if line.button is not None)
        action.click()
        assert action.text() == "Stop repairing"
        finish(stage)
        stage.wait_until(lambda: stage.page.start_button.isEnabled())
        assert "They fit." in stage.words
        chosen = stage.pages.wizard.question.draft
        assert chosen is not None and chosen.parent == home / "models"
        stage.press_start()
        stage.wait_for_chat()


def test_a_checkpoint_that_names_the_wrong_layout_is_converted_tried_put_right_and_loaded(
    qapp: QApplication, home: Path, tmp_path: Path
) -> None:
    draft = Path(shutil.copytree(ROOT / "assets/demo/draft", tmp_path / "draft"))
    config = json.loads((draft / "config.json").read_text("utf-8"))
    (draft / "config.json").write_text(json.dumps({**config, "sample_from_anchor": False}), "utf-8")
    with open_real_stage(qapp, home) as stage:
        stage.convert_and_chat(ROOT / "assets/demo/target", draft)
        loaded = stage.composition.session.loaded
        assert loaded is not None and loaded.draft is not None and loaded.draft.sample_from_anchor
        stage.wait_until(lambda: "after a repair: 100 %" in words(card(stage)))
        assert len(card(stage).rows) == 2


def test_two_that_are_no_pair_any_more_are_told_so(qapp: QApplication, home: Path, demo: Gguf) -> None:
    shutil.copy(demo.target, home / "models/target.gguf")
    draft = Path(shutil.copy(demo.draft, home / "models/draft.gguf"))
    with open_real_stage(qapp, home) as stage:
        found = card(stage)
        draft.write_bytes(b"GGUF")
        button(found, "Try the pair").click()
        finish(stage)
        assert "cut short" in stage.composition.window.banners.messages[-1].text
