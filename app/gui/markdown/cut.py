"""Where a block that grew too long is cut in two: what is drawn again while a reply grows must not grow with it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from app.gui.markdown.clusters import cluster_end
from app.gui.markdown.latex_rules import BLOCK

MOST_OPEN = 3000
_CODE = ("fence", "code_block")
_UNCUTTABLE = (*_CODE, BLOCK, "table_open")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?=[ \t\n])")
_LEADING = re.compile(r"[ >]*")
# Lines further in than this would be read as code after a cut.
_CODE_INDENT = 4


@dataclass(frozen=True, slots=True)
class Cut:
    """The first part ends at character `end` of the reply; a parser that reads `marker` before the rest goes on in it.

    The marker is empty where the rest reads like the beginning of the same block by itself.
    """

    end: int
    marker: str


def cut_of(tokens: Sequence[Token], start: int, end: int, source: str, marker: str) -> Cut | None:
    """Where to cut the top-level block of characters `start` to `end`; None while it is short, or is code there.

    `marker` is what its parser read before it.
    """
    if end - start <= MOST_OPEN or tokens[0].type in (*_CODE, BLOCK):
        return None
    if tokens[0].type == "table_open":
        return _cut_table(start, source, marker)
    item = _item_of(tokens, start, source, marker)
    indent = len(item)
    first_line = (tokens[1] if item else tokens[0]).map or [0, 0]
    line = first_line[0] + marker.count("\n") + source.count("\n", start, start + MOST_OPEN)
    place = start + MOST_OPEN
    while (place := source.rfind("\n", start, place)) >= start + MOST_OPEN // 2:
        if _reads_alike(source, place + 1, indent) and not _is_code(tokens, line, line):
            return Cut(place + 1, item)
        line -= 1
    if _is_code(tokens, first_line[0], first_line[0] + source.count("\n", start, start + MOST_OPEN) + 1):
        return None
    line_start = max(start, source.rfind("\n", start, start + MOST_OPEN // 2) + 1)
    padding = marker.rpartition("\n")[2] if line_start == start else ""
    if not padding:
        is_first = line_start == start and item and not marker
        padding = " " * indent if is_first else _leading(source, line_start)
    return Cut(_gap(source, start), item + padding)


def _leading(source: str, line_start: int) -> str:
    """What stands before the words of a line in a quote or a list."""
    found = _LEADING.match(source, line_start)
    return found.group() if found else ""


def _cut_table(start: int, source: str, marker: str) -> Cut | None:
    """Between two rows; its heads are the marker."""
    heads_end = source.find("\n", source.find("\n", start) + 1) + 1
    heads = marker or source[start:heads_end]
    place = source.rfind("\n", start, start + MOST_OPEN) + 1
    return Cut(place, heads) if place > start + len(heads) and len(heads) < MOST_OPEN else None


def _item_of(tokens: Sequence[Token], start: int, source: str, marker: str) -> str:
    """The marker of the list item that the block is, on a line of its own; empty for another block."""
    if not tokens[0].type.endswith("_list_open"):
        return ""
    found = _ITEM.match(marker) or _ITEM.match(source, start)
    return f"{found.group()}\n" if found else ""


def _reads_alike(source: str, place: int, indent: int) -> bool:
    """Whether the line from `place` on means the same when nothing but the item's marker stands before it."""
    line = source[place : place + 200].partition("\n")[0]
    return bool(line.strip()) and len(line) - len(line.lstrip()) < indent + _CODE_INDENT


def _is_code(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether one of these lines lies in code or in a table."""
    return any(
        token.map is not None and token.map[0] <= last and first < token.map[1]
        for token in tokens
        if token.type in _UNCUTTABLE
    )


def _gap(source: str, start: int) -> int:
    """A place between two words in the second half of what fits, else between two characters."""
    space = source.rfind(" ", start + MOST_OPEN // 2, start + MOST_OPEN)
    if space >= 0:
        return space + 1
    return max(start + 1, cluster_end(source, start + MOST_OPEN))
