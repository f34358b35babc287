"""The next start goes on where the last one ended, in the chat that was shown."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from app.core.settings import OPEN_LAST_CHAT
from tests.gui.stage import Stage, open_stage

pytestmark = pytest.mark.gui


def next_start(folder: Path, chat_id: str) -> None:
    """The window is not closed before: a second one finds what the first, killed now, would have left."""
    with open_stage(folder) as stage:
        stage.wait_until(lambda: stage.composition.controller.conversation.id == chat_id)
        messages = stage.composition.chat_page.messages
        stage.wait_until(lambda: messages.views[-1].message_id == stage.composition.controller.conversation.current)
        assert messages.verticalScrollBar().value() == messages.verticalScrollBar().maximum()


def test_the_chat_that_was_written_in_or_opened_last_is_there_again(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    for question in ("First?", "Second?"):
        stage.composition.sidebar.new_button.click()
        stage.reply_to(question)
    chats = [chat.id for chat in stage.keeper.ask(lambda store: store.chats()).result()]
    next_start(tmp_path, chats[0])
    stage.composition.sidebar.chat_chosen.emit(chats[1])
    stage.wait_until(lambda: stage.composition.controller.conversation.id == chats[1])
    next_start(tmp_path, chats[1])


@pytest.mark.parametrize("way", ["a new chat was begun", "it is not wanted", "it was deleted"])
def test_else_a_start_begins_with_a_new_chat(stage: Stage, tmp_path: Path, way: str) -> None:
    stage.load()
    stage.reply_to("First?")
    if way == "a new chat was begun":
        stage.composition.sidebar.new_button.click()
    elif way == "it is not wanted":
        stage.settings.set(OPEN_LAST_CHAT, False)
    else:
        stage.composition.sidebar.chat_deletion_asked.emit(stage.composition.controller.conversation.id)
    stage.keeper.ask(lambda store: None).result()
    with open_stage(tmp_path) as again:
        again.keeper.ask(lambda store: None).result()
        QTest.qWait(50)
        assert not again.composition.controller.conversation.messages


def test_who_is_quicker_keeps_the_new_chat(stage: Stage) -> None:
    stage.load()
    stage.reply_to("First?")
    controller = stage.composition.controller
    first = controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.keeper.tell(lambda store: store.note_shown(first))
    controller.open_last()
    stage.reply_to("Second?")
    QTest.qWait(50)
    assert [message.text for message in controller.conversation.path()][:1] == ["Second?"]
