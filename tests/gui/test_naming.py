"""A name is asked for in a box that has room for one."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.gui.dialogs.naming import ask_name

pytestmark = pytest.mark.gui


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_there_is_room_for_a_name_and_what_is_typed_is_told(qapp: QApplication) -> None:
    page = QWidget()
    given: list[str] = []
    page.show()
    dialog = ask_name(page, "Name", "Old", given.append)
    QTest.qWait(0)
    box = dialog.findChild(QLineEdit)
    assert isinstance(box, QLineEdit) and box.text() == "Old"
    assert box.width() > box.fontMetrics().horizontalAdvance("n" * 30)
    box.setText("  New ")
    dialog.accept()
    assert given == ["New"]
    page.deleteLater()
