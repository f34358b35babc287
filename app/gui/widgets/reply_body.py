"""The body of one reply: its Markdown as parts below each other, of which only the last is drawn again as it grows."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.chat.conversation import DraftedSpan
from app.gui.markdown.blocks import Block, CodeBlock, MarkdownStream, TextBlock, with_line_feeds
from app.gui.markdown.tint import SourceFinder
from app.gui.theme import SPACE
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.reply_text import ReplyText

Part = ReplyText | CodeView
# Text is laid out a part at a time: this many characters take it a hundredth of a second or two.
_MOST_IN_PART = 4000
# Every part is a widget, or several.
_PART_WEIGHT = 500


class ReplyBody(QWidget):
    """Shows a source that grows; `link_chosen` carries an address, `save_failed` an AppError."""

    link_chosen = Signal(str)
    save_failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2 * SPACE)
        self._stream = MarkdownStream()
        self._source = ""
        self._parts: list[Part] = []
        self._kinds: list[type[Block]] = []
        # How many parts nothing will be drawn into any more.
        self._done = 0
        self._drafted: Sequence[DraftedSpan] | None = None
        self._untinted: list[Part] = []

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is drawn, from top to bottom."""
        return tuple(self._parts)

    def show_source(self, source: str, *, is_whole: bool) -> None:
        """Draw `source`, which begins with what was shown; `is_whole` when nothing will be added."""
        self._source = with_line_feeds(source)
        settled, opened = self._stream.update(self._source, is_whole=is_whole)
        # Once for all new parts: else the layout places all that are there for each that is shown.
        self._layout.setEnabled(False)
        if settled:
            self._draw(settled, is_settled=True)
        self._drop_from(self._draw(opened, is_settled=False))
        self._layout.setEnabled(True)

    @property
    def has_late_references(self) -> bool:
        """Whether links stand as text because their addresses came later; that is mended by drawing anew."""
        return self._stream.has_late_references

    @property
    def weight(self) -> int:
        """How long all of it takes when its width or its colours change, in characters of plain text."""
        return sum(_PART_WEIGHT + part.weight for part in self._parts)

    def drop_beginning(self, weight: int) -> bool:
        """Take away the first parts, until more than so much is gone; false where no settled one can go."""
        count = 0
        while weight >= 0 and count < min(self._done, len(self._parts) - 1):
            weight -= _PART_WEIGHT + self._parts[count].weight
            count += 1
        self._drop(0, count)
        self._done -= count
        return count > 0

    def set_cut(self, is_cut: bool) -> None:
        """Whether the last part ends where no more is drawn, rather than where it ends."""
        if self._parts and isinstance(self._parts[-1], CodeView):
            self._parts[-1].set_cut(is_cut)

    def show_drafted(self, drafted: Sequence[DraftedSpan] | None) -> None:
        """Tint these parts of the reply with the next calls of `tint`; None for no tint."""
        self._drafted = drafted
        self._untinted = list(self._parts)

    def tint(self) -> bool:
        """Tint the lowest part that waits for it; true when one waited."""
        while self._untinted:
            part = self._untinted.pop()
            if part in self._parts:
                part.show_drafted(self._drafted)
                return True
        return False

    def clear(self) -> None:
        """Forget everything drawn, but not the addresses of links."""
        self._done = 0
        self._drop_from(0)
        self._stream = MarkdownStream(self._stream.environment)

    def _draw(self, blocks: Sequence[Block], *, is_settled: bool) -> int:
        """Draw blocks from the part `_done` on; gives how many parts there are up to the last one drawn."""
        at = self._done
        for kind, group in groupby(blocks, key=_Key()):
            if kind[0] is not TextBlock or self._is_full(at):
                at = self._past_settled_text(at)
            self._draw_part(at, kind[0], tuple(group), is_settled=is_settled)
            at += 1
        if is_settled:
            self._done = at - isinstance(blocks[-1], TextBlock)
        elif not blocks:
            at = self._past_settled_text(at)
        return at

    def _draw_part(self, at: int, kind: type[Block], blocks: tuple[Block, ...], *, is_settled: bool) -> None:
        part = self._part(at, kind)
        if isinstance(part, CodeView):
            block = blocks[0]
            assert isinstance(block, CodeBlock)
            part.show_code(block.code, block.language, SourceFinder(self._source, block.start, block.end))
            part.set_depth(block.depth)
            if is_settled:
                part.settle()
            return
        texts = [block for block in blocks if not isinstance(block, CodeBlock)]
        draw = part.settle if is_settled else part.show_open
        draw(texts, self._source)

    def _is_full(self, at: int) -> bool:
        part = self._parts[at] if at < len(self._parts) else None
        return isinstance(part, ReplyText) and part.settled_n > _MOST_IN_PART

    def _past_settled_text(self, at: int) -> int:
        """The place of a new part: behind the text that is settled, which nothing more is added to."""
        part = self._parts[at] if at < len(self._parts) else None
        if isinstance(part, ReplyText) and self._kinds[at] is TextBlock and part.has_settled:
            part.show_open((), self._source)
            return at + 1
        return at

    def _part(self, at: int, kind: type[Block]) -> Part:
        if at < len(self._parts) and self._kinds[at] is kind:
            return self._parts[at]
        self._drop_from(at)
        part: Part
        if kind is CodeBlock:
            part = CodeView()
            part.save_failed.connect(self.save_failed)
        else:
            part = ReplyText(is_wide=kind is not TextBlock)
            part.link_chosen.connect(self.link_chosen)
        part.show_drafted(self._drafted)
        self._parts.append(part)
        self._kinds.append(kind)
        part.resize(self.width(), part.height())
        self._layout.addWidget(part)
        # Left to the layout it is shown a turn of the loop later, and counts for nothing until then.
        part.show()
        return part

    def _drop_from(self, at: int) -> None:
        self._drop(at, len(self._parts))

    def _drop(self, first: int, behind: int) -> None:
        for part in self._parts[first:behind]:
            self._layout.removeWidget(part)
            part.hide()
            part.deleteLater()
        del self._parts[first:behind]
        del self._kinds[first:behind]


class _Key:
    """Groups neighbouring blocks of text; every table, formula and piece of code is a part of its own."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self, block: Block) -> tuple[type[Block], int]:
        if not isinstance(block, TextBlock):
            self._number += 1
        return type(block), self._number
