"""What a model thinks, in the window: a few lines while it comes, folded away behind the answer, never part of it."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from app.core.settings import EFFORT, THINKING
from app.engine.protocol import ChatMessage, Generate, ThinkingOffer
from tests.gui.scripted_engine import LOADED, Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_gaps import assert_short, turns

pytestmark = pytest.mark.gui

THOUGHT = tuple(f"Step {number} of it.\n" for number in range(30))
WHOLE = "".join(THOUGHT)
ANSWER = "It is **so**."


def requests(stage: Stage) -> list[Generate]:
    return [command for command in stage.engine.sent if isinstance(command, Generate)]


def test_thinking_shows_a_few_lines_and_folds_when_the_answer_begins(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(ANSWER), per_second=60, thinking=THOUGHT)
    stage.composition.chat_page.composer.submitted.emit("Is it?")
    stage.wait_until(
        lambda: stage.composition.controller.is_replying and len(stage.composition.chat_page.messages.views) == 2
    )
    stage.wait_until(lambda: stage.reply.thought is not None and "Step 9" in stage.reply.thought.view.toPlainText())
    thought = stage.reply.thought
    assert thought is not None
    assert thought.button.text() == "Thinking …"
    assert thought.view.isVisible()
    lines = thought.view.height() / thought.view.fontMetrics().lineSpacing()
    assert lines < 5
    assert stage.reply.text == ""
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert not thought.view.isVisible()
    assert thought.button.text().startswith("Thought for ")
    assert stage.reply.text == ANSWER
    assert thought.text == WHOLE


def test_a_fold_opens_to_all_of_it_and_closes_again(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(ANSWER), thinking=THOUGHT)
    stage.reply_to("Is it?")
    thought = stage.reply.thought
    assert thought is not None
    thought.button.click()
    stage.wait_until(lambda: thought.view.toPlainText() == WHOLE)
    stage.wait_until(lambda: thought.view.height() >= 30 * thought.view.fontMetrics().lineSpacing())
    thought.button.click()
    assert not thought.view.isVisible()


def test_copies_titles_and_searches_hold_the_answer_alone(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(ANSWER), thinking=THOUGHT)
    stage.reply_to("Is it?")
    stage.composition.chat_page.messages.action_asked.emit("copy", stage.reply.message_id)
    assert QGuiApplication.clipboard().text() == ANSWER
    assert stage.composition.controller.conversation.title == "Is it?"


def test_a_saved_chat_keeps_both_and_sends_both_to_the_template(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(ANSWER), thinking=THOUGHT)
    stage.reply_to("Is it?")
    chat = stage.composition.controller.conversation
    message = chat.path()[-1]
    assert (message.text, message.thinking) == (ANSWER, WHOLE)
    assert message.thought_s is not None
    stage.composition.sidebar.new_button.click()
    stage.composition.sidebar.chat_chosen.emit(chat.id)
    stage.wait_until(lambda: len(stage.composition.chat_page.messages.views) == 2)
    assert stage.composition.controller.conversation == chat
    assert stage.reply.thought is not None
    assert stage.reply.thought.button.text().startswith("Thought for ")
    assert not stage.reply.thought.view.isVisible()
    stage.reply_to("Why?")
    assert requests(stage)[-1].messages[1] == ChatMessage("assistant", ANSWER, WHOLE)


def test_a_reply_stopped_in_thought_is_kept(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(ANSWER), per_second=40, thinking=THOUGHT)
    stage.composition.chat_page.composer.submitted.emit("Is it?")
    controller = stage.composition.controller
    stage.wait_until(lambda: (reply := controller.shown_reply) is not None and "Step 3" in reply.thinking)
    stage.composition.controller.stop()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    message = stage.composition.controller.conversation.path()[-1]
    assert message.thinking.startswith("Step 0")
    assert message.text == ""
    assert not stage.composition.edits.possible(message.id).can_copy
    assert stage.reply.thought is not None
    assert stage.reply.thought.is_settled


def test_a_failure_in_thought_takes_nothing_back(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script((), thinking=THOUGHT, ending="decode_failed")
    stage.reply_to("Is it?")
    path = stage.composition.controller.conversation.path()
    assert [message.finish_reason for message in path] == [None, "failed"]
    assert path[-1].thinking == WHOLE


def test_the_switch_is_there_where_the_model_offers_it(stage: Stage) -> None:
    button = stage.composition.chat_page.composer.think_button
    assert button.isHidden()
    stage.load()
    assert button.isHidden()
    stage.engine.loaded = replace(LOADED, thinking=ThinkingOffer(has_switch=True, thinks=False))
    stage.load()
    assert not button.isHidden()
    assert not button.isChecked()
    stage.reply_to("First")
    assert requests(stage)[-1].think is None
    button.click()
    assert stage.settings.get(THINKING) == "on"
    stage.settings.set(EFFORT, "high")
    stage.reply_to("Second")
    assert (requests(stage)[-1].think, requests(stage)[-1].effort) == (True, "high")
    button.click()
    stage.reply_to("Third")
    assert requests(stage)[-1].think is False


def test_no_turn_is_long_while_it_thinks_without_the_end_of_a_line(stage: Stage) -> None:
    stage.load()
    stage.composition.chat_page.composer.tint_button.setChecked(True)
    thought = "x" * 60_000
    stage.engine.script = Script(pieces_of(ANSWER), thinking=pieces_of(thought, size=100), per_second=300)
    with turns(stage.composition.window) as took:
        stage.reply_to("Is it?")
    assert_short(took)
    shown = stage.reply.thought
    assert shown is not None
    with turns(stage.composition.window) as took:
        shown.button.click()
        stage.wait_until(lambda: shown.view.toPlainText().replace("\n", "") == thought)
    assert_short(took)
