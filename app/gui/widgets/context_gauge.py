"""How much of the model's context a conversation takes: a small bar with a figure, coloured when it gets full."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.translation import later, tr
from app.gui.theme import SPACE, shown_colours
from app.gui.widgets.labels import plain_label
from app.texts import count, share

# From here on it is worth a look.
_NEARLY_FULL = 0.8
_UNSENT_OPACITY = 0.45


_CONVERSATION_TAKES = later("The conversation takes {taken} of the {context_size} tokens in the model's context.")
_MESSAGE_TAKES = later("The message takes {taken} of the {context_size} tokens in the model's context.")


class ContextGauge(QWidget):
    """Hidden until it is known how much is in use."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = _Bar()
        self.figure = plain_label("", 11, tone="muted", widest="100 %")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, SPACE, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.bar)
        layout.addWidget(self.figure)
        self.hide()

    def show_use(self, used_n: int, context_size: int, unsent_n: int = 0) -> None:
        """Tokens in use of all that there is room for, with those of the unsent message; 0 is nothing to show."""
        self.setVisible(used_n + unsent_n > 0 and context_size > 0)
        if self.isHidden():
            return
        used = min(1.0, (used_n + unsent_n) / context_size)
        self.bar.show_share(used, min(1.0, used_n / context_size))
        self.figure.setText(share(used))
        self._set_tone("warning" if self.bar.is_nearly_full else "muted")
        words = tr(
            _CONVERSATION_TAKES if used_n else _MESSAGE_TAKES,
            taken=count(used_n or unsent_n),
            context_size=count(context_size),
        )
        if used_n and unsent_n:
            words += " " + tr("The message adds {unsent}.", unsent=count(unsent_n))
        hint = tr("When it is full, the model no longer reads the oldest messages.")
        self.setToolTip(f"{words} {hint}")
        self.setAccessibleName(words)

    def _set_tone(self, tone: str) -> None:
        if self.figure.property("tone") != tone:
            self.figure.setProperty("tone", tone)
            self.figure.style().unpolish(self.figure)
            self.figure.style().polish(self.figure)


class _Bar(QWidget):
    """The share as a filled part of a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.share = 0.0
        self._sent = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def is_nearly_full(self) -> bool:
        """Whether more than four fifths are in use."""
        return self.share > _NEARLY_FULL

    def show_share(self, share_used: float, share_sent: float) -> None:
        """0 is empty, 1 is full; what is not sent yet is paler."""
        self.share, self._sent = share_used, share_sent
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as a short word."""
        em = self.fontMetrics().height()
        return QSize(em * 3, round(em * 0.5))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The part in use filled, the rest empty with a frame."""
        colours = shown_colours()
        painter = QPainter(self)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        colour = QColor(colours.warning if self.is_nearly_full else colours.accent)
        for share_filled, opacity in ((self.share, _UNSENT_OPACITY), (self._sent, 1.0)):
            colour.setAlphaF(opacity)
            painter.fillRect(QRectF(frame.left(), frame.top(), frame.width() * share_filled, frame.height()), colour)
        painter.setPen(QColor(colours.mark))
        painter.drawRect(frame)
