"""The table of actions, the palette that finds them and more, and the sheet of shortcuts."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.core.settings import TEXT_SIZE, THEME
from app.gui.actions import BY_NAME, WINDOW_ACTIONS, sheet_lines
from app.gui.dialogs.shortcut_sheet import show_shortcuts
from app.gui.theme import scaled_font
from app.gui.view_models.palette import Entry, Recent, found, rank
from app.gui.widgets.palette import Palette
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import PAIR, Stage

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("This plugin does not support")]


def press(stage: Stage, keys: str) -> None:
    """Press keys in the window as a person does."""
    window = stage.composition.window
    window.activateWindow()
    QTest.keySequence(window, QKeySequence(keys))


def open_palette(stage: Stage) -> Palette:
    press(stage, "Ctrl+K")
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, Palette)
    return popup


def choose(stage: Stage, typed: str) -> Entry:
    """Type into the palette, press Enter, and let it be done."""
    palette = open_palette(stage)
    QTest.keyClicks(palette.box, typed)
    first = palette.found[0]
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    QTest.qWait(0)
    return first


def test_no_two_actions_share_keys_and_each_has_some() -> None:
    lines = [keys for lines in sheet_lines().values() for _, several in lines for keys in several]
    own = Counter(QKeySequence(keys).toString() for action in WINDOW_ACTIONS for keys in action.keys)
    assert all(own) and own.most_common(1)[0][1] == 1
    assert all(action.keys for action in WINDOW_ACTIONS)
    # Those of single widgets may be those of a message, never those of the window.
    others = Counter(QKeySequence(keys).toString() for keys in lines) - own
    assert not own.keys() & others.keys()


def named(*words: str) -> list[Entry]:
    return [Entry(name, "", lambda: None) for name in words]


def test_letters_are_found_in_their_order_and_beginnings_come_first() -> None:
    (pair,) = named("Find a pair")
    assert rank("xyz", pair) is None
    assert rank("fap", pair) is not None
    entries = named("Unpair them", "Open a pair", "Something else", "Pair")
    assert [entry.words for entry in found("pair", entries)] == ["Pair", "Open a pair", "Unpair them"]
    assert [entry.words for entry in found("op ir", entries)] == ["Open a pair"]
    assert found("", entries) == entries
    look = Entry("Appearance", "", lambda: None, also="theme light dark")
    assert found("theme", [*named("Show the models"), look])[0] is look
    assert found("tmld", [look]) == []


def test_words_are_found_in_any_order_and_with_a_mistake() -> None:
    entries = named("Export this chat…", "Import chats…", "Larger text", "Settings")
    for typed in ("chat export", "this exp", "exprot", "exsport", "epxort ch", "expotr"):
        assert found(typed, entries)[0].words == "Export this chat…", typed
    assert found("setings", entries)[0].words == "Settings"
    assert found("zzzport", entries) == []
    theme = Entry("Theme", "", lambda: None, also="Light, dark, or that of the system")
    port = Entry("Port", "", lambda: None, also="Where other programs find it, for all of them")
    assert found("thme", [*named("Unload the models"), port, theme])[0] is theme
    # Words of three letters are too like each other.
    assert found("tax", entries) == []


def test_what_was_chosen_last_comes_first() -> None:
    one, two, three = entries = named("One", "Two", "Three")
    recent = Recent()
    recent.note(two)
    recent.note(three)
    assert recent.first(entries) == [three, two, one]
    recent.note(two)
    assert recent.first(entries) == [two, three, one]


def test_the_palette_offers_first_what_was_chosen_before(stage: Stage) -> None:
    choose(stage, "numbers")
    choose(stage, "numbers")
    palette = open_palette(stage)
    assert palette.found[0].words == BY_NAME["numbers"].words
    palette.close()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("theme", "scheme"),
        ("dark", "scheme"),
        ("font", "larger"),
        ("zoom", "larger"),
        ("delete chat", "delete"),
        ("markdown", "export"),
        ("help", "keys"),
        ("gpu", "device"),
        ("preferences", "settings"),
        ("exit", "quit"),
    ],
)
def test_actions_are_found_by_what_people_call_them(typed: str, name: str) -> None:
    entries = [Entry(action.words, "", lambda: None, also=action.also) for action in WINDOW_ACTIONS]
    assert found(typed, entries)[0].words == BY_NAME[name].words


def test_the_palette_finds_actions_chats_and_models_by_keys_alone(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("Zebras and their stripes")
    stage.wait_until(lambda: bool(stage.composition.chats.model.chats))
    assert choose(stage, "new chat").words == "New chat"
    assert not stage.composition.controller.conversation.messages

    chosen = choose(stage, "zebstr")
    assert (chosen.words, chosen.kind) == ("Zebras and their stripes", "Chat")
    stage.wait_until(lambda: len(stage.composition.controller.conversation.messages) == 2)

    chosen = choose(stage, "load llama")
    assert chosen.kind == "Model"
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.session.pair != PAIR


def test_the_palette_moves_and_closes_by_keys_and_gives_the_focus_back(stage: Stage) -> None:
    text = stage.composition.chat_page.composer.text
    stage.composition.window.activateWindow()
    text.setFocus()
    palette = open_palette(stage)
    first = palette.view.currentIndex().row()
    QTest.keyClick(palette.box, Qt.Key.Key_Down)
    assert palette.view.currentIndex().row() == first + 1
    QTest.keyClick(palette.box, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    choose(stage, "numbers")
    assert QApplication.focusWidget() is text
    palette = open_palette(stage)
    QTest.keyClicks(palette.box, "qqqqqqqqqqqqqq")
    assert not palette.found
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()


def test_a_message_is_acted_on_from_the_palette(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Copy me."))
    stage.reply_to("Hello")
    choose(stage, "copy the message")
    assert QApplication.clipboard().text().strip() == "Copy me."


def test_an_action_of_the_chat_shows_it_first(stage: Stage) -> None:
    page = stage.composition.chat_page
    was_open = not page.panel.isHidden()
    press(stage, "Ctrl+J")
    assert page.panel.isHidden() is was_open
    press(stage, "Ctrl+J")
    press(stage, "Ctrl+Shift+E")
    assert not page.sheet.isHidden()


def test_looks_change_by_keys_and_are_kept(stage: Stage) -> None:
    text = stage.composition.chat_page.composer.text
    usual, written = scaled_font(13).pointSizeF(), text.font().pointSizeF()
    small = stage.composition.chat_page.strip.font().pointSizeF()
    press(stage, "Ctrl+=")
    assert stage.settings.get(TEXT_SIZE) == "110"
    assert scaled_font(13).pointSizeF() == pytest.approx(1.1 * usual)
    assert text.font().pointSizeF() == pytest.approx(1.1 * written)
    assert stage.composition.chat_page.strip.font().pointSizeF() == pytest.approx(1.1 * small)
    press(stage, "Ctrl+-")
    press(stage, "Ctrl+-")
    assert stage.settings.get(TEXT_SIZE) == TEXT_SIZE.default
    assert scaled_font(13).pointSizeF() == pytest.approx(usual)
    press(stage, "Ctrl+Shift+L")
    first = stage.settings.get(THEME)
    press(stage, "Ctrl+Shift+L")
    assert {first, stage.settings.get(THEME)} == {"light", "dark"}
    stage.settings.set(THEME, "system")
    stage.composition.commands.apply_looks()


def test_every_action_that_is_bound_stands_in_the_palette_with_its_keys(stage: Stage) -> None:
    palette = open_palette(stage)
    shown = {entry.words: entry.keys for entry in palette.found}
    bound = stage.composition.commands.actions.bound
    assert len(bound) > 20
    # There is no preset of one's own.
    assert {name for name, action in bound.items() if not action.isEnabled()} == {"rename_preset", "delete_preset"}
    for name in bound.keys() - {"find", "rename_preset", "delete_preset"}:
        assert shown[BY_NAME[name].words] == BY_NAME[name].keys[0]
    palette.close()


def test_the_sheet_shows_every_action(stage: Stage) -> None:
    sheet = show_shortcuts(stage.composition.window)
    words = {label.text() for label in sheet.findChildren(QLabel)}
    assert {action.words for action in WINDOW_ACTIONS} <= words
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
