"""First function of the process that draws formulas."""

import queue
from multiprocessing.connection import Connection
from typing import Any

from app.core.parent import ParentLink
from app.formulas import drawing
from app.formulas.messages import DRAWINGS, WISHES, Draw, Drawn

# It needs some 40 MB: where nobody writes formulas, it goes.
_IDLE_S = 60.0


def run(connection: "Connection[Any, Any]") -> None:
    """Draw what is asked for, in order, until nothing was for a while."""
    link = ParentLink(connection, sends=DRAWINGS, receives=WISHES)
    inbox: queue.SimpleQueue[Draw | None] = queue.SimpleQueue()
    link.listen(inbox.put, lambda: inbox.put(None))
    while (wish := _next(inbox)) is not None:
        link.send(Drawn(wish.latex, drawing.drawn(wish.latex)))


def _next(inbox: "queue.SimpleQueue[Draw | None]") -> Draw | None:
    try:
        return inbox.get(timeout=_IDLE_S)
    except queue.Empty:
        return None
