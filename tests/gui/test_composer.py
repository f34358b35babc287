"""The message box: what is typed stays with its chat, is counted, and never makes the window wait."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest

from app.engine.protocol import CountTokens, Generate
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage, open_stage
from tests.gui.test_gaps import assert_short, turns

pytestmark = pytest.mark.gui


def test_each_chat_has_its_own_unsent_text(stage: Stage) -> None:
    stage.load()
    text = stage.composition.chat_page.composer.text
    stage.reply_to("A chat")
    first = stage.composition.controller.conversation.id
    QTest.keyClicks(text, "for the first")
    stage.composition.sidebar.new_button.click()
    assert text.toPlainText() == ""
    QTest.keyClicks(text, "for a new one")
    stage.composition.sidebar.chat_chosen.emit(first)
    stage.wait_until(lambda: text.toPlainText() == "for the first")
    stage.composition.sidebar.new_button.click()
    stage.wait_until(lambda: text.toPlainText() == "for a new one")
    # Sent, it is no draft any more.
    QTest.keyClick(text, Qt.Key.Key_Return)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    stage.composition.sidebar.new_button.click()
    QTest.qWait(50)
    assert text.toPlainText() == ""


def test_the_box_has_room_for_each_of_its_lines(stage: Stage) -> None:
    text = stage.composition.chat_page.composer.text
    for lines_n in range(1, 9):
        text.setPlainText("\n".join(["words"] * lines_n))
        assert text.verticalScrollBar().maximum() == 0
    text.setPlainText("\n".join(["words"] * 20))
    assert text.verticalScrollBar().maximum() > 0


def test_what_is_typed_is_kept_while_the_window_is_open_and_read_at_the_next_start(
    stage: Stage, tmp_path: Path
) -> None:
    QTest.keyClicks(stage.composition.chat_page.composer.text, "not sent yet")
    stage.wait_until(lambda: stage.keeper.ask(lambda store: store.unsent("")).result() == "not sent yet")
    # The window is not closed: a second one reads what the first, killed now, would have left.
    with open_stage(tmp_path) as next_stage:
        text = next_stage.composition.chat_page.composer.text
        next_stage.wait_until(lambda: text.toPlainText() == "not sent yet")


def test_tokens_of_the_unsent_message_are_counted_or_estimated(stage: Stage) -> None:
    page = stage.composition.chat_page
    QTest.keyClicks(page.composer.text, "one two three")
    QTest.qWait(300)
    assert page.composer.tokens.text() == ""
    stage.load()
    stage.wait_until(lambda: page.composer.tokens.text() == "3 tokens")
    assert "The message takes 3 of the 8,192 tokens" in page.composer.gauge.toolTip()
    stage.engine.script = Script(pieces_of("word " * 1000), per_second=200)
    QTest.keyClick(page.composer.text, Qt.Key.Key_Return)
    counts_n = sum(isinstance(command, CountTokens) for command in stage.engine.sent)
    QTest.keyClicks(page.composer.text, "x" * 40)
    stage.wait_until(lambda: page.composer.tokens.text() == "about 10 tokens")
    assert sum(isinstance(command, CountTokens) for command in stage.engine.sent) == counts_n
    stage.composition.controller.stop()
    stage.wait_until(lambda: page.composer.tokens.text() == "1 token")


def test_preedit_is_seen_and_the_enter_that_confirms_it_does_not_send(stage: Stage) -> None:
    stage.load()
    text = stage.composition.chat_page.composer.text
    QGuiApplication.sendEvent(text, QInputMethodEvent("にほん", []))
    assert text.document().firstBlock().layout().preeditAreaText() == "にほん"
    QTest.keyClick(text, Qt.Key.Key_Return)
    QTest.keyClick(text, Qt.Key.Key_Up)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QGuiApplication.sendEvent(text, commit)
    assert text.toPlainText() == "日本"
    assert stage.composition.chat_page.messages.editor is None
    assert not any(isinstance(command, Generate) for command in stage.engine.sent)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_enter_that_confirms_a_word_chooses_nothing_from_the_palette(stage: Stage) -> None:
    palette = stage.composition.commands.show_palette()
    QGuiApplication.sendEvent(palette.box, QInputMethodEvent("し", []))
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("numbers")
    QGuiApplication.sendEvent(palette.box, commit)
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    assert palette.isVisible() and palette.box.text() == "numbers"
    QTest.qWait(0)
    QTest.keyClick(palette.box, Qt.Key.Key_Return)
    assert not palette.isVisible()


@pytest.mark.parametrize(
    "pasted",
    ["A line of what was copied. " * 4000, "A line of what was copied.\n" * 4000, "y" * 100_000],
    ids=["one line", "lines", "no gaps"],
)
def test_a_large_paste_does_not_stop_the_window(stage: Stage, pasted: str) -> None:
    stage.load()
    text = stage.composition.chat_page.composer.text
    data = QMimeData()
    data.setText(pasted)
    with turns(stage.composition.window) as took:
        text.insertFromMimeData(data)
        QTest.qWait(400)
        QTest.keyClicks(text, "and on")
        QTest.qWait(300)
    assert text.toPlainText() == pasted + "and on"
    assert_short(took)


def test_up_in_an_empty_box_edits_the_last_question_and_nothing_without_one(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    QTest.keyClick(page.composer.text, Qt.Key.Key_Up)
    assert page.messages.editor is None
    stage.reply_to("A question")
    QTest.keyClicks(page.composer.text, "x")
    QTest.keyClick(page.composer.text, Qt.Key.Key_Up)
    assert page.messages.editor is None
    QTest.keyClick(page.composer.text, Qt.Key.Key_Backspace)
    QTest.keyClick(page.composer.text, Qt.Key.Key_Up)
    assert page.messages.editor is not None
