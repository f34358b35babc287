"""A part of a reply that is code: its language, buttons to copy and to save it, lines that do not wrap."""

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHelpEvent, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.chat.conversation import DraftedSpan
from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.translation import tr
from app.gui.dialogs.files import ask_place
from app.gui.markdown.highlight import coloured_spans, file_ending, restart_before, units_of
from app.gui.markdown.marks import Span, character_at, colour_format, joined, lay_over, tint_format, tooltip_of
from app.gui.markdown.tint import Run, SourceFinder, drafted_under, runs_from, runs_of, tinted
from app.gui.theme import FOCUS_EDGE, SPACE, scaled_font, shown_colours
from app.gui.widgets.buttons import COPIED_SHOWN_MS, IconButton
from app.gui.widgets.token_tip import show_above

_SLICE_S = 0.01
_SLICE_LINES = 25
# Longer lines are broken where they are shown: laying one out takes as long as it is.
_LONGEST_LINE = re.compile(r"[^\n]{1000}(?=[^\n])")
# The frame that shows the focus (assets/style.qss), above and below.
_FRAME_PX = 4


class _Lines(QPlainTextEdit):
    """The code; scrolls sideways alone."""

    def __init__(self) -> None:
        super().__init__()
        self.words_at: Callable[[int], str] = lambda position: ""
        self._heights_px: list[float] = []
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(scaled_font(13, is_monospace=True))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        # The message around it has one.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAccessibleName(tr("Code"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2 * SPACE)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)

    def setPlainText(self, text: str) -> None:  # noqa: N802
        """Another text."""
        self._heights_px.clear()
        super().setPlainText(text)

    def fit(self) -> None:
        """As high as its lines, of which those that were added have to be measured: no font tells it of all letters."""
        # The one that was the last may have grown.
        del self._heights_px[-1:]
        line = self.document().findBlockByNumber(len(self._heights_px))
        while line.isValid():
            self._heights_px.append(self.blockBoundingRect(line).height())
            line = line.next()
        is_wide = self.document().size().width() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        # Qt counts the margin below to the last line.
        height = ceil(sum(self._heights_px) + self.document().documentMargin()) + bar + _FRAME_PX
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room for the bar, or none; lines that do not wrap are the same in every width, and need no new layout."""
        super().resizeEvent(QResizeEvent(event.size(), QSize(event.size().width(), event.oldSize().height())))
        if event.size().width() != event.oldSize().width():
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down moves the chat."""
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Who chose the token that is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            position = character_at(self, event.pos())
            words = self.words_at(position) if position is not None else ""
            if words and position is not None:
                show_above(self, event, position, words)
                return True
        return super().viewportEvent(event)


