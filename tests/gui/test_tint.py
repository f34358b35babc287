"""What the draft guessed is tinted, wherever a reply goes: while it comes, in other versions, in another window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.gui.widgets.message_view import ReplyMessage
from app.gui.widgets.thought_view import ThoughtView
from tests.gui.markdown.test_reply_body import tinted_in, tinted_texts
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage, open_stage

pytestmark = pytest.mark.gui

THOUGHT = (("So", 0), (" 🚀", None), (" it\n", 0), ("\nmay", 1), (" be", None), (".", 0))
GUESSED_THOUGHT = "So itmay."
ANSWER = (
    *(("Two", 0), (" words", 1), (" of", None), (" 🚀", 0), (" **", None), ("bold", 0), ("**", 1), (".\n\n", None)),
    *(("```python\n", None), ("x", 0), (" = 1", 1), ("\n", None), ("```\n", 0)),
)
GUESSED_ANSWER = "Two words 🚀boldx = 1"
MORE = ((" And", 0), (" on", None), (".", 0))


def tinted_answer(reply: ReplyMessage) -> str:
    return "".join(text for part in reply.body.parts for text in tinted_texts(part))


def tinted_thought(thought: ThoughtView) -> str:
    return "".join(tinted_in(thought.view.document()))


def unfolded(stage: Stage) -> ThoughtView:
    thought = stage.reply.thought
    assert thought is not None
    if thought.view.isHidden():
        thought.button.click()
    stage.wait_until(lambda: thought.view.toPlainText() == thought.text)
    return thought


def open_tinted(stage: Stage) -> None:
    stage.load()
    stage.composition.chat_page.composer.tint_button.setChecked(True)


def wait_for_tint(stage: Stage, answer: str, thought: str = "") -> None:
    stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    stage.wait_until(lambda: tinted_answer(stage.reply) == answer)
    if thought:
        view = unfolded(stage)
        stage.wait_until(lambda: tinted_thought(view) == thought)


def test_answer_and_thought_are_tinted_and_stay_so_in_another_window(tmp_path: Path, qapp: QApplication) -> None:
    with open_stage(tmp_path) as stage:
        open_tinted(stage)
        stage.engine.script = Script(ANSWER, thinking=THOUGHT)
        stage.reply_to("Is it?")
        wait_for_tint(stage, GUESSED_ANSWER, GUESSED_THOUGHT)
        chat = stage.composition.controller.conversation
        said = chat.path()[-1]
        assert len(said.drafted) == sum(position is not None for _, position in (*THOUGHT, *ANSWER))
    with open_stage(tmp_path) as stage:
        assert stage.composition.chat_page.composer.tint_button.isChecked()
        stage.composition.sidebar.chat_chosen.emit(chat.id)
        stage.wait_until(lambda: len(stage.composition.chat_page.messages.views) == 2)
        assert stage.composition.controller.conversation.path()[-1] == said
        wait_for_tint(stage, GUESSED_ANSWER, GUESSED_THOUGHT)


def test_the_tint_of_a_thought_comes_and_goes_and_follows_what_is_still_thought(stage: Stage) -> None:
    stage.load()
    thoughts = pieces_of("A step of it, and one more.\n" * 300, size=9)
    stage.engine.script = Script(MORE, thinking=thoughts)
    button = stage.composition.chat_page.composer.tint_button
    button.setChecked(True)
    stage.reply_to("Is it?")
    thought = unfolded(stage)
    wanted = "".join(text for text, position in thoughts if position is not None).replace("\n", "")
    stage.wait_until(lambda: tinted_thought(thought) == wanted)
    button.setChecked(False)
    stage.wait_until(lambda: tinted_thought(thought) == "")
    button.setChecked(True)
    stage.wait_until(lambda: tinted_thought(thought) == wanted)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_token_of_a_thought_says_who_chose_it(stage: Stage) -> None:
    open_tinted(stage)
    stage.engine.script = Script(MORE, thinking=THOUGHT)
    stage.reply_to("Is it?")
    thought = unfolded(stage)
    stage.wait_until(lambda: tinted_thought(thought) == GUESSED_THOUGHT)
    view = thought.view
    place = QPoint(2, view.fontMetrics().height() // 2)
    tip = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), tip)
    assert QToolTip.text() == "Guessed by the draft at position 1, accepted by the target"


def test_each_version_has_its_own_tint_and_an_edited_one_has_none(stage: Stage) -> None:
    open_tinted(stage)
    page = stage.composition.chat_page
    stage.engine.script = Script(ANSWER, thinking=THOUGHT)
    stage.reply_to("Is it?")
    stage.engine.script = Script(MORE)
    page.act("again")
    stage.wait_until(lambda: stage.composition.session.state == "ready" and stage.reply.text == " And on.")
    # The blank at the beginning is not drawn.
    wait_for_tint(stage, "And.")
    page.act("back")
    wait_for_tint(stage, GUESSED_ANSWER, GUESSED_THOUGHT)
    page.act("forth")
    wait_for_tint(stage, "And.")
    page.messages.edited.emit(stage.reply.message_id, "What it should have said.")
    wait_for_tint(stage, "")
    assert stage.reply.text == "What it should have said."
    page.act("back")
    wait_for_tint(stage, "And.")


def test_a_continued_reply_and_a_branch_keep_the_tint(stage: Stage) -> None:
    open_tinted(stage)
    page = stage.composition.chat_page
    stage.engine.script = Script(ANSWER[:6], thinking=THOUGHT)
    stage.reply_to("Is it?")
    wait_for_tint(stage, "Two words 🚀bold", GUESSED_THOUGHT)
    stage.engine.script = Script((ANSWER[6], *MORE))
    page.act("go_on")
    stage.wait_until(lambda: stage.composition.session.state == "ready" and stage.reply.text.endswith(" on."))
    wait_for_tint(stage, "Two words 🚀bold And.", GUESSED_THOUGHT)
    home = stage.composition.controller.conversation.id
    page.act("branch")
    stage.wait_until(lambda: stage.composition.controller.conversation.id != home)
    wait_for_tint(stage, "Two words 🚀bold And.", GUESSED_THOUGHT)
