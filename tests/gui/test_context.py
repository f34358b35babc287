"""The context in the window: how full it is, and from where on the model still reads."""

import pytest
from PySide6.QtWidgets import QWidget

from app.core.settings import CACHE_TYPE
from app.engine.protocol import Load, Notice
from app.gui.main_window import Page
from app.gui.widgets.context_line import ContextLine
from app.texts import notice
from tests.gui.scripted_engine import Script
from tests.gui.stage import PAIR, Stage

pytestmark = pytest.mark.gui

ANSWER = (("Yes", None), (".", 0))
TOLD = notice("turns_dropped").sentence


def line_place(stage: Stage) -> int | None:
    """How many messages stand above the line; None without one."""
    column = stage.composition.chat_page.messages._column.box
    widgets = [item.widget() for n in range(column.count()) if (item := column.itemAt(n)) is not None]
    lines = [place for place, widget in enumerate(widgets) if isinstance(widget, ContextLine)]
    assert len(lines) <= 1
    return lines[0] if lines else None


def test_gauge_follows_the_conversation(stage: Stage) -> None:
    gauge = stage.composition.chat_page.composer.gauge
    stage.load()
    assert gauge.isHidden()
    stage.engine.script = Script(ANSWER, context_n=2048)
    stage.reply_to("Is it?")
    assert gauge.figure.text() == "25 %"
    assert "2,048 of the 8,192 tokens" in gauge.toolTip()
    assert gauge.figure.property("tone") == "muted"
    stage.engine.script = Script(ANSWER, context_n=7000)
    stage.reply_to("Still?")
    assert gauge.figure.text() == "85 %"
    assert gauge.figure.property("tone") == "warning"
    stage.composition.sidebar.new_button.click()
    assert gauge.isHidden()


def test_a_saved_chat_shows_its_use_before_its_next_reply(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(ANSWER, context_n=4096)
    stage.reply_to("Is it?")
    chat_id = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    stage.composition.sidebar.chat_chosen.emit(chat_id)
    gauge = stage.composition.chat_page.composer.gauge
    assert gauge.isHidden()
    stage.wait_until(lambda: not gauge.isHidden())
    assert gauge.figure.text() == "50 %"


def test_the_line_stands_where_the_model_begins_to_read(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(ANSWER, context_n=4000)
    for question in ("One?", "Two?", "Three?"):
        stage.reply_to(question)
    assert line_place(stage) is None
    stage.engine.script = Script(ANSWER, context_n=3000, dropped_n=4, notices=(Notice("turns_dropped"),))
    stage.reply_to("Four?")
    assert line_place(stage) == 4
    assert [banner.text for banner in stage.composition.window.banners.messages] == [TOLD]

    window = stage.composition.window
    window.add_page(Page("other", "Other", QWidget))
    window.show_page("other")
    assert not window.banners.messages
    window.show_page("chat")

    chat_id = stage.composition.controller.conversation.id
    stage.composition.sidebar.new_button.click()
    assert line_place(stage) is None
    stage.composition.sidebar.chat_chosen.emit(chat_id)
    stage.wait_until(lambda: len(stage.composition.chat_page.messages.views) == 8)
    assert line_place(stage) == 4

    stage.engine.script = Script(ANSWER, context_n=3000, dropped_n=6)
    stage.reply_to("Five?")
    assert line_place(stage) == 6


def test_what_is_told_of_a_chat_goes_with_it(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(ANSWER, context_n=3000, dropped_n=4, notices=(Notice("turns_dropped"),))
    stage.reply_to("One?")
    banners = stage.composition.window.banners
    assert [banner.text for banner in banners.messages] == [TOLD]
    stage.composition.sidebar.chat_deletion_asked.emit(stage.composition.controller.conversation.id)
    assert [banner.text for banner in banners.messages] == ["The chat is deleted."]


def test_how_the_context_is_kept_is_a_setting(stage: Stage) -> None:
    stage.settings.set(CACHE_TYPE, "q8_0")
    stage.composition.load(PAIR)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    loads = [command for command in stage.engine.sent if isinstance(command, Load)]
    assert loads[-1].options.cache_type == "q8_0"
