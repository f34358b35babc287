"""One setting: its label and what it does, a field that follows from its rule, and a way back to the default."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.core.settings import Between, OneOf, OnOrOff, PortNumber, Setting
from app.core.translation import later, tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.wheel import leave_wheel_to_page
from app.texts import settings as texts

# All fields are of one width, so that they stand in a column.
_FIELD_EMS = 13
# Below this many times the height of the text, the field stands under the words.
_NARROW_LINES = 30
_TEXT_MARGIN = 6
_RELOADED = later("Takes effect when the model is loaded again.")


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
        self._options = tuple(options)
        label, tip = tr(setting.label), texts.tip(setting.name)
        self.field = field_for(setting, options)
        self.field.widget.setAccessibleName(label)
        self.field.widget.setAccessibleDescription(f"{tip} {tr(_RELOADED)}" if setting.needs_reload else tip)
        leave_wheel_to_page(self.field.widget)
        self.field.changed.connect(self.chosen)
        self.label = plain_label(label, 13)
        self.label.setBuddy(self.field.widget)
        self.mark = plain_label(tr("needs reload"), 11, tip=tr(_RELOADED))
        self.mark.setObjectName("badge")
        self.mark.setVisible(setting.needs_reload)
        self.hint = _wrapped(tip)
        self.reset_button = IconButton(
            "undo",
            tr("Default of {setting}", setting=label),
            tip=tr("Back to the default: {value}", value=self._usual()),
        )
        self.reset_button.clicked.connect(self._on_reset_asked)
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(policy)
        self._place = QWidget()
        """Of the field: as wide for every setting."""
        self._arrange()
        self._fit()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(self.label)
        head.addWidget(self.mark)
        head.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(SPACE // 2)
        words.addLayout(head)
        words.addWidget(self.hint)
        place = QHBoxLayout(self._place)
        place.setContentsMargins(0, 0, 0, 0)
        is_switch = isinstance(self.field.widget, QCheckBox)
        place.addWidget(self.field.widget, not is_switch)
        if is_switch:
            place.addStretch(1)
        side = QHBoxLayout()
        side.setSpacing(SPACE)
        side.addWidget(self._place)
        side.addWidget(self.reset_button)
        side.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4 * SPACE)
        self._row.addLayout(words, 1)
        self._row.addLayout(side)

    @property
    def words(self) -> str:
        """What the row is found by: what it says, and what can be chosen in it."""
        return texts.words_of(self.setting)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow row the field stands under the words."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._fit()

    def offer(self, options: Sequence[tuple[str, str]]) -> None:
        """Let these (value, words) be chosen, in place of those before."""
        box = self.field.widget
        if tuple(options) != self._options and isinstance(box, QComboBox):
            self._options = tuple(options)
            box.clear()
            for value, words in options:
                box.addItem(words, value)

    def show_value(self, value: Any) -> None:
        """Show the value that counts now."""
        self.field.show_value(value)
        self.reset_button.setVisible(value != self.setting.default)

    def _on_reset_asked(self) -> None:
        # The button goes away, and the keys would go to whatever comes after it.
        self.field.widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen.emit(self.setting.default)

    def _usual(self) -> str:
        return texts.value_words(self.setting, self.setting.default) or tr("nothing")

    def _fit(self) -> None:
        em = self.fontMetrics().height()
        self._place.setFixedWidth(_FIELD_EMS * em)
        is_narrow = self.width() < _NARROW_LINES * em
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(SPACE if is_narrow else 4 * SPACE)


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
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
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


def _wrapped(words: str) -> QLabel:
    label = plain_label(words, 11, tone="muted")
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
