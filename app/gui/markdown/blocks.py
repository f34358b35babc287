"""A reply's Markdown cut into blocks, so that only the last one needs drawing again when text arrives."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

# HTML is not enabled: tags show as the text that they are.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
# A last line of marks alone may turn into a heading, a list, a table or nothing at all with its next character.
_UNDECIDED = re.compile(r"[\s\-=*_#>|`~+:\d.()]*")
_CODE = ("fence", "code_block")
_MOST_ROWS = 100
_LISTS = ("bullet_list_open", "ordered_list_open")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Paragraphs, headings, list items, quotes: tokens in order; characters `start` to `end` of the reply."""

    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TableBlock:
    """One table: its tokens; characters `start` to `end` of the reply."""

    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code without its fence; `depth` counts the lists and quotes around it."""

    language: str
    code: str
    depth: int
    start: int
    end: int


Block = TextBlock | TableBlock | CodeBlock


@dataclass(slots=True)
class MarkdownStream:
    """Follows one reply while it grows. Blocks that can no longer change are given once, the others again each time."""

    _source: str = ""
    _settled_end: int = 0
    # References that were defined in settled blocks stay known.
    _environment: dict[str, Any] = field(default_factory=dict)
    has_late_references: bool = False
    """Whether a link may be settled as text because its address came later."""

    def update(self, source: str, *, is_whole: bool) -> tuple[list[Block], list[Block]]:
        """Newly settled blocks and open blocks of `source`, which begins with the source of the last call."""
        shown = source if is_whole else source[: _decided_end(source)]
        known = len(self._environment.get("references", ()))
        pieces = _top_level(shown[self._settled_end :], self._settled_end, self._environment)
        if self._settled_end and len(self._environment.get("references", ())) > known:
            self.has_late_references = True
        complete_end = len(shown) if is_whole else shown.rfind("\n") + 1
        settled = len(pieces) if is_whole else _settled_count(pieces, complete_end)
        if settled:
            self._settled_end = pieces[settled].start if settled < len(pieces) else len(shown)
        parts = [_flat(piece, shown) for piece in pieces]
        return (
            [block for part in parts[:settled] for block in part],
            [block for part in parts[settled:] for block in part],
        )


def _decided_end(source: str) -> int:
    line_start = source.rfind("\n") + 1
    return line_start if _UNDECIDED.fullmatch(source, line_start) else len(source)


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


def _flat(piece: TextBlock, source: str) -> list[Block]:
    """The piece, with code inside lists and quotes taken out as blocks of their own."""
    if piece.tokens[0].type == "table_open":
        return list(_table_parts(piece, source))
    blocks: list[Block] = []
    waiting: list[Token] = []
    around: list[Token] = []
    for token in piece.tokens:
        if token.type in _CODE:
            if any(waited.nesting == 0 for waited in waiting):
                blocks.append(TextBlock(tuple(waiting), piece.start, piece.end))
            depth = sum(opened.type in ("list_item_open", "blockquote_open") for opened in around)
            blocks.append(CodeBlock(_language(token), token.content, depth, piece.start, piece.end))
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


def _table_parts(piece: TextBlock, source: str) -> Iterator[TableBlock]:
    """The table in parts of a hundred rows, each with the heads: a long one is never laid out as a whole."""
    ends = [number for number, token in enumerate(piece.tokens) if token.type == "tr_close"]
    if len(ends) <= _MOST_ROWS + 1:
        yield TableBlock(piece.tokens, piece.start, piece.end)
        return
    first_line = (piece.tokens[0].map or [0])[0]
    lines = source[piece.start : piece.end].splitlines(keepends=True)
    head, start = piece.tokens[: ends[0] + 1], piece.start
    for first in range(1, len(ends), _MOST_ROWS):
        last = min(first + _MOST_ROWS, len(ends)) - 1
        rows = piece.tokens[ends[first - 1] + 1 : ends[last] + 1]
        line = max(token.map[1] for token in rows if token.type == "tr_open" and token.map) - first_line
        end = piece.end if last == len(ends) - 1 else piece.start + sum(map(len, lines[:line]))
        yield TableBlock((*head, *rows), start, end)
        start = end


def _continued(token: Token) -> Token:
    copy = token.copy()
    copy.meta = {**token.meta, "is_continued": True}
    return copy


def _language(token: Token) -> str:
    words = token.info.split()
    return words[0][:40] if words else ""
