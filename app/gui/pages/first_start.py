"""The first screen of all: what Slipstream is, and three ways to a running chat."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.settings import TEXT_SIZE, THEME, Setting, Settings
from app.core.translation import later, tr
from app.gui.actions import ESCAPE, keys_of
from app.gui.icons import draw_icon
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.scrolled import scrolled
from app.gui.widgets.setting_row import field_for

_TITLE = later("Fast chats on your own machine")
_TEXT = later(
    "A large model, the target, writes the answers. A small one made for it, the draft, guesses several words ahead; "
    "the target checks its guesses at once and keeps the right ones. You read the target's own answers, sooner."
)
_WAYS = (
    ("demo", later("Try the demo"), later("A tiny pair that comes along: nothing is downloaded, ready in seconds.")),
    (
        "discover",
        later("Find a pair…"),
        later("Pairs that suit this computer, downloaded and made ready with one button."),
    ),
    (
        "pair",
        later("Open my own…"),
        later("A checkpoint folder or a GGUF file that you have, with the draft made for it."),
    ),
)
_WIDEST_EMS = 44
# Below this many times the height of the text, there is no picture.
_LOW_LINES = 30


class FirstStart(QWidget):
    """`way_chosen` carries demo, discover, pair, or nothing where it was skipped; `setting_changed` a Setting."""

    way_chosen = Signal(str)
    setting_changed = Signal(object)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.buttons = {
            name: push_button(
                tr(words), self._chooser(name), is_primary=name == "demo", tip=tr(hint), keys=keys_of(name)
            )
            for name, words, hint in _WAYS
        }
        self.skip_button = push_button(
            tr("Skip"), self.escape, tip=tr("Go to the chat; all of this is found there as well"), keys=ESCAPE
        )
        self._fields = {setting: field_for(setting) for setting in (THEME, TEXT_SIZE)}
        self._column = QWidget()
        self._arrange()
        self.show_values()
        pass_focus(self, self.buttons["demo"])

    def escape(self) -> bool:
        """Skip it."""
        self.way_chosen.emit("")
        return True

    def show_values(self) -> None:
        """Show what was chosen elsewhere."""
        for setting, field in self._fields.items():
            field.show_value(self._settings.get(setting))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the ways have the room of the picture."""
        super().resizeEvent(event)
        self._logo.setVisible(self.height() >= _LOW_LINES * self.fontMetrics().height())

    def _arrange(self) -> None:
        column = QVBoxLayout(self._column)
        column.setSpacing(4 * SPACE)
        column.addStretch(1)
        self._logo = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        size = 4 * self.fontMetrics().height()
        self._logo.setPixmap(draw_icon("slipstream", "#000000", size, self.devicePixelRatioF()))
        title = plain_label(tr(_TITLE), 28, is_bold=True)
        text = plain_label(tr(_TEXT), 15, tone="muted")
        for label in (title, text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for part in (self._logo, title, text):
            column.addWidget(part)
        for name, _, hint in _WAYS:
            way = QVBoxLayout()
            way.setSpacing(SPACE)
            self.buttons[name].setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            words = plain_label(tr(hint), 11, tone="muted")
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            way.addWidget(self.buttons[name])
            way.addWidget(words)
            column.addLayout(way)
        column.addLayout(self._foot())
        column.addStretch(2)
        self._column.setMaximumWidth(_WIDEST_EMS * self.fontMetrics().height())
        self._centre()

    def _centre(self) -> None:
        content = QWidget()
        content.setObjectName("scrolled")
        row = QHBoxLayout(content)
        row.addStretch(1)
        row.addWidget(self._column, 1000)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(content))

    def _foot(self) -> QHBoxLayout:
        """How it looks, for whoever cannot read this well, and the way around it."""
        foot = QHBoxLayout()
        foot.setSpacing(2 * SPACE)
        for setting, field in self._fields.items():
            field.widget.setAccessibleName(tr(setting.label))
            field.changed.connect(partial(self._on_chosen, setting))
            foot.addWidget(plain_label(tr(setting.label), 11, tone="muted"))
            foot.addWidget(field.widget)
        foot.addStretch(1)
        foot.addWidget(self.skip_button)
        return foot

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda: self.way_chosen.emit(name)

    def _on_chosen(self, setting: Setting[str], value: str) -> None:
        self._settings.set(setting, value)
        self.setting_changed.emit(setting)
