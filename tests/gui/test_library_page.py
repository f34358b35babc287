"""The library's page over a real library, real jobs and a Hub on loopback."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QMessageBox, QPushButton

from app.core.paths import HOME_VARIABLE
from app.core.progress import Progress
from app.core.settings import OFFLINE
from app.gui import folder_scans
from app.gui.widgets.library_lines import FolderCard, IncompleteCard
from app.gui.widgets.model_card import ModelCard
from app.hub.client import HubClient
from app.hub.download import plan_pull, pull
from app.hub.errors import HubServerTrouble
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Cut, Status
from tests.fakes.keyring import NO_KEYRING
from tests.gui.real_window import RealStage, open_real_stage
from tests.gui.test_gaps import MOST_S, turns
from tests.hub.conftest import IMPATIENT
from tests.hub.repositories import REPO, checkpoint

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's own folder, for the window and for its jobs."""
    home = tmp_path / "home"
    (home / "models").mkdir(parents=True)
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    """A Hub that the jobs of the window ask."""
    with StubHub() as hub:
        told = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1", **NO_KEYRING}
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub


@pytest.fixture
def client(stub: StubHub, tmp_path: Path) -> HubClient:
    """A client that brings things into the library before the window opens."""
    return HubClient(stub.url, None, tmp_path / "cache", patience=IMPATIENT)


def fetch(client: HubClient, home: Path) -> None:
    pull(client, plan_pull(client, REPO, home / "models", Progress()), Progress())


def shown(stage: RealStage, kind: type) -> list[object]:
    return [widget for widget in stage.pages.models_page.widgets if isinstance(widget, kind)]


def words_of(card: object) -> str:
    assert isinstance(card, ModelCard | IncompleteCard | FolderCard)
    return "\n".join(label.text() for label in card.findChildren(QLabel))


def only_words(stage: RealStage, kind: type) -> str:
    cards = shown(stage, kind)
    return words_of(cards[0]) if len(cards) == 1 else ""


def press(card: object, words: str) -> None:
    assert isinstance(card, ModelCard | IncompleteCard | FolderCard)
    next(button for button in card.findChildren(QPushButton) if button.text() == words).click()


def answer(words: str, *, with_more: bool = False) -> list[str]:
    """Wait for the box that asks, and answer it; what it said, once it did."""
    told: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(20, look)
            return
        told.extend((box.text(), box.informativeText(), *(check.text() for check in box.findChildren(QCheckBox))))
        if with_more:
            box.findChildren(QCheckBox)[0].click()
        next(button for button in box.findChildren(QPushButton) if button.text() == words).click()

    QTimer.singleShot(20, look)
    return told


def test_what_is_not_whole_is_resumed_with_one_click(
    qapp: QApplication, home: Path, stub: StubHub, client: HubClient, shared: Path
) -> None:
    stub.add(REPO, {"m.gguf": (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()})
    stub.misbehave("m.gguf", Cut(300_000), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        fetch(client, home)
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: bool(shown(stage, IncompleteCard)))
        assert "300 kB of 889 kB are here" in only_words(stage, IncompleteCard)
        assert not shown(stage, ModelCard), "nothing is shown as whole before it is"
        press(shown(stage, IncompleteCard)[0], "Resume")
        stage.wait_until(lambda: bool(shown(stage, ModelCard)) and not shown(stage, IncompleteCard))
        assert REPO in only_words(stage, ModelCard) and "main (" in only_words(stage, ModelCard)
        banners = stage.composition.window.banners
        stage.wait_until(lambda: any(message.text.endswith("is ready.") for message in banners.messages))
        assert stage.composition.session.state == "empty", "whoever looks through models is not taken away"
        assert stage.composition.window.current_page == "models"
    assert stub.fetched("m.gguf")[-1].first_byte == 300_000


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_what_is_not_whole_can_be_given_up(
    qapp: QApplication, home: Path, stub: StubHub, client: HubClient, shared: Path
) -> None:
    stub.add(REPO, {"m.gguf": (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()})
    stub.misbehave("m.gguf", Cut(300_000), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        fetch(client, home)
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: bool(shown(stage, IncompleteCard)))
        told = answer("Remove")
        card = shown(stage, IncompleteCard)[0]
        assert isinstance(card, IncompleteCard)
        card.remove_button.click()
        stage.wait_until(lambda: not shown(stage, IncompleteCard))
        assert "This frees 300 kB" in told[1] and not list((home / "models").rglob("*.part"))


def test_a_checkpoint_is_listed_to_be_converted_and_never_to_be_loaded(
    qapp: QApplication, home: Path, stub: StubHub, client: HubClient
) -> None:
    stub.add(REPO, checkpoint())
    fetch(client, home)
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: bool(shown(stage, ModelCard)))
        assert "Not converted yet." in only_words(stage, ModelCard) and not stage.pages.models.targets()
        press(shown(stage, ModelCard)[0], "Convert…")
        assert stage.composition.window.stack.currentWidget() is stage.page
        stage.wait_until(lambda: not stage.pages.wizard.is_looking)
        assert stage.pages.wizard.survey.target is not None
        assert stage.pages.wizard.survey.target.entry.name == "Tiny-Chat"


def test_a_newer_revision_is_shown_on_demand_and_fetched(
    qapp: QApplication, home: Path, stub: StubHub, client: HubClient
) -> None:
    stub.add(REPO, checkpoint())
    fetch(client, home)
    with open_real_stage(qapp, home) as stage:
        page = stage.pages.models_page
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: bool(shown(stage, ModelCard)))
        page.updates_button.setFocus()
        page.updates_button.click()
        assert page.focusWidget() is page.updates_button, "else the page scrolls to whatever has the focus then"
        banners = stage.composition.window.banners
        stage.wait_until(lambda: [message.text for message in banners.messages] == ["Everything is up to date."])
        stub.add(REPO, {**checkpoint(), "chat_template.jinja": b"{{ messages }}"})
        page.updates_button.click()
        stage.wait_until(lambda: "newer revision" in only_words(stage, ModelCard))
        assert "14 bytes to fetch" in only_words(stage, ModelCard)
        press(shown(stage, ModelCard)[0], "Update")
        stage.wait_until(lambda: len(shown(stage, ModelCard)) == 2)
        assert not any("newer revision" in words_of(card) for card in shown(stage, ModelCard))


