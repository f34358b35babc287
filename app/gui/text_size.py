"""How large all text is beside the system's own size, changed while windows are open."""

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

USUAL = 100
_PROPERTY = "textSize"
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
        for widget in widgets:
            _resize_limits(widget, ratio)
        # Before the font of the application, since whoever arranges parts anew then goes by theirs.
        for widget in widgets:
            if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
                widget.setFont(_resized(widget.font(), ratio))
        self._application.setFont(_resized(self._application.font(), ratio))
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
