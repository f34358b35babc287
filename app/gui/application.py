"""The Qt application: its name, font and icon, and the run from the first window to the last."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.gui.failures import UncaughtErrors
from app.gui.garbage import GarbageCollection
from app.gui.icons import application_icon
from app.gui.run import run as run_window
from app.gui.theme import set_base_font


def make_application(arguments: Sequence[str]) -> QApplication:
    """The one QApplication, named and with our font; the theme is set by `Theme`."""
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(list(arguments))
    application.setApplicationName("Slipstream")
    application.setDesktopFileName("slipstream")
    application.setWindowIcon(application_icon())
    set_base_font(application)
    return application


def run(paths: Sequence[Path]) -> int:
    """Show the window and stay until it is closed; `paths` were given to the program to open."""
    application = make_application(sys.argv[:1])
    errors = UncaughtErrors()
    errors.install()
    garbage = GarbageCollection()
    try:
        return run_window(application, errors, paths)
    finally:
        garbage.stop()
        errors.uninstall()
