"""How large all text is beside the system's own size, changed while windows are open."""

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

USUAL = 100
_PROPERTY = "textSize"
# Where Qt keeps the font that a widget had before it was styled, and goes back to with each new sheet
# (QStyleSheetStyle::unsetPalette).
_KEPT_FONT = "_q_styleSheetWidgetFont"
# QWIDGETSIZE_MAX: no limit at all.
_ANY_PX = (1 << 24) - 1


class TextSize(QObject):
    """`changed` once everything has another size; text that was drawn before is to be drawn anew."""

    changed = Signal()

    def __init__(self, application: QApplication, percent: int = USUAL) -> None:
        super().__init__(application)
        self._application = application
        self.set_percent(percent)

    @property
    def percent(self) -> int:
        """Of the system's own size."""
        return int(self._application.property(_PROPERTY) or USUAL)

    def set_percent(self, percent: int) -> None:
        """Make all text as large as that."""
        if percent == self.percent:
            return
        ratio = percent / self.percent
        self._application.setProperty(_PROPERTY, percent)
        widgets = self._application.allWidgets()
        own = [widget for widget in widgets if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)]
        fonts = [_resized(widget.font(), ratio) for widget in own]
        # Widgets keep the font that they were styled with until the sheet comes anew, which gives them back their own.
        sheet = self._application.styleSheet()
        self._application.setStyleSheet("")
        for widget in widgets:
            _resize_limits(widget, ratio)
        self._application.setFont(_resized(self._application.font(), ratio))
        self._application.setStyleSheet(sheet)
        for widget, font in zip(own, fonts, strict=True):
            widget.setFont(font)
            widget.setProperty(_KEPT_FONT, font)
        self.changed.emit()


def _resized(font: QFont, ratio: float) -> QFont:
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * ratio)
    return other


def _resize_limits(widget: QWidget, ratio: float) -> None:
    """Limits of the size were set in heights of the text; those of a window, and lines, were not."""
    if widget.isWindow():
        return
    least, most = widget.minimumSize(), widget.maximumSize()
    widget.setMaximumSize(_scaled_size(most, ratio))
    widget.setMinimumSize(_scaled_size(least, ratio))


def _scaled_size(size: QSize, ratio: float) -> QSize:
    return QSize(_scaled(size.width(), ratio), _scaled(size.height(), ratio))


def _scaled(pixels: int, ratio: float) -> int:
    return pixels if pixels <= 1 or pixels >= _ANY_PX else round(pixels * ratio)