class CodeView(QWidget):
    """Code that may grow at its end: only what is new is drawn and coloured.

    `save_failed` carries the AppError that it could not be written to a file for.
    """

    save_failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = self._shown = self._units = ""
        self._language = ""
        self._runs: list[Run] = []
        self._drafted: Sequence[DraftedSpan] | None = None
        self._colours: list[tuple[int, int, str]] = []
        self._fresh_colours: list[tuple[int, int, str]] = []
        self._uncoloured: Iterator[tuple[int, int, str]] | None = None
        # From which line on colours and tint are to be laid out; None when they are.
        self._unlaid: int | None = None
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._on_time_for_slice)
        self._label = QLabel("text")
        self._label.setProperty("tone", "muted")
        self._label.setFont(scaled_font(11))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_button = IconButton("copy", tr("Copy code"), is_text_shown=False)
        self.copy_button.clicked.connect(self._on_copy_asked)
        self.save_button = IconButton("save", tr("Save code as a file"), is_text_shown=False)
        self.save_button.clicked.connect(self._on_save_asked)
        self.lines = _Lines()
        self.lines.words_at = self._words_at
        head = QHBoxLayout()
        head.setContentsMargins(3 * SPACE, SPACE, SPACE, 0)
        head.addWidget(self._label, 1)
        head.addWidget(self.save_button)
        head.addWidget(self.copy_button)
        frame = QFrame()
        frame.setObjectName("codeBlock")
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.lines)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(FOCUS_EDGE, 0, 0, 0)
        self._outer.addWidget(frame)

    @property
    def code(self) -> str:
        """The code as it is now."""
        return self._code

    @property
    def weight(self) -> int:
        """How long it takes to lay out, in characters of plain text: its lines are not wrapped."""
        return len(self._code) // 2

    def show_code(self, code: str, language: str, finder: SourceFinder) -> None:
        """Show code, which mostly is what was shown and more; `finder` tells where its lines stand in the reply."""
        code = code.removesuffix("\n")
        if (code, language) == (self._code, self._language):
            return
        if language != self._language:
            self._label.setText(language or "text")
            self.lines.setAccessibleName(tr("Code in {language}", language=language) if language else tr("Code"))
        shown = _LONGEST_LINE.sub("\\g<0>\n", code)
        is_grown = shown.startswith(self._shown) and language == self._language
        grown_from = len(self._shown) if is_grown else 0
        self._code, self._shown, self._language = code, shown, language
        if grown_from:
            cursor = QTextCursor(self.lines.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(shown[grown_from:])
        else:
            self.lines.setPlainText(shown)
        # Where it grew, in the units that the document counts.
        grown_at = len(self._units) if grown_from else 0
        self._units = self._units[:grown_at] + units_of(shown[grown_from:])
        self._find_runs(shown, grown_from, finder)
        self._colour(restart_before(self._units, grown_at))
        self.lines.fit()

    def settle(self) -> None:
        """The code is whole: what was coloured from the middle is coloured from the beginning."""
        if restart_before(self._units, len(self._units)):
            self._recolour()

    def set_cut(self, is_cut: bool) -> None:
        """Whether this is only the beginning of the code, which nobody means to copy or save."""
        for button in (self.copy_button, self.save_button):
            button.setEnabled(not is_cut)
            button.setToolTip(tr("Show the rest of the code first") if is_cut else button.text())

    def set_depth(self, depth: int) -> None:
        """Stand as far in as the lists and quotes around it do."""
        self._outer.setContentsMargins(FOCUS_EDGE + round(depth * self.fontMetrics().height() * 1.6), 0, 0, 0)

    def show_drafted(self, drafted: Sequence[DraftedSpan] | None) -> None:
        """Tint these parts of the reply; soon, where the code is long. None for no tint."""
        self._drafted = drafted
        self._lay_from(0)

    def _find_runs(self, shown: str, grown_from: int, finder: SourceFinder) -> None:
        """Where the lines stand in the reply; those before the one that grew are known."""
        start = shown.rfind("\n", 0, grown_from) + 1
        position = len(self._units) - len(units_of(shown[start:]))
        del self._runs[runs_from(self._runs, position) if start else 0 :]
        if self._runs:
            finder.go_to(self._runs[-1].source + self._runs[-1].length)
        for line in shown[start:].split("\n"):
            # Blanks stand everywhere, and where a list was taken away there are others.
            source = finder.find(line) if line.strip() else None
            if source is not None:
                self._runs += runs_of(line, position, source)
            position += len(units_of(line)) + 1

    def _words_at(self, position: int) -> str:
        """Who chose the token there; empty where nothing is tinted."""
        if self._drafted is None:
            return ""
        return tooltip_of(drafted_under(position, self._runs, self._drafted))

    def _recolour(self) -> None:
        """Colour from the beginning, a slice of time at a time."""
        self._fresh_colours = []
        self._uncoloured = coloured_spans(self._language, self._units, 0, shown_colours())
        self._slices.start()

    def _on_time_for_slice(self) -> None:
        deadline_s = time.perf_counter() + _SLICE_S
        if self._uncoloured is not None:
            for span in self._uncoloured:
                self._fresh_colours.append(span)
                if time.perf_counter() > deadline_s:
                    return
            self._colours, self._uncoloured = self._fresh_colours, None
            self._unlaid = 0
        while self._unlaid is not None and time.perf_counter() < deadline_s:
            self._lay_some()
        if self._unlaid is None:
            self._slices.stop()

    def _colour(self, start: int) -> None:
        del self._colours[bisect_right(self._colours, start, key=lambda span: span[1]) :]
        self._colours += coloured_spans(self._language, self._units, start, shown_colours())
        self._lay_from(start)

    def _lay_from(self, position: int) -> None:
        """Lay colours and tint over the lines from `position` on: some now, the others in the turns that follow."""
        line = self.lines.document().findBlock(position).blockNumber()
        self._unlaid = line if self._unlaid is None else min(line, self._unlaid)
        self._lay_some()
        if self._unlaid is not None:
            self._slices.start()

    def _lay_some(self) -> None:
        document = self.lines.document()
        first = document.findBlockByNumber(self._unlaid or 0)
        behind = document.findBlockByNumber(first.blockNumber() + _SLICE_LINES)
        self._unlaid = behind.blockNumber() if behind.isValid() else None
        start, end = first.position(), behind.position() if behind.isValid() else document.characterCount()
        inside = self._colours[
            bisect_right(self._colours, start, key=lambda span: span[1]) : bisect_left(
                self._colours, end, key=lambda span: span[0]
            )
        ]
        formats = {colour: colour_format(colour) for colour in {colour for _, _, colour in inside}}
        spans: list[Span] = [(a, b, formats[colour]) for a, b, colour in inside]
        if self._drafted:
            tint = tint_format(shown_colours())
            runs = self._runs[runs_from(self._runs, start) : runs_from(self._runs, end)]
            spans += [(a, b, tint) for a, b in joined(tinted(runs, self._drafted))]
        lay_over(document, start, end, spans)

    def _on_copy_asked(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self.copy_button.set_face("check", tr("Copied"))
        QTimer.singleShot(COPIED_SHOWN_MS, self, self._on_copied_long_ago)

    def _on_copied_long_ago(self) -> None:
        self.copy_button.set_face("copy", tr("Copy code"))

    def _on_save_asked(self) -> None:
        name = f"code{file_ending(self._language)}"
        chosen, _ = ask_place(self, tr("Save the code"), "code", name)
        if chosen is None:
            return
        try:
            write_bytes(chosen, f"{self._code}\n".encode())
        except AppError as error:
            self.save_failed.emit(error)
