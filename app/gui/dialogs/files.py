"""The boxes that ask for files and folders: each begins where the last one for the same purpose was answered."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QFileInfo, QSize
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from app.core.errors import AppError
from app.core.settings import LAST_FOLDERS, Settings
from app.gui.icons import icon
from app.gui.theme import shown_colours

Purpose = Literal["attachment", "chat", "code", "measurement", "model", "pair", "preset"]

# The names that Qt gives to the buttons of its own box, and our icons for them.
_BUTTONS = {
    "backButton": "left",
    "forwardButton": "right",
    "toParentButton": "up",
    "newFolderButton": "new-folder",
    "listModeButton": "list",
    "detailModeButton": "details",
}
_ICON_PX = 18
_last: dict[str, str] = {}
_settings: Settings | None = None


def remember_in(settings: Settings) -> None:
    """Keep the folders in these settings, and begin with those that are kept there."""
    global _settings
    _settings = settings
    _last.clear()
    with suppress(ValueError, AttributeError):
        kept = json.loads(settings.get(LAST_FOLDERS) or "{}").items()
        _last.update((purpose, folder) for purpose, folder in kept if isinstance(folder, str))


def ask_file(parent: QWidget, title: str, purpose: Purpose, kinds: str = "") -> Path | None:
    """A file that is there, None when nothing was chosen; `kinds` are filters as Qt has them."""
    box = QFileDialog(parent, title, filter=kinds)
    box.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_answers(box, purpose)), None)


def ask_files(parent: QWidget, title: str, purpose: Purpose, kinds: str = "") -> Sequence[Path]:
    """Files that are there."""
    box = QFileDialog(parent, title, filter=kinds)
    box.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _answers(box, purpose)


def ask_folder(parent: QWidget, title: str, purpose: Purpose) -> Path | None:
    """A folder that is there, None when nothing was chosen."""
    box = QFileDialog(parent, title)
    box.setFileMode(QFileDialog.FileMode.Directory)
    box.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_answers(box, purpose)), None)


def ask_place(parent: QWidget, title: str, purpose: Purpose, name: str, kinds: str = "") -> tuple[Path | None, str]:
    """Where to write a file that is called `name` unless the user says otherwise, and which of the kinds it is."""
    box = QFileDialog(parent, title, filter=kinds)
    box.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    box.setFileMode(QFileDialog.FileMode.AnyFile)
    box.selectFile(name)
    chosen = next(iter(_answers(box, purpose)), None)
    return chosen, box.selectedNameFilter()


def _answers(box: QFileDialog, purpose: Purpose) -> Sequence[Path]:
    last = Path(_last.get(purpose, ""))
    box.setDirectory(str(last if last.is_absolute() and last.is_dir() else Path.home()))
    _dress(box)
    is_answered = box.exec() == QFileDialog.DialogCode.Accepted
    paths = [Path(path) for path in box.selectedFiles()] if is_answered else []
    box.deleteLater()
    if paths:
        _remember(purpose, paths[0].parent)
    return paths


def _remember(purpose: Purpose, folder: Path) -> None:
    _last[purpose] = str(folder)
    if _settings is not None:
        # What was chosen counts, whether it can be kept or not.
        with suppress(AppError):
            _settings.set(LAST_FOLDERS, json.dumps(_last))


def _dress(box: QFileDialog) -> None:
    """Have Qt's own box, which is shown where the system has none, look like the rest of the window."""
    box.setIconProvider(_ICONS)
    colours = shown_colours()
    for name, picture in _BUTTONS.items():
        button = box.findChild(QToolButton, name)
        if isinstance(button, QToolButton):
            button.setIconSize(QSize(_ICON_PX, _ICON_PX))
            button.setIcon(icon(picture, colours.text, colours.mark, _ICON_PX, box.devicePixelRatioF()))


class _FileIcons(QAbstractFileIconProvider):
    """Folders and files as lines in the colour of the text."""

    def icon(self, what: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        """The icon for a place or a kind of place."""
        is_file = what.isFile() if isinstance(what, QFileInfo) else what == QAbstractFileIconProvider.IconType.File
        colours = shown_colours()
        return icon("file" if is_file else "folder", colours.muted, colours.mark, _ICON_PX)


_ICONS = _FileIcons()
