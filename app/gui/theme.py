"""Colours, type scale and style of the window, light and dark."""

import sys
from dataclasses import asdict, dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.core.paths import assets_folder

Scheme = Literal["system", "light", "dark"]
Step = Literal[11, 13, 15, 20, 28]

BODY: Step = 13
# The fixed fonts that these systems name by default are those of old terminals.
_CODE_FAMILIES = {"win32": ("Cascadia Mono", "Consolas"), "darwin": ("SF Mono", "Menlo")}
SPACE = 4
RADIUS = 8
# What shows the focus of a text at its left side, as assets/style.qss has it: whatever else is to begin where texts do
# stands as far in.
FOCUS_EDGE = 2


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette, as #rrggbb; text colours have at least 4.5:1 on window, surface and sunken, marks 3:1."""

    window: str
    surface: str
    sunken: str
    raised: str
    border: str
    mark: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    error: str
    error_soft: str
    warning: str
    warning_soft: str
    code_comment: str
    code_keyword: str
    code_string: str
    code_number: str
    code_name: str


LIGHT = Colours(
    window="#f5f7f7",
    surface="#ffffff",
    sunken="#eaeeee",
    raised="#dde4e4",
    border="#cdd6d7",
    mark="#768386",
    text="#182022",
    muted="#4f5b5e",
    accent="#0a6b66",
    on_accent="#ffffff",
    accent_soft="#d6ebe8",
    error="#a3201a",
    error_soft="#fbe9e7",
    warning="#7a4e00",
    warning_soft="#fbf0da",
    code_comment="#5a6669",
    code_keyword="#7a2f9e",
    code_string="#2f6b1f",
    code_number="#9a4a00",
    code_name="#0b5c8f",
)

DARK = Colours(
    window="#14191b",
    surface="#1b2225",
    sunken="#0f1315",
    raised="#2a3438",
    border="#334045",
    mark="#758489",
    text="#e3e9ea",
    muted="#a0adb0",
    accent="#5fd0c5",
    on_accent="#06211f",
    accent_soft="#173e3b",
    error="#ffb3aa",
    error_soft="#3c1f1c",
    warning="#f0c26a",
    warning_soft="#38301b",
    code_comment="#94a2a6",
    code_keyword="#d3a4f0",
    code_string="#9fd08a",
    code_number="#f0b27a",
    code_name="#86c7f0",
)


def shown_colours() -> Colours:
    """The colours that the application shows now."""
    return DARK if QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def scaled_font(step: Step, *, is_bold: bool = False, is_monospace: bool = False, is_tabular: bool = False) -> QFont:
    """The system's font at one step of the type scale; tabular figures all have one width."""
    base = QApplication.font()
    font = QFont(base)
    if is_monospace:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setFamilies([*_CODE_FAMILIES.get(sys.platform, ()), *font.families()])
    font.setPointSizeF(base.pointSizeF() * step / BODY)
    if is_bold:
        font.setWeight(QFont.Weight.DemiBold)
    if is_tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def set_base_font(application: QApplication) -> None:
    """Take the system's font, at 13 pixels or more when text is not scaled."""
    smallest_points = 13.0 if sys.platform == "darwin" else 13.0 * 72 / 96
    font = application.font()
    font.setPointSizeF(max(font.pointSizeF(), smallest_points))
    application.setFont(font)


def scheme_of(chosen: str) -> Scheme:
    """The scheme that a setting names."""
    return "light" if chosen == "light" else "dark" if chosen == "dark" else "system"


class Theme(QObject):
    """Keeps palette and style sheet of the application at the chosen or the system's scheme."""

    changed = Signal()

    def __init__(self, application: QApplication, scheme: Scheme = "system") -> None:
        super().__init__(application)
        self._application = application
        self._scheme = scheme
        self._shown: Colours | None = None
        application.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self.set_scheme(scheme)

    @property
    def colours(self) -> Colours:
        """The colours shown now."""
        scheme = QGuiApplication.styleHints().colorScheme()
        is_dark = self._scheme == "dark" or (self._scheme == "system" and scheme == Qt.ColorScheme.Dark)
        return DARK if is_dark else LIGHT

    def set_scheme(self, scheme: Scheme) -> None:
        """Follow the system, or stay light or dark."""
        self._scheme = scheme
        # The platform is told as well, for title bars and native dialogs.
        wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, "system": Qt.ColorScheme.Unknown}
        QGuiApplication.styleHints().setColorScheme(wanted[scheme])
        self._apply()

    def _on_system_changed(self) -> None:
        self._apply()

    def _apply(self) -> None:
        colours = self.colours
        if colours is self._shown:
            return
        self._shown = colours
        # Qt styles every widget anew once for each of its ancestors when one sheet takes the place of another; with
        # none in between, twice.
        self._application.setStyleSheet("")
        self._application.setPalette(palette_for(colours))
        self._application.setStyleSheet(style_sheet_for(colours))
        self.changed.emit()


def palette_for(colours: Colours) -> QPalette:
    """The Qt palette of these colours."""
    palette = QPalette()
    role = QPalette.ColorRole
    roles = {
        role.Window: colours.window,
        role.WindowText: colours.text,
        role.Base: colours.surface,
        role.AlternateBase: colours.sunken,
        role.Text: colours.text,
        role.PlaceholderText: colours.muted,
        role.Button: colours.surface,
        role.ButtonText: colours.text,
        role.BrightText: colours.error,
        role.Highlight: colours.accent,
        role.HighlightedText: colours.on_accent,
        role.Accent: colours.accent,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.ToolTipBase: colours.raised,
        role.ToolTipText: colours.text,
        role.Light: colours.raised,
        role.Midlight: colours.raised,
        role.Mid: colours.border,
        role.Dark: colours.border,
        role.Shadow: colours.border,
    }
    for name, colour in roles.items():
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.mark))
    return palette


def style_sheet_for(colours: Colours) -> str:
    """assets/style.qss with `@name` replaced by colours, `@icons` by their folder, `@scheme` by light or dark."""
    text = (assets_folder() / "style.qss").read_text(encoding="utf-8")
    text = text.replace("@icons", (assets_folder() / "icons").as_posix())
    text = text.replace("@scheme", "dark" if colours is DARK else "light")
    values = asdict(colours)
    # The longest name first: @warning is the beginning of @warning_soft.
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"@{name}", values[name])
    return text
