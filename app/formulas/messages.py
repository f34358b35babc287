"""What the window and the process that draws formulas say to each other."""

from dataclasses import dataclass

from app.core.messages import Codec

# The size at which LaTeX gives its distances in points.
UNITS_PER_EM = 10


@dataclass(frozen=True, slots=True)
class Latex:
    """What to draw, and whether it stands alone: it is larger then."""

    text: str
    is_display: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """An SVG in black, and its size in units of UNITS_PER_EM; `ascent` is above the base line, `descent` below."""

    svg: str
    width: float
    ascent: float
    descent: float


@dataclass(frozen=True, slots=True)
class Draw:
    """Asks for a drawing."""

    latex: Latex


@dataclass(frozen=True, slots=True)
class Drawn:
    """The drawing that was asked for; None where it is no LaTeX that can be drawn."""

    latex: Latex
    formula: Formula | None


WISHES = Codec(Draw)
DRAWINGS = Codec(Drawn)
