"""The list of chats in the window: names, pins, folders, search, and keys for all of it."""

import time
from functools import partial

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QInputDialog,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionFrame,
    QTextEdit,
    QWidget,
)

from app.chat.conversation import Conversation, Message, add
from app.chat.store import ChatStore
from app.core.settings import FOLDED_FOLDERS, TEXT_SIZE
from app.gui.dialogs.deleted_chats import DeletedChatsDialog
from app.gui.view_models.chats import CHAT_KIND, ChatListModel, Line
from app.gui.widgets.message_list import MessageList
from tests.gui.stage import Stage

pytestmark = pytest.mark.gui


def seed(stage: Stage, *titles: str, replies: int = 1) -> None:
    """Chats of those titles with the ids c0, c1, …; each has a reply that names it."""

    def keep(store: ChatStore) -> None:
        for number, title in enumerate(titles):
            chat = Conversation(f"c{number}")
            parent = None
            for turn in range(replies):
                question = Message(f"q{number}-{turn}", parent, "user", title if turn == 0 else f"More of {title}?")
                chat = add(chat, question)
                parent = f"r{number}-{turn}"
                text = f"Reply {turn} tells of {title}, at some length."
                chat = add(chat, Message(parent, question.id, "assistant", text, finish_reason="stop"))
            store.keep_all(chat)

    stage.keeper.ask(keep).result()
    stage.composition.chats.refresh()
    stage.wait_until(lambda: model(stage).row_of("c0") >= 0)


def model(stage: Stage) -> ChatListModel:
    return stage.composition.chats.model


def shown(stage: Stage) -> list[str]:
    return [line.text for line in lines(stage)]


def lines(stage: Stage) -> list[Line]:
    found = (model(stage).line(model(stage).index(row)) for row in range(model(stage).rowCount()))
    return [line for line in found if line is not None]


def shown_of(fresh: ChatListModel, stage: Stage) -> list[str]:
    """What a list that was just made shows of the chats of the stage."""
    fresh.show_chats(stage.keeper.ask(lambda store: store.chats()).result())
    return [str(fresh.index(row).data()) for row in range(fresh.rowCount())]


def index_of(stage: Stage, chat_id: str) -> QModelIndex:
    return model(stage).index(model(stage).row_of(chat_id))


def choose_in_menu(stage: Stage, chat_id: str, *words: str) -> None:
    """Go through the menu of a chat to the action of that name."""
    line = model(stage).line(index_of(stage, chat_id))
    assert line is not None
    menu = stage.composition.sidebar.menu_for(line)
    actions = menu.actions()
    for word in words[:-1]:
        (inner,) = (action.menu() for action in actions if action.text() == word)
        actions = inner.actions()  # type: ignore[attr-defined]
    (action,) = (action for action in actions if action.text() == words[-1])
    assert action.isEnabled()
    action.trigger()


def test_a_chat_is_renamed_in_its_place_and_keeps_that_name(stage: Stage) -> None:
    stage.load()
    stage.reply_to("First question")
    chat_id = stage.composition.controller.conversation.id
    stage.wait_until(lambda: "First question" in shown(stage))
    stage.composition.window.activateWindow()
    view = stage.composition.sidebar.list
    view.setFocus()
    view.setCurrentIndex(index_of(stage, chat_id))
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("My own title")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    stage.wait_until(lambda: "My own title" in shown(stage))
    stage.composition.edits.edit(stage.composition.controller.conversation.path()[0].id, "Another first question")
    stage.wait_until(lambda: stage.composition.controller.can_send)
    QTest.qWait(50)
    assert "My own title" in shown(stage)
    assert stage.keeper.ask(lambda store: store.load(chat_id)).result().title == "My own title"


