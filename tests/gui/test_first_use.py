"""What a first-time user stumbles over: lost keys, a wheel that changes values, dead ends without a word."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSpinBox, QWidget

from app.chat.keeper import ChatKeeper
from app.core.settings import CONTEXT_SIZE, DECLARED, THEME
from app.engine.protocol import Generate
from app.gui.pages.settings import SettingsPage
from app.gui.widgets.reply_text import ReplyText
from tests.gui.scripted_engine import LOADED, Script, pieces_of
from tests.gui.stage import Stage

pytestmark = pytest.mark.gui


def turn_wheel(over: QWidget) -> None:
    window = over.window()
    place = over.mapTo(window, over.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(place), QPoint(0, -120))


@pytest.fixture
def settings_page(stage: Stage) -> SettingsPage:
    page = SettingsPage(stage.settings, lambda: ())
    window = stage.composition.window
    window.stack.addWidget(page)
    window.stack.setCurrentWidget(page)
    window.resize(1000, 640)
    QTest.qWait(20)
    page.sections["sampling"].button.click()
    return page


@pytest.mark.parametrize("name", [CONTEXT_SIZE.name, THEME.name])
def test_the_wheel_scrolls_the_settings_and_changes_none(stage: Stage, settings_page: SettingsPage, name: str) -> None:
    field = settings_page.rows[name].field.widget
    bar = settings_page.scroll_area.verticalScrollBar()
    for has_focus in (False, True):
        bar.setValue(0)
        if has_focus:
            field.setFocus()
        settings_page.scroll_area.ensureWidgetVisible(field)
        before = bar.value()
        turn_wheel(field)
        assert bar.value() > before
    assert not dict(stage.settings.differing())


def test_the_settings_end_where_their_card_ends(settings_page: SettingsPage) -> None:
    *_, card = settings_page.sections.values()
    content = settings_page.scroll_area.widget()
    assert content is not None
    below = content.height() - card.mapTo(content, card.rect().bottomLeft()).y()
    assert below < 3 * settings_page.fontMetrics().height()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_drop_down_shows_all_its_lines(stage: Stage, settings_page: SettingsPage) -> None:
    box = settings_page.rows[THEME.name].field.widget
    assert isinstance(box, QComboBox)
    box.showPopup()
    view = box.view()
    last = view.visualRect(view.model().index(box.count() - 1, 0))
    assert view.viewport().rect().contains(last)
    box.hidePopup()


def test_a_number_keeps_off_the_border_of_its_field(settings_page: SettingsPage) -> None:
    numbers = [row.field.widget for row in settings_page.rows.values()]
    (box,) = [widget for widget in numbers if isinstance(widget, QSpinBox)][:1]
    assert box.lineEdit().textMargins().left() > 0
    assert len(settings_page.rows) == len([setting for setting in DECLARED.values() if setting.label])


def test_keys_go_to_the_box_after_a_question_and_after_stop(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    window = stage.composition.window
    page.suggest(("What is a draft?",))
    button = page.welcome.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    button.setFocus()
    stage.engine.script = Script(pieces_of("word " * 2000), per_second=200)
    button.click()
    assert window.focusWidget() is page.composer.text
    stage.wait_until(lambda: len(page.messages.views) == 2 and bool(stage.reply.text))
    page.composer.send_button.setFocus()
    page.composer.send_button.click()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert window.focusWidget() is page.composer.text


def test_a_click_into_the_transcript_leaves_the_keys_where_they_are(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Hello")
    page = stage.composition.chat_page
    page.composer.setFocus()
    QTest.mouseClick(page.messages.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 200))
    assert stage.composition.window.focusWidget() is page.composer.text


def test_a_question_leaves_what_was_typed(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    QTest.keyClicks(page.composer.text, "half a thou")
    page.welcome.question_chosen.emit("What is a draft?")
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert page.composer.text.toPlainText() == "half a thou"


def test_a_full_context_is_told_with_a_way_out(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("So it goes on"), ending="length")
    stage.reply_to("Tell me everything")
    page = stage.composition.chat_page
    assert "fills the model's context" in stage.reply.footer.text()
    assert f"{LOADED.context_size:,} tokens" in page.reason.words.text()
    assert page.reason.button is not None
    page.reason.button.click()
    assert stage.composition.controller.conversation.current is None
    assert not page.reason.isVisible()


def test_a_message_that_does_not_fit_comes_back_and_its_banner_goes(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Hello")
    page, banners = stage.composition.chat_page, stage.composition.window.banners
    stage.engine.script = Script((), ending="prompt_too_long")
    stage.reply_to("Too much")
    assert page.composer.text.toPlainText() == "Too much"
    assert [message.text for message in stage.composition.controller.conversation.path()] == ["Hello", "Hello."]
    assert len(page.messages.views) == 2
    assert len(banners.messages) == 1
    stage.engine.script = Script(pieces_of("Yes."))
    QTest.keyClick(page.composer.text, Qt.Key.Key_Return)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    asked = [command for command in stage.engine.sent if isinstance(command, Generate)][-1]
    assert [turn.content for turn in asked.messages] == ["Hello", "Hello.", "Too much"]
    assert not banners.messages


@pytest.mark.parametrize("way", ["new chat", "load"])
def test_the_banner_of_a_reply_does_not_outlive_it(stage: Stage, way: str) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Some"), ending="engine_silent")
    stage.reply_to("Hello")
    banners = stage.composition.window.banners
    assert banners.messages
    if way == "load":
        stage.load()
    else:
        stage.composition.sidebar.new_button.click()
    assert not banners.messages


def test_another_target_gets_another_chat(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Hello")
    controller = stage.composition.controller
    first = controller.conversation.id
    controller.leave_other_target(LOADED.target.name)
    assert controller.conversation.id == first
    controller.leave_other_target("Llama-3.1-8B")
    assert controller.conversation.id != first
    assert controller.conversation.current is None


def test_a_chat_without_a_model_says_why_nothing_is_sent(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Hello")
    stage.composition.session.unload()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    page = stage.composition.chat_page
    assert page.reason.isVisible()
    assert page.reason.words.text() == "No model is loaded."
    asked: list[str] = []
    page.last_pair_asked.connect(lambda: asked.append("last"))
    page.pair_asked.connect(lambda: asked.append("pair"))
    for words, ways in (("", ["pair"]), ("Qwen3-4B + dspark", ["pair", "last"])):
        page.name_last_pair(words)
        assert page.reason.button is not None
        assert words in page.reason.button.text()
        page.reason.button.click()
        assert asked == ways
    stage.load()
    assert not page.reason.isVisible()


def test_a_chat_deleted_in_another_window_is_there_again_when_it_goes_on(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    stage.reply_to("Hello")
    model = stage.composition.chats.model
    stage.wait_until(lambda: model.rowCount() == 2)
    chat_id = stage.composition.controller.conversation.id
    other = ChatKeeper(tmp_path / "chats.db", lambda error: None)
    other.ask(lambda store: store.delete(chat_id)).result()
    stage.composition.window.activated.emit()
    stage.wait_until(lambda: model.rowCount() == 0)
    stage.reply_to("Are you there?")
    stage.wait_until(lambda: model.rowCount() == 2)
    assert other.ask(lambda store: len(store.load(chat_id).messages)).result() == 4
    other.close()


def test_a_search_without_a_hit_says_so(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Hello")
    sidebar = stage.composition.sidebar
    assert not sidebar.nothing_found.isVisible()
    sidebar.search.setText("zebra")
    stage.wait_until(sidebar.nothing_found.isVisible)
    sidebar.search.clear()
    stage.wait_until(lambda: stage.composition.chats.model.rowCount() == 2)
    assert not sidebar.nothing_found.isVisible()


def test_further_questions_stay_at_hand(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    page.suggest(("One?", "Two?", "Three?", "Four?", "Five?"))
    assert not page.further.isVisible()
    page.welcome.question_chosen.emit("One?")
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert [button.text() for button in page.further.buttons] == ["Two?", "Three?", "Four?"]
    assert all(button.isVisible() for button in page.further.buttons)
    page.further.buttons[1].click()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert [button.text() for button in page.further.buttons] == ["Two?", "Four?", "Five?"]
    page.suggest(())
    assert not page.further.isVisible()


def test_ctrl_q_closes_the_window(stage: Stage) -> None:
    window = stage.composition.window
    window.activateWindow()
    QTest.qWait(10)
    QTest.keyClick(stage.composition.chat_page.composer.text, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()


def test_no_reply_is_cut_while_the_next_one_grows(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    stage.engine.script = Script(pieces_of("Yes. The target checks every token, so the text is its own. " * 5))
    stage.reply_to("Is the output the same?")
    stage.engine.script = Script(pieces_of("Line after line.\n\n" * 40), per_second=400)
    page.composer.submitted.emit("Go on")
    while stage.composition.session.state == "generating":
        QTest.qWait(1)
        for view in page.messages.views:
            for part in view.findChildren(ReplyText):
                body = part.parentWidget()
                assert body is not None
                assert part.geometry().bottom() <= body.rect().bottom()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_right_button_leaves_the_open_chat_marked(stage: Stage) -> None:
    stage.load()
    stage.reply_to("First")
    stage.composition.sidebar.new_button.click()
    stage.reply_to("Second")
    sidebar, model = stage.composition.sidebar, stage.composition.chats.model
    stage.wait_until(lambda: model.rowCount() == 3 and sidebar.list.currentIndex().row() == 1)
    place = sidebar.list.visualRect(model.index(2)).center()
    QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.RightButton, pos=place)
    sidebar.list.customContextMenuRequested.emit(place)
    (menu,) = sidebar.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert sidebar.list.currentIndex().row() == 2
    menu.hide()
    assert sidebar.list.currentIndex().row() == 1