def test_offline_the_check_says_so_and_one_click_goes_online(
    qapp: QApplication, home: Path, stub: StubHub, client: HubClient
) -> None:
    stub.add(REPO, checkpoint())
    fetch(client, home)
    (home / "settings.json").write_text('{"offline": true}')
    with open_real_stage(qapp, home) as stage:
        page, banners = stage.pages.models_page, stage.composition.window.banners
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: bool(shown(stage, ModelCard)))
        stub.requests.clear()
        page.updates_button.click()
        stage.wait_until(lambda: bool(banners.messages))
        (message,) = banners.messages
        assert message.text == "Slipstream is set to stay offline." and not stub.requests
        assert message.action is not None and [other.text for other in message.others] == ["Try again"]
        message.action.run()
        assert not stage.composition.settings.get(OFFLINE)
        message.others[0].run()
        stage.wait_until(lambda: [message.text for message in banners.messages] == ["Everything is up to date."])


def test_a_folder_that_is_away_brings_its_models_back_by_itself(
    qapp: QApplication, home: Path, tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_scans, "_AWAY_AGAIN_MS", 200)
    drive, unplugged = tmp_path / "drive", tmp_path / "unplugged"
    drive.mkdir()
    shutil.copy(shared / "fixtures/expected/qwen3.bf16.gguf", drive / "qwen3.gguf")
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.show_page("models")
        stage.pages.models.add_folder(drive)
        stage.wait_until(lambda: bool(shown(stage, ModelCard)))
        assert "1 model" in only_words(stage, FolderCard)
        assert [choice.title for choice in stage.pages.models.targets()] == ["Qwen3"]
        shutil.move(drive, unplugged)
        press(shown(stage, FolderCard)[0], "Look again")
        stage.wait_until(lambda: "Not there now. Its 1 model comes back" in only_words(stage, FolderCard))
        stage.wait_until(lambda: not shown(stage, ModelCard))
        shutil.move(unplugged, drive)
        stage.wait_until(lambda: bool(shown(stage, ModelCard)))
        card = shown(stage, FolderCard)[0]
        assert isinstance(card, FolderCard)
        card.remove_button.click()
        stage.wait_until(lambda: not shown(stage, FolderCard) and not shown(stage, ModelCard))
        assert (drive / "qwen3.gguf").exists()


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
@pytest.mark.parametrize("with_drafts", [False, True])
def test_deleting_a_target_offers_the_drafts_that_only_it_uses(
    qapp: QApplication, home: Path, shared: Path, with_drafts: bool
) -> None:
    for name in ("qwen3", "dspark_deepspec", "llama31"):
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", home / f"models/{name}.gguf")
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: len(shown(stage, ModelCard)) == 2)
        pair = next(card for card in stage.pages.models_page.cards if len(card.rows) == 2)
        told = answer("Delete", with_more=with_drafts)
        pair.delete_asked.emit(pair.model)
        stage.wait_until(lambda: not (home / "models/qwen3.gguf").exists())
        assert told[0] == "Delete Qwen3?" and "This frees 889 kB." in told[1] and "its draft as well" in told[2]
        left = {"llama31.gguf"} if with_drafts else {"llama31.gguf", "dspark_deepspec.gguf"}
        stage.wait_until(lambda: {path.name for path in (home / "models").glob("*.gguf")} == left)


def test_a_search_hides_the_other_models(qapp: QApplication, home: Path, shared: Path) -> None:
    for name in ("qwen3", "llama31", "gemma4", "gpt_oss", "qwen3_5", "qwen3_moe"):
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", home / f"models/{name}.gguf")
    with open_real_stage(qapp, home) as stage:
        page = stage.pages.models_page
        stage.composition.window.show_page("models")
        stage.wait_until(lambda: len(page.cards) == 6)

        def seen(words: str) -> set[str]:
            page.search_box.setText(words)
            return {card.model.entry.name for card in page.cards if not card.isHidden()}

        assert seen("QWEN moe") == {"Qwen3_Moe"} and len(seen("")) == 6
        expected: Callable[[], bool] = lambda: len(page.cards) == 6  # noqa: E731
        stage.pages.models.refresh()
        stage.wait_until(expected)
        assert seen("llama") == {"Llama31"}


def test_many_models_do_not_stop_the_window(qapp: QApplication, home: Path, shared: Path) -> None:
    names = ("llama31", "qwen3_moe", "gpt_oss")
    for number in range(150):
        source = shared / f"fixtures/expected/{names[number % 3]}.bf16.gguf"
        shutil.copy(source, home / f"models/{number:03}.gguf")
    with open_real_stage(qapp, home) as stage:
        stage.wait_until(lambda: len(stage.pages.models.shelves.targets) == 150)
        with turns(stage.composition.window) as took:
            stage.composition.window.show_page("models")
            stage.wait_until(lambda: len(stage.pages.models_page.cards) == 150)
            stage.pages.models.refresh()
            QTest.qWait(300)
        assert max(took) < MOST_S
