"""What every page besides the chat looks like: a title, a sentence, and a column that scrolls."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.scrolled import ScrolledColumn

_WIDEST_EMS = 56


class PageFrame(QWidget):
    """Parts of the page go into `content`, what belongs beside the title into `head`, what always stays in sight into
    `footer`, which is shown by `show_footer`. `left` when the user goes back.
    """

    left = Signal()

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__()
        self.title = plain_label(title, 20, is_bold=True)
        self.sentence = plain_label(sentence, 13, tone="muted")
        self.sentence.setWordWrap(True)
        self.head = QHBoxLayout()
        self.head.setSpacing(2 * SPACE)
        self.head.addWidget(self.title, 1)
        self.close_button = IconButton("close", tr("Close: {title}", title=title), tip=tr("Back to the chat (Esc)"))
        self.close_button.clicked.connect(self.left)
        self.head.addWidget(self.close_button)
        self.content = QVBoxLayout()
        self.content.setSpacing(4 * SPACE)
        self.footer = QHBoxLayout()
        self.footer.setSpacing(2 * SPACE)
        self._column = QWidget()
        self._column_below = QWidget()
        self._column_below.setLayout(self.footer)
        self.scroll_area = QScrollArea(widgetResizable=True)
        self._footer = QFrame()
        self._footer.setObjectName("pageFooter")
        self._footer.hide()
        self._put_together()
        self._fit_width()

    def _put_together(self) -> None:
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE)
        column.addLayout(self.head)
        column.addWidget(self.sentence)
        column.addSpacing(2 * SPACE)
        column.addLayout(self.content, 1)
        scrolled = ScrolledColumn()
        scrolled.setObjectName("scrolled")
        _centre(self._column, scrolled, 5 * SPACE)
        _centre(self._column_below, self._footer, 0)
        self.footer.setContentsMargins(0, 2 * SPACE, 0, 2 * SPACE)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setWidget(scrolled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.scroll_area, 1)
        layout.addWidget(self._footer)

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._fit_width()

    def escape(self) -> bool:
        """Back to where the user came from."""
        self.left.emit()
        return True

    def show_footer(self) -> None:
        """Keep the footer below the column."""
        self._footer.show()

    def _fit_width(self) -> None:
        for column in (self._column, self._column_below):
            column.setMaximumWidth(_WIDEST_EMS * self.fontMetrics().height())


def _centre(column: QWidget, around: QWidget, margin: int) -> None:
    layout = QHBoxLayout(around)
    layout.setContentsMargins(5 * SPACE, margin, 5 * SPACE, margin)
    layout.addStretch(1)
    layout.addWidget(column, 1000)
    layout.addStretch(1)
