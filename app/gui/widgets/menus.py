"""Lines of menus that show the keys of what they do."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu


def add_line(menu: QMenu, words: str, run: Callable[[], object], keys: str = "") -> QAction:
    """A line at the end of a menu; whoever else does the same takes the keys, here they are only shown."""
    line = menu.addAction(words, run)
    line.setShortcut(QKeySequence(keys))
    line.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    line.setShortcutVisibleInContextMenu(True)
    return line
