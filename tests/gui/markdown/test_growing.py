"""A reply of whatever Markdown, cut wherever its pieces end, looks in the end as if it had come whole."""

from itertools import accumulate, cycle, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat, QTextDocument

from app.gui.markdown.tint import Drafted
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.reply_body import ReplyBody

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("qapp")]

LINK = "[a](https://example.org)"
MARKED = ["**bold**", "`code`", "$x^2$", r"\(y_1\)", "$5", "*", "~~no~~", LINK, "[a]", "<b>", "&amp;"]
WORDS = st.sampled_from(["word", "שלום", "👩‍👩‍👧", "日本", *MARKED])
LINE = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
LINES = st.lists(LINE, min_size=1, max_size=3)
FIXED = [
    "$$\n\\frac{a}{b}\n$$",
    "\\[ x \\]",
    "```math\ny\n```",
    "$$ open",
    "---",
    "```\nopen",
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


def drawn(body: ReplyBody) -> list[tuple[str, int]]:
    """The texts of all parts, and how much of each is tinted."""
    documents: list[QTextDocument] = [
        part.lines.document() if isinstance(part, CodeView) else part.document() for part in body.parts
    ]
    return [(document.toPlainText(), _marks(document)) for document in documents]


def _marks(document: QTextDocument) -> int:
    """How many characters are tinted."""
    blocks = (document.findBlockByNumber(number) for number in range(document.blockCount()))
    dotted = QTextCharFormat.UnderlineStyle.DotLine
    spans = (span for block in blocks for span in block.layout().formats())
    return sum(span.length for span in spans if span.format.underlineStyle() == dotted)


def whole(source: str) -> list[tuple[str, int]]:
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


def drafted(source: str) -> list[Drafted]:
    return [Drafted(start, start + 3, 0) for start in range(0, len(source), 7)]


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
