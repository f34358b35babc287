"""What Esc leaves: the innermost part around the focus that can be left, else the page in front."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget


@runtime_checkable
class Leavable(Protocol):
    """A part of the window that Esc closes, folds or leaves."""

    def escape(self) -> bool:
        """Leave it; False where there is nothing to leave now, and what is around it has its turn."""
        ...


def escape_from(focused: QWidget | None, page: QWidget | None) -> bool:
    """Leave one part; returns whether there was one."""
    around = list(_around(focused))
    parts = around if page is None or page in around else [*around, page]
    return any(part.escape() for part in parts if isinstance(part, Leavable))


def _around(focused: QWidget | None) -> Iterator[QWidget]:
    """The widget, what it stands in, and so on."""
    while focused is not None:
        yield focused
        focused = focused.parentWidget()
