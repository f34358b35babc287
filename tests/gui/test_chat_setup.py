"""How a chat is set: system prompt, presets, values of its own, and the pair it was used with."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox

from app.chat.presets import Preset
from app.core.settings import MIN_P, TEMPERATURE, THINKING
from app.engine.protocol import Generate, Load
from app.gui.engine_session import Pair
from app.gui.pages.chat import NARROW_LINES
from tests.gui.stage import PAIR, Stage

pytestmark = pytest.mark.gui

LLAMA = Pair(Path("/models/llama.gguf"))


def last_request(stage: Stage) -> Generate:
    return [command for command in stage.engine.sent if isinstance(command, Generate)][-1]


def test_a_system_prompt_is_told_and_kept_with_its_chat(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    page.composer.setup_button.click()
    assert page.sheet.isVisible() and not page.panel.isVisible()
    page.sheet.prompt.setPlainText("Answer in verse.")
    # Sent before the pause after typing is over.
    stage.reply_to("Hello")
    assert [turn.content for turn in last_request(stage).messages] == ["Answer in verse.", "Hello"]
    chat_id = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    assert page.sheet.prompt.toPlainText() == ""
    stage.reply_to("Hello again")
    assert len(last_request(stage).messages) == 1
    stage.composition.sidebar.chat_chosen.emit(chat_id)
    stage.wait_until(lambda: page.sheet.prompt.toPlainText() == "Answer in verse.")
    stage.composition.window.activateWindow()
    page.sheet.prompt.setFocus()
    QTest.keyClick(page.sheet.prompt, Qt.Key.Key_Escape)
    assert page.panel.isVisible() and not page.sheet.isVisible()


def test_values_of_a_chat_go_before_the_settings_and_back(stage: Stage) -> None:
    stage.load()
    stage.settings.set(TEMPERATURE, 0.6)
    sheet = stage.composition.chat_page.sheet
    stage.composition.chat_page.open_sheet()
    row = sheet.rows[TEMPERATURE.name]
    field = row.field.widget
    assert isinstance(field, QDoubleSpinBox)
    field.setValue(1.5)
    sheet.rows[THINKING.name].chosen.emit("off")
    stage.wait_until(row.reset_button.isVisible)
    stage.reply_to("Hello")
    assert (last_request(stage).sampling.temperature, last_request(stage).think) == (1.5, False)
    assert stage.composition.setups.words == "Own values"
    row.reset_button.click()
    stage.reply_to("Hello again")
    assert last_request(stage).sampling.temperature == 0.6
    assert field.value() == 0.6
    assert stage.settings.get(TEMPERATURE) == 0.6
    saved = stage.keeper.ask(lambda store: store.load(stage.composition.controller.conversation.id)).result()
    assert dict(saved.setup.sampling) == {THINKING.name: "off"}


def test_a_preset_brings_its_prompt_and_values_and_takes_them_along(stage: Stage) -> None:
    stage.load()
    setups = stage.composition.setups
    button = stage.composition.chat_page.composer.preset_button
    assert "Balanced" in button.accessibleName()
    setups.choose("Creative")
    stage.reply_to("Hello")
    assert last_request(stage).sampling.min_p == 0.08
    assert last_request(stage).messages[0].role == "system"
    assert "Creative" in button.accessibleName()
    setups.choose("Balanced")
    stage.reply_to("Hello again")
    assert last_request(stage).sampling.min_p == MIN_P.default
    assert last_request(stage).messages[0].role == "user"
    # What the user wrote stays.
    stage.composition.edits.set_system_prompt("My own words.")
    setups.choose("Balanced")
    assert stage.composition.controller.conversation.system_prompt == "My own words."


def test_a_preset_leaves_a_typed_prompt_until_its_own_is_asked_for(stage: Stage) -> None:
    setups, page = stage.composition.setups, stage.composition.chat_page
    page.open_sheet()
    page.sheet.prompt.setPlainText("My own words.")
    # Chosen before the pause after typing is over.
    setups.choose("Balanced")
    assert stage.composition.controller.conversation.system_prompt == "My own words."
    assert page.sheet.prompt.toPlainText() == "My own words."
    assert not stage.composition.window.banners.messages
    setups.choose("Precise")
    chat, precise = stage.composition.controller.conversation, stage.composition.presets.named("Precise")
    assert precise is not None and dict(chat.setup.sampling) == dict(precise.sampling)
    assert chat.system_prompt == page.sheet.prompt.toPlainText() == "My own words."
    assert setups.words == "Precise, changed"
    (banner,) = stage.composition.window.banners.messages
    assert "Your own system prompt stays" in banner.text
    assert banner.action is not None
    banner.action.run()
    assert stage.composition.controller.conversation.system_prompt == precise.system_prompt
    assert setups.words == "Precise"
    # One preset's prompt gives way to another's: neither is lost.
    setups.choose("Code")
    assert setups.words == "Code"


def test_presets_are_saved_renamed_exported_imported_and_deleted(stage: Stage, tmp_path: Path) -> None:
    setups, presets = stage.composition.setups, stage.composition.presets
    stage.composition.edits.set_system_prompt("Be brief.")
    stage.composition.chat_page.sheet.value_chosen.emit(TEMPERATURE.name, 0.3)
    setups.save_as("Mine")
    stage.wait_until(lambda: presets.is_own("Mine"))
    assert setups.words == "Mine"
    stage.composition.chat_page.sheet.value_chosen.emit(TEMPERATURE.name, 0.4)
    assert setups.words == "Mine, changed"
    setups.rename("Yours")
    stage.wait_until(lambda: presets.is_own("Yours") and not presets.is_own("Mine"))
    kept = Preset("Yours", "Be brief.", {TEMPERATURE.name: 0.3})
    assert presets.named("Yours") == kept
    file = tmp_path / "presets.json"
    presets.export_to(file, [kept])
    stage.wait_until(file.exists)
    presets.delete("Yours")
    stage.wait_until(lambda: not presets.is_own("Yours"))
    presets.import_from(file)
    stage.wait_until(lambda: presets.named("Yours") == kept)
    file.write_text(json.dumps({"kind": "something else"}))
    presets.import_from(file)
    stage.wait_until(lambda: bool(stage.composition.window.banners.messages))
    assert "no presets" in stage.composition.window.banners.messages[0].text


def test_the_pair_of_a_chat_is_offered_and_never_loaded_by_itself(stage: Stage) -> None:
    stage.load()
    stage.reply_to("With the pair")
    chat_id = stage.composition.controller.conversation.id
    stage.composition.load(LLAMA)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    stage.composition.sidebar.new_button.click()
    assert not stage.composition.window.banners.messages
    loads_n = sum(isinstance(command, Load) for command in stage.engine.sent)
    stage.composition.sidebar.chat_chosen.emit(chat_id)
    stage.wait_until(lambda: bool(stage.composition.window.banners.messages))
    (banner,) = stage.composition.window.banners.messages
    assert "Qwen3-4B + dspark-qwen3-4b" in banner.text
    assert sum(isinstance(command, Load) for command in stage.engine.sent) == loads_n
    stage.composition.chat_page.open_sheet()
    assert not stage.composition.chat_page.sheet.load_button.isHidden()
    assert banner.action is not None
    banner.action.run()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.session.pair == PAIR
    assert not stage.composition.window.banners.messages
    assert stage.composition.chat_page.sheet.load_button.isHidden()


def test_a_narrow_window_shows_the_sheet_in_place_of_the_chat(stage: Stage) -> None:
    page, window = stage.composition.chat_page, stage.composition.window
    # What is narrow goes by the font of the machine.
    narrow = NARROW_LINES * page.fontMetrics().height() - 1
    window.resize(window.width() - page.width() + narrow, 560)
    page.open_sheet()
    assert not page.composer.isVisible()
    stage.wait_until(lambda: page.sheet.width() == page.width())
    window.resize(1180, 760)
    assert page.composer.isVisible()
    page.close_sheet()
    assert page.panel.isVisible()


def test_what_shows_a_setup_goes_with_the_page_that_shows_it(stage: Stage) -> None:
    """An answer that came later would reach for widgets that are there no more."""
    assert stage.composition.setups.parent() is stage.composition.chat_page
