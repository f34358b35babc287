"""Formulas as single places in a text document: their size, their base line, how they are painted."""

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from app.formulas.messages import UNITS_PER_EM, Formula, Latex
from app.gui.markdown.formulas import Formulas, shared_formulas
from app.gui.theme import scaled_font

PLACE = "\ufffc"
_KIND = QTextFormat.ObjectTypes.UserObject.value + 1
_TEXT = QTextFormat.Property.UserProperty.value + 1
_IS_DISPLAY, _SOURCE, _EM, _SIZE, _TOP = range(_TEXT + 1, _TEXT + 6)
# The share of a line that a formula takes at most.
_SHARE = 0.95
# A formula without a drawing is shown in lines of so many characters.
_LINE = 60


def formula_format(base: QTextCharFormat, latex: Latex, source: str, font: QFont) -> QTextCharFormat:
    """The format of the character PLACE that stands for a formula; `source` is what it is in the reply.

    It takes the room of its source until its drawing is there and it is `fitted_format`.
    """
    form = QTextCharFormat(base)
    form.setObjectType(_KIND)
    form.setProperty(_TEXT, latex.text)
    form.setProperty(_IS_DISPLAY, latex.is_display)
    form.setProperty(_SOURCE, source)
    form.setProperty(_EM, QFontInfo(font).pixelSize())
    return fitted_format(form, latex, font)


def fitted_format(form: QTextCharFormat, latex: Latex, font: QFont) -> QTextCharFormat:
    """The same formula, in the room that it takes now."""
    form = QTextCharFormat(form)
    formula = shared_formulas().drawing(latex)
    if formula is None:
        lines, metrics = _lines(latex.text), QFontMetricsF(_source_font())
        width = max(metrics.horizontalAdvance(line) for line in lines)
        ascent, descent = len(lines) * metrics.lineSpacing() - metrics.descent(), metrics.descent()
    else:
        scale = float(form.property(_EM)) / UNITS_PER_EM
        width, ascent, descent = formula.width * scale, formula.ascent * scale, formula.descent * scale
    # A line with nothing but a formula is as high as one with words.
    text = QFontMetricsF(font)
    height, base = _align(form, font, max(ascent, text.ascent()), max(descent, text.descent()))
    form.setProperty(_SIZE, QSizeF(width, height))
    form.setProperty(_TOP, base - ascent)
    return form


def latex_of(form: QTextFormat) -> Latex | None:
    """The formula that a character of this format stands for, if it does."""
    if form.objectType() != _KIND:
        return None
    return Latex(str(form.property(_TEXT)), bool(form.property(_IS_DISPLAY)))


def source_of(form: QTextFormat) -> str:
    """What the formula is in the reply, with its marks; empty for everything else."""
    return str(form.property(_SOURCE)) if form.objectType() == _KIND else ""


def width_of(form: QTextFormat) -> float:
    """How wide the text has to be for the formula to keep its size, in pixels."""
    size = form.property(_SIZE)
    return size.width() / _SHARE if isinstance(size, QSizeF) else 0.0


def show_formulas(document: QTextDocument) -> None:
    """Have the document paint formulas."""
    document.documentLayout().registerHandler(_KIND, _painter(shared_formulas()))


def _align(form: QTextCharFormat, font: QFont, ascent: float, descent: float) -> tuple[float, float]:
    """Give the format a font by which the base lines meet; the height to ask for, and how much of it is above them.

    Qt puts an object of height h that is aligned to the middle (h + x/2) / 2 above the base line, where x is the
    height of the letter x in the format's own font (qtextdocumentlayout.cpp, resizeInlineObject).
    """
    per_px = QFontMetricsF(_with_pixels(font, 100)).xHeight() / 100
    aligned = _with_pixels(font, max(1, round(2 * (ascent - descent) / per_px)))
    half_x = QFontMetrics(aligned).xHeight() / 2
    form.setFont(aligned)
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    height = max(2 * ascent - half_x, 2 * descent + half_x)
    return height, (height + half_x) / 2


def _with_pixels(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    return sized


def _source_font() -> QFont:
    return scaled_font(13, is_monospace=True)


def _lines(text: str) -> Sequence[str]:
    lines = text.strip().splitlines() or [""]
    return [line[start : start + _LINE] for line in lines for start in range(0, max(1, len(line)), _LINE)]


@lru_cache(maxsize=1)
def _painter(formulas: Formulas) -> "_FormulaPainter":
    return _FormulaPainter(formulas)


@lru_cache(maxsize=256)
def _renderer(formula: Formula, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(formula.svg.replace('"black"', f'"{colour}"').encode()))


class _FormulaPainter(QPyTextObject):
    """Paints formulas in the colour of the text; one that is wider than the text is made smaller."""

    def intrinsicSize(self, document: QTextDocument, position: int, form: QTextFormat) -> QSizeF:  # noqa: N802
        """What Qt asks for when it lays text out."""
        size = form.property(_SIZE)
        if not isinstance(size, QSizeF):
            return QSizeF()
        most = _SHARE * document.textWidth()
        return size.scaled(most, size.height(), Qt.AspectRatioMode.KeepAspectRatio) if 0 < most < size.width() else size

    def drawObject(  # noqa: N802
        self, painter: QPainter, rect: QRectF | QRect, document: QTextDocument, position: int, form: QTextFormat
    ) -> None:
        """Paint one into the room that it was given."""
        size, latex = form.property(_SIZE), latex_of(form)
        if latex is None or not isinstance(size, QSizeF) or size.isEmpty():
            return
        formula = shared_formulas().drawing(latex)
        # Qt has set the colour of the text for it, that of selected text too.
        colour = painter.pen().color()
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(rect.width() / size.width(), rect.width() / size.width())
        painter.translate(0, float(form.property(_TOP)))
        if formula is None:
            _paint_source(painter, latex.text)
        else:
            height = (formula.ascent + formula.descent) * size.width() / formula.width
            _renderer(formula, colour.name()).render(painter, QRectF(0, 0, size.width(), height))
        painter.restore()


def _paint_source(painter: QPainter, text: str) -> None:
    font = _source_font()
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    for number, line in enumerate(_lines(text)):
        painter.drawText(QPointF(0, number * metrics.lineSpacing() + metrics.ascent()), line)
