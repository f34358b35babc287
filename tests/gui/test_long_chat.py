"""A chat of 500 messages opens, scrolls and is written to without a lag; no more of it is drawn than is read."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.chat.conversation import Conversation, Message, add
from app.chat.store import ChatStore
from app.gui.widgets.message_list import MessageList
from app.gui.widgets.message_view import ReplyMessage
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_gaps import PARAGRAPH, PROSE, assert_short, turns

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
    return not messages.is_busy


def open_long_chat(stage: Stage) -> None:
    stage.keeper.ask(keep_long_chat).result()
    stage.composition.sidebar.chat_chosen.emit("long")
    messages = stage.composition.chat_page.messages
    stage.wait_until(lambda: bool(messages.views) and is_settled(messages))


def scroll_to(messages: MessageList, message_id: str, direction: int) -> None:
    """Page up or down until a message is there."""
    for _ in range(500):
        if any(view.message_id == message_id for view in messages.views):
            return
        messages.scroll_page(direction)
        QTest.qWait(5)
    raise AssertionError(f"{message_id} did not come")


def top_of(messages: MessageList, widget: QWidget) -> int:
    """Where a widget of a message is, in pixels below the upper edge of what is visible."""
    return widget.mapTo(messages.viewport(), QPoint()).y()


def test_a_long_chat_opens_scrolls_and_is_typed_in_without_a_lag(stage: Stage) -> None:
    stage.load()
    messages, text = stage.composition.chat_page.messages, stage.composition.chat_page.composer.text
    bar = messages.verticalScrollBar()
    with turns(stage.composition.window) as took:
        open_long_chat(stage)
    assert_short(took)
    assert bar.value() == bar.maximum()
    with turns(stage.composition.window) as took:
        scroll_to(messages, "q200", -1)
    assert_short(took)
    stage.wait_until(lambda: is_settled(messages))
    assert len(messages.views) < 40
    with turns(stage.composition.window) as took:
        stage.composition.theme.set_scheme("dark")
        QTest.qWait(300)
    assert_short(took)
    with turns(stage.composition.window) as took:
        scroll_to(messages, "r249", 1)
    assert_short(took)
    stage.wait_until(lambda: is_settled(messages))
    assert not messages.is_cut
    assert len(messages.views) < 40
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
    place = top_of(messages, top)
    stage.wait_until(lambda: len(messages.views) > built_n and is_settled(messages))
    assert top_of(messages, top) == place
    assert bar.value() != bar.maximum()


def test_what_is_read_stays_in_its_place_when_something_above_it_grows(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(PROSE, size=60), thinking=[f"Thought {n}.\n\n" for n in range(30)])
    for _ in range(4):
        stage.reply_to("And on?")
    messages = stage.composition.chat_page.messages
    stage.wait_until(lambda: is_settled(messages))
    read, above = messages.views[5], messages.views[1]
    assert isinstance(read, ReplyMessage)
    assert isinstance(above, ReplyMessage)
    bar = messages.verticalScrollBar()
    bar.setValue(bar.value() + top_of(messages, read.body.parts[1]) + 5)
    assert not messages.end_button.isHidden()
    thought = above.thought
    assert thought is not None
    height = thought.height()
    thought.button.click()
    stage.wait_until(lambda: thought.height() > height + 300 and is_settled(messages))
    assert top_of(messages, read.body.parts[1]) == -5


def test_what_is_read_stays_in_its_place_when_the_window_gets_another_width(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(PARAGRAPH[:3000] + "\n\n" + PROSE, size=200))
    for _ in range(4):
        stage.reply_to("And on?")
    messages = stage.composition.chat_page.messages
    stage.wait_until(lambda: is_settled(messages))
    read = messages.views[-3]
    assert isinstance(read, ReplyMessage)
    part, bar = read.body.parts[0], messages.verticalScrollBar()
    bar.setValue(bar.value() + top_of(messages, part) + part.height() // 2)
    heights = {part.height()}
    for width in (900, 1180, 1000):
        stage.composition.window.resize(width, 760)
        QTest.qWait(50)
        stage.wait_until(lambda: is_settled(messages))
        heights.add(part.height())
        assert abs(top_of(messages, part) + part.height() // 2) <= 2 * messages.fontMetrics().height()
    assert len(heights) > 1


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
    assert 0 <= top_of(messages, view) < messages.viewport().height()
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
    shown = {view.message_id for view in messages.views}
    while ids[0] not in shown:
        messages.scroll_page(-1)
        QTest.qWait(5)
        shown |= {view.message_id for view in messages.views}
    assert shown == set(ids)
