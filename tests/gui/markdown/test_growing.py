"""A reply of whatever Markdown, cut wherever its pieces end, looks in the end as if it had come whole."""

from collections.abc import Iterator
from itertools import accumulate, cycle, takewhile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument

from app.chat.conversation import DraftedSpan
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.reply_body import ReplyBody
from app.gui.widgets.reply_text import ReplyText
from tests.gui.markdown.samples import EVERYTHING

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("qapp")]

LINK = "[a](https://example.org)"
MARKED = ["**bold**", "`code`", "$x^2$", r"\(y_1\)", "$5", "*", "**", "``", "~~no~~", LINK, "[a]", "<b>", "&amp;", "\\"]
WORDS = st.sampled_from(["word", "שלום", "👩‍👩‍👧", "日本", "e\u0301", "\u200b", "\t", "a_b_c", *MARKED])
LINE = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
LINES = st.lists(LINE, min_size=1, max_size=3)
FIXED = [
    "$$\n\\frac{a}{b}\n$$",
    "\\[ x \\]",
    "```math\ny\n```",
    "$$ open",
    "---",
    "```\nopen",
    "````\n```\ninner\n```\n````",
    "~~~ python\n\n  x\n~~~",
    "Setext\n===",
    "of **two\nlines** and\n---",
    "#",
    "- a\n\n  - b\n    1. c\n\n       d\n- ---\n- [ ] e",
    "> - quoted\n>\n>   $$\n>   x\n>   $$\n> > deeper\nlazy",
    "\tindented\n\n\tcode",
    "ends\r\nas on Windows\r\n\r\n- item\r\n",
    "<div>\n*HTML*\n</div>",
    "[a]: https://example.org",
]
BLOCK = st.one_of(
    LINE,
    LINE.map(lambda line: f"# {line}"),
    LINES.map(lambda lines: "\n".join(f"> {line}" for line in lines)),
    LINES.map(lambda lines: "\n".join(f"- {line}" for line in lines)),
    LINES.map(lambda lines: "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))),
    LINE.map(lambda line: f"- [x] {line}\n  - nested\n\n    ```python\n    {line}\n    ```"),
    LINE.map(lambda line: f"| a | b |\n|---|:-:|\n| {line} | $z$ |\n| 1 |"),
    LINE.map(lambda line: f"```python\n{line}\n```"),
    st.sampled_from(FIXED),
)
REPLY = st.lists(BLOCK, min_size=1, max_size=6).map("\n\n".join)


def document_of(part: CodeView | ReplyText) -> QTextDocument:
    return part.lines.document() if isinstance(part, CodeView) else part.document()


def drawn(body: ReplyBody) -> list[list[Any]]:
    """Every line of every part with how it looks."""
    return [[_look(block) for block in _blocks(document_of(part))] for part in body.parts]


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    return (document.findBlockByNumber(number) for number in range(document.blockCount()))


def _look(block: QTextBlock) -> tuple[Any, ...]:
    """Text, place, bullet, fonts and links, tint of one line."""
    form, items = block.blockFormat(), block.textList()
    place = (form.leftMargin(), form.rightMargin(), form.topMargin(), form.layoutDirection(), form.alignment())
    bullet = (form.marker(), items.itemText(block), items.format().indent()) if items is not None else form.marker()
    dotted = QTextCharFormat.UnderlineStyle.DotLine
    spans = [(s.start, s.length) for s in block.layout().formats() if s.format.underlineStyle() == dotted]
    return block.text(), place, bullet, tuple(_fonts(block)), spans


def _fonts(block: QTextBlock) -> Iterator[tuple[Any, ...]]:
    pieces = block.begin()
    while not pieces.atEnd():
        form = pieces.fragment().charFormat()
        font = (form.fontWeight(), form.fontItalic(), form.fontStrikeOut(), form.fontPointSize(), form.fontFixedPitch())
        yield pieces.fragment().text(), font, form.anchorHref(), form.objectType()
        pieces += 1


def whole(source: str) -> list[list[Any]]:
    body = ReplyBody()
    body.resize(600, 400)
    body.show_drafted(drafted(source))
    show_whole(body, source)
    return drawn(body)


def show_whole(body: ReplyBody, source: str) -> None:
    body.show_source(source, is_whole=True)
    if body.has_late_references:
        body.clear()
        body.show_source(source, is_whole=True)


def drafted(source: str) -> list[DraftedSpan]:
    return [DraftedSpan(start, start + 3, 0) for start in range(0, len(source), 7)]


@settings(max_examples=40, deadline=None)
@given(REPLY, st.lists(st.integers(1, 25), min_size=1, max_size=8))
def test_it_grows_into_what_it_is(source: str, steps: list[int]) -> None:
    body = ReplyBody()
    body.resize(600, 400)
    body.show_drafted(drafted(source))
    ends = accumulate(cycle(steps))
    for end in takewhile(lambda end: end < len(source), ends):
        body.show_source(source[:end], is_whole=False)
    show_whole(body, source)
    assert drawn(body) == whole(source)


def test_what_is_finished_is_not_touched_again() -> None:
    body = ReplyBody()
    body.resize(600, 400)
    source = EVERYTHING * 3
    body.show_drafted(drafted(source))
    revisions: dict[CodeView | ReplyText, int] = {}
    for end in range(5, len(source), 5):
        body.show_source(source[:end], is_whole=False)
        for part in body.parts[:-2]:
            revisions.setdefault(part, document_of(part).revision())
    body.show_source(source, is_whole=True)
    assert len(revisions) > 20
    assert {part: document_of(part).revision() for part in revisions} == revisions
    assert list(revisions) == list(body.parts[: len(revisions)])