@pytest.mark.parametrize("words", ["", "jugglers"])
@pytest.mark.parametrize("size", ["100", "200"])
def test_a_name_being_changed_is_seen_whole(stage: Stage, size: str, words: str) -> None:
    seed(stage, "Gypsy jugglers")
    stage.settings.set(TEXT_SIZE, size)
    stage.composition.commands.apply_looks()
    stage.composition.sidebar.search.setText(words)
    stage.wait_until(lambda: bool(words) == any(line.detail for line in lines(stage)))
    view = stage.composition.sidebar.list
    view.setFocus()
    view.setCurrentIndex(index_of(stage, "c0"))
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    option = QStyleOptionFrame()
    editor.initStyleOption(option)
    room = editor.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, editor)
    assert room.height() >= editor.fontMetrics().height()


def test_a_list_that_grows_leaves_a_rename_alone(stage: Stage) -> None:
    seed(stage, "One", "Two")
    view = stage.composition.sidebar.list
    view.setCurrentIndex(index_of(stage, "c0"))
    view.edit(view.currentIndex())
    editor = view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("Half a na")
    stage.keeper.ask(lambda store: store.keep_all(add(Conversation("new"), Message("q", None, "user", "New")))).result()
    stage.composition.chats.refresh()
    stage.wait_until(lambda: "New" in shown(stage))
    assert view.findChild(QLineEdit) is editor
    assert editor.text() == "Half a na"


def test_pinned_chats_stand_on_top(stage: Stage) -> None:
    seed(stage, "One", "Two", "Three")
    choose_in_menu(stage, "c0", "Pin")
    stage.wait_until(lambda: shown(stage)[:2] == ["Pinned", "One"])
    choose_in_menu(stage, "c0", "Unpin")
    stage.wait_until(lambda: "Pinned" not in shown(stage))


