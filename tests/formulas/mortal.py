"""The process that draws formulas, but for one that is its end."""

import os
from multiprocessing.connection import Connection
from typing import Any

from app.formulas import drawing, entry
from app.formulas.messages import Formula, Latex

DEADLY = "\\deadly"


def run(connection: "Connection[Any, Any]") -> None:
    """Draw what is asked for, and die of DEADLY."""
    draw = drawing.drawn

    def draw_or_die(latex: Latex) -> Formula | None:
        if latex.text == DEADLY:
            os._exit(3)
        return draw(latex)

    drawing.drawn = draw_or_die
    entry.run(connection)
