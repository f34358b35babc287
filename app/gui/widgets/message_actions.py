"""The row below a message: its versions, and buttons that come with the pointer or the focus."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.view_models.message_actions import ACTIONS, STEPS, Doing, MessageAction, Possible, is_possible
from app.gui.widgets.buttons import COPIED_SHOWN_MS, IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.menus import add_line

# Of a row that is not looked at there is only its height: long chats have hundreds of them.
_HEIGHT_EMS = 1.9


class MessageActions(QWidget):
    """`asked` carries the name of what is to be done, as MessageAction has it; `possible` tells what can be.

    The versions stand at the edge that stays where it is when the buttons come: `is_at_right` for the right one.
    """

    asked = Signal(str)

    def __init__(self, possible: Callable[[], Possible], *, is_at_right: bool = False) -> None:
        super().__init__()
        self._possible = possible
        self._is_at_right = is_at_right
        self.buttons: dict[Doing, IconButton] = {}
        """The buttons by what they do; there are none before the row was looked at."""
        self._steps: QWidget | None = None
        self._is_hovered = False
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        self.setAccessibleName(tr("What to do with this message"))
        self.setFixedHeight(round(_HEIGHT_EMS * self.fontMetrics().height()))
        self._rest()
        self.show_possible()

    def show_possible(self) -> None:
        """Show which version this is, and what can be done now."""
        possible = self._possible()
        if possible.versions_n > 1 and self._steps is None:
            self._make_steps()
        if self._steps is not None:
            self._steps.setVisible(possible.versions_n > 1)
            self._version.setText(f"{possible.version}/{possible.versions_n}")
            self._version.setAccessibleName(
                tr("Version {version} of {versions}", version=possible.version, versions=possible.versions_n)
            )
        for name, button in self.buttons.items():
            button.setEnabled(is_possible(name, possible))
        for name in ("again", "go_on"):
            if name in self.buttons:
                self.buttons[name].setVisible(self.is_awake and is_possible(name, possible))

    @property
    def is_awake(self) -> bool:
        """Whether the buttons are shown."""
        return self.focusPolicy() == Qt.FocusPolicy.NoFocus

    def set_hovered(self, is_hovered: bool) -> None:
        """Whether the pointer is on the message."""
        self._is_hovered = is_hovered
        if is_hovered:
            self.wake()
        else:
            self._rest_unless_needed()

    def wake(self) -> None:
        """Show the buttons."""
        if self.is_awake:
            return
        if "copy" not in self.buttons:
            for at, action in enumerate(ACTIONS):
                self._row.insertWidget(at + self._first_at, self._make_button(action))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for action in ACTIONS:
            self.buttons[action.name].show()
        self.show_possible()
        self._application().focusChanged.connect(self._on_focus_changed)

    def popup_menu(self, place: QPoint, selected: str) -> QMenu:
        """Open the same as a menu, with the selected text to copy where there is one."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if selected:
            copy = partial(QGuiApplication.clipboard().setText, selected)
            add_line(menu, tr("Copy selected text"), copy, "Ctrl+C")
            menu.addSeparator()
        possible = self._possible()
        for action in (*ACTIONS, *(STEPS if possible.versions_n > 1 else ())):
            line = add_line(menu, tr(action.words), partial(self._ask, action.name), action.keys)
            line.setEnabled(is_possible(action.name, possible))
        menu.popup(place)
        return menu

    def show_copied(self) -> None:
        """Say for a moment that the message was copied."""
        if button := self.buttons.get("copy"):
            button.set_face("check", tr("Copied"))
            QTimer.singleShot(COPIED_SHOWN_MS, self, lambda: button.set_face("copy", tr("Copy")))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Reached by keys: the buttons come, and the first or the last of them has the focus."""
        super().focusInEvent(event)
        self.wake()
        order = (*ACTIONS, *STEPS) if self._is_at_right else (*STEPS, *ACTIONS)
        buttons = [self.buttons[action.name] for action in order if action.name in self.buttons]
        shown = [button for button in buttons if button.isVisibleTo(self) and button.isEnabled()]
        at = -1 if event.reason() == Qt.FocusReason.BacktabFocusReason else 0
        shown[at].setFocus(event.reason())

    def _make_button(self, action: MessageAction) -> IconButton:
        button = IconButton(action.icon, tr(action.words), tip=tr(action.tip), keys=action.keys, parent=self)
        button.clicked.connect(lambda: self._ask(action.name))
        self.buttons[action.name] = button
        return button

    def _make_steps(self) -> None:
        self._steps = QWidget()
        row = QHBoxLayout(self._steps)
        row.setContentsMargins(SPACE if self._is_at_right else 0, 0, 0 if self._is_at_right else SPACE, 0)
        row.setSpacing(0)
        self._version = plain_label("", 11, tone="muted", widest="1/1")
        back, forth = (self._make_button(step) for step in STEPS)
        for part in (back, self._version, forth):
            row.addWidget(part)
        self._row.insertWidget(-1 if self._is_at_right else 0, self._steps)

    @property
    def _first_at(self) -> int:
        """Where in the row the buttons begin."""
        return 0 if self._steps is None or self._is_at_right else 1

    def _ask(self, name: Doing) -> None:
        self.asked.emit(name)

    def _rest(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for action in ACTIONS:
            if action.name in self.buttons:
                self.buttons[action.name].hide()

    def _rest_unless_needed(self) -> None:
        focused = self._application().focusWidget()
        if self.is_awake and not self._is_hovered and (focused is None or not self.isAncestorOf(focused)):
            self._application().focusChanged.disconnect(self._on_focus_changed)
            self._rest()

    def _on_focus_changed(self) -> None:
        self._rest_unless_needed()

    def _application(self) -> QApplication:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        return application
