"""A formula in LaTeX as a drawing."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from app.formulas.messages import UNITS_PER_EM, Formula, Latex
from app.formulas.rewriting import rewritten

_MARGIN = 0.1
_LONGEST = 1500
_DEEPEST = 8
_MOST_EMS = 400
# An ordinary formula takes a few hundredths of it; every level of brackets doubles what drawing takes.
_MOST_S = 1.0
# A command that is not known would be drawn as its name.
_UNKNOWN = re.compile(r"<mi>\\[A-Za-z]")
_OPENING = re.compile(r"(?<!\\)[{}]|\\left\b|\\right\b|\\begin\b|\\end\b")


def is_drawable(text: str) -> bool:
    """Whether `drawn` may be asked for it: it is not too long, and not nested too deeply."""
    depth = 0
    for match in _OPENING.finditer(text):
        depth += 1 if match.group() in ("{", "\\left", "\\begin") else -1
        if depth > _DEEPEST:
            return False
    return len(text) <= _LONGEST


def drawn(latex: Latex) -> Formula | None:
    """The drawing; None where it is no LaTeX that can be drawn."""
    # Loaded on the first call: who only asks `is_drawable` needs none of it.
    from ziamath.config import config
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    # Shapes are written where they stand, instead of by reference to one that may be on another drawing.
    config.svg2 = False
    config.precision = 3
    try:
        with _at_most(_MOST_S):
            markup = tex2mml(rewritten(latex.text.strip()), inline=not latex.is_display)
            if _UNKNOWN.search(markup):
                return None
            drawing = Math(markup, size=UNITS_PER_EM, margin=_MARGIN)
            box = drawing.node.bbox
            svg = drawing.svg()
    except _TookTooLong:
        return None
    except Exception:  # noqa: BLE001 - whatever a model writes fails in whatever way
        return None
    width, ascent, descent = box.xmax - box.xmin + 2 * _MARGIN, box.ymax + _MARGIN, _MARGIN - box.ymin
    is_sized = all(-UNITS_PER_EM < size < _MOST_EMS * UNITS_PER_EM for size in (width, ascent, descent))
    return Formula(svg, width, ascent, descent) if is_sized and box.xmax > box.xmin else None


class _TookTooLong(BaseException):
    """No Exception, so that nothing but `drawn` catches it."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise _TookTooLong in what is done inside, once this thread has worked for so long."""
    end_s = time.thread_time() + seconds

    def look(frame: FrameType, event: str, argument: object) -> None:
        if time.thread_time() > end_s:
            raise _TookTooLong

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
