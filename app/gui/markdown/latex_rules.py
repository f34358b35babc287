"""Where formulas stand in Markdown: `$…$` and `\\(…\\)` in a line, `$$…$$` and `\\[…\\]` anywhere, as tokens."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

INLINE = "math_inline"
BLOCK = "math_block"
# A block that is not closed within this many characters is none: it would keep all that follows waiting.
_LONGEST_BLOCK = 3000
# What closes a formula, by what opens it.
CLOSINGS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_BLOCK_OPENINGS = ("$$", "\\[")
# “5 dollars or 6$”: a number, then words, and nothing that only a formula has.
_MONEY = re.compile(r"\d[\d.,]*\s+[^\W\d]{2,}[^\\^_=]*")


def add_math(parser: MarkdownIt) -> MarkdownIt:
    """Teach the parser formulas. Their tokens carry the LaTeX as content, and as markup what opened them.

    `environment["is_whole"]` says whether text may still follow: until then an open block waits for its end.
    """
    parser.inline.ruler.before("escape", INLINE, _inline_rule)
    parser.block.ruler.before("fence", BLOCK, _block_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    return parser


def _inline_rule(state: StateInline, silent: bool) -> bool:
    opening = state.src[state.pos : state.pos + 2]
    closing = CLOSINGS.get(opening)
    if closing is not None:
        end = state.src.find(closing, state.pos + 2, state.posMax)
    elif opening.startswith("$"):
        opening = closing = "$"
        end = _dollar_end(state.src, state.pos, state.posMax)
    else:
        return False
    latex = state.src[state.pos + len(opening) : end]
    if end < 0 or not latex.strip() or "`" in latex or (opening == "\\[" and latex.strip().isdecimal()):
        return False
    if not silent:
        token = state.push(INLINE, "math", 0)
        token.content = latex
        token.markup = opening
    state.pos = end + len(closing)
    return True


def _dollar_end(source: str, start: int, end: int) -> int:
    """Where the formula that a dollar sign opens is closed; -1 where it is money, or a variable of a shell."""
    first = source[start + 1 : start + 2]
    if not first.strip() or (start and (source[start - 1].isalnum() or source[start - 1] == "$")):
        return -1
    close = source.find("$", start + 1, end)
    while close > 0 and source[close - 1] == "\\":
        close = source.find("$", close + 1, end)
    following = source[close + 1 : close + 2]
    if close < 0 or source[close - 1].isspace() or following.isalnum() or following == "$":
        return -1
    return -1 if _MONEY.fullmatch(source, start + 1, close) else close


def _block_rule(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    start = state.bMarks[first] + state.tShift[first]
    opening = state.src[start : start + 2]
    closing = CLOSINGS.get(opening, "")
    if opening not in _BLOCK_OPENINGS or state.is_code_block(first):
        return False
    line = state.src[start + 2 : state.eMarks[first]].rstrip()
    if closing in line.removesuffix(closing) or line == closing:
        return False
    if silent:
        # What follows does not count, for it may not be there yet.
        return True
    end = _block_end(state, first, last, closing)
    if end is None:
        return False
    closing_line, is_closed = end
    token = state.push(BLOCK, "math", 0)
    text = state.getLines(first, closing_line + 1, state.blkIndent, False).strip()
    token.content = text[2:].removesuffix(closing if is_closed else "")
    token.markup = opening
    token.info = "" if is_closed else "open"
    token.map = [first, closing_line + 1]
    state.line = closing_line + 1
    return True


def _block_end(state: StateBlock, first: int, last: int, closing: str) -> tuple[int, bool] | None:
    """The last line of the block, and whether it is closed there; None where it is no block."""
    start = state.bMarks[first] + state.tShift[first]
    has_gap = False
    for line in range(first, last):
        text_start = state.bMarks[line] + state.tShift[line]
        text = state.src[text_start : state.eMarks[line]].rstrip()
        if line > first and text and state.sCount[line] < state.blkIndent:
            return None
        at = text.find(closing, 2 if line == first else 0)
        if at >= 0:
            latex = state.src[start + 2 : text_start + at].strip()
            return (line, True) if at + 2 == len(text) and latex else None
        if state.eMarks[line] - start > _LONGEST_BLOCK:
            return None
        has_gap = has_gap or not text
    # What stands in a quote ends with it, whatever follows.
    is_over = state.env.get("is_whole") or last < len(state.bMarks) - 1
    return None if has_gap and is_over else (last - 1, False)
