"""Everything can be reached by keys, and says its name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListView, QWidget

from app.gui.widgets.buttons import IconButton
from app.gui.widgets.pick_list import PickList
from tests.gui.markdown.samples import EVERYTHING
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import PAIR, Stage

pytestmark = pytest.mark.gui


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def test_whatever_takes_the_focus_has_a_name(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(EVERYTHING))
    stage.reply_to("Everything, please")
    nameless = [
        widget
        for widget in stage.composition.window.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not name_of(widget).strip()
    ]
    assert not nameless


def test_buttons_say_their_shortcut(stage: Stage) -> None:
    buttons = stage.composition.window.findChildren(IconButton)
    assert len(buttons) > 8
    for button in buttons:
        assert button.toolTip()
        keys = button.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        assert keys in button.toolTip()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_shortcuts_work_while_the_sidebar_is_folded_away(stage: Stage) -> None:
    window, sidebar = stage.composition.window, stage.composition.sidebar
    stage.load()
    stage.reply_to("Hello")
    window.resize(760, 560)
    window.activateWindow()
    sidebar.hide()
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert not stage.composition.controller.conversation.messages
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is sidebar.search
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is stage.composition.chat_page.composer.text


def test_tab_goes_round_and_reaches_the_message_box(stage: Stage) -> None:
    stage.load()
    window = stage.composition.window
    window.activateWindow()
    text = stage.composition.chat_page.composer.text
    text.setFocus()
    visited = []
    for _ in range(60):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        visited.append(QApplication.focusWidget())
        if visited[-1] is text:
            break
    assert visited[-1] is text
    bar = stage.composition.model_bar
    for widget in (
        bar.target_chip,
        bar.draft_chip,
        bar.device_chip,
        bar.unload_button,
        stage.composition.sidebar.search,
    ):
        assert widget in visited


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_draft_is_chosen_with_keys_and_one_that_does_not_fit_says_why(stage: Stage) -> None:
    stage.load()
    chip = stage.composition.model_bar.draft_chip
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Space)
    (popup,) = chip.findChildren(PickList)
    view = popup.findChild(QListView)
    assert isinstance(view, QListView)
    assert view.currentIndex().row() == 1
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Return)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.session.pair is not None
    assert stage.composition.session.pair.draft is None
    assert stage.composition.chat_page.panel.method.text() == "no draft"
    target_chip = stage.composition.model_bar.target_chip
    llama = stage.composition.model_bar.target_chip._lines()[1]
    target_chip.chosen.emit(llama)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    QTest.keyClick(chip, Qt.Key.Key_Space)
    popup = chip.findChildren(PickList)[-1]
    index = popup.view.model().index(1, 0)
    assert "hidden size 2560" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    popup.view.setCurrentIndex(index)
    QTest.keyClick(popup.view, Qt.Key.Key_Return)
    assert popup.isVisible()
    assert stage.composition.session.pair.target == llama.value != PAIR.target
    popup.close()


def test_labels_never_read_markup_out_of_names(stage: Stage) -> None:
    formats = {label.textFormat() for label in stage.composition.window.findChildren(QLabel) if label.text()}
    assert Qt.TextFormat.RichText not in formats
