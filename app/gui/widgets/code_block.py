"""A part of a reply that is code: its language, a button to copy it, lines that do not wrap."""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHelpEvent, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QToolTip, QVBoxLayout, QWidget

from app.gui.markdown.highlight import coloured_spans, restart_before, units_of
from app.gui.markdown.marks import Span, colour_format, drafted_at, joined, lay_over, tint_format, tooltip_of
from app.gui.markdown.tint import Drafted, Run, SourceFinder, runs_of, tinted
from app.gui.theme import SPACE, scaled_font, shown_colours
from app.gui.widgets.buttons import COPIED_SHOWN_MS, IconButton

_SLICE_S = 0.01
# The frame that shows the focus (assets/style.qss), above and below.
_FRAME_PX = 4


class _Lines(QPlainTextEdit):
    """The code; scrolls sideways alone."""

    def __init__(self) -> None:
        super().__init__()
        self.tinted: Sequence[tuple[int, int, Drafted]] = ()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(scaled_font(13, is_monospace=True))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAccessibleName("Code")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2 * SPACE)

    def fit(self) -> None:
        """As high as its lines."""
        lines = self.document().blockCount()
        is_wide = self.document().size().width() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        height = lines * self.fontMetrics().lineSpacing() + 4 * SPACE + bar + _FRAME_PX
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room for the bar, or none."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down moves the chat."""
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """What a drafted token says when it is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            span = drafted_at(self.cursorForPosition(event.pos()).position(), self.tinted)
            if span is not None:
                QToolTip.showText(event.globalPos(), tooltip_of(span), self)
                return True
        return super().viewportEvent(event)


class CodeView(QWidget):
    """Code that may grow at its end: only what is new is drawn and coloured."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = self._units = ""
        self._language = ""
        self._runs: list[Run] = []
        self._drafted: Sequence[Drafted] = ()
        self._colours: list[tuple[int, int, str]] = []
        self._fresh_colours: list[tuple[int, int, str]] = []
        self._uncoloured: Iterator[tuple[int, int, str]] = iter(())
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._on_time_for_slice)
        self._label = QLabel("text")
        self._label.setProperty("tone", "muted")
        self._label.setFont(scaled_font(11))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_button = IconButton("copy", "Copy code", is_text_shown=False)
        self.copy_button.clicked.connect(self._on_copy_asked)
        self.lines = _Lines()
        head = QHBoxLayout()
        head.setContentsMargins(3 * SPACE, SPACE, SPACE, 0)
        head.addWidget(self._label, 1)
        head.addWidget(self.copy_button)
        frame = QFrame()
        frame.setObjectName("codeBlock")
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.lines)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.addWidget(frame)

    @property
    def code(self) -> str:
        """The code as it is now."""
        return self._code

    def show_code(self, code: str, language: str, finder: SourceFinder) -> None:
        """Show code, which mostly is what was shown and more; `finder` tells where its lines stand in the reply."""
        code = code.removesuffix("\n")
        old = self._code
        if (code, language) == (old, self._language):
            return
        if language != self._language:
            self._label.setText(language or "text")
            self.lines.setAccessibleName(f"Code in {language}" if language else "Code")
        grown_from = len(old) if code.startswith(old) and language == self._language else 0
        self._code, self._language = code, language
        if grown_from:
            cursor = QTextCursor(self.lines.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(code[grown_from:])
        else:
            self.lines.setPlainText(code)
        self._units = units_of(code)
        self._find_runs(code, grown_from, finder)
        self._colour(restart_before(self._units, min(len(units_of(code[:grown_from])), len(self._units))))
        self.lines.fit()

    def settle(self) -> None:
        """The code is whole: what was coloured from the middle is coloured from the beginning."""
        if restart_before(self._units, len(self._units)):
            self._recolour()

    def set_depth(self, depth: int) -> None:
        """Stand as far in as the lists and quotes around it do."""
        self._outer.setContentsMargins(round(depth * self.fontMetrics().height() * 1.6), 0, 0, 0)

    def show_drafted(self, drafted: Sequence[Drafted]) -> None:
        """Tint these parts of the reply, or none."""
        self._drafted = drafted
        self._lay(0)

    def changeEvent(self, change: QEvent) -> None:
        """Colour again when the palette changed."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.PaletteChange and self._code:
            self._recolour()

    def _find_runs(self, code: str, grown_from: int, finder: SourceFinder) -> None:
        """Where the lines stand in the reply; those before the one that grew are known."""
        start = code.rfind("\n", 0, grown_from) + 1
        position = len(units_of(code[:start]))
        self._runs = [run for run in self._runs if run.position < position] if start else []
        if self._runs:
            finder.go_to(self._runs[-1].source + self._runs[-1].length)
        for line in code[start:].split("\n"):
            source = finder.find(line) if line else None
            if source is not None:
                self._runs += runs_of(line, position, source)
            position += len(units_of(line)) + 1

    def _recolour(self) -> None:
        """Colour from the beginning, a slice of time at a time."""
        self._fresh_colours = []
        self._uncoloured = coloured_spans(self._language, self._units, 0, shown_colours())
        self._slices.start()

    def _on_time_for_slice(self) -> None:
        deadline_s = time.perf_counter() + _SLICE_S
        for span in self._uncoloured:
            self._fresh_colours.append(span)
            if time.perf_counter() > deadline_s:
                return
        self._slices.stop()
        self._colours = self._fresh_colours
        self._lay(0)

    def _colour(self, start: int) -> None:
        kept = [span for span in self._colours if span[1] <= start]
        fresh = coloured_spans(self._language, self._units, start, shown_colours())
        self._colours = [*kept, *fresh]
        self._lay(start)

    def _lay(self, start: int) -> None:
        """Colours and tint of the lines from position `start` on."""
        start = self.lines.document().findBlock(start).position()
        runs = self._runs[bisect_left(self._runs, start, key=lambda run: run.position) :]
        kept = [span for span in self.lines.tinted if span[1] <= start]
        self.lines.tinted = [*kept, *tinted(runs, self._drafted)] if self._drafted else []
        formats = {colour: colour_format(colour) for colour in {colour for _, _, colour in self._colours}}
        tint = tint_format(shown_colours())
        spans: list[Span] = [(a, b, formats[colour]) for a, b, colour in self._colours if b > start]
        spans += [(a, b, tint) for a, b in joined(self.lines.tinted) if b > start]
        lay_over(self.lines.document(), start, spans)

    def _on_copy_asked(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self.copy_button.set_face("check", "Copied")
        QTimer.singleShot(COPIED_SHOWN_MS, self, self._on_copied_long_ago)

    def _on_copied_long_ago(self) -> None:
        self.copy_button.set_face("copy", "Copy code")
