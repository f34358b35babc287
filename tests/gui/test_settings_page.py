"""The page of settings is searched, led to, and reset; text of any size fits on every page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QScrollArea

from app.core.settings import CONTEXT_SIZE, DECLARED, FIRST_START_SEEN, TEMPERATURE, TEXT_SIZE, TOP_K
from app.gui.pages.first_start import FirstStart
from app.gui.pages.settings import SettingsPage
from tests.gui.real_window import RealStage, open_real_stage
from tests.gui.stage import open_stage

pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.native,
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def real(qapp: QApplication, tmp_path: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.composition.window.resize(1366, 728)
        yield stage


def settings_page(stage: RealStage) -> SettingsPage:
    stage.composition.window.show_page("settings")
    stage.composition.window.activateWindow()
    return stage.pages.settings_page


def test_the_search_leaves_what_holds_the_words(real: RealStage) -> None:
    page = settings_page(real)
    assert "temperature" not in page.rows
    QTest.keyClicks(page.search_box, "likeliest CHANCE")
    assert not any(row.isVisible() for row in page.rows.values())
    assert page.nothing_found.isVisible()
    page.search_box.clear()
    QTest.keyClicks(page.search_box, "temperature")
    shown = {name for name, row in page.rows.items() if row.isVisible()}
    assert "temperature" in shown
    assert "theme" not in shown
    assert not real.pages.about_card.isVisible()
    page.search_box.setText("keyring of the system")
    assert real.pages.account_card.isVisible()
    assert page.sections["hub"].isVisible()
    assert not page.sections["models"].isVisible()
    page.search_box.setText("Sampling")
    assert page.rows["min_p"].isVisible()
    page.search_box.clear()
    assert page.rows["theme"].isVisible()
    assert not page.rows["temperature"].isVisible()


def test_what_needs_a_reload_is_marked(real: RealStage) -> None:
    page = settings_page(real)
    marked = {name for name, row in page.rows.items() if not row.mark.isHidden()}
    assert marked == {name for name in page.rows if DECLARED[name].needs_reload}
    assert CONTEXT_SIZE.name in marked


def test_all_are_reset_and_brought_back(real: RealStage) -> None:
    page, settings = settings_page(real), real.composition.settings
    page.sections["sampling"].button.click()
    assert not page.reset_button.isEnabled()
    page.rows[TEMPERATURE.name].chosen.emit(0.25)
    page.rows[TOP_K.name].chosen.emit(7)
    page.rows[TEXT_SIZE.name].chosen.emit("125")
    page.reset_button.click()
    assert dict(settings.differing()) == {}
    assert not page.reset_button.isEnabled()
    assert page.rows[TOP_K.name].field.widget.value() == TOP_K.default  # type: ignore[attr-defined]
    (message,) = real.composition.window.banners.messages
    assert message.action is not None
    message.action.run()
    assert dict(settings.differing()) == {"temperature": 0.25, "top_k": 7, "text_size": "125"}
    page.reset_button.click()


def test_a_section_is_reset_alone(real: RealStage) -> None:
    page, settings = settings_page(real), real.composition.settings
    page.sections["sampling"].button.click()
    page.rows[TEMPERATURE.name].chosen.emit(0.25)
    page.rows[CONTEXT_SIZE.name].chosen.emit(4096)
    changed = [name for name, section in page.sections.items() if section.reset_button.isVisible()]
    assert changed == ["models", "sampling"]
    page.sections["models"].reset_button.click()
    assert dict(settings.differing()) == {"temperature": 0.25}
    (message,) = real.composition.window.banners.messages
    assert "Models and memory" in message.text
    assert message.action is not None
    message.action.run()
    assert settings.get(CONTEXT_SIZE) == 4096


def test_fields_stand_in_one_column_and_every_setting_in_a_section(real: RealStage) -> None:
    page = settings_page(real)
    page.sections["sampling"].button.click()
    assert page.rows.keys() == {setting.name for setting in DECLARED.values() if setting.label}
    assert {row for section in page.sections.values() for row in section.rows} == set(page.rows.values())
    fields = [row.field.widget for row in page.rows.values()]
    wide = [field for field in fields if not isinstance(field, QCheckBox)]
    real.wait_until(lambda: len({field.width() for field in wide}) == 1)
    assert len({field.mapTo(page, QPoint()).x() for field in fields}) == 1


def test_the_palette_leads_to_a_setting(real: RealStage) -> None:
    page = settings_page(real)
    real.composition.window.show_page("chat")
    palette = real.composition.commands.show_palette()
    QTest.keyClicks(palette.box, "min-p")
    assert palette.found[0].kind == "Setting"
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    real.wait_until(lambda: "min_p" in page.rows)
    real.wait_until(lambda: real.composition.window.focusWidget() is page.rows["min_p"].field.widget)
    row = page.rows["min_p"]
    viewport = page.scroll_area.viewport()
    real.wait_until(lambda: viewport.rect().contains(row.mapTo(viewport, row.rect().center())))


@pytest.mark.parametrize("percent", ["100", "200"])
def test_every_page_is_as_wide_as_the_window_at_any_text_size(real: RealStage, percent: str) -> None:
    commands, window = real.composition.commands, real.composition.window
    real.composition.settings.set(TEXT_SIZE, percent)
    commands.apply_looks()
    try:
        for name in ("first_start", "chat", "pair", "discover", "bench", "models", "settings"):
            window.show_page(name)
            QTest.qWait(20)
            assert window.size().width() == 1366, name
            assert window.minimumSizeHint().width() <= 1366, name
            page = window.page(name)
            for area in page.findChildren(QScrollArea):
                if area.isVisible():
                    assert area.horizontalScrollBar().maximum() == 0, name
            for button in page.findChildren(QPushButton):
                if button.isVisible():
                    right = button.mapTo(window, QPoint(button.width(), 0)).x()
                    assert right <= 1366, (name, button.text())
                    assert button.width() >= button.sizeHint().width() - 1, (name, button.text())
    finally:
        real.composition.settings.set(TEXT_SIZE, "100")
        commands.apply_looks()


def first_start(stage: RealStage) -> FirstStart:
    stage.pages.offer_first_start()
    stage.composition.window.activateWindow()
    assert stage.composition.window.current_page == "first_start"
    return stage.pages.first_start


def test_where_nothing_can_be_written_the_first_screen_comes_with_a_word_about_it(
    real: RealStage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setattr(real.composition.settings, "_path", tmp_path / "a file" / "settings.json")
    first_start(real)
    assert not real.composition.settings.get(FIRST_START_SEEN)
    assert "settings.json" in real.composition.window.banners.messages[-1].text


def test_the_first_screen_is_skipped_and_never_shown_again(real: RealStage) -> None:
    page = first_start(real)
    assert real.composition.settings.get(FIRST_START_SEEN)
    size = page.findChildren(QComboBox)[1]
    size.activated.emit(size.findData("125"))
    assert real.composition.commands.text_size.percent == 125
    size.activated.emit(size.findData("100"))
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Escape)
    assert real.composition.window.current_page == "chat"
    real.pages.offer_first_start()
    assert real.composition.window.current_page == "chat"


def test_from_the_first_screen_it_is_two_more_to_a_chat_with_the_demo(real: RealStage) -> None:
    page = first_start(real)
    screens: list[str] = []
    real.composition.window.page_shown.connect(screens.append)
    QTest.keyClick(page.buttons["demo"], Qt.Key.Key_Space)
    real.wait_for_chat()
    assert screens == ["pair", "chat"]


@pytest.mark.parametrize(("way", "shown"), [("discover", "discover"), ("pair", "pair")])
def test_the_other_ways_lead_to_their_pages(real: RealStage, way: str, shown: str) -> None:
    first_start(real).buttons[way].click()
    assert real.composition.window.current_page == shown


def test_the_empty_page_of_models_leads_to_a_pair(real: RealStage) -> None:
    real.composition.window.show_page("models")
    page = real.pages.models_page
    real.wait_until(lambda: any(button.text() == "Find a pair…" for button in page.findChildren(QPushButton)))
    next(button for button in page.findChildren(QPushButton) if button.text() == "Find a pair…").click()
    assert real.composition.window.current_page == "discover"


def test_a_window_that_starts_with_large_text_has_it_everywhere(qapp: QApplication, tmp_path: Path) -> None:
    usual = qapp.font().pointSizeF()
    (tmp_path / "settings.json").write_text('{"text_size": "200"}', encoding="utf-8")
    with open_stage(tmp_path) as stage:
        composition = stage.composition
        try:
            box = composition.chat_page.composer.text
            assert composition.model_bar.device_chip.font().pointSizeF() == 2 * usual
            assert box.viewport().font().pointSizeF() == box.font().pointSizeF() > 2 * usual
        finally:
            composition.commands.text_size.set_percent(100)
        assert composition.model_bar.device_chip.font().pointSizeF() == usual
        assert box.viewport().font().pointSizeF() == box.font().pointSizeF() < 2 * usual
