"""The boxes that ask for files begin where the last one for the same purpose was answered, even at the next start."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from app.core.settings import LAST_FOLDERS, Settings
from app.gui.dialogs.files import Purpose, ask_file, ask_files, ask_folder, ask_place, remember_in

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(tmp_path / "settings.json")
    remember_in(settings)
    yield settings
    remember_in(Settings(tmp_path / "none.json"))


def answer(path: Path, begun: list[Path]) -> None:
    """Choose a path in the box that comes next, and note where it began."""

    def choose() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QFileDialog):
            QTimer.singleShot(20, choose)
            return
        begun.append(Path(box.directory().absolutePath()))
        name = box.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(name, QLineEdit)
        name.setText(str(path))
        box.accept()

    QTimer.singleShot(0, choose)


def ask(purpose: Purpose, path: Path, begun: list[Path]) -> Path | None:
    answer(path, begun)
    return ask_file(QWidget(), "Choose", purpose)


def test_each_purpose_has_a_folder_of_its_own(qapp: QApplication, settings: Settings, tmp_path: Path) -> None:
    models, chats = tmp_path / "models", tmp_path / "chats"
    for folder in (models, chats):
        folder.mkdir()
        (folder / "file").write_text("x", encoding="utf-8")
    begun: list[Path] = []
    assert ask("model", models / "file", begun) == models / "file"
    assert ask("chat", chats / "file", begun) == chats / "file"
    ask("model", models / "file", begun)
    assert begun == [Path.home(), Path.home(), models]
    remember_in(Settings(tmp_path / "settings.json"))
    ask("chat", chats / "file", begun)
    assert begun[-1] == chats
    (chats / "file").unlink()
    chats.rmdir()
    ask("chat", models / "file", begun)
    assert begun[-1] == Path.home()


def test_folders_several_files_and_new_ones_are_asked_for(
    qapp: QApplication, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    begun: list[Path] = []
    answer(tmp_path, begun)
    assert ask_folder(QWidget(), "Choose", "model") == tmp_path
    answer(tmp_path / "file", begun)
    assert list(ask_files(QWidget(), "Choose", "attachment")) == [tmp_path / "file"]
    answer(tmp_path / "new.json", begun)
    chosen = ask_place(QWidget(), "Save", "preset", "presets.json", "Presets (*.json);;All (*)")
    assert chosen == (tmp_path / "new.json", "Presets (*.json)")


def test_what_was_kept_may_be_anything(qapp: QApplication, settings: Settings, tmp_path: Path) -> None:
    for kept in ('["model"]', "{", '{"model": 3, "chat": "../.."}'):
        (tmp_path / "settings.json").write_text("{}", encoding="utf-8")
        broken = Settings(tmp_path / "settings.json")
        broken.set(LAST_FOLDERS, kept)
        remember_in(broken)
        begun: list[Path] = []
        assert ask("model", tmp_path / "settings.json", begun) == tmp_path / "settings.json"
        assert begun == [Path.home()]
