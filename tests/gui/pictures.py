"""Pictures of the window beside approved ones: surfaces have to be alike, and texts roughly where they were."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

_CELL = 4
"""Pixels; what moved by less than two cells is where it was."""
_MOST_COLOURS = 256
_INK_COLOURS = 24
_SAME = 3
"""Levels of 255: the picture of a surface is exact, but for the palette that it is kept with."""
MOST_SURFACE_CELLS = 60
MOST_INK_CELLS = 60

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Difference:
    """Cells of 4 x 4 pixels whose surface has another colour, and with text or a line that was not near them."""

    surface: Cells
    ink: Cells
    sizes: tuple[str, str] = ("", "")
    """Width and height of both, where they are not the same."""

    @property
    def is_alike(self) -> bool:
        """Whether the pictures show the same, whatever fonts did to them."""
        return not any(self.sizes) and self.surface.sum() <= MOST_SURFACE_CELLS and self.ink.sum() <= MOST_INK_CELLS

    def __str__(self) -> str:
        if any(self.sizes):
            return "{} instead of {}".format(*self.sizes)
        return f"{self.surface.sum()} cells of surface, {self.ink.sum()} of ink"


def compare(approved: QImage, new: QImage) -> Difference:
    """What is not alike, either way."""
    if approved.size() != new.size():
        sizes = tuple(f"{each.width()} x {each.height()}" for each in (new, approved))
        return Difference(np.zeros((0, 0), bool), np.zeros((0, 0), bool), (sizes[0], sizes[1]))
    (old_colours, old_flat), (colours, flat) = _cells(approved), _cells(new)
    both = old_flat & flat & (_distance(old_colours, colours) > _SAME)
    surface = both & ~(_is_near(colours, old_colours, old_flat) & _is_near(old_colours, colours, flat))
    old_lines, lines = ~old_flat | _borders(old_colours), ~flat | _borders(colours)
    ink = (~flat & ~_grown(old_lines)) | (~old_flat & ~_grown(lines))
    return Difference(surface, ink)


def kept(picture: QImage) -> QImage:
    """A picture as it is approved: small on the disk, and exact where it is flat."""
    image = picture.convertToFormat(QImage.Format.Format_RGB32)
    colours, flat = _cells(image)
    surfaces = _frequent(colours[flat])[: _MOST_COLOURS - _INK_COLOURS]
    ink = [colour for colour in _frequent(_pixels(image).reshape(-1, 3)) if colour not in surfaces]
    return image.convertToFormat(QImage.Format.Format_Indexed8, surfaces + ink[:_INK_COLOURS])


def marked(new: QImage, difference: Difference, path: Path) -> None:
    """Write the picture with what is not alike in magenta (surfaces) and orange (ink)."""
    pixels = _pixels(new)
    for cells, colour in ((difference.surface, (255, 0, 255)), (difference.ink, (255, 140, 0))):
        area = np.kron(cells, np.ones((_CELL, _CELL), bool)).astype(bool)
        pixels[: area.shape[0], : area.shape[1]][area] = colour
    height, width = pixels.shape[:2]
    QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).save(str(path))


def _pixels(image: QImage) -> NDArray[np.uint8]:
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    # The bytes are the image's, which goes at the end of this.
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def _frequent(colours: NDArray[Any]) -> list[int]:
    """The colours among (red, green, blue) as Qt counts them, the most frequent first."""
    red, green, blue = colours.astype(np.uint32).T
    found, counts = np.unique(0xFF000000 | red << 16 | green << 8 | blue, return_counts=True)
    return [int(colour) for colour in found[np.argsort(counts)[::-1]]]


def _cells(image: QImage) -> tuple[NDArray[np.int16], Cells]:
    """The colour of every cell, and whether it has no other."""
    pixels = _pixels(image).astype(np.int16)
    rows, columns = pixels.shape[0] // _CELL, pixels.shape[1] // _CELL
    cells = pixels[: rows * _CELL, : columns * _CELL].reshape(rows, _CELL, columns, _CELL, 3)
    flat = (cells.max(axis=(1, 3)) - cells.min(axis=(1, 3))).max(axis=2) <= _SAME
    return cells[:, 0, :, 0], flat


def _distance(one: NDArray[np.int16], other: NDArray[np.int16]) -> NDArray[np.int16]:
    levels: NDArray[np.int16] = np.abs(one - other).max(axis=-1)
    return levels


def _is_near(wanted: NDArray[np.int16], colours: NDArray[np.int16], flat: Cells) -> Cells:
    """Whether the wanted colour is in a flat cell there, or in one of its eight neighbours."""
    found = np.zeros(flat.shape, bool)
    for rows in (-1, 0, 1):
        for columns in (-1, 0, 1):
            shifted = np.roll(colours, (rows, columns), axis=(0, 1))
            found |= np.roll(flat, (rows, columns), axis=(0, 1)) & (_distance(wanted, shifted) <= _SAME)
    return found


def _borders(colours: NDArray[np.int16]) -> Cells:
    """The cells whose right or lower neighbour has another colour: a line there is as good as one within a cell."""
    borders = np.zeros(colours.shape[:2], bool)
    borders[:, :-1] |= _distance(colours[:, :-1], colours[:, 1:]) > _SAME
    borders[:-1] |= _distance(colours[:-1], colours[1:]) > _SAME
    return borders


def _grown(cells: Cells) -> Cells:
    """The cells with their neighbours."""
    grown = cells.copy()
    for rows in (-1, 0, 1):
        for columns in (-1, 0, 1):
            grown |= np.roll(cells, (rows, columns), axis=(0, 1))
    return grown
