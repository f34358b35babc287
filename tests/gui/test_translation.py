"""Every visible text comes from the translation: a language that nobody speaks shows on every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from app.core import translation
from app.core.settings import THEME, TOP_P, SettingRejected
from app.core.translation import tr, tr_n
from app.gui.language import Language, chosen_language, language_options
from app.texts import count, sentence_of, size
from tests.gui.pseudo import pseudo_lookup
from tests.gui.tour import open_tour, walk
from tests.gui.tour_asides import walk_asides

pytestmark = [pytest.mark.gui, pytest.mark.process]

_WORD = re.compile(r"[A-Za-z]{2,}")
# Keys and units are the same everywhere; the rest are names and what somebody wrote.
_KEYS = r"\b(?:Ctrl|Shift|Alt|Esc|Enter|Return|Del|PgUp|Up|Left|Right|Down|End)\b|\bF\d+\b"
_UNITS = r"\d[\d.,]*\s?(?:GB|MB|kB|ms|min|h|s|x|B)\b|\bGB\b"
_FAMILIES = "Qwen|LFM|Llama|Gemma|gpt|Granite|Ling|Phi|SmolLM|Mistral|DSpark|draft-anchor|trained"
_FORMATS = r"\b(?:I?Q\d\w+|B?F16|F32|GGUF|Safetensors|MXFP4|CSV|PNG)\b"
_NAMES = rf"(?i:\b[\w.-]*(?:{_FAMILIES})[\w.-]*)|Slipstream|RX 7800 XT|8-core CPU|Apache|MIT|Deutsch|English"
# The catalogue says where its figures are from.
_TOLD = r"python|\(model card\)"
_DATA = re.compile("|".join((_UNITS, _KEYS, _FORMATS, _NAMES, _TOLD, r"\S*/\S*", r"\S+\.\w+")))
_WRITTEN = frozenset(
    {
        "Explain speculative decoding with an example.",
        "And what is the acceptance rate?",
    }
)


def texts_on(shown: QWidget) -> Iterator[str]:
    """Whatever can be read or heard of a widget and what is visible in it."""
    for widget in (shown, *shown.findChildren(QWidget)):
        if not widget.isVisibleTo(shown):
            continue
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if widget.isWindow():
            yield widget.windowTitle()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(row) for row in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model, roles = widget.model(), (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            rows = [model.index(row, 0) for row in range(model.rowCount())]
            yield from (str(index.data(role) or "") for index in rows for role in roles)
            yield from (str(index.data(Qt.ItemDataRole.AccessibleTextRole) or "") for index in rows)
    yield from (action.text() for action in shown.findChildren(QAction))


def untranslated(texts: Iterator[str], data: frozenset[str]) -> set[str]:
    """Those with a word that is plain English and no name, unit, key or data of the walk."""
    left = {text for text in texts if text and text not in data}
    return {text for text in left if _WORD.search(_DATA.sub(" ", text))}


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_no_visible_text_is_left_in_english(qapp: QApplication, tmp_path: Path, shared: Path) -> None:
    left: dict[str, str] = {}
    translation.use(pseudo_lookup())
    try:
        with open_tour(qapp, tmp_path / "home", shared / "fixtures") as stage:
            for stop, shown in walk(stage, shared / "fixtures", walk_asides):
                QTest.qWait(0)
                left |= {text: stop for text in untranslated(texts_on(shown), _WRITTEN) if text not in left}
    finally:
        translation.use()
    assert not left


@pytest.fixture
def german(qapp: QApplication) -> Iterator[Language]:
    language = Language(qapp, "de")
    yield language
    language.leave()


def test_a_language_is_shown_until_it_is_left(qapp: QApplication) -> None:
    language = Language(qapp, "de")
    assert tr("Settings") == "Einstellungen"
    assert size(1_400_000_000) == "1,4 GB" and count(151_936) == "151.936"
    assert [tr_n("{n} chat", "{n} chats", number) for number in (1, 2)] == ["1 Chat", "2 Chats"]
    assert tr("There is no such text") == "There is no such text"
    assert qapp.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    language.leave()
    assert tr("Settings") == "Settings" and size(1_400_000_000) == "1.4 GB"
    assert QLocale().decimalPoint() == QLocale.system().decimalPoint()


@pytest.mark.parametrize(
    ("wish", "preferred", "shown"),
    [
        ("de", ["en-GB"], "de"),
        ("en", ["de-DE"], "en"),
        ("system", ["de-AT", "en"], "de"),
        ("system", ["xx-YY", "de"], "de"),
        ("system", ["en-US", "de"], "en"),
        ("gone", [], "en"),
    ],
)
def test_the_language_follows_the_wish_else_the_system(wish: str, preferred: list[str], shown: str) -> None:
    assert chosen_language(wish, preferred) == shown


def test_languages_are_called_as_their_speakers_do(german: Language) -> None:
    assert dict(language_options()) == {"system": "Wie das System", "en": "English", "de": "Deutsch"}


def test_the_layout_goes_the_way_of_the_language(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gui.language.languages", lambda: ("en", "he"))
    language = Language(qapp, "he")
    assert qapp.layoutDirection() == Qt.LayoutDirection.RightToLeft
    language.leave()
    assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_the_rule_of_a_setting_is_told_in_the_language(german: Language) -> None:
    with pytest.raises(SettingRejected) as caught:
        TOP_P.checked(1.5)
    assert sentence_of(caught.value).sentence == "„1.5“ geht nicht für „Top-p“: erlaubt ist von 0 bis 1."
    with pytest.raises(SettingRejected) as caught:
        THEME.checked("blue")
    assert sentence_of(caught.value).sentence.startswith("„blue“ geht nicht für „Farben“: erlaubt ist eins von ")
