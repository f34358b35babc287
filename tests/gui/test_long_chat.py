"""A chat of 500 messages opens, scrolls and is written to without a lag; no more of it is drawn than is read."""

import pytest
from PySide6.QtTest import QTest

from app.chat.conversation import Conversation, Message, add
from app.chat.store import ChatStore
from app.gui.widgets.message_list import MessageList
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_gaps import PROSE, assert_short, turns

pytestmark = pytest.mark.gui

MESSAGES_N = 500


def keep_long_chat(store: ChatStore) -> None:
    chat, parent = Conversation("long"), None
    for number in range(MESSAGES_N // 2):
        question = Message(f"q{number}", parent, "user", f"Question {number}?")
        parent = f"r{number}"
        chat = add(
            add(chat, question), Message(parent, question.id, "assistant", f"{number}. {PROSE}", finish_reason="stop")
        )
    store.keep_all(chat)


def is_settled(messages: MessageList) -> bool:
    """Nothing is made or moved any more."""
    return not messages._work and not messages._grows_upwards


def open_long_chat(stage: Stage) -> None:
    stage.keeper.ask(keep_long_chat).result()
    stage.composition.sidebar.chat_chosen.emit("long")
    messages = stage.composition.chat_page.messages
    stage.wait_until(lambda: bool(messages.views) and is_settled(messages))


def test_a_long_chat_opens_scrolls_and_is_typed_in_without_a_lag(stage: Stage) -> None:
    stage.load()
    messages, text = stage.composition.chat_page.messages, stage.composition.chat_page.composer.text
    bar = messages.verticalScrollBar()
    with turns(stage.composition.window) as took:
        open_long_chat(stage)
    assert_short(took)
    assert bar.value() == bar.maximum()
    with turns(stage.composition.window) as took:
        while len(messages.views) < 70:
            messages.scroll_page(-1)
            QTest.qWait(5)
    assert_short(took)
    with turns(stage.composition.window) as took:
        QTest.keyClicks(text, "typed into a long chat", delay=5)
    assert_short(took)


def test_what_is_read_stays_in_its_place_while_messages_come_above_it(stage: Stage) -> None:
    stage.load()
    open_long_chat(stage)
    messages = stage.composition.chat_page.messages
    bar = messages.verticalScrollBar()
    built_n = len(messages.views)
    bar.setValue(messages.viewport().height() // 2)
    top = messages.views[2]
    place = top.mapTo(messages.viewport(), top.rect().topLeft()).y()
    stage.wait_until(lambda: len(messages.views) > built_n and is_settled(messages))
    assert abs(top.mapTo(messages.viewport(), top.rect().topLeft()).y() - place) <= messages.fontMetrics().height()
    assert bar.value() != bar.maximum()


def test_a_message_far_above_is_shown_when_it_was_looked_for(stage: Stage) -> None:
    stage.load()
    open_long_chat(stage)
    messages = stage.composition.chat_page.messages
    with turns(stage.composition.window) as took:
        stage.composition.sidebar.match_chosen.emit("long", "r100")
        stage.wait_until(lambda: any(view.property("isFound") for view in messages.views))
    assert_short(took)
    (view,) = (view for view in messages.views if view.property("isFound"))
    assert view.message_id == "r100"
    assert 0 <= view.mapTo(messages.viewport(), view.rect().topLeft()).y() < messages.viewport().height()
    # From there to both sides, and at once to the end.
    assert len(messages.views) < 40
    assert messages.end_button.isVisible()
    for direction in (-1, 1):
        built_n = len(messages.views)
        for _ in range(100):
            messages.scroll_page(direction)
            QTest.qWait(5)
            if len(messages.views) > built_n:
                break
        assert len(messages.views) > built_n
    messages.end_button.click()
    stage.wait_until(lambda: messages.views[-1].message_id == "r249" and is_settled(messages))
    stage.wait_until(lambda: messages.verticalScrollBar().value() == messages.verticalScrollBar().maximum())


def test_what_is_sent_from_the_middle_of_a_long_chat_stands_at_its_end(stage: Stage) -> None:
    stage.load()
    open_long_chat(stage)
    messages = stage.composition.chat_page.messages
    stage.composition.sidebar.match_chosen.emit("long", "r100")
    stage.wait_until(lambda: any(view.property("isFound") for view in messages.views))
    stage.engine.script = Script(pieces_of("At the end."))
    stage.reply_to("Where is this?")
    stage.wait_until(lambda: len(messages.views) > 4 and is_settled(messages))
    assert [view.message_id for view in messages.views[-4:-2]] == ["q249", "r249"]
    assert stage.reply.text == "At the end."


def test_a_reply_that_ended_out_of_sight_is_there_when_the_end_is_asked_for(stage: Stage) -> None:
    stage.load()
    open_long_chat(stage)
    messages = stage.composition.chat_page.messages
    stage.engine.script = Script(pieces_of("word " * 100), per_second=200)
    stage.composition.chat_page.composer.submitted.emit("And on?")
    stage.wait_until(lambda: len(stage.reply.text) > 20)
    stage.composition.sidebar.match_chosen.emit("long", "r150")
    stage.wait_until(lambda: any(view.message_id == "r150" for view in messages.views))
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    messages.end_button.click()
    stage.wait_until(lambda: messages.views[-1].message_id != "r249" and stage.reply.text == "word " * 100)


def test_a_reply_streams_at_the_end_of_a_long_chat_without_a_lag(stage: Stage) -> None:
    stage.load()
    open_long_chat(stage)
    stage.engine.script = Script(pieces_of(PROSE * 4), per_second=300)
    with turns(stage.composition.window) as took:
        stage.reply_to("And on?")
    assert stage.reply.text == PROSE * 4
    assert_short(took)


def test_a_long_talk_keeps_only_its_last_pages_at_hand(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(PROSE * 2, size=200))
    messages = stage.composition.chat_page.messages
    for _ in range(16):
        stage.reply_to("And on?")
    assert len(messages.views) < 20
    ids = [message.id for message in stage.composition.controller.conversation.path()]
    while len(messages.views) < len(ids):
        messages.scroll_page(-1)
        QTest.qWait(5)
    assert [view.message_id for view in messages.views] == ids
