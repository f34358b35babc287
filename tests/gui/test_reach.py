"""Every page can be walked by the Tab key alone, shows where the focus is, and says what things are called."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from app.gui.theme import Scheme
from app.gui.widgets.banner import BannerMessage
from app.gui.widgets.reply_text import ReplyText
from app.jobs.order import Order, OrderRequest, Source
from tests.gui.real_window import RealStage, open_real_stage
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]

PAGES = ("first_start", "chat", "pair", "discover", "bench", "models", "settings")
INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)
REPLY = """See [this](https://example.org/this) and [that](https://example.org/that).

```python
print(1)
```

| a | b |
|---|---|
| 1 | 2 |
"""
# More than on any page: who comes that far goes round in a circle that leaves something out.
MOST_STEPS = 400


@pytest.fixture(scope="module")
def real(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealStage]:
    home: Path = tmp_path_factory.mktemp("reach") / "home"
    with open_real_stage(qapp, home) as stage:
        stage.composition.window.resize(1366, 728)
        yield stage


def focus() -> QWidget:
    """Where the keys go."""
    focused = QApplication.focusWidget()
    assert focused is not None
    return focused


def is_part_of_another(widget: QWidget) -> bool:
    """Whether it is the line of a number, the arrow of a search, or the like, which its owner speaks for."""
    owner = widget.parentWidget()
    return isinstance(owner, QAbstractSpinBox | QComboBox | QLineEdit | QAbstractItemView)


def interactive(page: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in page.findChildren(QWidget)
        if isinstance(widget, INTERACTIVE)
        and widget.isVisible()
        and widget.isEnabled()
        and not is_part_of_another(widget)
        and widget.window() is page.window()
    ]


def walk(stage: RealStage) -> list[QWidget]:
    """Everything that Tab comes by, once round."""
    window = stage.composition.window
    window.activateWindow()
    stage.wait_until(lambda: QApplication.focusWidget() is not None)
    visited: list[QWidget] = []
    for _ in range(MOST_STEPS):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        if visited and focused is visited[0]:
            return visited
        visited.append(focused)
    raise AssertionError("Tab never comes back to where it began")


def show(widget: QWidget) -> None:
    """Scroll to where it stands."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()
    QTest.qWait(0)


def picture(widget: QWidget) -> QImage:
    """What stands in its place, with a little around it, as part of the window."""
    window = widget.window()
    corner = widget.mapTo(window, widget.rect().topLeft())
    return window.grab(widget.rect().translated(corner).adjusted(-4, -4, 4, 4)).toImage()


def others_of(widget: QWidget) -> list[QWidget]:
    """The buttons of which one alone is chosen, if this is one of them."""
    around = widget.parentWidget()
    if not isinstance(widget, QAbstractButton) or around is None:
        return []
    group = widget.group()
    if group is not None and group.exclusive():
        return [*group.buttons()]
    siblings = around.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [other for other in siblings if widget.autoExclusive() and other.autoExclusive()]


@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_everything_on_a_page(real: RealStage, name: str) -> None:
    window = real.composition.window
    window.show_page(name)
    page = window.page(name)
    QTest.qWait(50)
    visited = walk(real)
    around = (window.model_bar, window.sidebar)
    wanted = [widget for part in (page, *around) for widget in interactive(part)]
    assert len(wanted) > 10

    def is_reached(widget: QWidget) -> bool:
        # Of buttons that exclude each other, Tab stops at the chosen one and the arrows lead to the others.
        return any(other in visited for other in (widget, *others_of(widget)))

    missed = [f"{type(widget).__name__} {name_of(widget)}" for widget in wanted if not is_reached(widget)]
    assert not missed


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


@pytest.mark.parametrize("name", PAGES)
def test_everything_on_a_page_has_a_name_and_a_role(real: RealStage, name: str) -> None:
    window = real.composition.window
    window.show_page(name)
    QTest.qWait(50)
    for widget in interactive(window.page(name)):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert name_of(widget).strip(), (type(widget).__name__, widget.toolTip())
        assert interface.role() not in (QAccessible.Role.NoRole, QAccessible.Role.Client), name_of(widget)


def test_tab_goes_through_a_chat_as_it_is_read_and_back_again(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(REPLY))
    stage.reply_to("Zebras")
    page, window = stage.composition.chat_page, stage.composition.window
    window.activateWindow()
    stage.wait_until(window.isActiveWindow)
    page.messages.setFocus(Qt.FocusReason.TabFocusReason)

    def stop() -> tuple[str, str]:
        focused = focus()
        return name_of(focused), focused.textCursor().selectedText() if isinstance(focused, QTextEdit) else ""

    def stops(key: Qt.Key, end: QWidget) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        while focus() is not end and len(found) < MOST_STEPS:
            QTest.keyClick(focus(), key)
            found.append(stop())
        return found[:-1]

    whole = [("Copy", ""), ("Edit", ""), ("Branch", ""), ("Delete", "")]
    answered = [("Copy", ""), ("Edit", ""), ("Write again", ""), ("Continue", ""), ("Branch", ""), ("Delete", "")]
    reply = [("Reply", ""), ("Reply", "this"), ("Reply", "that")]
    reply += [("Save code as a file", ""), ("Copy code", ""), ("Code in python", ""), ("Reply", "")]
    there = stops(Qt.Key.Key_Tab, page.composer.text)
    assert there == [("Your message", ""), *whole, *reply, *answered]
    back = stops(Qt.Key.Key_Backtab, page.messages)
    assert [name for name, _ in back if name != "Reply"] == [name for name, _ in reversed(there) if name != "Reply"]


def test_the_link_in_focus_is_opened_with_enter(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of(REPLY))
    stage.reply_to("Zebras")
    page, window = stage.composition.chat_page, stage.composition.window
    window.activateWindow()
    stage.wait_until(window.isActiveWindow)
    text = page.messages.findChildren(ReplyText)[0]
    text.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(2):
        QTest.keyClick(text, Qt.Key.Key_Tab)
    QTest.keyClick(text, Qt.Key.Key_Return)
    (banner,) = window.banners.messages
    assert "https://example.org/that" in banner.hint
    focused = QApplication.focusWidget()
    assert isinstance(focused, QAbstractButton) and focused.text() == "Open in the browser"
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    assert not window.banners.messages and text.hasFocus()


def test_a_message_that_is_edited_shows_the_focus(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("Zebras")
    page, window = stage.composition.chat_page, stage.composition.window
    window.activateWindow()
    stage.wait_until(window.isActiveWindow)
    page.act("edit")
    editor = page.messages.editor
    assert editor is not None
    show(editor)
    with_focus = picture(editor)
    page.composer.text.setFocus()
    assert picture(editor) != with_focus


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_the_focus_is_drawn(real: RealStage, name: str, scheme: Scheme) -> None:
    window = real.composition.window
    real.composition.theme.set_scheme(scheme)
    try:
        window.show_page(name)
        window.activateWindow()
        page = window.page(name)
        QTest.qWait(20)
        unseen = []
        for widget in interactive(page)[:25]:
            elsewhere = window.sidebar.search if widget is not window.sidebar.search else window.sidebar.list
            elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            if QApplication.focusWidget() is not widget:
                continue
            show(widget)
            with_focus = picture(widget)
            elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
            if picture(widget) == with_focus:
                unseen.append(f"{type(widget).__name__} {name_of(widget)}")
        assert not unseen
    finally:
        real.composition.theme.set_scheme("system")


def test_what_happens_is_said_to_screen_readers(real: RealStage) -> None:
    said: list[str] = []
    real.pages.announcements.said.connect(said.append)
    real.composition.window.show_banner(BannerMessage("It failed.", "Try again.", key="said"))
    request = OrderRequest(Source("Zebra", Path("/models/zebra.gguf")))
    real.pages.orders.finished.emit(Order(1, request, (), state="finished"))
    real.composition.window.banners.clear("said")
    assert said == ["It failed. Try again.", "A pair is ready: Zebra"]
