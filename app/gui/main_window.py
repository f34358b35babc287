"""The window: model bar on top, chats and pages at the left, banners and the page in the middle, jobs at the bottom."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.settings import WINDOW_GEOMETRY, Settings
from app.gui import geometry
from app.gui.actions import ESCAPE, keys_of
from app.gui.escape import escape_from
from app.gui.tab_order import bring_into_sight, next_in_order
from app.gui.widgets.banner import Banner, BannerMessage, BannerStack
from app.gui.widgets.model_bar import ModelBar
from app.gui.widgets.sidebar import Sidebar

DEFAULT_WIDTH, DEFAULT_HEIGHT = 1180, 760
LEAST_WIDTH, LEAST_HEIGHT = 720, 420
# Below this many times the height of the text, the sidebar gives its room to the page.
NARROW_LINES = 46
# Below this many, banners take as little as they can.
_LOW_LINES = 26


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the stack, made when it is first shown; those with an icon get a button in the sidebar."""

    name: str
    title: str
    make: Callable[[], QWidget]
    icon: str = ""
    tip: str = ""


class MainWindow(QMainWindow):
    """Arranges what it is given; knows nothing of engine, chats or jobs. `activated` when it comes to the front.

    `page_shown` carries the name of the page that is brought to the front.
    """

    activated = Signal()
    page_shown = Signal(str)

    def __init__(self, settings: Settings, model_bar: ModelBar, sidebar: Sidebar) -> None:
        super().__init__()
        self._settings = settings
        self._pages: dict[str, Page] = {}
        self._made: dict[str, QWidget] = {}
        self._is_sidebar_wanted = True
        self.may_close: Callable[[], bool] = lambda: True
        """Asked before the window closes."""
        self.model_bar = model_bar
        self.sidebar = sidebar
        self.banners = BannerStack()
        self.stack = QStackedWidget()
        self._bottom = QVBoxLayout()
        self.setWindowTitle("Slipstream")
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self.setCentralWidget(self._arrange())
        sidebar.page_chosen.connect(self.show_page)
        model_bar.sidebar_toggled.connect(self.toggle_sidebar)
        model_bar.focus_left.connect(self._focus_page)
        self.banners.focus_left.connect(self._focus_page)
        QShortcut(QKeySequence(ESCAPE), self, self._on_escape)
        self._restore_geometry()

    def _arrange(self) -> QWidget:
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.banners)
        middle.addWidget(self.stack, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.sidebar)
        body.addLayout(middle, 1)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.model_bar)
        column.addLayout(body, 1)
        column.addLayout(self._bottom)
        return central

    def add_page(self, page: Page) -> None:
        """Register a page; the first one is shown."""
        self._pages[page.name] = page
        if page.icon:
            self.sidebar.add_page_button(page.name, page.title, page.icon, page.tip, keys_of(page.name))
        if len(self._pages) == 1:
            self.show_page(page.name)

    def show_page(self, name: str) -> None:
        """Bring a registered page to the front; raises KeyError."""
        page = self.page(name)
        self.stack.setCurrentWidget(page)
        self.sidebar.mark_page(name)
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.page_shown.emit(name)

    @property
    def current_page(self) -> str:
        """The name of the page in front."""
        front = self.stack.currentWidget()
        return next((name for name, widget in self._made.items() if widget is front), "")

    def page(self, name: str) -> QWidget:
        """The widget of a registered page, made if it was not shown yet; raises KeyError."""
        if name not in self._made:
            widget = self._pages[name].make()
            self._made[name] = widget
            self.stack.addWidget(widget)
        return self._made[name]

    def show_banner(self, message: BannerMessage) -> Banner:
        """Show a message above the page; see BannerMessage."""
        return self.banners.show_message(message)

    def set_jobs_strip(self, strip: QWidget) -> None:
        """Put the strip of running jobs at the bottom edge."""
        self._bottom.addWidget(strip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the sidebar away in a narrow window."""
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, change: QEvent) -> None:
        """Another text size needs another arrangement."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._fold()
        elif change.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, N802
        """Tab goes on in reading order."""
        focused = QApplication.focusWidget()
        part = next_in_order(self, focused if focused is not None else self, is_forward=next)
        part.setFocus(Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason)
        bring_into_sight(part)
        return True

    def come_to_front(self, activation: str = "") -> None:
        """Show the window above the others; `activation` is what the desktop gave whoever asks for it."""
        if activation and QGuiApplication.platformName().startswith("wayland"):
            # Qt hands it to the compositor, which lets nobody come to the front without.
            os.environ["XDG_ACTIVATION_TOKEN"] = activation
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def close_unasked(self) -> None:
        """Close without a question: the system does not wait for an answer."""
        self.ask_no_more()
        self.close()

    def ask_no_more(self) -> None:
        """Let the window close when it is told to, whatever goes on."""
        self.may_close = lambda: True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember place and size, unless something keeps the window open."""
        if not self.may_close():
            event.ignore()
            return
        # No window stays open for its place alone.
        with suppress(AppError):
            self._settings.set(WINDOW_GEOMETRY, geometry.kept(self, self._settings.get(WINDOW_GEOMETRY)))
        super().closeEvent(event)

    def toggle_sidebar(self) -> None:
        """Show or hide the chats."""
        self._is_sidebar_wanted = self.sidebar.isHidden()
        self.sidebar.setVisible(self._is_sidebar_wanted)

    def search(self) -> None:
        """Let the user type what to look for in the chats."""
        self.sidebar.show()
        self.sidebar.focus_search()

    def _on_escape(self) -> None:
        if not escape_from(QApplication.focusWidget(), self.stack.currentWidget()):
            self._focus_page()

    def _focus_page(self) -> None:
        page = self.stack.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fold(self) -> None:
        is_narrow = self.width() < NARROW_LINES * self.fontMetrics().height()
        self.sidebar.setVisible(self._is_sidebar_wanted and not is_narrow)
        self.banners.show_low(is_low=self.height() < _LOW_LINES * self.fontMetrics().height())

    def _restore_geometry(self) -> None:
        if not geometry.restore(self, self._settings.get(WINDOW_GEOMETRY)):
            self.resize(DEFAULT_WIDTH, DEFAULT_HEIGHT)
