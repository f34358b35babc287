"""A reply's Markdown cut into blocks, so that only the last one needs drawing again when text arrives."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from app.gui.markdown.cut import MOST_OPEN, Cut, cut_of
from app.gui.markdown.latex_rules import BLOCK, CLOSINGS, add_math
from app.gui.markdown.open_fence import OpenFence


def _unclosed_rule(state: StateInline, silent: bool) -> bool:
    """A bracket that nothing closes is text: to look for the end of a link behind each of thousands takes long."""
    opened = next((mark for mark in ("[", "![") if state.src.startswith(mark, state.pos)), "")
    if not opened or state.src.find("]", state.pos, state.posMax) >= 0:
        return False
    if not silent:
        state.pending += opened
    state.pos += len(opened)
    return True


# HTML is not enabled: tags show as the text that they are.
_PARSER = add_math(MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]))
_PARSER.inline.ruler.before("link", "unclosed", _unclosed_rule)
# A last line of marks alone may turn into a heading, a list, a task, a formula or nothing with its next character.
_MOST_UNDECIDED = 300
_UNDECIDED = re.compile(r"[\s\-=*_#>|`~+:\d.()$\\]*(?:\[[ xX]?\]?)?")
_CODE = ("fence", "code_block")
_MATH_FENCE = "math"
_MOST_ROWS = 30
# A table with more columns is shown as it was written, which scrolls sideways.
_MOST_COLUMNS = 24
_LISTS = ("bullet_list_open", "ordered_list_open")
# The parser takes a lone carriage return for the end of a line.
_RETURNS = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Paragraphs, headings, list items, quotes: tokens in order; characters `start` to `end` of the reply."""

    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TableBlock:
    """One table: its tokens; characters `start` to `end` of the reply, where the heads of a later part do not stand."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    is_continued: bool = False


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code without its fence; `depth` counts the lists and quotes around it."""

    language: str
    code: str
    depth: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A formula that stands alone: its LaTeX, and what stands for it in the reply; `is_open` while it is written."""

    latex: str
    markup: str
    depth: int
    is_open: bool
    start: int
    end: int

    @property
    def source(self) -> str:
        """The formula with its marks."""
        return f"{self.markup}{self.latex}{CLOSINGS[self.markup]}"


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A line across the page."""

    start: int
    end: int


Block = TextBlock | TableBlock | CodeBlock | MathBlock | RuleBlock


@dataclass(slots=True)
class MarkdownStream:
    """Follows one reply while it grows. Blocks that can no longer change are given once, the others again each time."""

    # References that were defined in settled blocks stay known.
    environment: dict[str, Any] = field(default_factory=dict)
    _settled_end: int = 0
    # The marker of the list item that was cut at `_settled_end`, for the parser to go on inside it.
    _marker: str = ""
    _open_fence: OpenFence = field(default_factory=OpenFence)
    has_late_references: bool = False
    """Whether a link may be settled as text because its address came later."""

    def update(self, source: str, *, is_whole: bool) -> tuple[list[Block], list[Block]]:
        """Newly settled blocks and open blocks of `source`, which begins with the source of the last call.

        Its lines have to end as `with_line_feeds` leaves them.
        """
        shown = source if is_whole else source[: _decided_end(source)]
        self.environment["is_whole"] = is_whole
        known = len(self.environment.get("references", ()))
        has_settled = self._settled_end > 0
        settled: list[Block] = []
        pieces = self._parse(shown)
        while (cut := self._first_cut(pieces, shown)) is not None:
            pieces = self._parse(shown[: cut.end])
            settled += [block for piece in pieces for block in _flat(piece, shown, is_settled=True)]
            self._settled_end, self._marker = cut.end, cut.marker
            pieces = self._parse(shown)
        if has_settled and len(self.environment.get("references", ())) > known:
            self.has_late_references = True
        if not pieces and len(shown) - self._settled_end > MOST_OPEN:
            # Nothing but addresses of links: they are known now.
            self._settled_end, self._marker = shown.rfind("\n") + 1, ""
        complete_end = len(shown) if is_whole else shown.rfind("\n") + 1
        count = len(pieces) if is_whole else _settled_count(pieces, complete_end)
        if count:
            self._settled_end, self._marker = pieces[count].start if count < len(pieces) else len(shown), ""
        parts = [_flat(piece, shown, is_settled=number < count) for number, piece in enumerate(pieces)]
        settled += [block for part in parts[:count] for block in part]
        return settled, [block for part in parts[count:] for block in part]

    def _parse(self, shown: str) -> list[TextBlock]:
        """The blocks behind the settled ones; the first may be the rest of one that was cut."""
        if not self._marker and (code := self._open_fence.read(shown, self._settled_end)) is not None:
            return [TextBlock((code,), self._settled_end, len(shown))]
        offset = self._settled_end - len(self._marker)
        text = self._marker + shown[self._settled_end :]
        known = self.environment.get("references", {})
        found = {**self.environment, "references": dict(known)}
        pieces = _top_level(text, offset, found)
        # An address on a line that is not complete may go on, and the first that is known of a name stays.
        lines_n = text.count("\n") + self.environment["is_whole"]
        references = found["references"].items()
        self.environment["references"] = {
            name: address for name, address in references if name in known or address["map"][1] <= lines_n
        }
        if self._marker and pieces:
            pieces[0] = _continued_piece(pieces[0], self._settled_end)
        return pieces

    def _first_cut(self, pieces: list[TextBlock], shown: str) -> Cut | None:
        markers = chain((self._marker,), repeat(""))
        cuts = (
            cut_of(piece.tokens, piece.start, piece.end, shown, marker)
            for piece, marker in zip(pieces, markers, strict=False)
        )
        return next((cut for cut in cuts if cut is not None), None)


