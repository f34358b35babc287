"""Files and pairs that the window is asked to open, whoever asks: a start, a later one, the desktop, a drop."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.core.instance import WindowRequest
from app.core.settings import CACHE_TYPE, CONTEXT_SIZE, LOAD_LAST, OFFLINE, TEMPERATURE
from app.engine.last_load import LastLoad
from app.gui.engine_session import Pair
from app.gui.opened_files import OpenedFiles
from app.gui.widgets.banner import BannerMessage
from tests.gui.real_window import RealStage, open_real_stage

# Bringing a window to the front is nothing that a platform without windows can do.
pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


@pytest.fixture
def pair(shared: Path, tmp_path: Path) -> Pair:
    """A small target and its draft."""
    models = tmp_path / "models 数据 😀"
    models.mkdir()
    files = (models / "target.gguf", models / "draft.gguf")
    for path, name in zip(files, ("qwen3", "dspark_deepspec"), strict=True):
        shutil.copyfile(shared / "fixtures/expected" / f"{name}.bf16.gguf", path)
    return Pair(*files)


@pytest.fixture
def stage(qapp: QApplication, tmp_path: Path) -> Iterator[RealStage]:
    """A started window; the Hub is not asked."""
    with open_real_stage(qapp, tmp_path / "home") as opened:
        opened.composition.settings.set(OFFLINE, True)
        yield opened


def banner(stage: RealStage, key: str) -> BannerMessage:
    """The banner of that key, once it is there."""
    messages = stage.composition.window.banners
    stage.wait_until(lambda: any(message.key == key for message in messages.messages))
    return next(message for message in messages.messages if message.key == key)


def run_action(message: BannerMessage) -> None:
    assert message.action is not None
    message.action.run()


def loaded(stage: RealStage) -> Pair | None:
    session = stage.composition.session
    return session.pair if session.state == "ready" else None


def write_file(path: Path, pair: Pair, **more: object) -> Path:
    path.write_text(json.dumps({"slipstream": 1, "target": str(pair.target), "draft": str(pair.draft), **more}))
    return path


def test_a_saved_pair_is_shown_when_it_is_opened_and_loaded_when_that_is_wanted(
    stage: RealStage, pair: Pair, tmp_path: Path
) -> None:
    pages, settings = stage.pages, stage.composition.settings
    page = pages.models_page
    assert page.save_button.isHidden()
    settings.set(CONTEXT_SIZE, 256)
    settings.set(TEMPERATURE, 0.25)
    stage.composition.load(pair)
    stage.wait_until(lambda: loaded(stage) == pair)
    assert not page.save_button.isHidden()
    pages.pair_files.save_to(pair.target.with_name("mine.slipstream"))
    assert "mine.slipstream" in banner(stage, "pair file").text
    stage.composition.session.unload()
    stage.wait_until(lambda: stage.composition.session.state == "empty")
    settings.set(CONTEXT_SIZE, 0)
    settings.set(TEMPERATURE, TEMPERATURE.default)
    # Moved with its models, it still names them.
    moved = pair.target.parent.rename(tmp_path / "moved")
    pages.drop_area.dropped.emit((moved / "mine.slipstream",))
    stage.wait_until(lambda: pages.wizard.can_start)
    assert pages.wizard.question.target == moved / "target.gguf"
    assert stage.composition.session.state == "empty" and settings.get(CONTEXT_SIZE) == 0
    offered = banner(stage, "pair file")
    assert "Context length 256" in offered.text
    run_action(offered)
    assert settings.get(CONTEXT_SIZE) == 256
    # How to answer is for the chat that begins with it.
    assert settings.get(TEMPERATURE) == TEMPERATURE.default
    assert stage.composition.controller.conversation.setup.sampling == {TEMPERATURE.name: 0.25}
    stage.press_start()
    stage.wait_for_chat()
    assert loaded(stage) == Pair(moved / "target.gguf", moved / "draft.gguf")


def test_a_file_named_at_the_start_is_loaded_with_all_it_says(stage: RealStage, pair: Pair, tmp_path: Path) -> None:
    settings = stage.composition.settings
    preset = {"name": "Pirate", "system_prompt": "Speak like a pirate."}
    file = write_file(tmp_path / "p.slipstream", pair, preset=preset, load={"cache_type": "q8_0"})
    stage.pages.opening.begin(WindowRequest(config=file))
    stage.wait_until(lambda: loaded(stage) == pair)
    conversation = stage.composition.controller.conversation
    assert (conversation.system_prompt, conversation.setup.preset) == ("Speak like a pirate.", "Pirate")
    assert stage.composition.session.options.cache_type == "q8_0"
    told = banner(stage, "pair file")
    assert "Q8_0" in told.text
    run_action(told)
    assert settings.get(CACHE_TYPE) == CACHE_TYPE.default


def test_settings_of_koboldcpp_show_their_pair_and_texts_go_with_a_message(
    stage: RealStage, pair: Pair, tmp_path: Path
) -> None:
    models = {"model_param": str(pair.target), "draftmodel": str(pair.draft)}
    (tmp_path / "mine.kcpps").write_text(json.dumps({**models, "contextsize": 512, "gpulayers": -1}))
    (tmp_path / "notes.txt").write_text("Dear diary")
    pages, files = stage.pages, stage.composition.files
    pages.drop_area.dropped.emit((tmp_path / "mine.kcpps", tmp_path / "notes.txt"))
    stage.wait_until(lambda: files.preview is not None and files.preview.isVisible())
    assert files.preview is not None
    files.preview.accept_button.click()
    stage.wait_until(lambda: pages.wizard.can_start)
    assert (pages.wizard.question.target, pages.wizard.question.draft) == (pair.target, pair.draft)
    run_action(banner(stage, "pair file"))
    assert stage.composition.settings.get(CONTEXT_SIZE) == 512
    attached = stage.composition.chat_page.files
    stage.wait_until(lambda: [file.text for file in attached.attachments] == ["Dear diary"])


def test_a_later_start_loads_what_it_names(stage: RealStage, pair: Pair) -> None:
    stage.pages.opening.serve(WindowRequest(target=pair.target, draft=pair.draft, activation="token"))
    stage.wait_until(lambda: loaded(stage) == pair)


def test_what_came_to_a_bad_end_is_loaded_by_a_click_alone(stage: RealStage, pair: Pair) -> None:
    opening = stage.pages.opening
    opening.suspect = LastLoad(pair.target, pair.draft, "crashed")
    opening.begin(WindowRequest(target=pair.target, draft=pair.draft))
    stage.wait_until(lambda: stage.pages.wizard.can_start)
    assert stage.composition.session.state == "empty"
    run_action(banner(stage, "suspect"))
    stage.wait_until(lambda: loaded(stage) == pair)


def test_the_last_pair_is_loaded_by_itself_only_where_that_is_wanted(
    qapp: QApplication, pair: Pair, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with open_real_stage(qapp, home) as stage:
        stage.composition.load(pair)
        stage.wait_until(lambda: loaded(stage) == pair)
        stage.wait_until(lambda: bool(stage.pages.models.shelves.recent))
        stage.composition.chat_page.composer.submitted.emit("Why?")
        stage.wait_until(lambda: len(stage.composition.controller.conversation.messages) == 2)
        stage.wait_until(lambda: loaded(stage) == pair)
    with open_real_stage(qapp, home) as stage:
        # The last chat is there before its models are known, and offers them when they are.
        stage.wait_until(lambda: bool(stage.composition.controller.conversation.messages))
        stage.pages.models.refresh()
        reason = stage.composition.chat_page.reason
        stage.wait_until(lambda: reason.button is not None and reason.button.text().startswith("Load "))
        assert not [told for told in stage.composition.window.banners.messages if told.key == "other_pair"]
        assert reason.button is not None
        reason.button.click()
        stage.wait_until(lambda: loaded(stage) == pair)
        stage.composition.settings.set(LOAD_LAST, True)
    with open_real_stage(qapp, home) as stage:
        stage.pages.opening.suspect = LastLoad(pair.target, pair.draft, "loading")
        stage.pages.opening.begin(WindowRequest())
        stage.pages.models.refresh()
        banner(stage, "suspect")
        assert stage.composition.session.state == "empty"
    with open_real_stage(qapp, home) as stage:
        stage.pages.opening.begin(WindowRequest())
        stage.pages.models.refresh()
        stage.wait_until(lambda: loaded(stage) == pair)


def test_models_that_are_not_here_are_looked_for_on_the_hub(stage: RealStage, tmp_path: Path) -> None:
    content = {"slipstream": 1, "target": {"repo": "Someone/Target"}, "draft": {"path": "gone.gguf", "repo": "S/draft"}}
    (tmp_path / "p.slipstream").write_text(json.dumps(content))
    stage.pages.opening.open((tmp_path / "p.slipstream",))
    told = banner(stage, "pair file")
    assert "Someone/Target, S/draft" in told.text
    run_action(told)
    assert stage.composition.window.current_page == "discover"
    assert stage.pages.discover_page.search_box.text() == "Someone/Target"


def test_what_the_desktop_hands_over_is_opened(stage: RealStage, pair: Pair, qapp: QApplication) -> None:
    files = OpenedFiles(qapp)
    files.opened.connect(stage.pages.opening.open)
    try:
        QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(pair.target))))
        stage.wait_until(lambda: stage.pages.wizard.question.target == pair.target)
    finally:
        qapp.removeEventFilter(files)


@pytest.mark.parametrize(
    ("content", "key"), [("{", "pair_file_invalid"), ('{"slipstream": 1, "target": "gone.gguf"}', "path_missing")]
)
def test_a_file_that_says_nothing_useful_is_a_banner(stage: RealStage, tmp_path: Path, content: str, key: str) -> None:
    (tmp_path / "p.slipstream").write_text(content)
    stage.pages.opening.open((tmp_path / "p.slipstream",))
    assert str(tmp_path) in banner(stage, key).text
    assert stage.composition.session.state == "empty"
