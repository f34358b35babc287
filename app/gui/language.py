"""The language of the window: which there are, the one to show, and Qt's translations of it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from app.core import translation
from app.core.paths import assets_folder
from app.core.settings import LANGUAGE
from app.core.translation import tr

_CONTEXT = "Slipstream"
_ENGLISH = "en"
_PREFIX = "slipstream_"


def languages() -> Sequence[str]:
    """The codes of the languages that there are: English, and every translation in assets/translations."""
    return (_ENGLISH, *sorted(path.stem.removeprefix(_PREFIX) for path in _folder().glob(f"{_PREFIX}*.qm")))


def language_options() -> Sequence[tuple[str, str]]:
    """What can be chosen, as (value, words): every language is called as those who speak it call it."""
    named = [(code, _own_name(code)) for code in languages()]
    return ((LANGUAGE.default, tr("As the system")), *named)


def chosen_language(wish: str, preferred: Sequence[str]) -> str:
    """The language to show: the one wished for, else the first of the `preferred` (as in "de-AT") that there is."""
    there = languages()
    if wish in there:
        return wish
    for name in preferred:
        code = name.replace("-", "_")
        for candidate in (code, code.partition("_")[0]):
            if candidate in there:
                return candidate
    return _ENGLISH


class Language:
    """The language of an application, from now until `leave`."""

    def __init__(self, application: QApplication, wish: str) -> None:
        self._application = application
        self.code = chosen_language(wish, QLocale.system().uiLanguages())
        locale = QLocale(self.code)
        self._translators = [each for each in (self._of_qt(locale), self._own()) if each is not None]
        for each in self._translators:
            application.installTranslator(each)
        QLocale.setDefault(locale if self.code != _ENGLISH else QLocale(QLocale.Language.English))
        application.setLayoutDirection(locale.textDirection())
        if self.code != _ENGLISH:
            translation.use(_look_up, group=locale.groupSeparator(), decimal=locale.decimalPoint())

    def leave(self) -> None:
        """Show English again."""
        translation.use()
        for each in self._translators:
            self._application.removeTranslator(each)
        self._application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        QLocale.setDefault(QLocale.system())

    def _own(self) -> QTranslator | None:
        translator = QTranslator(self._application)
        return translator if translator.load(f"{_PREFIX}{self.code}", str(_folder())) else None

    def _of_qt(self, locale: QLocale) -> QTranslator | None:
        """The words of Qt's own dialogs and menus, where they come along."""
        translator = QTranslator(self._application)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        return translator if translator.load(locale, "qtbase", "_", folder) else None


def _look_up(text: str, number: int) -> str:
    return QCoreApplication.translate(_CONTEXT, text, None, number)


def _own_name(code: str) -> str:
    name = QLocale(code).nativeLanguageName()
    return name[:1].upper() + name[1:] if code != _ENGLISH else "English"


def _folder() -> Path:
    return assets_folder() / "translations"
