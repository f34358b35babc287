"""Everything in a message is reached by the Tab key alone, says what it is called, shows the focus, and obeys keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget

from app.gui.theme import Scheme
from app.gui.widgets import message_view
from app.gui.widgets.code_block import CodeView
from app.gui.widgets.message_actions import MessageActions
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_reach import focus, name_of, picture, show

pytestmark = pytest.mark.gui

REPLY = """See [this](https://example.org/this).

```python
print(1)
```

| a | [b](https://example.org/b) |
|---|---|
| 1 | 2 |
"""
MOST_STOPS = 60


def talk(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chat whose last reply has a thought, two versions, code, links, and more than is drawn."""
    monkeypatch.setattr(message_view, "_MOST_WEIGHT", 4000)
    stage.load()
    stage.engine.script = Script(pieces_of("Another."))
    stage.reply_to("Zebras")
    stage.engine.script = Script(pieces_of(REPLY + "\nMore words.\n" * 400, size=40), thinking=("So it is.",))
    stage.composition.chat_page.act("again")
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    stage.reply.beginning_button.click()
    stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    assert stage.reply.more_button.isVisible()


def begin(stage: Stage) -> None:
    """Let the keys go to the list of messages."""
    window = stage.composition.window
    window.activateWindow()
    stage.wait_until(window.isActiveWindow)
    stage.composition.chat_page.messages.setFocus(Qt.FocusReason.TabFocusReason)


def tab_to(stage: Stage, name: str) -> QWidget:
    """Press Tab until something of that name has the focus."""
    for _ in range(MOST_STOPS):
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        if name_of(focus()) == name:
            return focus()
    raise AssertionError(f"Tab does not come to {name}")


def test_tab_comes_to_everything_in_a_message_as_it_is_read(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(stage, monkeypatch)
    begin(stage)
    composer = stage.composition.chat_page.composer.text
    there: list[str] = []
    while focus() is not composer and len(there) < MOST_STOPS:
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        cursor = focus().textCursor() if isinstance(focus(), QTextEdit) else None  # type: ignore[attr-defined]
        there.append(cursor.selectedText() if cursor and cursor.selectedText() else name_of(focus()))
        interface = QAccessible.queryAccessibleInterface(focus())
        assert interface.role() not in (QAccessible.Role.NoRole, QAccessible.Role.Client), there[-1]
    thought = stage.reply.thought
    assert thought is not None
    question = ["Your message", "Copy", "Edit", "Branch", "Delete"]
    reply = [thought.button.text(), "Reply", "this", "Save code as a file", "Copy code", "Code in python", "Reply", "b"]
    row = ["Version before", "Copy", "Edit", "Write again", "Continue", "Branch", "Delete"]
    shown = [name for name in there[:-1] if name not in ("", "Reply")]
    assert shown == [*question, *(name for name in reply if name != "Reply"), stage.reply.more_button.text(), *row]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_part_of_a_message_shows_the_focus(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, pointer: type[QCursor], scheme: Scheme
) -> None:
    pointer.setPos(stage.composition.window.sidebar.mapToGlobal(QPoint(4, 4)))
    talk(stage, monkeypatch)
    stage.composition.theme.set_scheme(scheme)
    stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    try:
        begin(stage)
        composer = stage.composition.chat_page.composer.text
        seen: list[QWidget] = []
        while focus() is not composer and len(seen) < MOST_STOPS:
            QTest.keyClick(focus(), Qt.Key.Key_Tab)
            seen.append(focus())
        # The buttons of a row that is not looked at go with the focus.
        for row in stage.composition.window.findChildren(MessageActions):
            row.set_hovered(True)
        unseen = []
        for widget in dict.fromkeys(seen[:-1]):
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            assert widget.hasFocus()
            show(widget)
            with_focus = picture(widget)
            stage.composition.sidebar.search.setFocus(Qt.FocusReason.TabFocusReason)
            if picture(widget) == with_focus:
                unseen.append(name_of(widget))
        assert not unseen
    finally:
        stage.composition.theme.set_scheme("light")


def test_what_a_message_offers_is_done_by_keys(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    talk(stage, monkeypatch)
    begin(stage)
    thought = stage.reply.thought
    assert thought is not None and thought.view.isHidden()
    QTest.keyClick(tab_to(stage, thought.button.text()), Qt.Key.Key_Space)
    assert thought.view.isVisible()
    tab_to(stage, "What the model thought")
    monkeypatch.setattr("app.gui.widgets.code_block.ask_place", lambda *arguments: (tmp_path / "kept.py", ""))
    QTest.keyClick(tab_to(stage, "Save code as a file"), Qt.Key.Key_Space)
    assert (tmp_path / "kept.py").read_text("utf-8") == "print(1)\n"
    QTest.keyClick(tab_to(stage, "Copy code"), Qt.Key.Key_Space)
    assert QApplication.clipboard().text() == "print(1)"
    code = tab_to(stage, "Code in python")
    QTest.keyClick(code, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QApplication.clipboard().clear()
    QTest.keyClick(code, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "print(1)"
    drawn_n = len(stage.reply.undrawn)
    QTest.keyClick(tab_to(stage, stage.reply.more_button.text()), Qt.Key.Key_Space)
    stage.wait_until(lambda: not stage.composition.chat_page.messages.is_busy)
    assert len(stage.reply.undrawn) < drawn_n
    QTest.keyClick(tab_to(stage, "Version before"), Qt.Key.Key_Space)
    assert stage.reply.text == "Another."
    assert not any(isinstance(part, CodeView) for part in stage.reply.body.parts)