def test_chats_lie_in_folders_that_fold_and_are_dissolved(stage: Stage) -> None:
    seed(stage, "One", "Two", "Three")
    stage.composition.sidebar.move_asked.emit("c0", "Papers")
    stage.wait_until(lambda: "Papers" in shown(stage))
    choose_in_menu(stage, "c1", "Move to", "Papers")
    stage.wait_until(lambda: shown(stage)[0] == "Papers" and set(shown(stage)[1:3]) == {"One", "Two"})
    view = stage.composition.sidebar.list
    view.setCurrentIndex(model(stage).index(0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert "One" not in shown(stage)
    assert model(stage).index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Folder Papers, 2 chats, folded"
    assert stage.settings.get(FOLDED_FOLDERS) == "Papers"
    assert "One" not in shown_of(ChatListModel(None, ["Papers"]), stage)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert "One" in shown(stage)
    assert stage.settings.get(FOLDED_FOLDERS) == ""
    choose_in_menu(stage, "c0", "Move to", "No folder")
    stage.wait_until(lambda: shown(stage)[1] == "Two" and "One" in shown(stage)[2:])
    stage.composition.sidebar.folder_move_asked.emit("Papers", "")
    stage.wait_until(lambda: "Papers" not in shown(stage))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_new_folder_asks_for_its_name(stage: Stage) -> None:
    seed(stage, "One")
    choose_in_menu(stage, "c0", "Move to", "New folder…")
    (dialog,) = stage.composition.sidebar.findChildren(QInputDialog)
    dialog.setTextValue("Recipes")
    dialog.accept()
    stage.wait_until(lambda: "Recipes" in shown(stage))


def test_a_chat_is_dragged_into_a_folder_and_out_of_it(stage: Stage) -> None:
    seed(stage, "One", "Two")
    stage.composition.sidebar.move_asked.emit("c0", "Papers")
    stage.wait_until(lambda: shown(stage)[0] == "Papers")
    data = model(stage).mimeData([index_of(stage, "c1")])
    assert data.hasFormat(CHAT_KIND)
    # Between its chats, and then on the free part of the list.
    assert model(stage).dropMimeData(data, Qt.DropAction.MoveAction, 2, 0, QModelIndex())
    stage.wait_until(lambda: set(shown(stage)[1:3]) == {"One", "Two"})
    data = model(stage).mimeData([index_of(stage, "c0")])
    assert model(stage).dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, QModelIndex())
    stage.wait_until(lambda: shown(stage)[1] == "Two" and shown(stage)[-1] == "One")


def test_a_deleted_folder_comes_back_with_its_chats(stage: Stage) -> None:
    seed(stage, "One", "Two")
    for chat_id in ("c0", "c1"):
        stage.composition.sidebar.move_asked.emit(chat_id, "Papers")
    stage.wait_until(lambda: shown(stage)[0] == "Papers" and len(shown(stage)) == 3)
    view = stage.composition.sidebar.list
    view.setCurrentIndex(model(stage).index(0))
    QTest.keyClick(view, Qt.Key.Key_Delete)
    stage.wait_until(lambda: not shown(stage) and bool(stage.composition.window.banners.messages))
    action = stage.composition.window.banners.messages[0].action
    assert action is not None
    action.run()
    stage.wait_until(lambda: set(shown(stage)) == {"Papers", "One", "Two"})


def test_the_place_in_a_folder_stays_marked_where_a_chat_is_pinned_as_well(stage: Stage) -> None:
    seed(stage, "One", "Two")
    sidebar = stage.composition.sidebar
    sidebar.move_asked.emit("c0", "Papers")
    sidebar.pin_asked.emit("c0", True)
    stage.wait_until(lambda: shown(stage)[:4] == ["Pinned", "One", "Papers", "One"])
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(model(stage).index(3))
    QTest.keyClick(sidebar.list, Qt.Key.Key_Return)
    stage.wait_until(lambda: stage.composition.controller.conversation.id == "c0")
    stage.wait_until(lambda: sidebar.list.currentIndex().row() == 3)
    QTest.qWait(20)
    assert sidebar.list.currentIndex().row() == 3
    sidebar.chat_chosen.emit("c1")
    stage.wait_until(lambda: sidebar.list.currentIndex().data() == "Two")
    sidebar.chat_chosen.emit("c0")
    stage.wait_until(lambda: sidebar.list.currentIndex().row() == 1)


def deleted_dialog(stage: Stage) -> DeletedChatsDialog:
    """The list of deleted chats, as the action opens it."""
    stage.composition.commands.actions.bound["deleted"].trigger()
    dialog = stage.composition.deleted_chats.dialog
    assert dialog is not None
    return dialog


@pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True)
def test_deleted_chats_come_back_or_go_for_good(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    seed(stage, "One", "Two", "Three")
    dialog = deleted_dialog(stage)
    assert not dialog.restore_button.isEnabled() and dialog.about.text() == "Nothing was deleted lately."
    dialog.reject()
    for chat_id in ("c0", "c1", "c2"):
        stage.composition.sidebar.chat_deletion_asked.emit(chat_id)
    (banner,) = stage.composition.window.banners.messages
    assert banner.hint == "“Recently deleted” keeps it for 30 days."
    dialog = deleted_dialog(stage)
    stage.wait_until(lambda: dialog.list.count() == 3)
    assert dialog.list.item(0).text() == "Three\n30 days left"
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    stage.wait_until(lambda: dialog.list.count() == 2 and "Three" in shown(stage))
    answers = iter([False, True])
    monkeypatch.setattr("app.gui.dialogs.deleted_chats.confirm", lambda *asked: next(answers))
    for _ in range(2):
        dialog.wipe_button.click()
    stage.wait_until(lambda: dialog.list.count() == 1)
    assert dialog.list.item(0).text().startswith("One")
    kept = stage.keeper.ask(lambda store: store.deleted_chats()).result()
    assert [chat.id for chat in kept] == ["c0"]
    dialog.reject()
    stage.wait_until(lambda: stage.composition.deleted_chats.dialog is None)


def test_search_marks_what_it_found_and_leads_to_the_message(stage: Stage) -> None:
    seed(stage, "Llamas", "Zebras", replies=60)
    sidebar, page = stage.composition.sidebar, stage.composition.chat_page
    QTest.keyClicks(sidebar.search, "reply 3 zebras")
    stage.wait_until(lambda: shown(stage) == ["Zebras"])
    (line,) = lines(stage)
    assert line.message_id == "r1-3"
    assert {line.detail[start:end].casefold() for start, end in line.spans} == {"reply", "3", "zebras"}
    QTest.keyClick(sidebar.search, Qt.Key.Key_Down)
    QTest.keyClick(sidebar.list, Qt.Key.Key_Return)
    stage.wait_until(lambda: any(view.property("isFound") for view in page.messages.views))
    (view,) = (view for view in page.messages.views if view.property("isFound"))
    assert view.message_id == "r1-3"
    top = view.mapTo(page.messages.viewport(), view.rect().topLeft()).y()
    assert 0 <= top < page.messages.viewport().height()
    stage.wait_until(lambda: not view.property("isFound"))


def test_search_leads_to_the_words_in_a_long_message(stage: Stage) -> None:
    padding = "\n\n".join(f"Paragraph {number} of unmarked text." for number in range(80))
    question = Message("q", None, "user", f"{padding}\n\nWhere is the needle?\n\n{padding}")
    reply = f"{padding}\n\n```python\n{'x = 1' * 3}\npin = 2\n```\n\n{padding}\n\nA Zebra is **marked**."
    chat = add(add(Conversation("c"), question), Message("r", "q", "assistant", reply, finish_reason="stop"))
    stage.keeper.ask(lambda store: store.keep_all(chat)).result()
    sidebar, messages = stage.composition.sidebar, stage.composition.chat_page.messages
    for words, message_id, selected in (
        ("where needle", "q", "needle"),
        ("pin", "r", "pin"),
        ("zeb", "r", "Zeb"),
        ("marked", "r", "marked"),
    ):
        sidebar.search.setText(words)
        stage.wait_until(partial(is_found, stage, selected))
        assert [line.message_id for line in lines(stage)] == [message_id]
        sidebar.match_chosen.emit("c", message_id)
        stage.wait_until(partial(is_marked, messages, selected))
        place = next(place for place, found in marked(messages) if found.selectedText() == selected)
        assert 0 <= place < messages.viewport().height()


def is_found(stage: Stage, word: str) -> bool:
    return word in model(stage).found_words("c")


def is_marked(messages: MessageList, word: str) -> bool:
    return word in [found.selectedText() for _, found in marked(messages)]


def marked(messages: MessageList) -> list[tuple[int, QTextCursor]]:
    """What is selected in the messages, with how far below the upper edge of the window it stands."""
    parts = [part for part in messages.findChildren(QWidget) if isinstance(part, QTextEdit | QPlainTextEdit)]
    found = [(part, part.textCursor()) for part in parts if part.textCursor().hasSelection()]
    return [
        (part.viewport().mapTo(messages.viewport(), part.cursorRect(cursor).topLeft()).y(), cursor)
        for part, cursor in found
    ]


def test_search_leads_to_a_version_that_is_not_shown(stage: Stage) -> None:
    stage.load()
    stage.reply_to("A question")
    old = stage.composition.controller.conversation.path()[-1]
    stage.composition.edits.edit(old.id, "Quite another text")
    assert stage.composition.controller.conversation.path()[-1].id != old.id
    stage.composition.sidebar.match_chosen.emit(stage.composition.controller.conversation.id, old.id)
    assert stage.composition.controller.conversation.path()[-1].id == old.id
    stage.wait_until(lambda: bool(stage.composition.chat_page.messages.views[-1].property("isFound")))


def test_two_thousand_chats_are_listed_within_a_second(stage: Stage) -> None:
    def keep(store: ChatStore) -> None:
        for number in range(2000):
            store.keep_all(add(Conversation(f"c{number}"), Message(f"q{number}", None, "user", f"Question {number}")))

    stage.keeper.ask(keep).result()
    began_s = time.thread_time()
    stage.composition.chats.refresh()
    stage.wait_until(lambda: model(stage).rowCount() > 2000)
    QApplication.processEvents()
    # Of the window's thread alone: what the machine does besides does not count.
    assert time.thread_time() - began_s < 1
