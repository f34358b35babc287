"""Colours that can be read, in both palettes, and text that follows the system's size."""

import re
from dataclasses import asdict

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.gui.icons import draw_icon
from app.gui.theme import DARK, LIGHT, Colours, Scheme, Theme, scaled_font, shown_colours, style_sheet_for
from app.gui.widgets.buttons import push_button
from tests.conftest import ROOT

pytestmark = pytest.mark.gui


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def over(background: str, colour: str, alpha: int) -> str:
    """A colour of low alpha laid over a background."""
    below, above = QColor(background), QColor(colour)
    share = alpha / 255
    mixed = (
        round(a * share + b * (1 - share))
        for a, b in zip(above.getRgb()[:3], below.getRgb()[:3], strict=True)  # type: ignore[index]
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_marks_stand_out(colours: Colours) -> None:
    grounds = (colours.window, colours.surface, colours.sunken)
    texts = (colours.text, colours.muted, colours.accent, colours.error, colours.warning)
    code = [value for name, value in asdict(colours).items() if name.startswith("code_")]
    for ground in grounds:
        for text in (*texts, *code):
            assert contrast(ground, text) >= 4.5, (ground, text)
        assert contrast(ground, colours.mark) >= 3, ground
    for ground, text in (
        (colours.accent, colours.on_accent),
        (colours.accent_soft, colours.text),
        (colours.raised, colours.text),
        (colours.error_soft, colours.error),
        (colours.warning_soft, colours.warning),
        (colours.error_soft, colours.text),
        (colours.warning_soft, colours.text),
    ):
        assert contrast(ground, text) >= 4.5, (ground, text)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_tinted_text_can_still_be_read(colours: Colours) -> None:
    from app.gui.markdown.marks import TINT_ALPHA

    for ground in (colours.window, colours.sunken):
        assert contrast(over(ground, colours.accent, TINT_ALPHA), colours.text) >= 4.5


def test_the_scheme_changes_while_running(qapp: QApplication) -> None:
    theme = Theme(qapp, "light")
    changes = []
    theme.changed.connect(lambda: changes.append(shown_colours()))
    theme.set_scheme("dark")
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.window
    theme.set_scheme("dark")
    theme.set_scheme("light")
    assert changes == [DARK, LIGHT]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_focus_and_marks_stand_out_on_every_ground(colours: Colours) -> None:
    for ground in (colours.window, colours.surface, colours.sunken, colours.raised):
        assert contrast(ground, colours.accent) >= 3, ground


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_focus_stands_out_from_what_it_is_drawn_around_and_on(colours: Colours) -> None:
    pages = (colours.window, colours.surface, colours.sunken, colours.error_soft, colours.warning_soft)
    selected = (colours.accent_soft, colours.raised)
    for ground in (*pages, *selected):
        assert contrast(colours.accent, ground) >= 3, ground
        assert contrast(colours.mark, ground) >= 3, ground
    # A filled button, the gap, the ring around it, the page.
    for one, other in ((colours.accent, colours.on_accent), (colours.on_accent, colours.text)):
        assert contrast(one, other) >= 3
    for ground in pages:
        assert contrast(colours.text, ground) >= 3, ground


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_filled_button_with_the_focus_has_a_ring_and_a_gap(qtbot: QtBot, qapp: QApplication, scheme: Scheme) -> None:
    theme = Theme(qapp, scheme)
    page = QWidget()
    button = push_button("Measure", lambda: None, is_primary=True)
    other = push_button("Other", lambda: None)
    layout = QVBoxLayout(page)
    layout.addWidget(button)
    layout.addWidget(other)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=30_000)
    try:
        button.setFocus()
        middle = button.grab().toImage()
        across = [middle.pixelColor(x, middle.height() // 2).name() for x in range(6)]
        colours = theme.colours
        assert [across[1], across[3], across[5]] == [colours.text, colours.on_accent, colours.accent]
        other.setFocus()
        assert button.grab().toImage().pixelColor(3, middle.height() // 2).name() == colours.accent
    finally:
        theme.set_scheme("system")


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_rule_of_the_style_sheet_with_text_on_a_ground_can_be_read(colours: Colours) -> None:
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style_sheet_for(colours).split("*/", 1)[1])
    pairs = {}
    for selector, body in rules:
        values = dict(line.split(":", 1) for line in body.split(";") if ":" in line and "url" not in line)
        named = {name.strip(): value.strip() for name, value in values.items()}
        for ground, text in (("background", "color"), ("selection-background-color", "selection-color")):
            if named.get(ground, "").startswith("#") and named.get(text, "").startswith("#"):
                pairs[selector.strip(), text] = contrast(named[ground], named[text])
    assert len(pairs) > 8
    # What cannot be used need not stand out (WCAG 2.2, 1.4.3).
    assert not {which: ratio for which, ratio in pairs.items() if ratio < 4.5 and ":disabled" not in which[0]}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_style_sheet_names_no_unknown_colour(colours: Colours) -> None:
    assert "@" not in style_sheet_for(colours).split("*/", 1)[1]


def test_sizes_follow_the_base_font(qapp: QApplication) -> None:
    font = qapp.font()
    small = scaled_font(13).pointSizeF()
    font.setPointSizeF(font.pointSizeF() * 2)
    qapp.setFont(font)
    try:
        assert scaled_font(13).pointSizeF() == pytest.approx(2 * small)
        assert scaled_font(28).pointSizeF() == pytest.approx(2 * small * 28 / 13)
    finally:
        font.setPointSizeF(font.pointSizeF() / 2)
        qapp.setFont(font)


@pytest.mark.parametrize("path", sorted((ROOT / "assets" / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_every_icon_draws_something(path: object, qapp: QApplication) -> None:
    image = draw_icon(path.stem, "#ff0000", 24, 2.0).toImage()  # type: ignore[attr-defined]
    assert image.width() == 48
    assert any(image.pixelColor(x, y).alpha() for x in range(48) for y in range(48))
