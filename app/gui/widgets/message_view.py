"""One message of the chat: who wrote it, its text, and under a reply its numbers."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.chat.conversation import DraftedSpan, Message
from app.core.translation import later, tr
from app.engine.protocol import Piece
from app.gui.markdown.clusters import cluster_end, decided_end
from app.gui.theme import FOCUS_EDGE, SPACE
from app.gui.view_models.readout import footer_of
from app.gui.widgets.buttons import push_button
from app.gui.widgets.fitted_text import FittedText
from app.gui.widgets.labels import plain_label
from app.gui.widgets.reply_body import ReplyBody
from app.gui.widgets.thought_view import ThoughtView
from app.texts import count, finish_reason

# Characters of a reply that are drawn in one turn of the loop.
_AT_ONCE = 1000
_MOST_LINES = 25
# What is drawn of a reply at first, and with each wish for more: no turn of the loop takes long with it.
_MOST_WEIGHT = 120_000
# Characters of a user's message that are shown at first, and with each wish for more.
_MOST_SHOWN = 6000
_ENDINGS = {
    "crashed": later("The engine stopped here."),
    "failed": later("The reply ended with an error."),
    # The window sets no other limit.
    "length": later("The reply ends here: the conversation fills the model's context."),
    None: later("The program ended before the reply did."),
}


class UserMessage(QWidget):
    """What the user wrote, as it was written; of a long text the beginning, and more on demand."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message
        self.message_id = message.id
        self.setAccessibleName(tr("Your message"))
        self._left = message.text
        self._text_width = 0
        self._frame = QFrame()
        self._frame.setObjectName("userMessage")
        self._inner = QVBoxLayout(self._frame)
        self._inner.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)
        self._inner.setSpacing(0)
        self.more_button = push_button(tr("Show more"), self._show_more)
        if message.attachments:
            names = plain_label(
                tr("Attached: {names}", names=", ".join(file.name for file in message.attachments)), 11, tone="muted"
            )
            names.setWordWrap(True)
            self._text_width = names.fontMetrics().horizontalAdvance(names.text()) + SPACE
            self._inner.addWidget(names)
        self._inner.addWidget(self.more_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._frame)
        self._column.addLayout(row)
        if message.text or not message.attachments:
            self._show_more()
        else:
            self.more_button.hide()

    def set_actions(self, widget: QWidget) -> None:
        """Put the row of what can be done with the message below it."""
        self._column.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight)

    @property
    def rows(self) -> tuple[QWidget, ...]:
        """What stands below each other in it."""
        return (self._frame,)

    @property
    def shown_text(self) -> str:
        """What is shown of it, a line for each part."""
        items = (self._inner.itemAt(number) for number in range(self._inner.count()))
        texts = [text for item in items if item and isinstance(text := item.widget(), FittedText)]
        return "\n".join(text.toPlainText() for text in texts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As wide as the longest line, up to most of the column: a label that wraps would ask for less."""
        super().resizeEvent(event)
        self._fit()

    def _show_more(self) -> None:
        end = _end_of_part(self._left)
        text = FittedText(15)
        text.setObjectName("messageText")
        text.setAccessibleName(tr("Your message"))
        text.setTextInteractionFlags(text.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        text.setPlainText(self._left[:end].removesuffix("\n"))
        self._text_width = max(self._text_width, _width_of(text))
        self._left = self._left[end:]
        self._inner.insertWidget(self._inner.count() - 1, text)
        self.more_button.setText(tr("Show more ({left} characters left)", left=count(len(self._left))))
        self.more_button.setVisible(bool(self._left))
        self._fit()

    def _fit(self) -> None:
        self._frame.setFixedWidth(min(self._text_width + 6 * SPACE, round(self.width() * 0.85)))


class ReplyMessage(QWidget):
    """A reply that may still grow; `link_chosen` carries an address, `save_failed` why code could not be saved.

    Of a very long one a part is drawn: the beginning, or while it grows and is followed, the end. After `more_asked`
    `draw` has more to do.
    """

    link_chosen = Signal(str)
    save_failed = Signal(object)
    more_asked = Signal()

    def __init__(self, message: Message, author: str, *, is_tinted: bool, is_growing: bool = False) -> None:
        super().__init__()
        self.message = message
        """As it was when the reply began to be shown, or ended."""
        self.message_id = message.id
        self._is_whole = not is_growing
        self._text = message.text
        self._drawn_n = 0
        self._keeps_end = is_growing
        # How many times what is drawn at first may be drawn.
        self._portions = 1
        self._drafted = [span for span in message.drafted if not span.is_thought]
        self._drafted_thoughts = [span for span in message.drafted if span.is_thought]
        self._is_tinted = is_tinted
        self.author = plain_label(author, 11, tone="muted", is_bold=True)
        self.author.setIndent(FOCUS_EDGE)
        self.thought: ThoughtView | None = None
        self.body = ReplyBody()
        self.body.link_chosen.connect(self.link_chosen)
        self.body.save_failed.connect(self.save_failed)
        self.body.show_drafted(self._drafted if is_tinted else None)
        self.footer = plain_label("", 11, tone="muted")
        self.footer.setWordWrap(True)
        self.footer.setIndent(FOCUS_EDGE)
        self.footer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.beginning_button = push_button(tr("Show the beginning"), self._show_beginning)
        self.more_button = push_button(tr("Show more"), self.show_more)
        for button in (self.beginning_button, self.more_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            button.hide()
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(SPACE)
        self._layout = QVBoxLayout()
        # The lines of the icons below begin where the text does.
        self._layout.setContentsMargins(3 * SPACE - FOCUS_EDGE, 0, 0, 0)
        self._layout.setSpacing(SPACE)
        self._outer.addLayout(self._layout)
        self._layout.addWidget(self.author)
        self._layout.addWidget(self.beginning_button)
        self._layout.addWidget(self.body)
        self._layout.addWidget(self.more_button)
        self._layout.addWidget(self.footer)
        if message.thinking:
            self._think(message.thinking)
        if is_growing and self._text:
            self._settle_thought()
        if not is_growing:
            self.end(message)

    def set_actions(self, widget: QWidget) -> None:
        """Put the row of what can be done with the message below it."""
        self._outer.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def rows(self) -> tuple[QWidget, ...]:
        """What stands below each other in it."""
        return (self.author, *((self.thought,) if self.thought is not None else ()), *self.body.parts, self.footer)

    @property
    def text(self) -> str:
        """The Markdown that the model wrote."""
        return self._text

    def add_pieces(self, pieces: Sequence[Piece]) -> None:
        """Add what was just written, and what was thought; the answer is drawn with the next `draw`."""
        self.footer.clear()
        thoughts = [piece for piece in pieces if piece.part == "thinking"]
        if thoughts:
            known_n = len(self.thought.text) if self.thought is not None else 0
            self._drafted_thoughts += _drafted_in(thoughts, known_n)
            self._think("".join(piece.text for piece in thoughts))
        answer = [piece for piece in pieces if piece.part == "answer"]
        if answer:
            self._settle_thought()
        self._drafted += _drafted_in(answer, len(self._text))
        self._text = "".join((self._text, *(piece.text for piece in answer)))

    @property
    def undrawn(self) -> str:
        """The end of the Markdown that is not drawn."""
        return self._text[self._drawn_n :]

    def draw(self, *, is_followed: bool = False) -> bool:
        """Draw what was added, or as much of it as does not keep the window waiting; true when more is left."""
        if self.body.tint():
            return True
        end = len(self._text) if self._is_whole else decided_end(self._text)
        is_cut = self._drawn_n < end and self._excess >= 0 and not (is_followed and self._drop_beginning())
        if is_cut:
            left = count(len(self._text) - self._drawn_n)
            self.more_button.setText(tr("Show more ({left} characters left)", left=left))
        self.more_button.setVisible(is_cut)
        self.body.set_cut(is_cut)
        if is_cut:
            return False
        self._drawn_n = min(cluster_end(self._text, self._next_end()), max(end, self._drawn_n))
        is_all = self._drawn_n >= end
        self.body.show_source(self._text[: self._drawn_n], is_whole=self._is_whole and is_all)
        if self._is_whole and is_all and self.body.has_late_references and self.beginning_button.isHidden():
            self.draw_again()
            return True
        return not is_all

    def show_more(self) -> None:
        """Draw another portion with the next calls of `draw`."""
        self._portions += 1
        self.more_asked.emit()

    def show_more_for(self, words: Sequence[str]) -> bool:
        """Draw more with the next calls of `draw` where one of the words may stand there; false where none does."""
        undrawn = self.undrawn.casefold()
        if any(word.casefold() in undrawn for word in words):
            self.show_more()
        elif not self.beginning_button.isHidden():
            self._show_beginning()
        else:
            return False
        return True

    def _show_beginning(self) -> None:
        self._keeps_end = False
        self._portions = 1
        self.draw_again()
        self.more_asked.emit()

    @property
    def _excess(self) -> int:
        """How much more is drawn than should be; negative where there is room."""
        return self.body.weight - self._portions * _MOST_WEIGHT

    def _drop_beginning(self) -> bool:
        is_dropped = self._keeps_end and self.body.drop_beginning(self._excess)
        if is_dropped:
            self.beginning_button.show()
        return is_dropped

    def _next_end(self) -> int:
        """Up to where to draw at once: so many characters, in not too many lines, of which each may be a widget."""
        end = self._drawn_n + _AT_ONCE
        lines = islice(re.finditer("\n", self._text[self._drawn_n : end]), _MOST_LINES - 1, None)
        line_end = next(lines, None)
        return end if line_end is None else self._drawn_n + line_end.end()

    def draw_again(self) -> None:
        """Draw from the beginning, in the colours that are right now, with the next calls of `draw`."""
        self.body.clear()
        self._drawn_n = 0
        self.beginning_button.hide()
        self._tint_thought()

    def show_stage(self, words: str) -> None:
        """What goes on before the first word."""
        self.footer.setText(words)

    def end(self, message: Message) -> None:
        """The reply is whole, or ended early; what is not drawn yet is drawn with the next `draw`."""
        self._is_whole = True
        self.message = message
        self._text = message.text
        if self.thought is not None:
            self.thought.settle(message.thought_s)
        parts = [footer_of(message.numbers)] if message.numbers else []
        if message.finish_reason != "stop":
            parts.append(_ending(message.finish_reason))
        # Joined, so that a narrow footer does not break in the unit.
        self.footer.setText(" · ".join(parts).replace("tokens/s", "tokens/\u2060s"))

    def set_tinted(self, is_tinted: bool) -> None:
        """Tint the drafted tokens, or not, with the next calls of `draw`."""
        self._is_tinted = is_tinted
        self.body.show_drafted(self._drafted if is_tinted else None)
        self._tint_thought()

    def _tint_thought(self) -> None:
        if self.thought is not None:
            self.thought.show_drafted(self._drafted_thoughts if self._is_tinted else None)

    def _think(self, text: str) -> None:
        if self.thought is None:
            self.thought = ThoughtView()
            self._tint_thought()
            self._layout.insertWidget(self._layout.indexOf(self.author) + 1, self.thought)
        self.thought.add(text)

    def _settle_thought(self) -> None:
        if self.thought is not None and not self.thought.is_settled:
            self.thought.settle_now()


def _drafted_in(pieces: Sequence[Piece], start: int) -> Iterator[DraftedSpan]:
    """What the draft guessed of the pieces, of which the first begins at `start`."""
    for piece in pieces:
        end = start + len(piece.text)
        if piece.draft_position is not None and piece.text:
            yield DraftedSpan(start, end, piece.draft_position)
        start = end


def _end_of_part(text: str) -> int:
    """Where the part that is shown of a long text ends: at a line, else at a word."""
    if len(text) <= _MOST_SHOWN:
        return len(text)
    ends = (text.rfind(gap, _MOST_SHOWN // 2, _MOST_SHOWN) + 1 for gap in "\n ")
    return next((end for end in ends if end > 0), _MOST_SHOWN)


def _width_of(text: FittedText) -> int:
    metrics = QFontMetrics(text.document().defaultFont())
    lines = text.toPlainText().splitlines()
    return max((metrics.horizontalAdvance(line[:400]) for line in lines), default=0) + SPACE


def _ending(reason: str | None) -> str:
    """Why a reply is not whole, in a sentence."""
    return tr(_ENDINGS[reason]) if reason in _ENDINGS else finish_reason(reason or "")