def with_line_feeds(source: str) -> str:
    """The source as long as it was, without carriage returns."""
    return _RETURNS.sub("\n", source).replace("\r\n", " \n")


def _decided_end(source: str) -> int:
    line_start = source.rfind("\n") + 1
    is_short = len(source) - line_start <= _MOST_UNDECIDED
    return line_start if is_short and _UNDECIDED.fullmatch(source, line_start) else len(source)


def _settled_count(pieces: list[TextBlock], complete_end: int) -> int:
    """A block is settled when the one after it has a complete first line."""
    for number in range(len(pieces) - 1, 0, -1):
        if pieces[number].start < complete_end:
            return number
    return 0


def _top_level(source: str, offset: int, environment: dict[str, Any]) -> list[TextBlock]:
    """The top-level blocks; each item of a top-level list is one of its own."""
    tokens = _PARSER.parse(source, environment)
    line_starts = [offset, *(offset + match.end() for match in re.finditer("\n", source)), offset + len(source)]
    pieces: list[TextBlock] = []
    for group in _groups(tokens, 0):
        items = _groups(group[1:-1], 1) if group[0].type in _LISTS else [group]
        for item in items:
            first, last = item[0].map or (0, 0)
            inner = item if item is group else [group[0], *item, group[-1]]
            end = line_starts[min(last, len(line_starts) - 1)]
            pieces.append(TextBlock(tuple(inner), line_starts[min(first, len(line_starts) - 1)], end))
    return pieces


def _groups(tokens: list[Token], level: int) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == level and token.nesting <= 0:
            yield group
            group = []


def _flat(piece: TextBlock, source: str, *, is_settled: bool) -> list[Block]:
    """The piece, with code and formulas inside lists and quotes taken out as blocks of their own."""
    if piece.tokens[0].type == "table_open":
        if _is_too_wide(piece, source):
            return [CodeBlock("", source[piece.start : piece.end], 0, piece.start, piece.end)]
        return list(_table_parts(piece, source))
    if piece.tokens[0].type == "hr":
        return [RuleBlock(piece.start, piece.end)]
    blocks: list[Block] = []
    waiting: list[Token] = []
    around: list[Token] = []
    for token in piece.tokens:
        if token.type in (*_CODE, BLOCK):
            if any(waited.nesting == 0 for waited in waiting):
                blocks.append(TextBlock(tuple(waiting), piece.start, piece.end))
            depth = sum(opened.type in ("list_item_open", "blockquote_open") for opened in around)
            blocks.append(_own_block(token, depth, piece, is_settled=is_settled))
            waiting = [_continued(opened) for opened in around]
            continue
        waiting.append(token)
        if token.nesting == 1:
            around.append(token)
        elif token.nesting == -1:
            around.pop()
    if any(token.nesting == 0 for token in waiting):
        blocks.append(TextBlock(tuple(waiting), piece.start, piece.end))
    return blocks


def _own_block(token: Token, depth: int, piece: TextBlock, *, is_settled: bool) -> CodeBlock | MathBlock:
    if token.type == BLOCK:
        return MathBlock(token.content, token.markup, depth, token.info == "open", piece.start, piece.end)
    language = _language(token)
    if language == _MATH_FENCE:
        return MathBlock(token.content, "$$", depth, not is_settled, piece.start, piece.end)
    return CodeBlock(language, token.content, depth, piece.start, piece.end)


def _is_too_wide(table: TextBlock, source: str) -> bool:
    """Whether it has too many columns, or a row that is longer than what is laid out at once."""
    columns = sum(token.type == "th_open" for token in table.tokens)
    lines = source[table.start : table.end].split("\n")
    return columns > _MOST_COLUMNS or max(map(len, lines)) > MOST_OPEN


def _table_parts(piece: TextBlock, source: str) -> Iterator[TableBlock]:
    """The table in parts of thirty rows, each with the heads: a long one is never laid out as a whole."""
    ends = [number for number, token in enumerate(piece.tokens) if token.type == "tr_close"]
    is_continued = bool(piece.tokens[0].meta.get("is_continued"))
    last_line = (piece.tokens[0].map or [0, 0])[1]
    lines = source[piece.start : piece.end].rstrip("\n").split("\n")
    head, start = piece.tokens[: ends[0] + 1], piece.start
    for first in range(1, max(2, len(ends)), _MOST_ROWS):
        last = min(first + _MOST_ROWS, len(ends)) - 1
        rows = piece.tokens[ends[first - 1] + 1 : ends[last] + 1]
        row_maps = [token.map for token in rows if token.type == "tr_open" and token.map]
        behind = last_line - max((row[1] for row in row_maps), default=last_line)
        end = piece.end if last == len(ends) - 1 else piece.start + sum(len(line) + 1 for line in lines[:-behind])
        yield TableBlock((*head, *rows), start, end, is_continued or first > 1)
        start = end


def _continued_piece(piece: TextBlock, start: int) -> TextBlock:
    """The rest of a list item or a table that was cut: without a bullet, without a place for its heads."""
    kinds = ("list_item_open", "table_open")
    tokens = tuple(_continued(token) if token.type in kinds else token for token in piece.tokens[:2])
    return replace(piece, tokens=(*tokens, *piece.tokens[2:]), start=start)


def _continued(token: Token) -> Token:
    copy = token.copy()
    copy.meta = {**token.meta, "is_continued": True}
    return copy


def _language(token: Token) -> str:
    words = token.info.split()
    return words[0][:40] if words else ""
