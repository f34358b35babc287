"""The control on the acceptance panel: what is chosen is kept, and goes with the next reply."""

import pytest

from app.core.settings import DRAFTING
from app.engine.protocol import DraftOptions, Generate, Speculation
from app.gui.widgets.acceptance_panel import DEMO_TIP
from tests.gui.scripted_engine import Script
from tests.gui.stage import Stage


def choose(stage: Stage, value: str) -> None:
    """As a person does it: the list tells what was picked by hand alone."""
    box = stage.composition.chat_page.panel.drafting
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def asked_for(stage: Stage) -> DraftOptions:
    stage.reply_to("Hello")
    return [command for command in stage.engine.sent if isinstance(command, Generate)][-1].drafting


def test_it_is_there_while_a_draft_is_loaded(stage: Stage) -> None:
    box = stage.composition.chat_page.panel.drafting
    assert box.isHidden() or not box.isVisible()
    stage.load()
    assert box.isVisible()
    assert [box.itemText(index) for index in range(box.count())] == ["Automatic", "Always", "Off: plain decoding"]
    assert "pauses" in box.toolTip()


@pytest.mark.parametrize(
    ("value", "options"),
    [
        ("auto", DraftOptions("auto", pacing="auto")),
        ("always", DraftOptions("auto", pacing="always")),
        ("none", DraftOptions("none", pacing="auto")),
    ],
)
def test_what_is_chosen_is_kept_and_goes_with_the_next_reply(stage: Stage, value: str, options: DraftOptions) -> None:
    stage.load()
    choose(stage, value)
    assert stage.settings.get(DRAFTING) == value
    assert asked_for(stage) == options


def test_the_demo_always_drafts_unless_it_is_told_not_to(stage: Stage) -> None:
    stage.load()
    stage.composition.controller.is_demo = True
    choose(stage, "auto")
    box = stage.composition.chat_page.panel.drafting
    panel = stage.composition.chat_page.panel
    assert (box.currentData(), box.toolTip()) == ("auto", DEMO_TIP)
    assert panel.demo_note.isVisible()
    assert asked_for(stage).pacing == "always"
    choose(stage, "none")
    assert box.currentData() == "none"
    assert not panel.demo_note.isVisible()
    assert asked_for(stage).method == "none"


def test_where_drafting_is_off_the_panel_says_so(stage: Stage) -> None:
    stage.load()
    choose(stage, "none")
    panel = stage.composition.chat_page.panel
    assert (panel.method.text(), panel.state.isVisible()) == ("drafting is off", False)
    choose(stage, "auto")
    assert panel.method.text() == "DSpark, up to 7"
    stage.engine.script = Script((("Hello", None),), stats=Speculation("none", "off", "turned_off"))
    stage.reply_to("Hello")
    assert (panel.method.text(), panel.state.isVisible()) == ("drafting is off", False)


def test_what_was_chosen_in_the_settings_is_shown(stage: Stage) -> None:
    stage.load()
    stage.settings.set(DRAFTING, "none")
    stage.composition.chat_page.hide()
    stage.composition.chat_page.show()
    assert stage.composition.chat_page.panel.drafting.currentData() == "none"
