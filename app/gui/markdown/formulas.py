"""Drawings of formulas for the window: asked for, drawn beside its thread, and kept for the next time."""

import sys
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.gui.answers import Answers
from app.gui.markdown.formula import Formula, drawn, is_drawable

_MOST_KEPT = 2000
# Drawing is Python alone. So soon it lets go of the interpreter when the window's thread asks for it: with Python's
# usual 5 ms for each of a turn's many calls, a turn of the event loop gets long.
_SWITCH_S = 0.0005
# Drawings that came within this time are told of at once: each is a reason to lay text out again.
_GATHER_MS = 30


@dataclass(frozen=True, slots=True)
class Latex:
    """What to draw, and whether it stands alone."""

    text: str
    is_display: bool


class Formulas(QObject):
    """`drawn` tells, with a set of Latex, that their drawings are there now, or that there will be none."""

    drawn = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[Latex, Formula | None] = OrderedDict()
        self._asked: dict[Latex, Future[Formula | None]] = {}
        self._fresh: set[Latex] = set()
        self._answers = Answers(self)
        sys.setswitchinterval(_SWITCH_S)
        self._artist = ThreadPoolExecutor(1, "formulas")
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
            self._asked[latex] = self._artist.submit(drawn, latex.text, is_display=latex.is_display)
            self._answers.wait_for(self._asked[latex], partial(self._on_drawn, latex))
        return None

    def drop(self) -> None:
        """Draw nothing of what was asked for and is not begun."""
        for latex, done in list(self._asked.items()):
            if done.cancel():
                del self._asked[latex]

    def _keep(self, latex: Latex, formula: Formula | None) -> None:
        self._kept[latex] = formula
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def _on_drawn(self, latex: Latex, formula: Formula | None) -> None:
        self._asked.pop(latex, None)
        self._keep(latex, formula)
        self._fresh.add(latex)
        if not self._gather_timer.isActive():
            self._gather_timer.start()

    def _on_gathered(self) -> None:
        fresh, self._fresh = self._fresh, set()
        self.drawn.emit(fresh)


@lru_cache(maxsize=1)
def shared_formulas() -> Formulas:
    """The drawings of all messages."""
    application = QCoreApplication.instance()
    formulas = Formulas(application)
    if application is not None:
        application.aboutToQuit.connect(formulas.drop)
    return formulas
