"""Markdown that means harm: nothing is fetched, run or opened unasked, and no text keeps the window waiting."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.theme import Theme
from app.gui.widgets.reply_body import ReplyBody
from app.gui.widgets.reply_text import ReplyText
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_gaps import assert_short, turns

pytestmark = pytest.mark.gui

HARD = {
    "backticks": "`" * 10_000,
    "runs of backticks": "".join("`" * (n % 150 + 1) + "a" for n in range(200)),
    "brackets": "[" * 10_000,
    "images": "![" * 5000,
    "links in links": "[" * 3000 + "a" + "](b)" * 3000,
    "half bold": "*a **b " * 2000,
    "quotes in quotes": "> " * 5000 + "x",
    "lists in lists": "- " * 5000 + "x",
    "further and further in": "".join(f"{'  ' * n}- x\n" for n in range(200)),
    "wide table": "|" + "a|" * 3000 + "\n|" + "-|" * 3000 + "\n" + ("|" + "b|" * 3000 + "\n") * 3,
    "ragged table": "|a|b|\n|-|-|\n" + "|x\n" * 1500,
    "dollars": "$" * 10_000,
    "a fence of fences": "```\n" + "`" * 10_000,
    "a long name of a language": "```" + "x" * 10_000 + "\ncode",
    "tags": "<div onclick='x'>" * 1000,
    "addresses": "".join(f"[r{n}]: https://example.org/{n}\n" for n in range(1500)) + "\n[r1] [r2]",
    "marks over one letter": "a" + "\u0301" * 10_000,
    "one endless emoji": "\U0001f469\u200d" * 3000,
    "hashes": "#" * 10_000,
}


@pytest.fixture
def body(qtbot: QtBot, qapp: QApplication) -> ReplyBody:
    Theme(qapp, "light")
    view = ReplyBody()
    qtbot.addWidget(view)
    view.resize(700, 500)
    return view


@pytest.mark.parametrize("text", HARD.values(), ids=HARD)
def test_no_turn_is_long_while_it_streams(stage: Stage, text: str) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(text, size=100), per_second=400)
    with turns(stage.composition.window) as took:
        stage.reply_to("Go on")
        stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    assert_short(took)
    assert stage.reply.text == text and not stage.reply.undrawn


@pytest.mark.parametrize("address", ["file:///etc/passwd", "smb://host/share", "data:text/html,x", "//host/share", "a"])
def test_an_address_that_is_no_web_page_is_only_told(stage: Stage, address: str) -> None:
    stage.composition.chat_page.link_chosen.emit(address)
    (message,) = stage.composition.window.banners.messages
    assert message.text == "This link does not lead to a web page."
    assert (message.hint, message.action) == (address, None)


class Requests(BaseHTTPRequestHandler):
    """Counts who comes."""

    def do_GET(self) -> None:
        """Somebody came."""
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.send_error(404)


@pytest.fixture
def listener() -> Iterator[ThreadingHTTPServer]:
    """A server on this machine that notes every request in `asked`."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Requests) as server:
        server.asked = []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("step", [7, 100_000])
def test_nothing_that_markdown_or_html_names_is_fetched_or_run(
    body: ReplyBody, listener: ThreadingHTTPServer, tmp_path: Path, step: int
) -> None:
    pixmap = QPixmap(8, 8)
    pixmap.fill(Qt.GlobalColor.red)
    assert pixmap.save(str(tmp_path / "a.png"))
    here, file = f"http://127.0.0.1:{listener.server_port}", (tmp_path / "a.png").as_uri()
    source = (
        f"![remote]({here}/1.png) ![file]({file}) ![]({here}/2.png) ![data](data:image/png;base64,iVBORw0KGgo=)\n\n"
        f"![by name][pic] [run][js] [JS](JaVaScRiPt:alert(1)) [tab](java&#9;script:alert(1)) <javascript:alert(1)>\n\n"
        f"<{file}> <{here}/3.png> [local]({file}) [vb](vbscript:x) [unc](//host/share)\n\n"
        f"<img src='{here}/4.png'><iframe src='{here}/5'></iframe>\n\n<style>@import url({here}/6.css)</style>\n\n"
        f"| a |\n|---|\n| ![cell]({here}/7.png) <img src={file}> |\n\n> - ![deep]({here}/8.png)\n\n"
        f"[pic]: {here}/9.png\n[js]: javascript:alert(1)\n"
    )
    for end in range(step, len(source), step):
        body.show_source(source[:end], is_whole=False)
    body.show_source(source, is_whole=True)
    body.clear()
    body.show_source(source, is_whole=True)
    body.grab()
    QApplication.processEvents()
    found = [part.document() for part in body.parts if isinstance(part, ReplyText)]
    forms = [form for document in found for form in document.allFormats()]
    assert not any(form.isImageFormat() for form in forms)
    schemes = {QUrl(form.toCharFormat().anchorHref()).scheme() for form in forms if form.isCharFormat()}
    assert schemes <= {"", "http", "data"}
    text = "\n".join(document.toPlainText() for document in found)
    assert all(
        words in text for words in ("<iframe", "<style>@import", "<javascript:alert(1)>", "](JaVaScRiPt:", "cell")
    )
    assert listener.asked == []  # type: ignore[attr-defined]
