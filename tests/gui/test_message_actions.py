"""What can be done with a message, by mouse and by keys; all of it is kept."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.chat.conversation import Conversation, Message
from app.chat.store import ChatStore
from app.engine.protocol import Generate
from app.gui.view_models.message_actions import Doing
from app.gui.widgets.message_actions import MessageActions
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = pytest.mark.gui

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def path(stage: Stage) -> tuple[Message, ...]:
    return stage.composition.controller.conversation.path()


def texts(stage: Stage) -> list[str]:
    return [message.text for message in path(stage)]


def kept(stage: Stage) -> Conversation:
    """The open chat as the store has it."""
    chat_id = stage.composition.controller.conversation.id
    return stage.keeper.ask(lambda store: ChatStore.load(store, chat_id)).result()


def answer(stage: Stage, text: str) -> None:
    stage.engine.script = Script(pieces_of(text))


def talk(stage: Stage) -> None:
    """A chat of two questions with their replies."""
    stage.load()
    for number in ("one", "two"):
        answer(stage, f"Answer {number}.")
        stage.reply_to(f"Question {number}?")


def test_the_focus_stays_with_the_versions_up_to_the_first_and_the_last(stage: Stage) -> None:
    talk(stage)
    answer(stage, "Answer three.")
    stage.composition.chat_page.act("again")
    stage.wait_until(lambda: texts(stage)[-1] == "Answer three." and stage.composition.session.state == "ready")
    window, messages = stage.composition.window, stage.composition.chat_page.messages
    window.activateWindow()
    stage.wait_until(lambda: window.isActiveWindow() and len(messages.views) == 4)
    row = actions(stage, 3)
    row.buttons["back"].setFocus()
    QTest.keyClick(row.buttons["back"], Qt.Key.Key_Space)
    assert texts(stage)[-1] == "Answer two."
    assert actions(stage, 3).buttons["forth"].hasFocus()
    QTest.keyClick(actions(stage, 3).buttons["forth"], Qt.Key.Key_Space)
    assert texts(stage)[-1] == "Answer three."
    assert actions(stage, 3).buttons["back"].hasFocus()


def hover(view: QWidget, *, is_on: bool = True) -> None:
    place = QPointF(4, 4)
    QApplication.sendEvent(view, QEnterEvent(place, place, place) if is_on else QEvent(QEvent.Type.Leave))


def actions(stage: Stage, at: int) -> MessageActions:
    found = stage.composition.chat_page.messages.views[at].findChild(MessageActions)
    assert isinstance(found, MessageActions)
    return found


def press(stage: Stage, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(stage.composition.chat_page.composer.text, key, modifiers)


def test_buttons_come_with_the_pointer_and_go_with_it(stage: Stage) -> None:
    talk(stage)
    row = actions(stage, 1)
    assert not row.buttons
    height = row.height()
    hover(stage.composition.chat_page.messages.views[1])
    assert row.buttons["copy"].isVisible()
    assert "F2" in row.buttons["edit"].toolTip()
    # Only the last reply can be continued.
    assert not row.buttons["go_on"].isVisible()
    hover(stage.composition.chat_page.messages.views[1], is_on=False)
    assert not row.buttons["copy"].isVisible()
    assert row.height() == height


def test_buttons_come_to_what_comes_to_a_pointer_that_rests(stage: Stage, pointer: type[QCursor]) -> None:
    stage.load()
    messages = stage.composition.chat_page.messages
    pointer.setPos(messages.viewport().mapToGlobal(QPoint(messages.viewport().width() // 2, 150)))
    answer(stage, "A line of words.\n\n" * 8)
    stage.reply_to("One?")
    stage.wait_until(lambda: actions(stage, 1).is_awake)
    answer(stage, "A line of words.\n\n" * 60)
    stage.reply_to("Two?")

    def awake() -> list[bool]:
        return [actions(stage, at).is_awake for at in range(len(messages.views))]

    stage.wait_until(lambda: awake() == [False, False, False, True])
    messages.verticalScrollBar().setValue(0)
    stage.wait_until(lambda: awake() == [False, True, False, False])
    assert actions(stage, 1).buttons["copy"].isVisible()


def test_buttons_are_reached_by_keys_and_go_when_the_focus_does(stage: Stage) -> None:
    talk(stage)
    stage.composition.window.activateWindow()
    row = actions(stage, 3)
    row.setFocus(Qt.FocusReason.TabFocusReason)
    assert QApplication.focusWidget() is row.buttons["copy"]
    QTest.keyClick(row.buttons["copy"], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is row.buttons["edit"]
    QTest.keyClick(row.buttons["edit"], Qt.Key.Key_Backtab)
    QTest.keyClick(row.buttons["copy"], Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "Answer two."
    stage.composition.chat_page.composer.text.setFocus()
    assert not row.is_awake
    assert not row.buttons["copy"].isVisible()


def test_the_versions_of_a_question_keep_their_place_when_the_buttons_come(stage: Stage) -> None:
    talk(stage)
    page = stage.composition.chat_page
    page.messages.edited.emit(path(stage)[2].id, "Edited?")
    stage.wait_until(lambda: len(path(stage)) == 4 and stage.composition.session.state == "ready")
    row = actions(stage, 2)
    back = row.buttons["back"]
    stage.wait_until(lambda: not page.messages.is_busy)
    QTest.qWait(20)
    place = back.mapTo(page, QPoint())
    hover(page.messages.views[2])
    stage.wait_until(row.buttons["branch"].isVisible)
    QTest.qWait(20)
    assert back.mapTo(page, QPoint()) == place
    # The keys go through the row as it is seen.
    window = stage.composition.window
    window.activateWindow()
    row.buttons["delete"].setFocus()
    QTest.keyClick(row.buttons["delete"], Qt.Key.Key_Tab)
    assert back.hasFocus()
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert texts(stage)[2] == "Question two?"
    stage.wait_until(lambda: not page.messages.is_busy)
    hover(page.messages.views[2])
    stage.wait_until(lambda: actions(stage, 2).buttons["back"].mapTo(page, QPoint()) == place)


@pytest.mark.parametrize("name", ["again", "go_on", "delete"])
def test_after_a_button_that_goes_the_keys_go_to_the_message_box(stage: Stage, name: Doing) -> None:
    talk(stage)
    stage.composition.window.activateWindow()
    hover(stage.composition.chat_page.messages.views[3])
    before = path(stage)
    QTest.mouseClick(actions(stage, 3).buttons[name], Qt.MouseButton.LeftButton)
    assert path(stage) != before
    assert QApplication.focusWidget() is stage.composition.chat_page.composer.text
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert QApplication.focusWidget() is stage.composition.chat_page.composer.text


def test_writing_again_makes_a_version_and_versions_are_stepped_through(stage: Stage) -> None:
    talk(stage)
    answer(stage, "Another answer.")
    hover(stage.composition.chat_page.messages.views[3])
    QTest.mouseClick(actions(stage, 3).buttons["again"], Qt.MouseButton.LeftButton)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert texts(stage)[-1] == "Another answer."
    row = actions(stage, 3)
    assert row.buttons["forth"].isVisible() and not row.buttons["forth"].isEnabled()
    assert row._version.text() == "2/2"
    press(stage, Qt.Key.Key_Left, ALT)
    assert texts(stage)[-1] == "Answer two."
    assert stage.reply.text == "Answer two."
    assert actions(stage, 3)._version.text() == "1/2"
    press(stage, Qt.Key.Key_Right, ALT)
    assert kept(stage) == stage.composition.controller.conversation
    press(stage, Qt.Key.Key_Left, ALT)
    assert kept(stage).path()[-1].text == "Answer two."
    # The request went without the version that it replaces.
    last = [command for command in stage.engine.sent if isinstance(command, Generate)][-1]
    assert [turn.content for turn in last.messages] == ["Question one?", "Answer one.", "Question two?"]


def test_an_edited_question_is_asked_anew_in_a_version_of_its_own(stage: Stage) -> None:
    talk(stage)
    answer(stage, "To the edited one.")
    page = stage.composition.chat_page
    QTest.keyClick(page.composer.text, Qt.Key.Key_Up)
    editor = page.messages.editor
    assert editor is not None
    assert editor.text.toPlainText() == "Question two?"
    assert QApplication.focusWidget() is editor.text
    editor.text.setPlainText("Edited?")
    QTest.keyClick(editor.text, Qt.Key.Key_Return, SHIFT)
    assert page.messages.editor is editor
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is page.composer.text
    stage.wait_until(lambda: len(path(stage)) == 4 and stage.composition.session.state == "ready")
    assert QApplication.focusWidget() is page.composer.text
    assert texts(stage) == ["Question one?", "Answer one.", "Edited?", "To the edited one."]
    assert [view.message_id for view in page.messages.views] == [message.id for message in path(stage)]
    assert actions(stage, 2)._version.text() == "2/2"
    assert kept(stage) == stage.composition.controller.conversation


def test_a_message_that_is_wrapped_is_edited_in_a_box_of_as_many_lines(stage: Stage) -> None:
    stage.load()
    answer(stage, "So it is.")
    stage.reply_to("A question of many words, all of them in one paragraph. " * 6)
    page = stage.composition.chat_page
    QTest.keyClick(page.composer.text, Qt.Key.Key_Up)
    editor = page.messages.editor
    assert editor is not None
    line_px = editor.text.fontMetrics().lineSpacing()
    stage.wait_until(lambda: editor.text.viewport().height() >= editor.text.document().size().height() * line_px)
    assert editor.text.document().size().height() > 2


def test_an_edited_reply_is_a_version_that_nobody_is_asked_for(stage: Stage) -> None:
    talk(stage)
    sent_n = len([command for command in stage.engine.sent if isinstance(command, Generate)])
    page = stage.composition.chat_page
    page.messages.action_asked.emit("edit", path(stage)[1].id)
    assert page.messages.editor is not None
    page.messages.editor.text.setPlainText("What it should have said.")
    page.messages.editor.save_button.click()
    assert texts(stage) == ["Question one?", "What it should have said."]
    assert len([command for command in stage.engine.sent if isinstance(command, Generate)]) == sent_n
    assert kept(stage) == stage.composition.controller.conversation


def test_escape_leaves_an_edit_without_a_change_and_without_stopping_anything(stage: Stage) -> None:
    talk(stage)
    page = stage.composition.chat_page
    before = stage.composition.controller.conversation
    press(stage, Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier)
    editor = page.messages.editor
    assert editor is not None
    QTest.keyClicks(editor.text, " and more")
    QTest.keyClick(editor.text, Qt.Key.Key_Escape)
    assert page.messages.editor is None
    assert stage.composition.controller.conversation == before
    assert all(view.isVisible() for view in page.messages.views)


def test_a_stopped_reply_is_continued_in_its_place(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    stage.engine.script = Script(pieces_of("word " * 2000), per_second=200)
    page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: len(page.messages.views) == 2 and bool(stage.reply.text))
    press(stage, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    begun = path(stage)[-1]
    assert begun.numbers is not None
    answer(stage, "and the end.")
    press(stage, Qt.Key.Key_G, CONTROL | SHIFT)
    stage.wait_until(lambda: path(stage)[-1].text != begun.text and stage.composition.session.state == "ready")
    reply = path(stage)[-1]
    assert (reply.id, reply.text, reply.finish_reason) == (begun.id, f"{begun.text}and the end.", "stop")
    assert stage.reply.text == reply.text
    request = [command for command in stage.engine.sent if isinstance(command, Generate)][-1]
    assert request.continues
    assert [(turn.role, turn.content) for turn in request.messages] == [("user", "Go on"), ("assistant", begun.text)]
    numbers = reply.numbers
    assert numbers is not None and numbers.predicted_n > begun.numbers.predicted_n
    assert kept(stage) == stage.composition.controller.conversation


def test_a_reply_that_grows_is_neither_edited_nor_branched_from(stage: Stage) -> None:
    talk(stage)
    stage.engine.script = Script(pieces_of("word " * 500), per_second=200)
    page = stage.composition.chat_page
    page.composer.submitted.emit("Question three?")
    stage.wait_until(lambda: len(stage.reply.text) > 20)
    home, reply = stage.composition.controller.conversation.id, path(stage)[-1]
    for name in ("edit", "branch", "copy"):
        page.messages.action_asked.emit(name, reply.id)
    assert page.messages.editor is None
    assert stage.composition.controller.conversation.id == home
    stage.composition.controller.stop()
    stage.wait_until(lambda: stage.composition.controller.can_send)
    page.messages.action_asked.emit("edit", reply.id)
    assert page.messages.editor is not None


def test_a_branch_is_a_chat_of_its_own(stage: Stage) -> None:
    talk(stage)
    home = stage.composition.controller.conversation
    stage.composition.chat_page.messages.action_asked.emit("branch", path(stage)[1].id)
    assert stage.composition.controller.conversation.id != home.id
    assert texts(stage) == ["Question one?", "Answer one."]
    stage.reply_to("Another way?")
    assert kept(stage) == stage.composition.controller.conversation
    assert stage.keeper.ask(lambda store: store.load(home.id)).result() == home
    titles = stage.composition.chats.model.titles
    stage.wait_until(lambda: titles() == {home.title, f"{home.title} (2)"})
    stage.composition.chat_page.messages.action_asked.emit("branch", path(stage)[1].id)
    stage.wait_until(lambda: titles() == {home.title, f"{home.title} (2)", f"{home.title} (3)"})


def test_a_deleted_message_comes_back(stage: Stage) -> None:
    talk(stage)
    before = stage.composition.controller.conversation
    stage.composition.chat_page.messages.action_asked.emit("delete", path(stage)[2].id)
    assert texts(stage) == ["Question one?", "Answer one."]
    assert len(stage.composition.chat_page.messages.views) == 2
    assert kept(stage).path() == path(stage)
    (banner,) = stage.composition.window.banners.messages
    assert banner.action is not None
    banner.action.run()
    stage.wait_until(lambda: len(path(stage)) == 4)
    assert path(stage) == before.path()
    assert kept(stage).path() == before.path()


@pytest.mark.parametrize("of_whole_chat", [False, True])
def test_after_undo_the_keys_go_to_the_message_box(stage: Stage, *, of_whole_chat: bool) -> None:
    talk(stage)
    window, page = stage.composition.window, stage.composition.chat_page
    window.activateWindow()
    if of_whole_chat:
        stage.composition.sidebar.chat_deletion_asked.emit(stage.composition.controller.conversation.id)
    else:
        page.messages.action_asked.emit("delete", path(stage)[2].id)
    undo = next(button for button in window.banners.findChildren(QPushButton) if button.text() == "Undo")
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is page.composer.text
    stage.wait_until(lambda: of_whole_chat or len(path(stage)) == 4)
    assert QApplication.focusWidget() is page.composer.text


def test_after_unloading_the_keys_go_to_the_message_box(stage: Stage) -> None:
    talk(stage)
    stage.composition.window.activateWindow()
    page = stage.composition.chat_page
    QTest.mouseClick(stage.composition.model_bar.unload_button, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is page.composer.text
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    assert QApplication.focusWidget() is page.composer.text


def test_after_the_button_beside_a_reason_the_keys_go_to_the_message_box(stage: Stage) -> None:
    talk(stage)
    stage.composition.window.activateWindow()
    page = stage.composition.chat_page
    stage.composition.session.unload()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    page.messages.edited.emit(path(stage)[2].id, "Edited?")
    stage.load()
    assert page.reason.words.text() == "The last message has no reply yet."
    assert page.reason.button is not None
    QTest.mouseClick(page.reason.button, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is page.composer.text
    stage.wait_until(lambda: stage.composition.session.state == "ready")


def test_a_message_deleted_while_its_reply_is_written_takes_the_reply_along(stage: Stage) -> None:
    talk(stage)
    stage.engine.script = Script(pieces_of("word " * 2000), per_second=200)
    stage.composition.chat_page.composer.submitted.emit("Question three?")
    stage.wait_until(lambda: len(stage.reply.text) > 20)
    stage.composition.chat_page.messages.action_asked.emit("delete", path(stage)[4].id)
    assert len(path(stage)) == 4
    stage.wait_until(lambda: stage.composition.controller.can_send)
    assert len(path(stage)) == 4
    assert kept(stage).path() == path(stage)


def test_while_a_reply_is_written_another_chat_can_be_edited(stage: Stage) -> None:
    talk(stage)
    other = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.engine.script = Script(pieces_of("word " * 150), per_second=150)
    stage.composition.chat_page.composer.submitted.emit("A long one")
    stage.wait_until(lambda: len(stage.reply.text) > 20)
    home = stage.composition.controller.conversation.id
    stage.composition.sidebar.chat_chosen.emit(other)
    stage.wait_until(lambda: stage.composition.controller.conversation.id == other)
    page = stage.composition.chat_page
    page.messages.edited.emit(path(stage)[2].id, "Edited meanwhile?")
    assert texts(stage) == ["Question one?", "Answer one.", "Edited meanwhile?"]
    assert page.reason.words.text() == "A reply is being written in another chat."
    stage.wait_until(lambda: stage.composition.controller.can_send)
    answer(stage, "Now.")
    assert page.reason.words.text() == "The last message has no reply yet."
    assert page.reason.button is not None
    page.reason.button.click()
    stage.wait_until(lambda: stage.composition.session.state == "ready" and len(path(stage)) == 4)
    assert texts(stage)[-1] == "Now."
    written = stage.keeper.ask(lambda store: store.load(home)).result()
    assert written.path()[-1].text == "word " * 150


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_offers_the_same(stage: Stage) -> None:
    talk(stage)
    menu = actions(stage, 3).popup_menu(stage.composition.window.pos(), "")
    words = {action.text(): action.isEnabled() for action in menu.actions()}
    assert list(words) == ["Copy", "Edit", "Write again", "Continue", "Branch", "Delete"]
    assert all(words.values())
    menu.close()


def test_a_failed_second_version_leaves_the_first(stage: Stage) -> None:
    talk(stage)
    stage.engine.script = Script((), ending="engine_silent")
    press(stage, Qt.Key.Key_G, CONTROL)
    stage.wait_until(lambda: bool(stage.composition.window.banners.messages))
    assert texts(stage) == ["Question one?", "Answer one.", "Question two?", "Answer two."]
    assert stage.composition.chat_page.composer.text.toPlainText() == ""
    assert kept(stage) == stage.composition.controller.conversation
