"""A setting that one chat may have a value of its own for."""

from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.settings import Setting
from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.setting_row import field_for
from app.gui.widgets.wheel import leave_wheel_to_page
from app.texts import settings as texts

# All fields are of one width, so that they stand in a column.
_FIELD_EMS = 10


class OverrideRow(QWidget):
    """`chosen` carries the chat's own value; `dropped` that the program's is to count again."""

    chosen = Signal(object)
    dropped = Signal()

    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__()
        self.setting = setting
        tip = texts.tip(setting.name)
        self.field = field_for(setting)
        self.field.widget.setAccessibleName(tr(setting.label))
        self.field.widget.setToolTip(tip)
        leave_wheel_to_page(self.field.widget)
        self.field.changed.connect(self.chosen)
        self.reset_button = IconButton(
            "undo", tr("Usual {label}", label=tr(setting.label)), tip=tr("Back to what the settings say")
        )
        self.reset_button.clicked.connect(self.dropped)
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(policy)
        self._label = plain_label(tr(setting.label), 13, tip=tip)
        self._label.setWordWrap(True)
        self._label.setBuddy(self.field.widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(self._label, 1)
        row.addWidget(self.field.widget)
        row.addWidget(self.reset_button)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.field.widget.setFixedWidth(_FIELD_EMS * self.fontMetrics().height())

    def show_value(self, value: Any, *, is_own: bool) -> None:
        """Show the value that counts in this chat, and whether it is the chat's own."""
        self.field.show_value(value)
        self.reset_button.setVisible(is_own)
        self._label.setFont(scaled_font(13, is_bold=is_own))
