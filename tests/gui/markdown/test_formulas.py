"""Formulas: found where they are meant, drawn in their places, as written where they cannot be, copied as LaTeX."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.formulas.messages import Latex
from app.gui.markdown.blocks import CodeBlock, MarkdownStream, MathBlock, TextBlock
from app.gui.markdown.formula_object import width_of
from app.gui.markdown.formulas import shared_formulas
from app.gui.markdown.latex_rules import INLINE
from app.gui.theme import Theme
from app.gui.widgets.reply_body import ReplyBody
from app.gui.widgets.reply_text import ReplyText

INLINE_FORMULAS = {
    "$x$": ["x"],
    r"so \(a_i * b_i\) and \(c\).": ["a_i * b_i", "c"],
    "$a_1$, *$b_2$* and **$c$**": ["a_1", "b_2", "c"],
    "a price of $5 and $6": [],
    "from $5 to 6$, US$5, 10$ and $20": [],
    "$HOME:$PATH and $ x $ and `$y$`": [],
    "$2$ is $1 + 1$, for $9": ["2", "1 + 1"],
    r"$\$5$ and \$x\$": [r"\$5"],
    "a line with $$x^2$$.": ["x^2"],
    r"and \[ y \] goes on": [" y "],
    r"a reference \[1\] and \\(no\\)": [],
    "($x$, $y$)": ["x", "y"],
    "never $closed": [],
    r"never \(closed": [],
}


@pytest.mark.parametrize(("source", "wanted"), INLINE_FORMULAS.items(), ids=INLINE_FORMULAS)
def test_formulas_in_a_line(source: str, wanted: list[str]) -> None:
    blocks, _ = MarkdownStream().update(source, is_whole=True)
    tokens = [token for block in blocks if isinstance(block, TextBlock) for token in block.tokens]
    assert [child.content for token in tokens for child in token.children or [] if child.type == INLINE] == wanted


BLOCK_FORMULAS = {
    "$$\nx\n$$\n": ("x", 0),
    "$$ x $$\n": ("x", 0),
    "\\[\nx\n\\]\n": ("x", 0),
    "text:\n$$\nx\n$$\nmore\n": ("x", 0),
    "```math\nx\n```\n": ("x", 0),
    "$$\nx\n\n+ y\n$$\n": ("x\n\n+ y", 0),
    "- item\n\n  $$\n  x\n  $$\n": ("x", 1),
    "> $$\n> x\n> $$\n": ("x", 1),
}


@pytest.mark.parametrize("step", [1, 4, 100])
@pytest.mark.parametrize(("source", "wanted"), BLOCK_FORMULAS.items(), ids=BLOCK_FORMULAS)
def test_formulas_that_stand_alone(source: str, wanted: tuple[str, int], step: int) -> None:
    stream = MarkdownStream()
    blocks = []
    for end in range(step, len(source), step):
        settled, opened = stream.update(source[:end], is_whole=False)
        blocks += settled
        assert all(
            block.is_open for block in opened if isinstance(block, MathBlock) and block.latex.strip() != wanted[0]
        )
    blocks += stream.update(source, is_whole=True)[0]
    (found,) = [block for block in blocks if isinstance(block, MathBlock)]
    assert (found.latex.strip(), found.depth, found.is_open) == (*wanted, False)


def test_a_block_that_is_never_closed_keeps_nothing_waiting() -> None:
    prices = "$$ is what they say.\n\n" + "A paragraph.\n\n" * 400
    stream = MarkdownStream()
    settled, opened = stream.update(prices, is_whole=False)
    assert len(settled) > 100
    assert not any(isinstance(block, MathBlock) for block in (*settled, *opened))
    short, _ = MarkdownStream().update(prices[:200], is_whole=True)
    assert not any(isinstance(block, MathBlock) for block in short)


@pytest.fixture
def body(qtbot: QtBot, qapp: QApplication) -> ReplyBody:
    Theme(qapp, "light")
    view = ReplyBody()
    qtbot.addWidget(view)
    view.resize(700, 500)
    return view


def wait_for(qtbot: QtBot, *latexes: Latex) -> None:
    formulas = shared_formulas()
    qtbot.waitUntil(
        lambda: all(formulas.drawing(latex) or formulas.is_hopeless(latex) for latex in latexes), timeout=30_000
    )
    qtbot.wait(60)


def widths(part: ReplyText) -> list[float]:
    cursor = QTextCursor(part.document())
    found = []
    for place in part.formulas:
        cursor.setPosition(place.position + 1)
        found.append(width_of(cursor.charFormat()))
    return found


@pytest.mark.gui
def test_a_formula_is_drawn_in_its_place(body: ReplyBody, qtbot: QtBot) -> None:
    latex = Latex(r"\frac{\partial f}{\partial x_{17}} + \int_0^1 f", is_display=False)
    body.show_source(f"Let ${latex.text}$ be it, and $\\frac$ too.", is_whole=True)
    (part,) = body.parts
    assert isinstance(part, ReplyText)
    (as_source, _) = widths(part)
    wait_for(qtbot, latex, Latex(r"\frac", is_display=False))
    formula = shared_formulas().drawing(latex)
    assert formula is not None
    (as_drawing, _) = widths(part)
    assert as_drawing < as_source / 2
    assert part.accessibleDescription() == rf"Formulas: {latex.text}; \frac"
    part.selectAll()
    assert part.createMimeDataFromSelection().text() == f"Let ${latex.text}$ be it, and $\\frac$ too."
    body.clear()
    body.show_source(f"Let ${latex.text}$ be it, and $\\frac$ too.", is_whole=True)
    (again,) = body.parts
    assert isinstance(again, ReplyText)
    assert again.toPlainText() == "Let \ufffc be it, and $\\frac$ too."


@pytest.mark.gui
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_wide_formula_scrolls_sideways(body: ReplyBody, qtbot: QtBot) -> None:
    latex = " + ".join(f"x_{{{n}}}" for n in range(60))
    body.show_source(f"$$\n{latex}\n$$\n\nshort\n\n$$y$$\n", is_whole=True)
    wait_for(qtbot, Latex(latex, is_display=True), Latex("y", is_display=True))
    body.show()
    qtbot.waitExposed(body)
    wide, text, narrow = body.parts
    assert isinstance(wide, ReplyText)
    assert isinstance(text, ReplyText)
    assert isinstance(narrow, ReplyText)
    qtbot.waitUntil(lambda: wide.horizontalScrollBar().maximum() > 300, timeout=30_000)
    assert wide.height() >= wide.document().size().height() + wide.horizontalScrollBar().height()
    assert narrow.horizontalScrollBar().maximum() == 0


def test_code_that_only_mentions_math_stays_code() -> None:
    blocks, _ = MarkdownStream().update("```python\n$$x$$\n```\n\n    $$\n", is_whole=True)
    assert all(isinstance(block, CodeBlock) for block in blocks)
