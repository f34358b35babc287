"""The pages for models and settings, over a real library and real settings."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QMessageBox, QPushButton, QSpinBox

from app.core.settings import CONTEXT_SIZE, DECLARED, TEMPERATURE, THEME, TINT_DRAFTED
from app.gui.engine_session import Pair
from app.gui.theme import DARK, shown_colours
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.model_card import ModelCard
from tests.gui.real_window import RealStage, open_real_stage

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def real(qapp: QApplication, home: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, home) as stage:
        yield stage


def fill(home: Path, shared: Path, *names: str) -> None:
    (home / "models").mkdir(parents=True)
    for name in names:
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", home / f"models/{name}.gguf")


def cards(stage: RealStage, count: int) -> list[ModelCard]:
    stage.composition.window.show_page("models")
    page = stage.pages.models_page
    stage.wait_until(lambda: len(page.cards) == count)
    return page.cards


def test_an_empty_library_offers_the_first_step(real: RealStage) -> None:
    real.composition.window.show_page("models")
    page = real.pages.models_page
    words = {button.text(): button for button in page.findChildren(QPushButton)}
    words["Open a pair…"].click()
    assert real.composition.window.stack.currentWidget() is real.page


def test_targets_carry_their_drafts_and_no_draft_is_offered_alone(qapp: QApplication, home: Path, shared: Path) -> None:
    fill(home, shared, "qwen3", "dspark_deepspec", "llama31", "dspark_speculators_gemma4")
    (home / "models/broken.gguf").write_bytes(b"")
    with open_real_stage(qapp, home) as stage:
        found = cards(stage, 4)
        rows = [[row.badge.text() for row in card.rows] for card in found]
        assert sorted(rows) == [["DRAFT"], ["TARGET"], ["TARGET", "DRAFT"], ["UNKNOWN"]]
        buttons = {card.rows[0].badge.text(): card.findChildren(QPushButton) for card in found}
        assert buttons["DRAFT"] == buttons["UNKNOWN"] == []
        pair = next(card for card in found if len(card.rows) == 2)
        assert [button.text() for button in pair.findChildren(QPushButton)] == [
            "Load",
            "Load with draft",
            "Try the pair",
        ]
        assert [choice.title for choice in stage.pages.models.targets()] == ["Llama31", "Qwen3"]
        drafts = stage.pages.models.drafts(pair.model.entry.path)
        assert [bool(choice.problem) for choice in drafts] == [False, True]

        next(button for button in pair.findChildren(QPushButton) if button.text() == "Load with draft").click()
        stage.wait_for_chat()
        assert stage.composition.session.loaded is not None
        assert stage.composition.session.loaded.draft is not None


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_deleting_asks_and_tells_what_it_frees(qapp: QApplication, home: Path, shared: Path) -> None:
    fill(home, shared, "qwen3")
    with open_real_stage(qapp, home) as stage:
        (card,) = cards(stage, 1)
        told: list[str] = []

        def answer(words: str) -> None:
            box = QApplication.activeModalWidget()
            if not isinstance(box, QMessageBox):
                # What would be deleted is still being found out.
                QTimer.singleShot(50, lambda: answer(words))
                return
            told.append(box.informativeText())
            next(button for button in box.findChildren(QPushButton) if button.text() == words).click()

        QTimer.singleShot(50, lambda: answer("Cancel"))
        card.delete_asked.emit(card.model)
        assert (home / "models/qwen3.gguf").exists()
        QTimer.singleShot(50, lambda: answer("Delete"))
        card.delete_asked.emit(card.model)
        stage.wait_until(lambda: not stage.pages.models.shelves.targets)
        assert not (home / "models/qwen3.gguf").exists()
        assert "This frees 889 kB." in told[0]


def test_a_loaded_model_is_not_deleted(qapp: QApplication, home: Path, shared: Path) -> None:
    fill(home, shared, "qwen3")
    with open_real_stage(qapp, home) as stage:
        (card,) = cards(stage, 1)
        card.load_buttons[None].click()
        stage.wait_for_chat()
        card.delete_asked.emit(card.model)
        (message,) = stage.composition.window.banners.messages
        assert message.text == "Qwen3 is loaded."
        assert (home / "models/qwen3.gguf").exists()


def test_every_setting_with_a_label_has_a_row_and_counts_at_once(real: RealStage) -> None:
    real.composition.window.show_page("settings")
    page, settings = real.pages.settings_page, real.composition.settings
    page.sections["sampling"].button.click()
    assert page.rows.keys() == {setting.name for setting in DECLARED.values() if setting.label}

    theme = page.rows[THEME.name].field.widget
    assert isinstance(theme, QComboBox)
    theme.activated.emit(theme.findData("dark"))
    assert settings.get(THEME) == "dark"
    assert shown_colours() is DARK

    tint = page.rows[TINT_DRAFTED.name].field.widget
    assert isinstance(tint, QCheckBox)
    tint.click()
    assert real.composition.chat_page.composer.tint_button.isChecked()

    temperature = page.rows[TEMPERATURE.name]
    assert isinstance(temperature.field.widget, QDoubleSpinBox)
    assert not temperature.reset_button.isVisible()
    temperature.field.widget.setValue(0.25)
    assert settings.get(TEMPERATURE) == 0.25
    temperature.reset_button.click()
    assert settings.get(TEMPERATURE) == TEMPERATURE.default
    assert temperature.field.widget.value() == TEMPERATURE.default

    context = page.rows[CONTEXT_SIZE.name]
    assert isinstance(context.field.widget, QSpinBox)
    assert context.field.widget.text() == "Automatic"
    assert "loaded again" in context.mark.toolTip()
    context.field.widget.setValue(1024)
    assert real.composition.session.options.context_size == 1024
    theme.activated.emit(theme.findData("system"))


def test_a_setting_that_needs_it_offers_to_load_again(qapp: QApplication, home: Path, shared: Path) -> None:
    fill(home, shared, "qwen3")
    with open_real_stage(qapp, home) as stage:
        (card,) = cards(stage, 1)
        card.load_buttons[None].click()
        stage.wait_for_chat()
        stage.composition.window.show_page("settings")
        stage.pages.settings_page.rows[CONTEXT_SIZE.name].chosen.emit(512)
        (message,) = stage.composition.window.banners.messages
        assert message.action is not None
        message.action.run()
        stage.wait_until(lambda: stage.composition.session.state == "loading")
        stage.wait_for_chat()
        assert stage.composition.session.loaded is not None
        assert stage.composition.session.loaded.context_size == 512


def offered_again(stage: RealStage) -> list[QPushButton]:
    buttons = stage.composition.chat_page.welcome.findChildren(QPushButton)
    return [button for button in buttons if button.text().endswith(" again") and not button.isHidden()]


def test_the_last_pair_is_offered_again_as_long_as_its_files_are_there(
    qapp: QApplication, home: Path, shared: Path
) -> None:
    fill(home, shared, "qwen3", "dspark_deepspec")
    with open_real_stage(qapp, home) as stage:
        (card,) = cards(stage, 1)
        for button in card.load_buttons.values():
            button.click()
            stage.wait_for_chat()
        stage.wait_until(lambda: len(stage.pages.models.shelves.recent) == 2)
    with open_real_stage(qapp, home) as stage:
        stage.wait_until(lambda: bool(offered_again(stage)))
        (again,) = offered_again(stage)
        assert (again.text(), again.property("kind")) == ("Load Qwen3 + DSpark again", "primary")
        stage.pages.models.delete(home / "models/dspark_deepspec.gguf")
        stage.wait_until(lambda: [button.text() for button in offered_again(stage)] == ["Load Qwen3, no draft again"])
        offered_again(stage)[0].click()
        stage.wait_for_chat()
        assert stage.composition.session.pair == Pair(home / "models/qwen3.gguf")
        stage.composition.session.unload()
        stage.wait_until(lambda: stage.composition.session.state == "empty")
        # Nobody tells of a file that goes behind the window's back; trying finds out.
        (home / "models/qwen3.gguf").unlink()
        offered_again(stage)[0].click()
        stage.wait_until(lambda: not offered_again(stage) and stage.composition.session.state == "empty")


def test_the_loaded_pair_is_marked(qapp: QApplication, home: Path, shared: Path) -> None:
    fill(home, shared, "qwen3", "dspark_deepspec")
    with open_real_stage(qapp, home) as stage:
        (card,) = cards(stage, 1)
        _, with_draft = card.load_buttons.values()
        with_draft.click()
        stage.wait_for_chat()

        def words() -> list[tuple[str, bool]]:
            # The cards are made anew when the library was read again, and for a moment there is none.
            buttons = [button for card in stage.pages.models_page.cards for button in card.load_buttons.values()]
            return [(button.text(), button.isEnabled()) for button in buttons]

        # The cards of a page that nobody sees are made when it is shown.
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: words() == [("Load without draft", True), ("Loaded", False)])
        stage.composition.session.unload()
        stage.wait_until(lambda: words() == [("Load", True), ("Load with draft", True)])


def test_no_two_shortcuts_of_the_window_have_the_same_keys(real: RealStage) -> None:
    window = real.composition.window
    taken = Counter(shortcut.key().toString() for shortcut in window.findChildren(QShortcut))
    assert [keys for keys, count in taken.items() if count > 1] == []
    buttons = {button.shortcut().toString() for button in window.findChildren(IconButton)} - {""}
    assert not buttons & taken.keys()
