"""Where the window was, for each arrangement of screens; never where nobody sees it."""

import json
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

_MOST_KEPT = 8
# So much of the window's upper edge has to be in sight for it to be dragged.
_GRIP = QSize(120, 24)


def kept(window: QWidget, before: str) -> str:
    """What to keep of where the window is now, in place of what was kept `before`."""
    places = {**_read(before)}
    # The newest comes last: it counts on screens that were never there before.
    places.pop(_arrangement(), None)
    places[_arrangement()] = bytes(window.saveGeometry().toBase64().data()).decode("ascii")
    return json.dumps(dict(list(places.items())[-_MOST_KEPT:]))


def restore(window: QWidget, stored: str) -> bool:
    """Put the window where it was on these screens, or else last; False where nothing is known."""
    places = _read(stored)
    place = places.get(_arrangement()) or next(reversed(places.values()), "")
    if not place or not window.restoreGeometry(QByteArray.fromBase64(place.encode())):
        return False
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    if not is_in_sight(window.geometry(), screens):
        primary = QGuiApplication.primaryScreen().availableGeometry()
        window.setGeometry(centred(window.size(), primary))
    return True


def is_in_sight(window: QRect, screens: Sequence[QRect]) -> bool:
    """Whether enough of the window's upper edge is on a screen."""
    edge = QRect(window.topLeft(), QSize(window.width(), _GRIP.height()))
    seen = (screen.intersected(edge) for screen in screens)
    return any(part.width() >= _GRIP.width() and part.height() >= _GRIP.height() // 2 for part in seen)


def centred(size: QSize, screen: QRect) -> QRect:
    """In the middle of a screen, and no larger than that."""
    inside = QRect(screen.topLeft(), size.boundedTo(screen.size()))
    inside.moveCenter(screen.center())
    return inside


def _arrangement() -> str:
    return " ".join(sorted(map(_name, QGuiApplication.screens())))


def _name(screen: QScreen) -> str:
    place = screen.geometry()
    return f"{screen.name()}:{place.width()}x{place.height()}+{place.x()}+{place.y()}"


def _read(stored: str) -> dict[str, str]:
    try:
        places = json.loads(stored)
    except ValueError:
        # What was kept before there was one place for each arrangement.
        return {"": stored} if stored else {}
    return {str(name): str(place) for name, place in places.items()} if isinstance(places, dict) else {}
