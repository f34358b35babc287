"""Measured figures with their medians, as a table for people and as JSON for programs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Literal

_HEADINGS = ("what", "median", "lowest", "highest", "runs", "goal")


@dataclass(frozen=True, slots=True)
class Goal:
    """What the median should be."""

    kind: Literal["at most", "at least"]
    value: float

    def is_met(self, reached: float) -> bool:
        """Whether `reached` is good enough."""
        return reached <= self.value if self.kind == "at most" else reached >= self.value


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity, measured once or more often; `unit` is "x" for a ratio."""

    name: str
    unit: str
    values: tuple[float, ...]
    goal: Goal | None = None

    @property
    def median(self) -> float:
        """The middle one of the values."""
        return median(self.values)


@dataclass(frozen=True, slots=True)
class Section:
    """What one measurement found; `remarks` say what the figures do and do not mean."""

    title: str
    figures: Sequence[Figure]
    remarks: Sequence[str] = field(default=())


def ratio(name: str, above: Figure, below: Figure, goal: Goal | None = None) -> Figure:
    """`above` / `below`, run by run: what was measured in turns is compared with its neighbour."""
    pairs = zip(above.values, below.values, strict=True)
    return Figure(name, "x", tuple(a / b for a, b in pairs), goal)


class Runs:
    """Collects figures value by value; they come out in the order in which they were first seen."""

    def __init__(self, goals: Mapping[str, Goal] | None = None) -> None:
        self._goals = goals or {}
        self._values: dict[tuple[str, str], list[float]] = {}

    def add(self, name: str, unit: str, value: float) -> None:
        """One more value of a figure."""
        self._values.setdefault((name, unit), []).append(value)

    def figures(self) -> dict[str, Figure]:
        """All figures by name."""
        return {
            name: Figure(name, unit, tuple(values), self._goals.get(name))
            for (name, unit), values in self._values.items()
        }


def table(sections: Iterable[Section]) -> str:
    """The sections below each other, their columns in line."""
    parts: list[str] = []
    for section in sections:
        rows = [_HEADINGS, *(_cells(figure) for figure in section.figures)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
        parts.append(f"== {section.title}")
        parts += [_line(row, widths) for row in rows]
        parts += [f"   {remark}" for remark in section.remarks]
        parts.append("")
    return "\n".join(parts)


def as_json(machine: Mapping[str, Any], sections: Iterable[Section]) -> dict[str, Any]:
    """Everything, values of single runs included."""
    return {"machine": dict(machine), "sections": [_section_json(section) for section in sections]}


def _cells(figure: Figure) -> tuple[str, ...]:
    spread = (_number(min(figure.values)), _number(max(figure.values))) if len(figure.values) > 1 else ("", "")
    return (figure.name, f"{_number(figure.median)} {figure.unit}", *spread, str(len(figure.values)), _goal(figure))


def _goal(figure: Figure) -> str:
    if figure.goal is None:
        return ""
    outcome = "met" if figure.goal.is_met(figure.median) else "MISSED"
    return f"{figure.goal.kind} {_number(figure.goal.value)}: {outcome}"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    def cells() -> Iterator[str]:
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            is_number = 0 < column < len(row) - 1
            yield cell.rjust(width) if is_number else cell.ljust(width)

    return "   " + "  ".join(cells()).rstrip()


def _number(value: float) -> str:
    """Three digits that mean something, and no fraction from a thousand on."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _section_json(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "figures": [_figure_json(figure) for figure in section.figures],
        "remarks": list(section.remarks),
    }


def _figure_json(figure: Figure) -> dict[str, Any]:
    content: dict[str, Any] = {"name": figure.name, "unit": figure.unit, "median": figure.median}
    content["values"] = list(figure.values)
    if figure.goal is not None:
        content["goal"] = {"kind": figure.goal.kind, "value": figure.goal.value}
        content["goal"]["is_met"] = figure.goal.is_met(figure.median)
    return content
