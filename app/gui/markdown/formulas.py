"""Drawings of formulas for the window: asked for, drawn by another process, and kept for the next time."""

from collections import OrderedDict
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.formulas.artist import Artist
from app.formulas.drawing import is_drawable
from app.formulas.messages import Formula, Latex
from app.gui.letters import Letters

# Characters of SVG: an ordinary formula has a few thousand, a long one some hundred thousand.
_MOST_KEPT = 16 << 20
# Drawings that came within this time are told of at once: each is a reason to lay text out again.
_GATHER_MS = 30


class Formulas(QObject):
    """`drawn` tells, with a set of Latex, that their drawings are there now, or that there will be none."""

    drawn = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[Latex, Formula | None] = OrderedDict()
        self._kept_n = 0
        self._asked: set[Latex] = set()
        self._fresh: set[Latex] = set()
        self._letters = Letters(self._on_drawn)
        self._artist = Artist(self._letters.post)
        self._gather_timer = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gather_timer.timeout.connect(self._on_gathered)

    def is_hopeless(self, latex: Latex) -> bool:
        """Whether it is known that there will be no drawing."""
        return latex in self._kept and self._kept[latex] is None

    def drawing(self, latex: Latex) -> Formula | None:
        """The drawing if it is there; else it is drawn, and `drawn` told."""
        if latex in self._kept:
            self._kept.move_to_end(latex)
            return self._kept[latex]
        if not is_drawable(latex.text):
            self._keep(latex, None)
        elif latex not in self._asked:
            self._asked.add(latex)
            self._artist.draw(latex)
        return None

    def close(self) -> None:
        """Have nothing more drawn of what was asked for."""
        self._asked.clear()
        self._artist.close()

    def _keep(self, latex: Latex, formula: Formula | None) -> None:
        self._kept[latex] = formula
        self._kept_n += _length(latex, formula)
        while self._kept_n > _MOST_KEPT:
            self._kept_n -= _length(*self._kept.popitem(last=False))

    def _on_drawn(self) -> None:
        for told in self._letters.take():
            self._asked.discard(told.latex)
            self._keep(told.latex, told.formula)
            self._fresh.add(told.latex)
        if not self._gather_timer.isActive():
            self._gather_timer.start()

    def _on_gathered(self) -> None:
        fresh, self._fresh = self._fresh, set()
        self.drawn.emit(fresh)


def _length(latex: Latex, formula: Formula | None) -> int:
    return len(latex.text) + (len(formula.svg) if formula else 0)


@lru_cache(maxsize=1)
def shared_formulas() -> Formulas:
    """The drawings of all messages."""
    application = QCoreApplication.instance()
    formulas = Formulas(application)
    if application is not None:
        application.aboutToQuit.connect(formulas.close)
    return formulas
