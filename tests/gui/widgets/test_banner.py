"""Banners that go by themselves, and those in a low window."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.gui.widgets.banner import Action, BannerMessage, BannerStack

pytestmark = pytest.mark.gui

OFFER = BannerMessage("Gone.", "It can be undone.", Action("Undo", lambda: None), key="offer", shown_ms=30)


@pytest.fixture
def stack(qapp: QApplication) -> Iterator[BannerStack]:
    """An empty one in a window."""
    window = QWidget()
    stack = BannerStack()
    stack.setParent(window)
    window.show()
    window.activateWindow()
    yield stack
    window.close()


def test_an_offer_goes_by_itself_but_not_while_it_has_the_focus(stack: BannerStack, qtbot: QtBot) -> None:
    banner = stack.show_message(OFFER)
    banner.action_button.setFocus()
    QTest.qWait(100)
    assert list(stack.messages) == [OFFER]
    banner.action_button.clearFocus()
    qtbot.waitUntil(lambda: not stack.messages, timeout=30_000)


def test_what_went_wrong_stays(stack: BannerStack) -> None:
    stack.show_message(BannerMessage("Something went wrong."))
    QTest.qWait(100)
    assert len(stack.messages) == 1


def test_a_low_window_shows_the_newest_without_its_hint(stack: BannerStack) -> None:
    stack.show_low(is_low=True)
    older = stack.show_message(BannerMessage("Older.", "Hint.", key="older"))
    newer = stack.show_message(BannerMessage("Newer.", "Another hint.", level="notice", key="newer"))
    assert (older.isVisible(), newer.isVisible()) == (False, True)
    hint = newer.findChild(QLabel, "bannerHint")
    assert isinstance(hint, QLabel) and hint.isHidden()
    assert newer.toolTip() == "Another hint."
    stack.clear("newer")
    assert older.isVisible()
    error_hint = older.findChild(QLabel, "bannerHint")
    assert isinstance(error_hint, QLabel) and error_hint.isVisible()
    stack.show_low(is_low=False)
    assert older.toolTip() == ""
