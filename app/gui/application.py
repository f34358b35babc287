"""The Qt application: its name, font and icon, and the run from the first window to the last."""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import PySide6
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from app.core.errors import AppError
from app.core.instance import Instance, WindowRequest
from app.core.paths import folders, portable_folder
from app.core.translation import tr
from app.gui.crash_reports import keep_report_of_start
from app.gui.failures import UncaughtErrors
from app.gui.garbage import GarbageCollection
from app.gui.icons import application_icon
from app.gui.run import run as run_window
from app.gui.theme import Theme, set_base_font
from app.texts import Text

_log = logging.getLogger(__name__)

_TOLD_MS = 30_000
_MOVING = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


def make_application(arguments: Sequence[str]) -> QApplication:
    """The one QApplication, named and with our font; the theme is set by `Theme`."""
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    # PySide6 tells Qt its folder in a form that ends at a comma, and without its plugins Qt opens no window.
    for plugins in ("Qt/plugins", "plugins"):
        QApplication.addLibraryPath(str(Path(PySide6.__file__).parent / plugins))
    application = QApplication(list(arguments))
    application.setApplicationName("Slipstream")
    application.setDesktopFileName("slipstream")
    application.setWindowIcon(application_icon())
    set_base_font(application)
    # Nothing slides, fades or rolls, whatever the system usually does.
    for effect in _MOVING:
        application.setEffectEnabled(effect, False)
    return application


def tell(words: Text) -> None:
    """Say something where there will be no window, until it is read or some time has passed."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = make_application(sys.argv[:1])
    Theme(application)
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Slipstream", words.sentence)
    box.setInformativeText(words.hint)
    box.addButton(tr("Close"), QMessageBox.ButtonRole.AcceptRole)
    QTimer.singleShot(_TOLD_MS, box, box.close)
    box.exec()


def run(instance: Instance, request: WindowRequest, left: Sequence[str] = ()) -> int:
    """Show the window, do what was asked, and stay until it is closed; later starts ask through `instance`.

    `left` is what windows that crashed have left.
    """
    if (folder := portable_folder()) is not None:
        # Qt's own dialogs remember what was chosen in them.
        QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    application = make_application(sys.argv[:1])
    errors = UncaughtErrors()
    errors.install()
    garbage = GarbageCollection()
    try:
        return run_window(application, errors, instance, request, left)
    except AppError:
        raise
    except Exception as error:  # noqa: BLE001 -- whoever started it with a double-click sees no terminal
        _log.exception("the window could not be opened")
        tell(keep_report_of_start(error, folders()))
        return 1
    finally:
        garbage.stop()
        errors.uninstall()
