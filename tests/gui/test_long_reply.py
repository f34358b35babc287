"""Of a very long reply a part is drawn: the window stays alive and small, and all of it can be seen and copied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chat.conversation import Conversation, Message, add
from app.chat.store import ChatStore
from app.gui.widgets import message_view
from app.gui.widgets.code_block import CodeView
from tests.gui.markdown.test_reply_body import document_of
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_gaps import LIST, PROSE, TABLE, assert_short, turns

pytestmark = pytest.mark.gui

TEN_MB = 10_000_000
CODE = "```python\n" + "".join(f"x_{n} = {n}  # one more line of code\n" for n in range(6000))
LINES = tuple(f"Line number {n} of this reply.\n\n" for n in range(600))


def open_chat(stage: Stage, text: str) -> None:
    """Open a chat with this reply from the store."""
    chat = add(Conversation("long", "Long"), Message("q", None, "user", "Go on"))
    chat = add(chat, Message("r", "q", "assistant", text, finish_reason="stop"))
    stage.keeper.ask(lambda store: ChatStore.keep_all(store, chat)).result()
    stage.composition.sidebar.chat_chosen.emit("long")
    wait_until_drawn(stage)


def wait_until_drawn(stage: Stage) -> None:
    messages = stage.composition.chat_page.messages
    stage.wait_until(lambda: bool(messages.views) and not messages.is_busy)


def drawn(stage: Stage) -> str:
    return "\n".join(document_of(part).toPlainText() for part in stage.reply.body.parts)


def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_view, "_MOST_WEIGHT", 12_000)


@pytest.mark.parametrize(
    "text", [PROSE, CODE, LIST, f"\n{TABLE}\n", "word " * 1000], ids=["prose", "code", "list", "tables", "one line"]
)
def test_no_turn_is_long_with_a_reply_of_ten_megabytes(stage: Stage, text: str) -> None:
    stage.load()
    messages = stage.composition.chat_page.messages
    whole = text * (TEN_MB // len(text))
    with turns(stage.composition.window) as took:
        open_chat(stage, whole)
    assert_short(took)
    assert 10_000 < len(drawn(stage)) < TEN_MB / 20
    assert "characters left" in stage.reply.more_button.text() and stage.reply.more_button.isVisible()
    bar = messages.verticalScrollBar()
    with turns(stage.composition.window) as took:
        for share in (0.5, 0.0, 0.9):
            bar.setValue(round(bar.maximum() * share))
            QApplication.processEvents()
        QTest.keyClicks(stage.composition.chat_page.composer.text, "typed below it", delay=5)
    assert_short(took)
    before_n = len(drawn(stage))
    stage.reply.more_button.click()
    wait_until_drawn(stage)
    assert len(drawn(stage)) > 1.8 * before_n
    assert stage.reply.text == whole


def test_a_portion_after_another_shows_all_of_it(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    small_portions(monkeypatch)
    stage.load()
    open_chat(stage, "".join(LINES))
    reply = stage.reply
    portions_n = 0
    while reply.more_button.isVisible():
        reply.more_button.setFocus()
        QTest.keyClick(reply.more_button, Qt.Key.Key_Space)
        wait_until_drawn(stage)
        portions_n += 1
    assert portions_n > 0
    assert drawn(stage).split() == "".join(LINES).split()


def test_the_end_of_a_growing_reply_is_followed_and_its_beginning_comes_back(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_portions(monkeypatch)
    stage.load()
    bar = stage.composition.chat_page.messages.verticalScrollBar()
    stage.engine.script = Script(pieces_of("".join(f"{line}---\n\n" for line in LINES), size=20))
    stage.reply_to("Go on")
    wait_until_drawn(stage)
    reply = stage.reply
    assert "Line number 599 of" in drawn(stage) and "Line number 0 of" not in drawn(stage)
    assert bar.value() == bar.maximum()
    assert reply.beginning_button.isVisible() and not reply.more_button.isVisible()
    stage.composition.controller.found.emit(reply.message_id, ("number", "5 of"))
    stage.wait_until(lambda: bool(reply.property("isFound")))
    assert reply.beginning_button.isVisible(), "it stands in what is drawn"
    stage.composition.chat_page.messages.go_to_end()
    reply.beginning_button.click()
    wait_until_drawn(stage)
    assert "Line number 0 of" in drawn(stage) and "Line number 599 of" not in drawn(stage)
    assert reply.more_button.isVisible() and not reply.beginning_button.isVisible()
    top = reply.body.mapTo(stage.composition.chat_page.messages.viewport(), reply.body.rect().topLeft()).y()
    assert 0 <= top < stage.composition.chat_page.messages.viewport().height() // 2


def test_code_is_copied_and_saved_when_all_of_it_is_there(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    small_portions(monkeypatch)
    stage.load()
    open_chat(stage, f"{CODE[:40_000]}\n```\n")
    reply = stage.reply
    (code,) = reply.body.parts
    assert isinstance(code, CodeView)
    assert not code.copy_button.isEnabled() and not code.save_button.isEnabled()
    assert code.copy_button.toolTip() == "Show the rest of the code first"
    while reply.more_button.isVisible():
        reply.more_button.click()
        wait_until_drawn(stage)
    code.copy_button.click()
    assert QApplication.clipboard().text() == CODE[:40_000].removeprefix("```python\n")


def test_a_hit_in_what_is_not_drawn_is_drawn_and_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    small_portions(monkeypatch)
    stage.load()
    open_chat(stage, "".join((*LINES, "The zebra.\n\n", *LINES)))
    assert "zebra" not in drawn(stage)
    stage.composition.controller.found.emit("r", ("zebra",))
    stage.wait_until(lambda: bool(stage.reply.property("isFound")))
    assert "zebra" in drawn(stage)
    selected = [part.textCursor().selectedText() for part in stage.reply.body.parts if not isinstance(part, CodeView)]
    assert "zebra" in selected
    assert stage.reply.more_button.isVisible()


def test_a_hit_before_the_end_that_was_followed_is_drawn_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    small_portions(monkeypatch)
    stage.load()
    stage.engine.script = Script(pieces_of("".join(("The zebra.\n\n", *LINES)), size=20))
    stage.reply_to("Go on")
    wait_until_drawn(stage)
    assert "zebra" not in drawn(stage)
    stage.composition.controller.found.emit(stage.reply.message_id, ("zebra",))
    stage.wait_until(lambda: bool(stage.reply.property("isFound")))
    assert "zebra" in drawn(stage)
