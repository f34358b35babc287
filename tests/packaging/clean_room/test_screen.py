"""Eyes and hands for a screen without a monitor, tried on a window of our own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clean_room.screen import HEIGHT, WIDTH, NotSeen, Screen, screen, wait_for
from PySide6.QtGui import QImage

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        sys.platform != "linux" or not (shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="needs Xvfb and xdotool",
    ),
]

WINDOW = """
import sys
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
application = QApplication(sys.argv)
window = QWidget(windowTitle="A window of ours", styleSheet="background: #ffffff")
button, line = QWidget(styleSheet="background: #0a6b66"), QLineEdit()
for widget, height in ((button, 40), (line, 30)):
    widget.setFixedSize(400, height)
layout = QVBoxLayout(window)
layout.addWidget(button)
layout.addWidget(line)
button.mousePressEvent = lambda event: (line.setFocus(), print("pressed", flush=True))
line.returnPressed.connect(lambda: (print(line.text(), flush=True), application.quit()))
window.move(0, 0)
window.show()
sys.exit(application.exec())
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen"), 7000 + os.getpid() % 1000) as found:
        yield found


def test_a_window_is_seen_pressed_and_written_into(shown: Screen, tmp_path: Path) -> None:
    assert not shown.windows("A window of ours")
    environment = {**os.environ, "DISPLAY": shown.display, "QT_QPA_PLATFORM": "xcb"}
    with subprocess.Popen(
        [sys.executable, "-c", WINDOW], env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        try:
            wait_for("the button", lambda: bool(shown.bars("#0a6b66", 300)))
            (window,) = shown.windows("A window of ours")
            shown.give_focus(window)
            shown.save(tmp_path / "seen.png")
            shown.click(*shown.bars("#0a6b66", 300)[0])
            assert program.stdout.readline() == "pressed\n"
            shown.type("hello there")
            shown.press("Return")
            assert program.stdout.readline() == "hello there\n"
            assert program.wait() == 0
        finally:
            program.kill()
    seen = QImage(str(tmp_path / "seen.png"))
    assert (seen.width(), seen.height()) == (WIDTH, HEIGHT)
    assert any(seen.pixelColor(x, y).name() == "#0a6b66" for x in range(0, 500, 50) for y in range(0, 100, 10))


def test_what_does_not_come_is_told() -> None:
    with pytest.raises(NotSeen, match="the moon: not within 0 s"):
        wait_for("the moon", lambda: False, patience_s=0)
    assert wait_for("what is there", lambda: True) < 60
