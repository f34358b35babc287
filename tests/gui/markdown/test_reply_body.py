"""A reply as it is drawn: growing and whole alike, tinted where the draft guessed, nothing fetched."""

import re

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QToolTip
from pytestqt.qtbot import QtBot

from app.chat.conversation import DraftedSpan
from app.gui.theme import Theme
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.reply_body import Part, ReplyBody
from app.gui.widgets.reply_text import ReplyText
from tests.gui.markdown.samples import EVERYTHING, SAMPLES

pytestmark = pytest.mark.gui


@pytest.fixture
def body(qtbot: QtBot, qapp: QApplication) -> ReplyBody:
    Theme(qapp, "light")
    view = ReplyBody()
    qtbot.addWidget(view)
    view.resize(700, 500)
    return view


def document_of(part: Part) -> QTextDocument:
    return part.lines.document() if isinstance(part, CodeView) else part.document()


def drawn(body: ReplyBody) -> list[str]:
    return [document_of(part).toPlainText() for part in body.parts]


def show_whole(body: ReplyBody, source: str) -> None:
    body.show_source(source, is_whole=True)
    if body.has_late_references:
        body.clear()
        body.show_source(source, is_whole=True)


def tint(body: ReplyBody, drafted: list[DraftedSpan]) -> None:
    body.show_drafted(drafted)
    while body.tint():
        pass


def tinted_texts(part: Part) -> list[str]:
    """The texts over which a background was laid, line by line."""
    return tinted_in(document_of(part))


def tinted_in(document: QTextDocument) -> list[str]:
    """The same of any document."""
    found = []
    block = document.firstBlock()
    while block.isValid():
        units = block.text().encode("utf-16-le")
        found += [
            units[2 * span.start : 2 * (span.start + span.length)].decode("utf-16-le")
            for span in block.layout().formats()
            if span.format.underlineStyle() == QTextCharFormat.UnderlineStyle.DotLine
        ]
        block = block.next()
    return found


@pytest.mark.parametrize("step", [5, 40])
@pytest.mark.parametrize("source", SAMPLES.values(), ids=SAMPLES)
def test_growing_is_drawn_like_whole(body: ReplyBody, source: str, step: int) -> None:
    for end in range(step, len(source), step):
        body.show_source(source[:end], is_whole=False)
    show_whole(body, source)
    grown = drawn(body)
    body.clear()
    show_whole(body, source)
    assert drawn(body) == grown


def test_what_is_drawn(body: ReplyBody) -> None:
    body.show_source(EVERYTHING, is_whole=True)
    text = "\n".join(drawn(body))
    assert "A small draft proposes; see the paper for details & more." in text
    assert 'return f"{x}"  # 🚀 comment' in text
    assert "<b>HTML</b> & entities." in text
    assert "a picture" in text
    assert "**" not in text
    assert "```" not in text


@pytest.mark.parametrize("is_grown", [True, False], ids=["while it grows", "afterwards"])
def test_exactly_the_drafted_tokens_are_tinted(body: ReplyBody, is_grown: bool) -> None:
    source = (
        "The 🚀 target and **target** in `target` of [target](https://target.example).\n\n"
        "- target item\n\n```python\n# 🚀 target 👩‍👩‍👧 target\ntarget = 1\n```\n\n"
        "| target | b |\n|---|---|\n| 1 | target |\n\nLast target.\n"
    )
    drafted = [DraftedSpan(match.start(), match.end(), 2) for match in re.finditer("target(?!\\.example)", source)]
    if is_grown:
        tint(body, drafted)
        for end in range(5, len(source), 5):
            body.show_source(source[:end], is_whole=False)
    show_whole(body, source)
    tint(body, drafted)
    texts = [text for part in body.parts for text in tinted_texts(part)]
    assert texts == ["target"] * len(drafted)
    tint(body, [])
    assert not any(tinted_texts(part) for part in body.parts)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_token_says_who_chose_it(body: ReplyBody, qtbot: QtBot) -> None:
    body.show_drafted([DraftedSpan(0, 2, 0), DraftedSpan(10, 14, 2)])
    body.show_source("אב bcd efgh\n\n```\nab cd\n```\n", is_whole=True)
    text, code = body.parts
    assert isinstance(text, ReplyText)
    assert isinstance(code, CodeView)
    body.show()
    qtbot.waitExposed(body)
    guessed = "Guessed by the draft at position {}, accepted by the target"
    assert tooltip_over(text, 0) == guessed.format(1)
    assert tooltip_over(text, 4) == "Chosen by the target itself"
    assert tooltip_over(text, 10) == guessed.format(3)
    (tip,) = (shown for shown in QApplication.topLevelWidgets() if shown.objectName() == "qtooltip_label")
    line = QTextCursor(text.document())
    assert tip.geometry().bottom() < text.viewport().mapToGlobal(text.cursorRect(line).topLeft()).y()
    assert tooltip_over(code.lines, 0) == "Chosen by the target itself"
    body.show_drafted(None)
    while body.tint():
        pass
    assert tooltip_over(text, 0) == "as before"


