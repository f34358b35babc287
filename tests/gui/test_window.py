"""The window as a person uses it: load, ask, read, stop, crash, go on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.engine.protocol import Cancel, Failed, Generate, Load
from app.gui.engine_session import Pair
from app.gui.widgets.reply_text import ReplyText
from app.texts import share
from tests.gui.scripted_engine import LOADED, Script, pieces_of
from tests.gui.stage import PAIR, Stage

pytestmark = pytest.mark.gui


def test_loading_shows_the_pair_and_the_device(stage: Stage) -> None:
    bar = stage.composition.model_bar
    assert not bar.unload_button.isEnabled()
    stage.load()
    assert "Qwen3-4B" in bar.target_chip.text()
    assert "DSpark, up to 7" in bar.draft_chip.accessibleName()
    assert "RX 7800 XT" in bar.device_chip.accessibleName()
    assert bar.unload_button.isEnabled()
    bar.unload_button.click()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    assert "Choose a target" in bar.target_chip.accessibleName()


def test_loading_can_be_stopped(stage: Stage) -> None:
    stage.engine.load_steps = 1000
    stage.composition.load(PAIR)
    bar = stage.composition.model_bar
    stage.wait_until(lambda: bar.progress.isVisible() and bar.progress.value() > 0)
    bar.cancel_button.click()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    assert not bar.progress.isVisible()


def test_a_failed_load_is_a_banner(stage: Stage) -> None:
    stage.engine.load_failure = Failed(0, "path_missing", {"path": "/models/gone.gguf"}, "native words")
    stage.composition.load(PAIR)
    stage.wait_until(lambda: bool(stage.composition.window.banners.messages))
    message = stage.composition.window.banners.messages[0]
    assert "/models/gone.gguf" in message.text + message.hint
    assert "native words" in message.details
    assert stage.composition.session.state == "empty"


def test_enter_sends_and_the_reply_streams(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    stage.engine.script = Script(pieces_of("The **answer** is `4`."))
    QTest.keyClicks(page.composer.text, "What is 2+2?")
    QTest.keyClick(page.composer.text, Qt.Key.Key_Return)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    (part,) = stage.reply.body.parts
    assert isinstance(part, ReplyText)
    assert part.toPlainText() == "The answer is 4."
    assert "drafted accepted" in stage.reply.footer.text()
    assert page.panel.readout.acceptance.endswith("%")
    generate = next(command for command in stage.engine.sent if isinstance(command, Generate))
    assert [turn.content for turn in generate.messages] == ["What is 2+2?"]
    assert page.composer.text.toPlainText() == ""


def test_shift_enter_and_input_methods_do_not_send(stage: Stage) -> None:
    stage.load()
    text = stage.composition.chat_page.composer.text
    QTest.keyClicks(text, "one")
    QTest.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QGuiApplication.sendEvent(text, QInputMethodEvent("にほん", []))
    QTest.keyClick(text, Qt.Key.Key_Return)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QGuiApplication.sendEvent(text, commit)
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert text.toPlainText() == "one\n日本"
    assert not any(isinstance(command, Generate) for command in stage.engine.sent)
    QTest.qWait(10)
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert any(isinstance(command, Generate) for command in stage.engine.sent)
    stage.wait_until(lambda: stage.composition.session.state == "ready")


def test_escape_stops_and_keeps_what_was_written(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("word " * 2000), per_second=200)
    page = stage.composition.chat_page
    page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: len(page.messages.views) == 2 and bool(stage.reply.text))
    QTest.keyClick(page.composer.text, Qt.Key.Key_Escape)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert any(isinstance(command, Cancel) for command in stage.engine.sent)
    reply = stage.composition.controller.conversation.path()[-1]
    assert reply.finish_reason == "cancelled"
    assert reply.text.startswith("word word")
    assert "You stopped the reply" in stage.reply.footer.text()


def test_a_crash_keeps_the_reply_and_one_click_goes_on(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("word " * 2000), per_second=200)
    page = stage.composition.chat_page
    page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: len(page.messages.views) == 2 and bool(stage.reply.text))
    stage.engine.crash(stage.composition.session.reply_job)
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    banner = stage.composition.window.banners.messages[0]
    assert "writing the reply" in banner.text
    assert "SIGABRT" in banner.details
    reply = stage.composition.controller.conversation.path()[-1]
    assert reply.finish_reason == "crashed"
    assert reply.text
    assert banner.action is not None
    banner.action.run()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.engine.starts == 2
    loads = [command for command in stage.engine.sent if isinstance(command, Load)]
    assert loads[-1].target == PAIR.target
    assert not stage.composition.window.banners.messages
    stage.engine.script = Script(pieces_of("Again."))
    stage.reply_to("And now?")
    assert stage.composition.controller.conversation.path()[-1].text == "Again."


def test_chats_are_kept_listed_found_deleted_and_restored(stage: Stage) -> None:
    stage.load()
    stage.reply_to("About llamas")
    first = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.reply_to("About zebras")
    model = stage.composition.chats.model
    stage.wait_until(lambda: model.rowCount() == 3)
    stage.composition.sidebar.search.setText("LLAMAS")
    stage.wait_until(lambda: model.rowCount() == 1)
    stage.composition.sidebar.chat_chosen.emit(first)
    page = stage.composition.chat_page
    stage.wait_until(lambda: stage.composition.controller.conversation.id == first)
    assert len(page.messages.views) == 2
    stage.composition.sidebar.search.clear()
    stage.wait_until(lambda: model.rowCount() == 3)
    stage.composition.sidebar.chat_deletion_asked.emit(first)
    stage.wait_until(lambda: model.rowCount() == 2)
    undo = stage.composition.window.banners.messages[0].action
    assert undo is not None
    undo.run()
    stage.wait_until(lambda: model.rowCount() == 3)


def test_the_numbers_are_dashes_before_and_fold_to_a_line(stage: Stage) -> None:
    page = stage.composition.chat_page
    assert page.panel.acceptance.text() == "–"
    assert page.panel.speed.text() == "–"
    stage.load()
    assert page.panel.acceptance.text() == "–"
    assert page.panel.method.text() == "DSpark, up to 7"
    assert LOADED.plain_tokens_per_second is not None
    page.panel.fold_asked.emit()
    assert page.strip.isVisible()
    assert not page.panel.isVisible()
    page.strip.unfold_asked.emit()
    assert page.panel.isVisible()
    stage.composition.window.resize(760, 560)
    assert page.strip.isVisible()
    stage.composition.window.resize(1180, 760)
    assert page.panel.isVisible()


def test_links_open_only_after_asking(stage: Stage) -> None:
    stage.composition.chat_page.link_chosen.emit("https://example.org/a")
    message = stage.composition.window.banners.messages[0]
    assert message.hint == "https://example.org/a"
    assert message.action is not None
    stage.composition.chat_page.link_chosen.emit("file:///etc/passwd")
    (message,) = stage.composition.window.banners.messages
    assert message.action is None


@pytest.mark.parametrize(
    ("address", "host"),
    [("https://\u0430pple.com/x", "xn--pple-43d.com"), ("https://example.org@example.net/x", "example.net")],
    ids=["letters that look alike", "a name before the host"],
)
def test_where_a_link_leads_cannot_be_hidden(stage: Stage, address: str, host: str) -> None:
    stage.composition.chat_page.link_chosen.emit(address)
    (message,) = stage.composition.window.banners.messages
    assert message.hint == f"{address} (leads to {host})"


def test_the_window_is_remembered(stage: Stage) -> None:
    stage.composition.window.resize(1000, 600)
    stage.composition.window.close()
    assert stage.settings.differing()
    assert "window_geometry" in dict(stage.settings.differing())


def test_after_a_crash_another_pair_can_be_loaded_too(stage: Stage) -> None:
    stage.load()
    stage.engine.crash()
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    assert "nothing to do" in stage.composition.window.banners.messages[0].text
    stage.composition.model_bar.pair_chosen.emit(Pair(PAIR.target))
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.engine.starts == 2
    assert stage.composition.session.loaded is not None
    assert stage.composition.session.loaded.draft is None


def test_a_reply_that_fails_is_a_banner_and_keeps_its_text(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Some words."), ending="engine_silent")
    stage.reply_to("Go on")
    (message,) = stage.composition.window.banners.messages
    assert "the native log" in message.details
    assert stage.reply.text == "Some words."
    assert stage.composition.controller.conversation.path()[-1].finish_reason == "failed"


def test_nothing_is_sent_while_no_model_is_loaded(stage: Stage) -> None:
    page = stage.composition.chat_page
    QTest.keyClicks(page.composer.text, "Hello")
    QTest.keyClick(page.composer.text, Qt.Key.Key_Return)
    assert page.composer.text.toPlainText() == "Hello"
    assert not page.composer.send_button.isEnabled()
    stage.load()
    assert page.composer.send_button.isEnabled()
    QTest.keyClick(page.composer.text, Qt.Key.Key_Return)
    stage.wait_until(lambda: len(stage.composition.controller.conversation.messages) == 2)
    stage.wait_until(lambda: stage.composition.session.state == "ready")


def test_questions_are_offered_and_asked(stage: Stage) -> None:
    stage.load()
    page = stage.composition.chat_page
    page.suggest(("What is a draft?",))
    button = page.welcome.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    assert button.text() == "What is a draft?"
    button.click()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.controller.conversation.path()[0].text == "What is a draft?"


def test_the_panel_speaks_of_what_is_loaded_now(stage: Stage) -> None:
    stage.load()
    stage.reply_to("With the draft")
    panel = stage.composition.chat_page.panel
    assert panel.state.text() == "○ ready to draft"
    stage.composition.model_bar.pair_chosen.emit(Pair(PAIR.target))
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert panel.acceptance.text() == "–"
    assert panel.method.text() == "no draft"
    assert not panel.state.isVisible()
    assert not panel.reason.isVisible()


def test_a_reply_goes_on_in_its_own_chat(stage: Stage) -> None:
    stage.load()
    controller, page = stage.composition.controller, stage.composition.chat_page
    stage.reply_to("An old chat")
    old = controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.engine.script = Script(pieces_of("word " * 200), per_second=200)
    page.composer.submitted.emit("A long reply")
    stage.wait_until(lambda: len(stage.reply.text) > 100)
    home = controller.conversation.id
    stage.composition.sidebar.chat_chosen.emit(old)
    stage.wait_until(lambda: controller.conversation.id == old)
    stage.wait_until(lambda: stage.reply.text == "Hello.")
    QTest.qWait(100)
    assert stage.reply.text == "Hello."
    numbers = controller.conversation.path()[-1].numbers
    assert numbers is not None and page.panel.readout.acceptance == share(numbers.acceptance_rate)
    assert not controller.can_send
    stage.composition.sidebar.chat_chosen.emit(home)
    stage.wait_until(lambda: controller.conversation.id == home)
    stage.wait_until(lambda: controller.can_send)
    assert stage.reply.text == "word " * 200
    assert [message.finish_reason for message in controller.conversation.path()] == [None, "stop"]


def test_a_reply_that_is_left_for_good_ends_with_its_own_numbers(stage: Stage) -> None:
    stage.load()
    controller = stage.composition.controller
    stage.engine.script = Script(pieces_of("word " * 200), per_second=200)
    stage.composition.chat_page.composer.submitted.emit("A long reply")
    stage.wait_until(lambda: len(stage.reply.text) > 100)
    left = controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.wait_until(lambda: controller.can_send)
    assert controller.conversation.id != left
    stage.composition.sidebar.chat_chosen.emit(left)
    stage.wait_until(lambda: controller.conversation.id == left)
    reply = controller.conversation.path()[-1]
    assert reply.finish_reason == "cancelled"
    assert reply.numbers is not None
    assert reply.numbers.predicted_n > 0


def test_of_several_chats_asked_for_the_newest_is_shown(stage: Stage) -> None:
    stage.load()
    controller = stage.composition.controller
    stage.reply_to("An old chat")
    old = controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.composition.sidebar.chat_chosen.emit(old)
    stage.composition.sidebar.new_button.click()
    new = controller.conversation.id
    QTest.qWait(200)
    assert controller.conversation.id == new


def test_tinting_by_keyboard_leaves_the_focus_in_the_text(stage: Stage) -> None:
    composer = stage.composition.chat_page.composer
    composer.text.setFocus()
    QTest.keyClick(stage.composition.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    stage.wait_until(composer.tint_button.isChecked)
    assert composer.text.hasFocus()
