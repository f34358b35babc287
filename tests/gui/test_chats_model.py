"""The list of chats by day."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from app.chat.store import ChatMatch, ChatSummary
from app.gui.view_models.chats import ID_ROLE, IS_DAY_ROLE, ChatListModel, day_words, lines_of

pytestmark = pytest.mark.gui

NOW = datetime.now().astimezone()


def chat(chat_id: str, days_ago: int, title: str = "A title") -> ChatSummary:
    return ChatSummary(chat_id, title, (NOW - timedelta(days=days_ago)).timestamp())


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (date(2026, 3, 14), "Today"),
        (date(2026, 3, 13), "Yesterday"),
        (date(2026, 3, 8), "Last 7 days"),
        (date(2026, 3, 7), "March 2026"),
        (date(2025, 12, 31), "December 2025"),
    ],
)
def test_days_in_words(day: date, words: str) -> None:
    noon_s = datetime(day.year, day.month, day.day, 12).astimezone().timestamp()
    assert day_words(noon_s, date(2026, 3, 14)) == words


def test_a_day_stands_over_its_chats_once() -> None:
    lines = lines_of([chat("a", 0), chat("b", 0, ""), chat("c", 1)], NOW.date())
    assert [(line.text, line.chat_id) for line in lines] == [
        ("Today", None),
        ("A title", "a"),
        ("New chat", "b"),
        ("Yesterday", None),
        ("A title", "c"),
    ]


def test_a_pinned_chat_stands_in_its_folder_as_well(qapp: QApplication) -> None:
    pinned = replace(chat("a", 0, "Kept"), folder="Papers", is_pinned=True)
    chats = [pinned, replace(chat("b", 0, "Other"), folder="Papers"), chat("c", 0, "Free")]
    lines = lines_of(chats, NOW.date())
    assert [line.text for line in lines] == ["Pinned", "Kept", "Papers", "Kept", "Other", "Today", "Free"]
    assert lines[2].chats_n == 2
    model = ChatListModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_chats(chats)
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) == "Kept, in the folder “Papers”"
    model.show_chats([replace(pinned, is_pinned=False), *chats[1:]])
    assert [model.index(row).data() for row in range(model.rowCount())] == [
        "▾  Papers",
        "Kept",
        "Other",
        "Today",
        "Free",
    ]
    del tester


def test_the_model_is_sound(qapp: QApplication) -> None:
    model = ChatListModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_chats([chat("a", 0), chat("b", 1)])
    assert model.rowCount() == 4
    day, first = model.index(0), model.index(1)
    assert day.data(IS_DAY_ROLE)
    assert day.flags() == Qt.ItemFlag.NoItemFlags
    assert first.data(ID_ROLE) == "a"
    assert model.row_of("b") == 3
    assert model.row_of(None) == -1
    model.show_matches([ChatMatch(chat("b", 1), "…found here…")])
    assert model.rowCount() == 1
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == "…found here…"
    del tester
