"""Without a draft the chat itself may be looked up: one choice in the bar or the settings, kept, and no load needed."""

import pytest

from app.core.settings import DRAFT_METHOD
from app.engine.protocol import Generate, Load
from app.gui.engine_session import Pair
from app.gui.view_models.choices import look_up, no_draft
from tests.gui.stage import PAIR, Stage

pytestmark = pytest.mark.gui


def method_asked_for(stage: Stage) -> str:
    stage.reply_to("Hello")
    return [command for command in stage.engine.sent if isinstance(command, Generate)][-1].drafting.method


def test_it_is_the_last_line_of_the_drafts(stage: Stage) -> None:
    stage.load()
    lines = stage.composition.model_bar.draft_chip._lines()
    assert (lines[0], lines[-1]) == (no_draft(), look_up())


def test_it_is_chosen_and_left_again_without_a_load(stage: Stage) -> None:
    stage.composition.load(Pair(PAIR.target, None))
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    loads = sum(isinstance(command, Load) for command in stage.engine.sent)
    chip = stage.composition.model_bar.draft_chip
    assert method_asked_for(stage) == "auto"
    for choice, method in ((look_up(), "ngram_first"), (no_draft(), "auto")):
        chip.chosen.emit(choice)
        assert stage.settings.get(DRAFT_METHOD) == method
        assert method_asked_for(stage) == method
    assert sum(isinstance(command, Load) for command in stage.engine.sent) == loads


def test_with_a_draft_loaded_the_target_is_loaded_alone(stage: Stage) -> None:
    stage.load()
    stage.composition.model_bar.draft_chip.chosen.emit(look_up())
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.session.pair == Pair(PAIR.target, None)
    assert method_asked_for(stage) == "ngram_first"


def test_what_the_settings_say_goes_with_a_reply(stage: Stage) -> None:
    stage.load()
    for method in ("ngram_first", "ngram", "ngram_map"):
        stage.settings.set(DRAFT_METHOD, method)
        assert method_asked_for(stage) == method