def tooltip_over(view: QTextEdit | QPlainTextEdit, position: int) -> str:
    """What is shown over the middle of a character."""
    QToolTip.showText(view.mapToGlobal(view.rect().topLeft()), "as before", view)
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    left = view.cursorRect(cursor)
    cursor.setPosition(position + 1)
    middle = (left.center() + view.cursorRect(cursor).center()) / 2
    QApplication.sendEvent(
        view.viewport(), QHelpEvent(QEvent.Type.ToolTip, middle, view.viewport().mapToGlobal(middle))
    )
    return QToolTip.text()


def test_code_can_be_copied_and_is_coloured(body: ReplyBody, qtbot: QtBot) -> None:
    long_code = "x = 1\n" * 800 + '"""\n' + "still a string\n" * 10 + '"""\n'
    body.show_source(f"```python\n{long_code}```\n", is_whole=True)
    (part,) = body.parts
    assert isinstance(part, CodeView)
    part.copy_button.click()
    assert QApplication.clipboard().text() == long_code.rstrip("\n")
    block = part.lines.document().findBlockByNumber(805)
    assert block.text() == "still a string"
    string_colour = Theme(QApplication.instance(), "light").colours.code_string  # type: ignore[arg-type]

    def colours() -> set[str]:
        return {span.format.foreground().color().name() for span in block.layout().formats()}

    qtbot.waitUntil(lambda: colours() == {string_colour}, timeout=30_000)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("step", [1000, 100_000])
def test_code_is_as_high_as_its_lines(body: ReplyBody, qtbot: QtBot, step: int) -> None:
    source = "```python\n" + "".join(f"x_{n} = '日本語 🚀 שלום'\n" for n in range(400)) + "```\n"
    for end in range(step, len(source), step):
        body.show_source(source[:end], is_whole=False)
    body.show_source(source, is_whole=True)
    (part,) = body.parts
    assert isinstance(part, CodeView)
    cursor = part.lines.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    body.show()
    qtbot.waitUntil(lambda: part.lines.viewport().height() > 400 * part.lines.fontMetrics().lineSpacing())
    below_px = part.lines.viewport().height() - part.lines.cursorRect(cursor).bottom()
    assert 0 < below_px < 2 * part.fontMetrics().height()


def test_an_address_that_comes_later_is_known_whole(body: ReplyBody) -> None:
    source = "See [it].\n\nMore.\n\n[it]: https://example.org/a/long/address\n\nEnd."
    for end in range(1, len(source)):
        body.show_source(source[:end], is_whole=False)
    show_whole(body, source)
    (part,) = body.parts
    assert isinstance(part, ReplyText)
    cursor = QTextCursor(part.document())
    cursor.setPosition(5)
    assert cursor.charFormat().anchorHref() == "https://example.org/a/long/address"


def test_links_are_told_not_followed(body: ReplyBody, qtbot: QtBot) -> None:
    from PySide6.QtCore import QUrl

    body.show_source("[here](https://example.org/a)", is_whole=True)
    (part,) = body.parts
    assert isinstance(part, ReplyText)
    with qtbot.waitSignal(body.link_chosen, timeout=30_000) as told:
        part.anchorClicked.emit(QUrl("https://example.org/a"))
    assert told.args == ["https://example.org/a"]
    assert not part.openLinks()
