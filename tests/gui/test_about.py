"""The box about the program, and asking for a newer one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import close_session
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app import __version__
from app.core.settings import OFFLINE
from app.gui.widgets.banner import BannerMessage
from tests.fakes.releases import ReleasesFeed
from tests.gui.real_window import RealStage, open_real_stage

# A dialog has sizes that a platform without windows cannot hand on.
pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReleasesFeed]:
    with ReleasesFeed() as served:
        monkeypatch.setenv("SLIPSTREAM_RELEASES", served.address)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield served
        close_session()


@pytest.fixture
def stage(
    qapp: QApplication, tmp_path: Path, feed: ReleasesFeed, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RealStage]:
    # Jobs read the settings of the person in a process of their own.
    monkeypatch.setenv("SLIPSTREAM_HOME", str(tmp_path / "home"))
    with open_real_stage(qapp, tmp_path / "home") as opened:
        yield opened


def release_banner(stage: RealStage, words: str) -> BannerMessage:
    def found() -> list[BannerMessage]:
        messages = stage.composition.window.banners.messages
        return [message for message in messages if message.key == "release" and words in message.text]

    stage.wait_until(lambda: bool(found()))
    return found()[0]


def test_a_newer_version_is_told_and_its_page_is_opened_after_asking(stage: RealStage, feed: ReleasesFeed) -> None:
    card = stage.pages.about_card
    feed.publish(__version__)
    card.release_button.click()
    release_banner(stage, "the newest version of Slipstream")
    feed.publish("99.0.0")
    stage.pages.release_check.look()
    message = release_banner(stage, "99.0.0 is out")
    assert message.action is not None
    message.action.run()
    (asked,) = [message for message in stage.composition.window.banners.messages if message.key == "link"]
    assert asked.hint == "https://example.org/releases/v99.0.0"
    stage.composition.settings.set(OFFLINE, True)
    asked_n = len(feed.asked)
    card.release_button.click()
    release_banner(stage, "stay offline")
    assert len(feed.asked) == asked_n == 2


def test_a_copy_that_knows_no_address_says_so(stage: RealStage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SLIPSTREAM_RELEASES")
    stage.pages.about_card.release_button.click()
    message = release_banner(stage, "does not know where new versions are published")
    assert message.action is None and message.others == ()


def test_the_box_tells_versions_devices_and_licences_and_no_folder(stage: RealStage) -> None:
    stage.pages.about_card.about_button.click()
    dialog = stage.pages.about.dialog
    assert dialog is not None
    text = dialog.body.toPlainText()
    assert f"Slipstream {__version__}" in text and "llama-cpp-python 0." in text and "ggml 0." in text
    assert "Backends: " in text and "Device CPU" in text and str(Path.home()) not in text
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == text
    dialog.licences_button.click()
    stage.wait_until(lambda: "huggingface_hub" in dialog.body.toPlainText())
    dialog.licences_button.click()
    assert dialog.body.toPlainText() == text
    dialog.close()
    stage.wait_until(lambda: stage.pages.about.dialog is None)
