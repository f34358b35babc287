"""What makes a reply readable: every script, tables that scroll, tasks, code as a file, text that can be copied."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextBlock, QTextBlockFormat, QTextTable
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.chat.conversation import Attachment, Message
from app.engine.protocol import Piece
from app.gui.markdown.clusters import cluster_end, decided_end
from app.gui.markdown.direction import is_right_to_left
from app.gui.theme import Theme
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.fitted_text import FittedText
from app.gui.widgets.message_view import ReplyMessage, UserMessage
from app.gui.widgets.reply_body import ReplyBody
from app.gui.widgets.reply_text import ReplyText

pytestmark = pytest.mark.gui

HEBREW = "שלום עולם"
ARABIC = "مرحبا بالعالم"


@pytest.fixture
def body(qtbot: QtBot, qapp: QApplication) -> ReplyBody:
    Theme(qapp, "light")
    view = ReplyBody()
    qtbot.addWidget(view)
    view.resize(700, 500)
    return view


def shown(body: ReplyBody, source: str) -> ReplyText:
    """The first part of a whole reply."""
    body.show_source(source, is_whole=True)
    part = body.parts[0]
    assert isinstance(part, ReplyText)
    return part


def blocks_of(part: ReplyText) -> list[QTextBlock]:
    document = part.document()
    return [document.findBlockByNumber(number) for number in range(document.blockCount())]


def test_every_paragraph_runs_its_own_way(body: ReplyBody) -> None:
    paragraphs = f"English {HEBREW}\n\n{HEBREW} with English\n\n`code` {ARABIC}\n\n"
    source = f"{paragraphs}- {HEBREW}\n\n  {HEBREW}\n- item\n\n> {ARABIC}\n"
    blocks = blocks_of(shown(body, source))
    right = Qt.LayoutDirection.RightToLeft
    assert [block.blockFormat().layoutDirection() == right for block in blocks] == [0, 1, 1, 1, 1, 0, 1]
    assert blocks[4].blockFormat().rightMargin() > 0
    assert blocks[4].blockFormat().leftMargin() == 0
    assert blocks[6].blockFormat().rightMargin() > 0


def test_code_runs_from_left_to_right(body: ReplyBody) -> None:
    body.show_source(f"```\n{HEBREW}\n```\n", is_whole=True)
    (code,) = body.parts
    assert isinstance(code, CodeView)
    assert code.lines.document().firstBlock().textDirection() == Qt.LayoutDirection.LeftToRight


def test_the_first_letter_with_a_direction_decides() -> None:
    assert is_right_to_left(f"1. – {HEBREW} abc")
    assert is_right_to_left(ARABIC)
    assert not is_right_to_left(f"a {HEBREW}")
    assert not is_right_to_left("12 …")
    assert not is_right_to_left("")


def test_a_table_in_hebrew_begins_on_the_right_and_is_copied_in_order(body: ReplyBody) -> None:
    part = shown(body, "| שם | ערך |\n|---|---|\n| אחד | 1 |\n")
    table = part.document().rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable)
    assert table.cellAt(1, 1).firstCursorPosition().block().text() == "אחד"
    part.selectAll()
    assert part.createMimeDataFromSelection().text() == "שם\tערך\nאחד\t1"


EMOJI = ("👩‍👩‍👧", "🇩🇪", "👍🏽", "é̂", "한", "क्षि", "🏴󠁧󠁢󠁥󠁮󠁧󠁿")


@pytest.mark.parametrize("cluster", EMOJI)
def test_nothing_is_cut_inside_a_character(cluster: str) -> None:
    text = f"some text {cluster} more"
    for place in range(len(text) + 1):
        end = cluster_end(text, place)
        assert end == place or (end < place and text[end:].startswith(cluster))
        assert not 10 < end < 10 + len(cluster)


def test_a_last_emoji_waits_for_what_may_follow_it() -> None:
    assert decided_end("words") == 5
    assert decided_end("日本") == 2
    assert decided_end("a 👩") == 2
    assert decided_end("a 👩‍") == 2
    assert decided_end("a 👩‍👩") == 2
    assert decided_end("a 👩‍👩 ") == 6
    assert decided_end("a 🇩") == 2
    assert decided_end("a 🇩🇪") == 2


def test_a_growing_reply_shows_no_half_emoji_and_ends_whole(qtbot: QtBot, qapp: QApplication) -> None:
    Theme(qapp, "light")
    text = "Family 👩‍👩‍👧 and 🇩🇪, 👍🏽"
    wholes = {text[:end] for end in range(len(text) + 1) if cluster_end(text, end) == end}
    message = Message("reply", None, "assistant")
    reply = ReplyMessage(message, "Model", is_tinted=False, is_growing=True)
    qtbot.addWidget(reply)
    seen = set()
    for char in text:
        reply.add_pieces([Piece(1, char)])
        assert not reply.draw()
        seen.add("\n".join(part.toPlainText() for part in reply.body.parts if isinstance(part, ReplyText)))
    assert {part.strip() for part in seen} <= {whole.strip() for whole in wholes}
    assert not any(part.endswith("👩") for part in seen)
    reply.end(Message("reply", None, "assistant", text, finish_reason="stop"))
    while reply.draw():
        pass
    (part,) = reply.body.parts
    assert isinstance(part, ReplyText)
    assert part.toPlainText() == text


def test_tasks_have_boxes(body: ReplyBody) -> None:
    part = shown(body, "- [ ] open\n- [x] done **now**\n- [link] no task\n")
    marker = QTextBlockFormat.MarkerType
    blocks = blocks_of(part)
    assert [block.text() for block in blocks] == ["open", "done now", "[link] no task"]
    assert [block.blockFormat().marker() for block in blocks] == [marker.Unchecked, marker.Checked, marker.NoMarker]
    part.selectAll()
    assert part.createMimeDataFromSelection().text() == "[ ] open\n[x] done now\n• [link] no task"


def test_a_wide_table_scrolls_sideways_and_a_narrow_one_does_not(body: ReplyBody, qtbot: QtBot) -> None:
    wide = "|" + "a longer head |" * 9 + "\n|" + "---|" * 9 + "\n|" + "and some text in it |" * 9 + "\n"
    part = shown(body, f"{wide}\nbetween\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    body.grab()
    narrow = body.parts[2]
    assert isinstance(narrow, ReplyText)
    qtbot.waitUntil(lambda: part.horizontalScrollBar().maximum() > 100, timeout=30_000)
    assert narrow.horizontalScrollBar().maximum() == 0
    assert part.height() >= part.document().size().height() + part.horizontalScrollBar().height()
    lines = [block.layout().lineCount() for block in blocks_of(part) if block.text()]
    assert max(lines) <= 2


def test_code_is_saved_as_a_file_of_its_kind(body: ReplyBody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body.show_source("```python\nprint('é')\n```\n", is_whole=True)
    (code,) = body.parts
    assert isinstance(code, CodeView)
    names: list[str] = []

    def choose(parent: object, title: str, purpose: str, name: str) -> tuple[Path, str]:
        names.append(name)
        return tmp_path / name, ""

    monkeypatch.setattr("app.gui.widgets.code_block.ask_place", choose)
    code.save_button.click()
    assert names == ["code.py"]
    assert (tmp_path / "code.py").read_text("utf-8") == "print('é')\n"
    failures: list[object] = []
    body.save_failed.connect(failures.append)
    monkeypatch.setattr("app.gui.widgets.code_block.ask_place", lambda *arguments: (tmp_path, ""))
    code.save_button.click()
    assert len(failures) == 1


def test_no_address_leads_anywhere_but_to_a_page_and_nothing_is_fetched(body: ReplyBody) -> None:
    source = (
        "[a](javascript:alert(1)) [b](file:///etc/passwd) [c](data:text/html,x) ![d](https://example.org/d.png)\n\n"
        "<img src='https://example.org/e.png'> <a href='javascript:x'>f</a>\n"
    )
    part = shown(body, source)
    document = part.document()
    anchors = set()
    for block in blocks_of(part):
        pieces = block.begin()
        while not pieces.atEnd():
            form = pieces.fragment().charFormat()
            anchors.add(form.anchorHref())
            assert not form.isImageFormat()
            pieces += 1
    assert anchors == {"", "https://example.org/d.png"}
    assert "<img src='https://example.org/e.png'>" in document.toPlainText()


def test_what_a_user_wrote_wraps_where_it_has_to(qtbot: QtBot, qapp: QApplication) -> None:
    text = f"{HEBREW}\n" + "x" * 3000
    message = UserMessage(Message("m", None, "user", text, attachments=(Attachment("notes.txt", "text", "n"),)))
    qtbot.addWidget(message)
    message.resize(500, 400)
    message.grab()
    (shown_part,) = message.findChildren(FittedText)
    assert shown_part.document().size().width() <= shown_part.viewport().width() <= 500
    assert shown_part.document().firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft
    assert message.shown_text == text
    assert "Attached: notes.txt" in [label.text() for label in message.findChildren(QLabel)]


class MenusAsked(QObject):
    """Counts the menus that something is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """See every event."""
        self.count += event.type() == QEvent.Type.ContextMenu
        return False


def test_the_menu_over_text_and_code_is_that_of_the_message(body: ReplyBody) -> None:
    body.show_source("Text\n\n```\ncode\n```\n", is_whole=True)
    text, code = body.parts
    asked = MenusAsked()
    body.installEventFilter(asked)
    assert isinstance(text, ReplyText)
    assert isinstance(code, CodeView)
    for view in (text, code.lines):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(2, 2), QPoint(2, 2))
        QApplication.sendEvent(view.viewport(), event)
    assert asked.count == 2
