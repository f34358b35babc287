"""The actions of the table, bound to what they do in one window."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.core.translation import tr
from app.gui.actions import BY_NAME


class WindowActions(QObject):
    """Their keys count in the whole window; `show_page` is called first for those that belong to a page."""

    def __init__(self, window: QWidget, show_page: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_page = show_page
        self._actions: dict[str, QAction] = {}

    @property
    def bound(self) -> Mapping[str, QAction]:
        """Those that can be done, by name."""
        return self._actions

    def bind(self, name: str, run: Callable[[], object]) -> None:
        """Have an action of the table do something; raises KeyError for one that is not in it."""
        known = BY_NAME[name]
        action = QAction(tr(known.words), self)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(keys) for keys in known.keys])
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(partial(self._run, known.page, run))
        self._window.addAction(action)
        self._actions[name] = action

    def _run(self, page: str, run: Callable[[], object]) -> None:
        if page:
            self._show_page(page)
        run()
