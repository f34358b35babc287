"""The measurement as rows for a spreadsheet: one for each reply, with its numbers as they were counted."""

import csv
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.core.files import replacing
from app.engine.bench.report import Measured, Report

_TIMINGS = (
    "prompt_n",
    "prompt_ms",
    "predicted_n",
    "predicted_ms",
    "predicted_per_second",
    "draft_n",
    "draft_n_accepted",
)
_SPECULATION = ("method", "rounds", "acceptance_rate", "mean_accepted_length", "draft_ms", "verify_ms", "other_ms")
COLUMNS = ("writer", "turn", "kind", "pace", "length", "first_token_ms", *_TIMINGS, *_SPECULATION)


def rows(report: Report) -> Iterator[dict[str, Any]]:
    """A row for each reply, by the names in COLUMNS; None where there is nothing to tell."""
    for one in report.measured:
        yield _row(one)


def _row(one: Measured) -> dict[str, Any]:
    timings, speculation = asdict(one.timings), asdict(one.speculation)
    return {
        "writer": one.writer,
        "turn": one.run.turn,
        "kind": one.run.prompt.kind,
        "pace": one.run.way.pace,
        "length": one.run.way.length or None,
        "first_token_ms": one.first_token_ms,
        **{name: timings[name] for name in _TIMINGS},
        **{name: speculation[name] for name in _SPECULATION},
    }


def write_csv(report: Report, path: Path) -> None:
    """Write the rows to `path`, or replace what is there; raises PathNotWritable, DiskFull."""
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows(report))
