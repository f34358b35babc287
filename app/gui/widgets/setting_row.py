"""One setting: its label, a field that follows from its rule, and a way back to the default."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.core.settings import Between, OneOf, OnOrOff, PortNumber, Setting
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.wheel import leave_wheel_to_page
from app.texts import settings as texts

_TEXT_MARGIN = 6
_RELOADED = "Takes effect when the model is loaded again."


class Field(QObject):
    """A widget for a value: `changed` carries what the user chose, `show_value` changes it without telling."""

    changed = Signal(object)

    def __init__(self, widget: QWidget, show_value: Callable[[Any], None]) -> None:
        super().__init__(widget)
        self.widget = widget
        self._show_value = show_value

    def show_value(self, value: Any) -> None:
        """Show a value that was not chosen here."""
        was_blocked = self.widget.blockSignals(True)
        self._show_value(value)
        self.widget.blockSignals(was_blocked)


class SettingRow(QWidget):
    """`chosen` carries the setting's new value; `options` (value, words) stand in for a free text."""

    chosen = Signal(object)

    def __init__(self, setting: Setting[Any], options: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.setting = setting
        tip = texts.tip(setting.name)
        self.field = field_for(setting, options)
        self.field.widget.setAccessibleName(setting.label)
        self.field.widget.setToolTip(tip)
        leave_wheel_to_page(self.field.widget)
        self.field.changed.connect(self.chosen)
        self.reset_button = IconButton("undo", f"Default of {setting.label}", tip="Back to the default")
        self.reset_button.clicked.connect(lambda: self.chosen.emit(setting.default))
        label = plain_label(setting.label, 13, tip=tip)
        label.setBuddy(self.field.widget)
        self.mark = plain_label("needs reload", 11, tip=_RELOADED)
        self.mark.setObjectName("badge")
        self.mark.setVisible(setting.needs_reload)
        words = f"{tip} {_RELOADED}" if setting.needs_reload else tip
        self.hint = plain_label(words, 11, tone="muted")
        self.hint.setWordWrap(True)
        policy = self.hint.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self.hint.setSizePolicy(policy)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * SPACE)
        grid.setVerticalSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(label)
        head.addWidget(self.mark)
        head.addStretch(1)
        grid.addLayout(head, 0, 0)
        grid.addWidget(self.hint, 1, 0)
        grid.addWidget(self.field.widget, 0, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.reset_button, 0, 2, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(0, 1)
        self._keep_place(self.reset_button)

    @property
    def words(self) -> str:
        """What the row is found by: what it says, and what can be chosen in it."""
        rule = self.setting.rule
        options = [texts.option(self.setting.name, value) for value in rule.options] if isinstance(rule, OneOf) else []
        name = self.setting.name.replace("_", " ")
        return " ".join((name, self.setting.label, self.hint.text(), *options)).casefold()

    def show_value(self, value: Any) -> None:
        """Show the value that counts now."""
        self.field.show_value(value)
        self.reset_button.setVisible(value != self.setting.default)

    def _keep_place(self, part: QWidget) -> None:
        policy = part.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        part.setSizePolicy(policy)


def field_for(setting: Setting[Any], options: Sequence[tuple[str, str]] = ()) -> Field:
    """The field that follows from the rule of a setting; `options` (value, words) stand in for a free text."""
    rule = setting.rule
    if options:
        return _choice(options)
    if isinstance(rule, OneOf):
        return _choice([(value, texts.option(setting.name, value)) for value in rule.options])
    if isinstance(rule, OnOrOff):
        return _switch()
    if isinstance(rule, Between):
        return _number(rule, texts.zero(setting.name), is_whole=isinstance(setting.default, int))
    return _line()


def _choice(options: Sequence[tuple[str, str]]) -> Field:
    box = QComboBox()
    box.setMaximumWidth(16 * box.fontMetrics().height())
    for value, words in options:
        box.addItem(words, value)

    def show(value: Any) -> None:
        if box.findData(value) < 0:
            box.addItem(str(value), value)
        box.setCurrentIndex(box.findData(value))

    field = Field(box, show)
    box.activated.connect(lambda index: field.changed.emit(box.itemData(index)))
    return field


def _switch() -> Field:
    box = QCheckBox()
    field = Field(box, box.setChecked)
    box.toggled.connect(field.changed.emit)
    return field


def _number(rule: Between, zero: str, *, is_whole: bool) -> Field:
    box: QSpinBox | QDoubleSpinBox = QSpinBox() if is_whole else QDoubleSpinBox()
    if isinstance(box, QSpinBox):
        box.setRange(round(rule.lowest), round(rule.highest))
    else:
        box.setRange(rule.lowest, rule.highest)
        box.setDecimals(2)
        box.setSingleStep(0.05)
    box.setSpecialValueText(zero)
    box.setGroupSeparatorShown(not isinstance(rule, PortNumber))
    # Each key would be a value of its own, and written to the disk.
    box.setKeyboardTracking(False)
    box.setMinimumWidth(8 * box.fontMetrics().height())
    # The style sheet's padding does not reach the text of a spin box.
    box.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field = Field(box, box.setValue)
    box.valueChanged.connect(field.changed.emit)
    return field


def _line() -> Field:
    box = QLineEdit()
    field = Field(box, box.setText)
    box.editingFinished.connect(lambda: field.changed.emit(box.text()))
    return field
