"""The list of messages: it follows the end, lets itself be scrolled, and shows long chats from their end."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.gui.theme import DARK
from app.gui.widgets.message_view import UserMessage
from app.gui.widgets.reply_text import ReplyText
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = pytest.mark.gui


def test_it_follows_the_end_until_scrolled_away_and_comes_back(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("A line of words.\n\n" * 400), per_second=800)
    page = stage.composition.chat_page
    bar = page.messages.verticalScrollBar()
    page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: bar.maximum() > 400)
    assert bar.value() == bar.maximum()
    assert not page.messages.end_button.isVisible()
    QTest.keyClick(page.composer.text, Qt.Key.Key_PageUp)
    place, end = bar.value(), bar.maximum()
    assert place < end
    stage.wait_until(lambda: bar.maximum() > end + 200)
    assert bar.value() == place
    assert page.messages.end_button.isVisible()
    page.messages.end_button.click()
    assert bar.value() == bar.maximum()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    stage.wait_until(lambda: not page.messages.is_busy)
    QTest.qWait(50)
    assert bar.value() == bar.maximum()


def test_a_saved_chat_looks_as_it_did_tint_and_footers_too(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Some **bold** words."))
    stage.reply_to("First")
    footer = stage.reply.footer.text()
    first = stage.composition.controller.conversation
    stage.composition.sidebar.new_button.click()
    page = stage.composition.chat_page
    assert not page.messages.views
    page.composer.tint_button.setChecked(True)
    stage.composition.sidebar.chat_chosen.emit(first.id)
    stage.wait_until(lambda: len(page.messages.views) == 2)
    assert stage.composition.controller.conversation == first
    assert stage.reply.footer.text() == footer
    assert stage.reply.author.text() == "Qwen3-4B"
    (part,) = stage.reply.body.parts
    assert isinstance(part, ReplyText)
    assert part.document().firstBlock().layout().formats()
    page.composer.tint_button.setChecked(False)
    assert not part.document().firstBlock().layout().formats()


def test_leaving_a_chat_stops_its_reply_and_keeps_it(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("word " * 3000), per_second=300)
    page = stage.composition.chat_page
    page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: len(page.messages.views) == 2 and bool(stage.reply.text))
    left = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert not page.messages.views
    stage.composition.sidebar.chat_chosen.emit(left)
    stage.wait_until(lambda: len(page.messages.views) == 2)
    assert stage.reply.text.startswith("word word")
    assert "You stopped the reply" in stage.reply.footer.text()


def test_replies_change_colours_with_the_theme(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Read [this](https://example.org)."))
    stage.reply_to("Where?")

    def colour_of_link() -> str:
        (part,) = stage.reply.body.parts
        assert isinstance(part, ReplyText)
        cursor = part.textCursor()
        cursor.setPosition(7)
        return cursor.charFormat().foreground().color().name()

    assert colour_of_link() != DARK.accent
    stage.composition.theme.set_scheme("dark")
    stage.wait_until(lambda: colour_of_link() == DARK.accent)
    stage.composition.theme.set_scheme("light")


def test_a_reply_and_its_code_are_copied(stage: Stage) -> None:
    stage.load()
    text = "Look:\n\n```python\nx = 1\n```\n"
    stage.engine.script = Script(pieces_of(text))
    stage.reply_to("Code?")
    row = stage.composition.chat_page.messages.actions_of(stage.reply.message_id)
    row.wake()
    row.buttons["copy"].click()
    assert QApplication.clipboard().text() == text
    assert row.buttons["copy"].accessibleName() == "Copied"


def test_a_long_message_is_shown_in_parts_and_sent_whole(stage: Stage) -> None:
    stage.load()
    text = "A line of what was pasted.\n" * 500 + "The last line."
    stage.reply_to(text)
    assert stage.engine.sent[-1].messages[0].content == text  # type: ignore[union-attr]
    page = stage.composition.chat_page
    (view, _) = page.messages.views
    assert isinstance(view, UserMessage)
    assert text.startswith(view.shown_text)
    assert len(view.shown_text) < len(text) / 2
    while view.more_button.isVisible():
        QTest.mouseClick(view.more_button, Qt.MouseButton.LeftButton)
    assert view.shown_text == text
