"""What drawing does not know is written in what it knows."""

import pytest

from app.formulas.drawing import drawn
from app.formulas.messages import Latex
from app.formulas.rewriting import rewritten

REWRITTEN = {
    r"\ce{H2O}": r"{\mathrm {H}_{2}\mathrm {O}}",
    r"\ce{SO4^2-}": r"{\mathrm {SO}_{4}^{2-}}",
    r"\ce{Na+}": r"{\mathrm {Na}^{+}}",
    r"\ce{2A <=> B}": r"{2\mathrm {A}\ \rightleftharpoons \ \mathrm {B}}",
    r"\ce{Ca(OH)2 + e^{-}}": r"{\mathrm {Ca}(\mathrm {OH})_{2}\ +\ \mathrm {e}^{-}}",
    r"\begin{align} a &= b \end{align}": r"\begin{align*} a &= b \end{align*}",
    r"x = 1 \tag{2a}": r"x = 1 \qquad (\text{2a})",
    r"x^2": r"x^2",
}


@pytest.mark.parametrize(("latex", "wanted"), REWRITTEN.items(), ids=REWRITTEN)
def test_what_is_rewritten_can_be_drawn(latex: str, wanted: str) -> None:
    assert rewritten(latex) == wanted
    assert drawn(Latex(latex, is_display=True)) is not None


@pytest.mark.parametrize("latex", [r"\madeup{x}", r"x + \si{5}", r"\ce{H2O", r"\ce"])
def test_what_nobody_knows_is_not_drawn_as_its_name(latex: str) -> None:
    assert drawn(Latex(latex, is_display=False)) is None


def test_the_same_lines_are_drawn_alike_each_time() -> None:
    lines = Latex(r"\begin{align} a &= b \\ c &= d \end{align}", is_display=True)
    assert drawn(lines) == drawn(lines)
