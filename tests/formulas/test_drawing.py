"""What models write is drawn within bounds; what cannot be drawn costs little."""

import time

import pytest

from app.formulas.drawing import drawn, is_drawable
from app.formulas.messages import UNITS_PER_EM, Latex


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V",
        r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\sum_{i=1}^{n} \int_0^\infty e^{-x^2}\,dx \le \mathbb{R}",
    ],
)
def test_what_models_write_is_drawn(latex: str) -> None:
    formula = drawn(Latex(latex, is_display=True))
    assert formula is not None
    assert formula.width > UNITS_PER_EM
    assert formula.ascent > formula.descent > 0


HOSTILE = {
    "nested": r"\sqrt{" * 8 + r"\frac{x^{y}}{z}" * 40 + "}" * 8,
    "wide": r"\alpha\!" * 180,
    "cells": r"\begin{matrix}" + "&" * 1400 + r"\end{matrix}",
    "huge": r"\rule{99999999em}{99999999em}",
    "unfinished": r"\frac{" * 7,
    "markup": r'\textcolor{"><image href="http://example.org/x"/>}{y}',
    "nothing": " ",
}


@pytest.mark.parametrize("latex", HOSTILE.values(), ids=HOSTILE)
def test_no_formula_takes_long_or_much_room(latex: str) -> None:
    began_s = time.thread_time()
    formula = drawn(Latex(latex, is_display=True))
    assert time.thread_time() - began_s < 3
    assert formula is None or (formula.width < 400 * UNITS_PER_EM and "href" not in formula.svg)


def test_what_is_too_long_or_too_deep_is_not_even_tried() -> None:
    assert is_drawable("x" * 1000)
    assert not is_drawable("x" * 10_000)
    assert not is_drawable("{" * 9 + "}" * 9)
    assert is_drawable(r"\{" * 20)
