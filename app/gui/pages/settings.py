"""The settings, drawn from their declarations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit

from app.core.errors import AppError
from app.core.settings import DECLARED, DEVICE, LANGUAGE, Setting, Settings
from app.core.translation import tr
from app.gui.actions import keys_of
from app.gui.language import language_options
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.setting_row import SettingRow
from app.gui.widgets.setting_section import SettingSection
from app.texts import settings as texts

Options = Callable[[], Sequence[tuple[str, str]]]


class SettingsPage(PageFrame):
    """Every declared setting that has a label. `changed` carries the Setting, `failed` an AppError; `shown` is told.

    `values_reset` carries the title of the section that has its defaults again, empty for all of them, and what brings
    the values back. `devices` gives what the device may be, as (name, words).
    """

    changed = Signal(object)
    failed = Signal(object)
    shown = Signal()
    values_reset = Signal(str, object)

    def __init__(self, settings: Settings, devices: Options) -> None:
        super().__init__(tr("Settings"), tr("Every change counts at once and is kept."))
        self._settings = settings
        self._options: Mapping[str, Options] = {DEVICE.name: devices, LANGUAGE.name: language_options}
        self.rows: dict[str, SettingRow] = {}
        """By name of the setting; those of a section are made when somebody looks at it."""
        self.sections = {
            name: SettingSection(
                texts.section_title(name), texts.section_hint(name), is_foldable=name in texts.FOLDED_SECTIONS
            )
            for name in texts.SECTIONS
        }
        self.search_box = QLineEdit(placeholderText=tr("Search the settings"), clearButtonEnabled=True)
        self.search_box.setAccessibleName(tr("Search the settings"))
        self.search_box.textChanged.connect(self._on_searched)
        pass_focus(self, self.search_box)
        self.reset_button = push_button(
            tr("Reset all"),
            self._on_reset_all_asked,
            tip=tr("Give every setting its default"),
            keys=keys_of("reset_settings"),
        )
        self.head.insertWidget(1, self.reset_button)
        self.nothing_found = plain_label(tr("No setting holds these words."), 13, tone="muted")
        self.nothing_found.hide()
        self.content.setSpacing(6 * SPACE)
        self.content.addWidget(self.search_box)
        self.content.addWidget(self.nothing_found)
        self._names = {
            section: [name for name, setting in DECLARED.items() if setting.label and setting.section == key]
            for key, section in self.sections.items()
        }
        for section in self.sections.values():
            self.content.addWidget(section)
            section.reset_asked.connect(partial(self._on_reset_asked, section))
            section.fold_asked.connect(partial(self._on_fold_asked, section))
        self.content.addStretch(1)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was changed elsewhere meanwhile, and devices that were found."""
        super().showEvent(event)
        for section in self.sections.values():
            if not section.is_foldable:
                self._fill(section)
        self.rows[DEVICE.name].offer(self._options[DEVICE.name]())
        self.show_values()
        self.shown.emit()

    def show_values(self) -> None:
        """Show what was changed elsewhere."""
        for row in self.rows.values():
            row.show_value(self._settings.get(row.setting))
        self._mark_changed()

    def show_setting(self, name: str) -> None:
        """Bring a setting into sight, and give its field the focus; raises KeyError."""
        self.search_box.clear()
        self._unfold(self.sections[DECLARED[name].section], True)
        row = self.rows[name]
        row.field.widget.setFocus(Qt.FocusReason.OtherFocusReason)
        # Its place is known once the section is laid out.
        self.content.activate()
        self.scroll_area.ensureWidgetVisible(row)

    def _unfold(self, section: SettingSection, is_unfolded: bool) -> None:
        if is_unfolded:
            self._fill(section)
        section.unfold(is_unfolded)

    def _fill(self, section: SettingSection) -> None:
        if not section.rows:
            rows = {name: self._make_row(DECLARED[name]) for name in self._names[section]}
            self.rows |= rows
            section.set_rows(tuple(rows.values()))

    def _make_row(self, setting: Setting[Any]) -> SettingRow:
        row = SettingRow(setting, self._options[setting.name]() if setting.name in self._options else ())
        row.show_value(self._settings.get(setting))
        row.chosen.connect(lambda value: self._on_chosen(setting, value))
        return row

    def _on_fold_asked(self, section: SettingSection, is_folded: bool) -> None:
        self._unfold(section, not is_folded)

    def _on_searched(self) -> None:
        words = self.search_box.text().casefold().split()
        for section in self.sections.values():
            self._unfold(section, bool(words))
        left = [section.filter(words) for section in self.sections.values()]
        self.nothing_found.setVisible(not any(left))

    def _mark_changed(self) -> None:
        changed = {section: self._changed_values(names) for section, names in self._names.items()}
        self.reset_button.setEnabled(any(changed.values()))
        for section, values in changed.items():
            section.show_changed(bool(values))

    def _changed_values(self, names: Iterable[str]) -> dict[str, Any]:
        values = {name: self._settings.get(DECLARED[name]) for name in names}
        return {name: value for name, value in values.items() if value != DECLARED[name].default}

    def _on_reset_all_asked(self) -> None:
        self._reset("", [name for names in self._names.values() for name in names])

    def _on_reset_asked(self, section: SettingSection) -> None:
        self._reset(section.title, self._names[section])

    def _reset(self, title: str, names: Iterable[str]) -> None:
        before = self._changed_values(names)
        self._set_all({name: DECLARED[name].default for name in before})
        self.values_reset.emit(title, lambda: self._set_all(before))

    def _set_all(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            self._on_chosen(DECLARED[name], value)

    def _on_chosen(self, setting: Setting[Any], value: object) -> None:
        try:
            self._settings.set(setting, value)
        except AppError as error:
            self.failed.emit(error)
        else:
            self.changed.emit(setting)
        if setting.name in self.rows:
            self.rows[setting.name].show_value(self._settings.get(setting))
        self._mark_changed()
